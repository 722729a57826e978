import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanUri, compareUris, iriToUri, splitAuthority, splitUri, uriToIri } from "../../../library/src/uri/index.ts";
import { WrittenHost } from "../../../library/src/host/host.ts";
import { hostile, oracle } from "../host/oracle.ts";
import { readSize } from "../../support/sizes.ts";
import { attempt } from "../../support/catch-fault.ts";
import { forAll } from "../../support/for-all.ts";

/** One host in seven is converted, and one in nine is shown: of 500 hosts more than 25, whatever the seed is. */
const RUNS = Math.max(500, readSize("URIS") / 5);

/** Labels that mix raw characters with escapes of the same characters, and characters that domains do not allow. */
const piece = fc.constantFrom(
  ..."caf é ü ß 中 ｅ １ ． 。 a B 1 - . . xn--caf-dma".split(" "),
  ..."%C3%A9 %c3%bc %C3%9F %E4%B8%AD %EF%BC%91 %E3%80%82 %61 %42 %31 %2E %2d".split(" "),
  ..."%2F %40 %3A %25 %20 %22 %7B %00 %C3 %A9 %FF %ED%A0%80 % %4 %zz \u00ad %C2%AD \u200d %E2%80%8D".split(" "),
);
const mixed = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""));
const host = fc.oneof({ weight: 3, arbitrary: mixed }, { weight: 1, arbitrary: hostile });

const canonicalHost = (text: string): string => new WrittenHost(text).canonical;
const readHost = (uri: string): string => splitAuthority(splitUri(uri).authority!).host;

test.each([
  ["cleanUri", (text: string) => cleanUri(text)],
  ["iriToUri", iriToUri],
])("hosts with raw and escaped characters are read as whatwg-url reads them: %s", (_, convert) => {
  let converted = 0;
  forAll(RUNS, host, (given) => {
    // These characters end the host, and an ASCII host is not changed.
    if (/[\t\n\r/?#@\\:[\]\p{Surrogate}]/u.test(given) || !/[^\0-\x7f]/.test(given)) return;
    const wanted = oracle(given);
    const outcome = attempt(() => convert(`http://${given}/`));
    const about = JSON.stringify([given, wanted, outcome]);
    if ("value" in outcome) {
      converted++;
      expect(readHost(outcome.value), about).toMatch(/^[!-~]+$/);
      expect(oracle(readHost(outcome.value)), about).toBe(wanted);
    } else if (outcome.code === "host-ambiguous") {
      expect(wanted, about).toMatch(/^[\d.]+$/);
    } else {
      expect([outcome.code, wanted], about).toEqual(["invalid-uri", undefined]);
    }
  });
  expect(converted).toBeGreaterThan(RUNS / 20);
});

test("a host converted to an IRI and back is the same host, and one that is not a domain stays", () => {
  let shown = 0;
  forAll(RUNS, mixed, fc.constantFrom("http", "foo"), (given, scheme) => {
    const valid = given.replace(/[^\0-\x7f]/g, (character) => encodeURIComponent(character)).replace(/%(?![0-9A-Fa-f]{2})/g, "%25"); // prettier-ignore
    const uri = `${scheme}://${valid}/`;
    const iri = uriToIri(uri);
    const back = iriToUri(iri);
    if (scheme === "foo") expect(compareUris(uri, back).equality, uri).not.toBe("different");
    expect(canonicalHost(readHost(back)), JSON.stringify([uri, iri, back])).toBe(canonicalHost(valid));
    if (oracle(valid) === undefined && oracle(readHost(iri)) === undefined && iri !== uri) {
      // A domain that ends in a number but is not an address is a name by RFC 3986.
      expect(canonicalHost(valid), JSON.stringify([uri, iri])).toMatch(/(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/);
    }
    if (iri !== uri) shown++;
  });
  expect(shown).toBeGreaterThan(RUNS / 20);
});
