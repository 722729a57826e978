import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Node, parseAbnf } from "./abnf/parse.ts";
import { compileRule, findRule } from "./abnf/compile.ts";
import { anyUri } from "./arbitrary.ts";
import { grammar, matches } from "./grammar.ts";
import { checkUri, compareUris, normalizeUri, splitAuthority } from "../../../library/src/uri/index.ts";
import { readSize } from "../../support/sizes.ts";
import { forAll } from "../../support/for-all.ts";

const EVERY = readSize("EVERY");

/** Every possible end of a match from `start`: a direct interpretation of a rule, without a regular expression. */
function ends(node: Node, text: string, start: number): Set<number> {
  switch (node.kind) {
    case "range": {
      const code = text.codePointAt(start);
      if (code === undefined || code < node.first || code > node.last) return new Set();
      return new Set([start + (code > 0xffff ? 2 : 1)]);
    }
    case "rule":
      return ends(findRule(grammar, node.name), text, start);
    case "choice":
      return new Set(node.parts.flatMap((part) => [...ends(part, text, start)]));
    case "sequence":
      return node.parts.reduce((from, part) => step(part, text, from), new Set([start]));
    default: {
      let now = new Set([start]);
      const all = new Set(node.least === 0 ? now : []);
      for (let count = 1; count <= node.most && now.size > 0; count++) {
        now = step(node.part, text, now);
        if (count < node.least) continue;
        now = new Set([...now].filter((end) => !all.has(end)));
        for (const end of now) all.add(end);
      }
      return all;
    }
  }
}

function step(part: Node, text: string, from: ReadonlySet<number>): Set<number> {
  return new Set([...from].flatMap((start) => [...ends(part, text, start)]));
}

function referenceMatches(rule: string, text: string): boolean {
  return ends(findRule(grammar, rule), text, 0).has(text.length);
}

describe("the rules are parsed from the ABNF", () => {
  test("each exists and refers only to rules that exist", () => {
    const names = words("URI URI-reference absolute-URI IPv6address reserved HEXDIG IRI IRI-reference iprivate");
    for (const name of names) expect(grammar.has(name), name).toBe(true);
    expect(grammar.size).toBe(64);
    for (const name of grammar.keys()) expect(compileRule(grammar, name)).toBeInstanceOf(RegExp);
  });

  test("strings ignore ASCII case, and the letters of a class are case-sensitive", () => {
    const small = parseAbnf('a = "k1s" / %x6B %x6B\n');
    const rule = compileRule(small, "a");
    expect(["k1s", "K1S", "K1s", "kk"].every((text) => rule.test(text))).toBe(true);
    expect(["\u212a1s", "k1\u017f", "KK", "kK", "kk\n", ""].some((text) => rule.test(text))).toBe(false);
  });

  test("repetition", () => {
    const small = parseAbnf(
      ["n = 2%x61", "atLeast = 2*%x61", "atMost = *2%x61", "none = 0<n>", "some = 1*2n"].join("\n"),
    );
    const lengths = (name: string) =>
      [0, 1, 2, 3, 4, 5].filter((length) => compileRule(small, name).test("a".repeat(length)));
    expect(["n", "atLeast", "atMost", "none", "some"].map(lengths)).toEqual([[2], [2, 3, 4, 5], [0, 1, 2], [0], [2, 4]]); // prettier-ignore
  });
});

/** Splits a text into words: `ε` is the empty word, `␠` a space and `␊` a line feed. */
function words(text: string): string[] {
  return text
    .split(/[ \n]+/)
    .filter((word) => word !== "")
    .map((word) => (word === "ε" ? "" : word.replaceAll("␠", " ").replaceAll("␊", "\n")));
}

test("the regular expressions match like the direct interpretation of the rules", () => {
  const token = fc.constantFrom(
    ...words("a Z 1 v1. :: : / // ? # [ ] @ % %4 %41 . é \ue000 \ud83d 1.2.3.4 25 ffff ! \\ ␠ ␊ K \u212a [::1]"),
  );
  const rules = [...grammar.keys()];
  const text = fc.oneof(
    fc.array(token, { maxLength: 8 }).map((tokens) => tokens.join("")),
    anyUri.map((uri) => uri.slice(0, 40)),
  );
  forAll(Math.ceil(2000 / EVERY), text, (sample) => {
    for (const rule of rules) {
      if (matches(rule, sample) !== referenceMatches(rule, sample))
        throw new Error(`${rule}: ${JSON.stringify(sample)}`);
    }
  });
});

test("splitAuthority, normalizeUri and compareUris allow the authorities of the grammar, and no others", () => {
  const token = fc.constantFrom(
    ...'[ ] : :: 1 80 abc zz . .. 1.2.3.4 @ e.com % %4 %41 é v1.a [::1] [v1.a] < " {'.split(" "),
    " ",
    "",
  );
  forAll(readSize("URIS"), fc.array(token, { maxLength: 7 }), (tokens) => {
    const authority = tokens.join("");
    const text = `HTTP://${authority}/%7E`;
    const { issues } = checkUri(text, { grammar: "rfc3987" });
    const [first] = issues;
    if (first !== undefined) {
      expect(() => splitAuthority(authority)).toThrow(` at ${first.index - 7}: `);
      expect(normalizeUri(text)).toBe(text);
      expect(compareUris(text, `${text}e`).equality).toBe("different");
      expect(compareUris(text, text.toLowerCase()).equality).toBe("different");
    } else {
      const { userinfo, host, port } = splitAuthority(authority);
      expect(`${userinfo === undefined ? "" : `${userinfo}@`}${host}${port === undefined ? "" : `:${port}`}`).toBe(
        authority,
      );
      expect(compareUris(text, text.replace("HTTP", "http")).equality).toBe("hex-case");
    }
  });
});
