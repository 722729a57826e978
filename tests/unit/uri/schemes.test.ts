import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cleanUri, compareUris, displayUri, splitAuthority, splitUri } from "../../../library/src/uri/index.ts";
import { countInputs } from "../../support/counters.ts";
import { makeRandom, pick } from "../../support/random.ts";
import { seed } from "../../support/seed.ts";
import { readSize } from "../../support/sizes.ts";
import { attempt } from "./attempt.ts";

const RESERVED = { reservedWithoutPurpose: true };
const SCHEMES = ["http://e.com", "HTTPS://xn--caf-dma.fr:443", "ws://e.com", "wss://e.com", "", "/", "//e.com", "javascript:", "javascript://e.com", "mailto:", "data:", "data:,", "tel:", "tel:+", "urn:isbn:", "x:", "x://e.com", "file://", "ftp://e.com"]; // prettier-ignore
const PIECES = [
  ..."aF1~.-",
  ..."%7E %2e %25 %C3%A9 %CC%81 %22 %20 %5C %0A .. :~: ;phone-context=+ &amp;b= ,".split(" "),
];
const DELIMITERS = [...":/?@!$&'()*+,;="];
const TRIPLES = Math.ceil(readSize("URIS") / 5);
const random = makeRandom(seed);

function makePart(): string {
  const pieces = Array.from({ length: random(7) }, () => {
    const kind = random(3);
    if (kind === 0) return pick(random, PIECES);
    return kind === 1 ? pick(random, DELIMITERS) : toEscape(pick(random, [...DELIMITERS, "#", "[", "]"]));
  });
  return pieces.join("");
}

function toEscape(character: string): string {
  const hex = character.charCodeAt(0).toString(16);
  return `%${random(2) === 0 ? hex : hex.toUpperCase()}`;
}

/** Returns a URI of a scheme of the table that RFC 3986 allows, with delimiters and their escapes everywhere. */
function makeUri(): string {
  for (;;) {
    const start = pick(random, SCHEMES);
    const slash = /\/\/[^/]/.test(start) ? "/" : "";
    const query = random(2) === 0 ? "" : `?${makePart()}`;
    const uri = `${start}${slash}${makePart()}${query}${random(2) === 0 ? "" : `#${makePart()}`}`;
    const isAllowed = "value" in attempt(() => splitAuthority(splitUri(uri).authority ?? "").host);
    if (isAllowed && "value" in attempt(() => cleanUri(uri))) return uri;
  }
}

test("what the profile advanced shows is, cleaned, equal by the table of schemes", () => {
  let decoded = 0;
  for (let k = 0; k < readSize("URIS"); k++) {
    const uri = makeUri();
    const shown = displayUri(uri, { profile: "advanced" });
    const { equality, message } = compareUris(cleanUri(shown), uri, RESERVED);
    expect(["different", "whatwg"], `${JSON.stringify([uri, shown])}: ${message}, seed ${seed}`).not.toContain(
      equality,
    );
    if (equality === "reserved-without-purpose") decoded++;
  }
  countInputs(readSize("URIS"), "shown");
  expect(decoded).toBeGreaterThan(readSize("URIS") / 5);
});

/** Returns a URI that differs in the escape of one character, in letter case, or in the order of parameters. */
function vary(uri: string): string {
  const at = random(uri.length);
  const kind = random(8);
  if (kind === 0) return uri.toUpperCase();
  if (kind === 1) return uri.replace(/(;[^;]*)(;[^;]*)/, "$2$1");
  if (kind === 2) return uri.replace(/[-.()]/, "");
  return (
    uri.slice(0, at) +
    uri
      .slice(at)
      .replace(/%[2-5][\dA-Fa-f]|[:/?@!$&'()*+,;=]/, (found) =>
        found.length === 3 ? decodeURIComponent(found) : toEscape(found),
      )
  );
}

test("comparing by the table of schemes is reflexive, symmetric and transitive", () => {
  const rungs = ["identical", "hex-case", "unreserved-escapes", "dot-segments", "scheme-rules", "reserved-without-purpose", "whatwg", "different"]; // prettier-ignore
  const rank = (a: string, b: string) => rungs.indexOf(compareUris(a, b, RESERVED).equality);
  let equal = 0;
  for (let k = 0; k < TRIPLES; k++) {
    const a = makeUri();
    const b = vary(a);
    const c = vary(random(2) === 0 ? a : b);
    const label = `${JSON.stringify([a, b, c])}, seed ${seed}`;
    expect(rank(a, a), label).toBe(0);
    expect(rank(a, b), label).toBe(rank(b, a));
    expect(rank(a, c), label).toBeLessThanOrEqual(Math.max(rank(a, b), rank(b, c)));
    if (rank(a, b) === rungs.indexOf("reserved-without-purpose")) equal++;
  }
  countInputs(TRIPLES, "triples");
  expect(equal).toBeGreaterThan(TRIPLES / 20);
});

interface Row {
  readonly input: readonly [string, string];
  readonly options?: { readonly reservedWithoutPurpose?: boolean };
  readonly value: string;
  readonly clause: string;
}

const { rows } = JSON.parse(readFileSync(new URL("../../vectors/uri-normalize.json", import.meta.url), "utf8")) as {
  readonly rows: readonly Row[];
};
const named = rows.filter(
  ({ options, value, clause }) =>
    options?.reservedWithoutPurpose && (value !== "different" || clause.includes("rfc8141")),
);

test.each(named)("$id names the clause of its cell", ({ input, options, clause }) => {
  const { clauses, message } = compareUris(...input, options);
  expect(clauses).toContain(clause);
  for (const each of clauses) expect(message).toContain(`(${each})`);
});
