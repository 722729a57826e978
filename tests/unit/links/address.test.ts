import { describe, expect, test } from "vitest";
import { findLinks, type FoundLink, formatLink } from "../../../library/src/links/index.ts";
import { createAddressCases, findAddressFault, findFormatFault, isLocalPart } from "../../support/mailto.ts";
import { countInputs } from "../../support/counters.ts";
import { seed } from "../../support/seed.ts";
import { readSize } from "../../support/sizes.ts";
import { attempt } from "../../support/catch-fault.ts";

const RUNS = readSize("STRINGS");

/** Finds the e-mail links of a text, each of which keeps the laws. */
function find(text: string): FoundLink[] {
  const links = findLinks(text).filter(({ kind }) => kind === "email");
  for (const link of links) expect(findAddressFault(text, link), JSON.stringify(text)).toBeUndefined();
  return links;
}

function isWhole(text: string): boolean {
  return find(` ${text} `).some(({ index, length }) => index === 1 && length === text.length);
}

const isFormatted = (uri: string): boolean => "value" in attempt(() => formatLink(uri));

describe("the address of a link is the one in the text", () => {
  /** Every ASCII character alone, first, in the middle, last and twice, and characters that are invisible, bidirectional or rare. */
  const characters = [
    ...Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code)),
    ..."éя字😀\u0301\u034f\u0085\u00ad\u200b\u200d\u200e\u202e\u2028\u2066\u3164\ufe0f\ufeff\ufffd\u{e0100}",
  ];
  test.each(["@e.com", "@пример.рф", "@a-b.example.org"])("before %s, findLinks and formatLink agree", (domain) => {
    for (const one of characters) {
      for (const local of [one, `${one}b`, `a${one}b`, `a${one}`, `a${one}${one}b`]) {
        const isAtom = !local.includes('"') && isLocalPart(local);
        const isFound = isWhole(`${local}${domain}`);
        // Beyond ASCII, a link finder reads only letters, marks and digits.
        expect(isFound, local).toBe(one < "\x80" ? isAtom : isAtom && /[\p{L}\p{M}\u200d]/u.test(one));

        const escaped = `mailto:${encodeURIComponent(local)}${domain}`;
        expect(isFormatted(escaped), escaped).toBe(isLocalPart(local));
        expect(isWhole(escaped), escaped).toBe(isLocalPart(local));

        const raw = `${local.includes("a") ? "mailto:" : "MAILTO:"}${local}${domain}`;
        expect(findFormatFault(raw)).toBeUndefined();
        expect(isWhole(raw), raw).toBe(isFound && isFormatted(raw));
      }
    }
  });

  test("in random texts", () => {
    const nextCase = createAddressCases(seed);
    let found = 0;
    for (let k = 0; k < RUNS; k++) {
      const { text, uri } = nextCase();
      found += find(text).length;
      expect(findFormatFault(uri)).toBeUndefined();
    }
    countInputs(RUNS, "addresses");
    expect(found).toBeGreaterThan(RUNS / 3);
  });
});
