import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cleanUri, compareUris, displayUri, splitAuthority, splitUri } from "../../../library/src/uri/index.ts";
import { countInputs } from "../../support/counters.ts";
import { makeRandom, pick } from "../../support/random.ts";
import { seed } from "../../support/seed.ts";
import { readSize } from "../../support/sizes.ts";
import { attempt } from "../../support/catch-fault.ts";

const RESERVED = { reservedWithoutPurpose: true };
const STARTS = "http://e.com/ HTTPS://xn--caf-dma.fr:443/ ws://e.com/ wss://e.com/  / //e.com/ javascript: javascript://e.com/ mailto: data: data:, tel: tel:+ urn:isbn: x: x://e.com/ file:// ftp://e.com/".split(" "); // prettier-ignore
const PIECES = "a F 1 ~ . - %7E %2e %25 %C3%A9 %CC%81 %22 %20 %5C %0A .. :~: ;phone-context=+ &amp;b= ,".split(" ");
const DELIMITERS = [...":/?@!$&'()*+,;="];
const URIS = readSize("URIS");
const random = makeRandom(seed);

function toEscape(character: string): string {
  const hex = character.charCodeAt(0).toString(16);
  return `%${random(2) === 0 ? hex : hex.toUpperCase()}`;
}

function makePart(): string {
  const kinds = [
    () => pick(random, PIECES),
    () => pick(random, DELIMITERS),
    () => toEscape(pick(random, [...DELIMITERS, "#", "[", "]"])),
  ];
  return Array.from({ length: random(7) }, () => pick(random, kinds)()).join("");
}

/** Returns a URI of a scheme of the table that RFC 3986 allows, with delimiters and their escapes everywhere. */
function makeUri(): string {
  const [query, fragment] = ["?", "#"].map((mark) => (random(2) === 0 ? "" : mark + makePart()));
  const uri = `${pick(random, STARTS)}${makePart()}${query}${fragment}`;
  const cleaned = attempt(() => splitAuthority(splitUri(uri).authority ?? "").host + cleanUri(uri));
  return "value" in cleaned ? uri : makeUri();
}

test("what the profile advanced shows is, cleaned, equal by the table of schemes", () => {
  let decoded = 0;
  for (let k = 0; k < URIS; k++) {
    const uri = makeUri();
    const shown = displayUri(uri, { profile: "advanced" });
    const { equality } = compareUris(cleanUri(shown), uri, RESERVED);
    expect(["different", "whatwg"], `${JSON.stringify([uri, shown])}, seed ${seed}`).not.toContain(equality);
    if (equality === "reserved-without-purpose") decoded++;
  }
  countInputs(URIS, "shown");
  expect(decoded).toBeGreaterThan(URIS / 5);
});

/** Returns a URI that differs in the escape of one character, in letter case, in a separator, or in the order of parameters. */
function vary(uri: string): string {
  const [at, kind] = [random(uri.length), random(8)];
  if (kind === 0) return uri.toUpperCase();
  if (kind === 1) return uri.replace(/(;[^;]*)(;[^;]*)/, "$2$1");
  if (kind === 2) return uri.replace(/[-.()]/, "");
  const toggle = (found: string) => (found.length === 3 ? decodeURIComponent(found) : toEscape(found));
  return uri.slice(0, at) + uri.slice(at).replace(/%[2-5][\dA-Fa-f]|[:/?@!$&'()*+,;=]/, toggle);
}

test("comparing by the table of schemes is reflexive, symmetric and transitive", () => {
  const rungs =
    "identical hex-case unreserved-escapes dot-segments scheme-rules reserved-without-purpose whatwg different";
  const rank = (a: string, b: string) => rungs.split(" ").indexOf(compareUris(a, b, RESERVED).equality);
  let equal = 0;
  for (let k = 0; k < URIS; k++) {
    const a = makeUri();
    const b = vary(a);
    const c = vary(random(2) === 0 ? a : b);
    const label = `${JSON.stringify([a, b, c])}, seed ${seed}`;
    expect(rank(a, a), label).toBe(0);
    expect(rank(a, b), label).toBe(rank(b, a));
    expect(rank(a, c), label).toBeLessThanOrEqual(Math.max(rank(a, b), rank(b, c)));
    if (rank(a, b) === 5) equal++;
  }
  countInputs(URIS, "triples");
  expect(equal).toBeGreaterThan(URIS / 50);
});

const ALL = ":/[]@!$&'()*+,;=";

/** The beginnings of URIs, by the characters that equal their escapes there. */
const BEGINNINGS: readonly [equal: string, texts: string][] = [
  [":@", "http://e.com/ ws://e.com/ a/"],
  [":/@'?", "https://e.com/? wss://e.com/? ?"],
  [":/@?", "https://e.com/# x:? x:#"],
  ["", "wss://e.com/# mailto:? data: tel:1;a= urn:a1: x: x://e.com/"],
  ["@", ""],
  [ALL, "javascript: javascript:a? javascript:a#"],
  [":!$'()*+", "mailto:"],
  [":@!$'()*+,;", "mailto:?a="],
  [`${ALL}?`, "data:, data:,?"],
  ["()", "tel:1 tel:"],
];

test.each(BEGINNINGS.flatMap(([equal, texts]) => texts.split(" ").map((text) => [text, equal] as const)))(
  "after %j exactly these reserved characters equal their escapes: %s",
  (start, expected) => {
    const equal = Array.from(`${ALL}?#`).filter((character) => {
      const [a, b] = [`${start}${toEscape(character)}1`, `${start}${character}1`];
      return compareUris(a, b, RESERVED).equality !== "different";
    });
    expect(equal.join("")).toBe(expected);
  },
);

type Row = Readonly<
  Record<"value" | "clause", string> & { input: [string, string]; options?: Partial<typeof RESERVED> }
>;

test("each vector of a cell names its clause", () => {
  const text = readFileSync(new URL("../../vectors/uri-normalize.json", import.meta.url), "utf8");
  for (const { input, options, value, clause } of (JSON.parse(text) as { rows: readonly Row[] }).rows) {
    if (options?.reservedWithoutPurpose === undefined || (value === "different" && !clause.includes("rfc8141")))
      continue;
    const { clauses, message } = compareUris(...input, options);
    expect(clauses, input.join(" ")).toContain(clause);
    for (const each of clauses) expect(message).toContain(`(${each})`);
  }
});
