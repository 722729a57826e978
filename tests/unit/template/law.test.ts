import { expect, test } from "vitest";
import { findSegmentFault } from "../../../library/src/uri/segment.ts";
import {
  compileTemplate,
  type CompiledTemplate,
  type ExpandTemplateOptions,
  type MatchTemplateOptions,
} from "../../../library/src/template/index.ts";
import { countInputs } from "../../support/counters.ts";
import { makeRandom, pick, type Random } from "../../support/random.ts";
import { seed } from "../../support/seed.ts";
import { readSize } from "../../support/sizes.ts";
import { attempt } from "../../support/catch-fault.ts";

const CASES = readSize("TEMPLATES");

const LITERALS = ["/", "/", "/x/", "x", "-", ".", "..", ".json", "/x", "41", ",", ";", "é", "%41", "%2e", "%2F", "a=1"];
const NAMES = ["a", "b", "c", "d", "ab", "x.y", "%41", "%5e", "__proto__", "toString"];
const PIECES = [..."abx./\\%-,&=é?#; 😀+:", "..", "41"];
const RARE = ["\0", "\n", "％", "．", "\u200b", "%2e", "%2F", "%00", "/../", ".json", "\u009b"];

/** Writes a template: a path, then perhaps a query and a fragment, so that most can be matched. */
function makeTemplate(random: Random): string {
  const expression = (operators: readonly string[]): string => {
    const operator = pick(random, operators);
    const variables = Array.from({ length: 1 + (random(4) === 0 ? random(2) + 1 : 0) }, (_, k) => {
      const modifier = pick(random, ["", "", "", "*", k === 0 ? ":3" : ""]);
      return pick(random, NAMES) + modifier;
    });
    return `{${operator}${variables.join()}}`;
  };
  const path = Array.from({ length: 1 + random(4) }, () =>
    random(2) === 0 ? pick(random, LITERALS) : expression(["", "", "/", ".", ";", "+"]),
  );
  const start = pick(random, ["", "/", "/x/", "https://e.com/", "https://{host}/", "{+base}", "file:///"]);
  const query = pick(random, ["", "", expression(["?"]), `?f=1${expression(["&"])}`, "?to={+u}"]);
  const fragment = pick(random, ["", "", "", expression(["#"]), "#x"]);
  return start + path.join("") + query + fragment;
}

function makeText(random: Random, isReserved: boolean): string {
  const pieces = random(12) === 0 ? RARE : PIECES;
  const text = Array.from({ length: random(5) }, () => pick(random, pieces)).join("");
  // After `+` and `#` an escape in a value is not encoded, so it is read as the value that it stands for.
  return isReserved ? text.replace(/%/g, "") : text;
}

interface Values {
  readonly [name: string]: string | readonly string[] | undefined;
}

/** Makes values that a URI can tell: of unnamed variables the first ones, and a prefix is as long as its text. */
function makeValues(random: Random, template: string): Values {
  const values = Object.create(null) as Record<string, string | readonly string[]>;
  for (const [, operator = "", list = ""] of template.matchAll(/\{([+#./;?&]?)([^}]*)\}/g)) {
    const isNamed = /[;?&]/.test(operator);
    let isOpen = true;
    for (const [k, variable] of list.split(",").entries()) {
      const [name = ""] = variable.split(/[*:]/);
      const isNeeded = k === 0 && (operator === "" || operator === "+");
      const isDefined: boolean = isNeeded || (random(4) > 0 && (isNamed || isOpen));
      isOpen &&= isDefined;
      if (!isDefined || name in values) continue;
      const text = () => makeText(random, /[+#]/.test(operator));
      values[name] = variable.endsWith("*")
        ? Array.from({ length: 1 + random(3) }, text)
        : variable.endsWith(":3")
          ? Array.from(text()).slice(0, 3).join("")
          : text();
    }
  }
  return values;
}

const OPTIONS: readonly (ExpandTemplateOptions & MatchTemplateOptions)[] = [
  {},
  {},
  { allow: ["slash"] },
  { trailingQuery: "ignore" },
  { unsafe: "allow" },
];

/** Whether two expressions share a run, so that a URI may be ambiguous, or a variable occurs twice. */
function mayBeUnclear(template: string, { variables }: CompiledTemplate): boolean {
  const specs =
    template
      .match(/\{[^}]*\}/g)
      ?.join(",")
      .split(",").length ?? 0;
  return specs > variables.length || /\}[^{}]+\{[^./;?&#]/.test(template);
}

/** Moves the pairs of a query to other places; those of one name keep their order. */
function permuteQuery(random: Random, uri: string): string {
  const [, before = "", query = "", after = ""] = /^([^?#]*\?)([^#]*)(.*)$/s.exec(uri) ?? ["", uri];
  const pairs = query.split("&").map((pair) => ({ pair, name: pair.replace(/=.*/s, ""), key: random(1000) }));
  const keys = new Map<string, number[]>();
  for (const { name, key } of pairs)
    keys.set(
      name,
      [...(keys.get(name) ?? []), key].sort((a, b) => a - b),
    );
  const placed = pairs.map(({ pair, name }) => ({ pair, key: keys.get(name)!.shift()! }));
  return before + placed.sort((a, b) => a.key - b.key).map(({ pair }) => pair).join("&") + after; // prettier-ignore
}

test("match(expand(x)) is x for texts and exploded lists, in any order of the query", () => {
  const random = makeRandom(seed);
  const counts = { same: 0, permuted: 0, refused: 0, unclear: 0 };
  while (counts.same < CASES) {
    const text = makeTemplate(random);
    const template = compileTemplate(text);
    const { unsafe, allow, trailingQuery } = pick(random, OPTIONS);
    if ("code" in attempt(() => template.match("", { unsafe }))) continue;
    for (let k = 0; k < 20; k++) {
      const values = makeValues(random, text);
      const uri = attempt(() => template.expand(values, { unsafe }));
      if ("code" in uri) {
        counts.refused++;
        continue;
      }
      const found = attempt(() => template.match(uri.value, { unsafe, allow, trailingQuery }));
      if ("code" in found) {
        expect([found.code, unsafe], `${text} of ${uri.value}`).toEqual(["unsafe-segment", undefined]);
        if (!hasRefusedText(text, values)) expect.fail(`${text} is expanded to ${uri.value}, and refused by match`);
        counts.refused++;
      } else if (found.value === undefined) {
        if (!mayBeUnclear(text, template)) expect.fail(`${text} does not match ${uri.value}`);
        counts.unclear++;
      } else {
        if (!isSame(found.value, values))
          expect([text, uri.value, { ...found.value }]).toEqual([text, uri.value, { ...values }]);
        // A query with one value, and one in which two lists have the same name, is read in order.
        const isInOrder =
          text.includes("{+u}") || (unsafe !== undefined && text.includes("{+")) || mayBeUnclear(text, template);
        const permuted = isInOrder ? uri.value : permuteQuery(random, uri.value);
        // The value of `{+x}` may contain escapes, as they are written.
        const isFixed = random(2) === 0 || /\{[+#]/.test(text);
        const other = isFixed ? permuted : permuted.replace(/%../g, (escape) => escape.toLowerCase());
        const again = attempt(() => template.match(other, { unsafe, allow, trailingQuery }));
        if (!isSame("value" in again ? (again.value ?? {}) : {}, values))
          expect([text, uri.value, other, again]).toEqual([text, uri.value, other, { value: values }]);
        if (other !== uri.value) counts.permuted++;
        counts.same++;
      }
    }
  }
  countInputs(counts.same, "same");
  expect(counts.permuted).toBeGreaterThan(CASES / 20);
  // Most cases are compared; the others are refused or unclear.
  expect(counts.refused + counts.unclear).toBeLessThan(counts.same);
});

/** Uppercases escapes and decodes unreserved characters: a matching URI may differ from the expanded one only in these. */
function sameEscapes(uri: string): string {
  return uri.replace(/%[0-9A-Fa-f]{2}/g, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escape.toUpperCase();
  });
}

test("the matched values expand to the same URI, except for the case of escapes and unnecessary escapes", () => {
  const random = makeRandom(seed + 1);
  const unsafe = { unsafe: "allow" } as const;
  const pieces = [...LITERALS, ...PIECES, "%2F", "%c3%a9", "%FF", "%", "%7e", "a=", "&b=", ";b"];
  // The pairs of a query are in any order; a literal may end with another question mark.
  const sorted = (uri: string) =>
    sameEscapes(uri).replace(/(?<=\?)[^?#][^#]*/, (query) => query.split("&").sort().join("&"));
  let matches = 0;
  for (let k = 0; k < CASES; k++) {
    const text = makeTemplate(random);
    const { expand, match } = compileTemplate(text);
    if ("code" in attempt(() => match("", unsafe))) continue;
    const expanded = expand(makeValues(random, text), unsafe);
    const at = random(expanded.length + 1);
    const uri = expanded.slice(0, at) + pick(random, pieces) + expanded.slice(at + random(4));
    const values = match(uri, unsafe) as Values | undefined;
    if (values === undefined) continue;
    matches++;
    expect(sorted(expand(values, unsafe)), `${text} of ${uri}`).toBe(sorted(uri));
    const found = match(expand(values, unsafe), unsafe);
    // An escape of the URI may become a character of the literal between two expressions.
    if (found !== undefined || !/\}[^{}]+\{[^./;?&#]/.test(text)) expect(found, `${text} of ${uri}`).toEqual(values);
  }
  expect(matches).toBeGreaterThan(CASES / 30);
});

/**
 * Whether a value outside of `+` is not a segment by itself: it has a slash or backslash, which the option `slash` of expanding is about, or is
 * a dot segment, which expanding accepts in a longer segment.
 */
function hasRefusedText(template: string, values: Values): boolean {
  const names = [...template.matchAll(/\{(?!\+)[./;]?([^}]*)\}/g)].flatMap(([, list = ""]) => list.split(","));
  return names.some((variable) => {
    const [, name = "", length = "999"] = /^(.*?)(?:\*|:(\d+))?$/.exec(variable)!;
    // A prefix may be a dot segment, even if the whole value is not.
    const texts = [values[name] ?? []].flat().map((text) => Array.from(text).slice(0, Number(length)).join(""));
    return texts.some((text) => findSegmentFault(text, []) !== undefined);
  });
}

function isSame(found: Readonly<Record<string, unknown>>, values: Values): boolean {
  const names = Object.keys(values);
  return (
    names.length === Object.keys(found).length &&
    names.every((name) => JSON.stringify(found[name]) === JSON.stringify(values[name]))
  );
}
