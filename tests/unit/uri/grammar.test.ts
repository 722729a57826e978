import fc from "fast-check";
import { expect, test } from "vitest";
import { compileRule } from "./abnf/compile.ts";
import { grammar } from "./grammar.ts";
import { checkUri, compareUris, normalizeUri, splitAuthority } from "../../../library/src/uri/index.ts";
import { readSize } from "../../support/sizes.ts";
import { forAll } from "../../support/for-all.ts";

test("each rule of the ABNF exists and refers only to rules that exist", () => {
  const names = "URI URI-reference absolute-URI IPv6address reserved HEXDIG IRI IRI-reference iprivate".split(" ");
  for (const name of names) expect(grammar.has(name), name).toBe(true);
  expect(grammar.size).toBe(64);
  for (const name of grammar.keys()) expect(compileRule(grammar, name)).toBeInstanceOf(RegExp);
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
