import { expect, test } from "vitest";
import { findLinks, formatLink } from "../../../library/src/links/index.ts";
import { displayUri } from "../../../library/src/uri/index.ts";
import { isLocalPart } from "../../support/mailto.ts";
import { readSize } from "../../support/sizes.ts";
import { escapeText } from "../../support/escape-bytes.ts";
import { findFault } from "../../support/catch-fault.ts";

const EVERY = readSize("EVERY");

/** Expects that a formatted URI is found between spaces, and that formatting it again changes nothing. */
function findBetweenSpaces(uri: string): void {
  const link = formatLink(uri);
  const [found, more] = findLinks(` ${link} `);
  if (found?.index !== 1 || found.length !== link.length || more !== undefined) throw new Error(`not found: ${link}`);
  if (formatLink(link) !== link) throw new Error(`formatted again: ${link}`);
}

test("every code point as data is found whole, in the path, the query, the fragment and a local part", () => {
  for (let code = 0; code < 0x110000; code += code < 0x700 ? 1 : EVERY) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const escapes = escapeText(String.fromCodePoint(code));
    const uris = [`http://e.com/a${escapes}`, `http://e.com/?a${escapes}b`, `http://e.com/#${escapes}`];
    const address = `mailto:a${escapes}@e.com`;
    if (isLocalPart(`a${String.fromCodePoint(code)}`)) uris.push(address);
    else expect(() => formatLink(address)).toThrow("the local part is neither a dot-atom nor a quoted string");
    for (const uri of uris) findBetweenSpaces(uri);
  }
});

test("the host is that of displayUri", () => {
  const labels = "xn--caf-dma xn--oogle-qmc xn--e1afmkfd xn--4dbrk0ce xn--ls8h xn--80ak6aa92e xn--fsqu00a a".split(" ");
  for (const label of labels) {
    for (const top of ["com", "ru", "xn--p1ai", "xn--4dbrk0ce", "xn--fiqs8s"]) {
      const uri = `http://${label}.${top}/`;
      const shown = displayUri(uri);
      // A host with labels of both kinds stays in ASCII: ToASCII would check the A-label too.
      const isMixed = /xn--/.test(shown) && /[^\0-\x7f]/.test(shown);
      expect(formatLink(uri)).toBe(isMixed ? uri : shown);
    }
  }
});

test("the error says why, where, and what to do", () => {
  const refuse = (uri: string, options?: Parameters<typeof formatLink>[1]) => findFault(() => formatLink(uri, options));
  expect(refuse("https://wiki.internal/x").message).toBe(
    'Cannot format the link: invalid URI "internal" at 13: not a listed top-level domain; the option topLevelDomains replaces the list',
  );
  expect(formatLink("https://wiki.internal/x", { topLevelDomains: ["internal"] })).toBe("https://wiki.internal/x");
  expect(refuse("https://e.com/", { topLevelDomains: ["internal"] }).code).toBe("invalid-uri");
  expect(refuse("ftp://e.com/").message).toContain("only http, https and mailto URIs are found in text");
  expect(refuse("https://a@e.com/").message).toContain("a URL with userinfo is not found in text");
  expect(refuse("mailto:a@e.com?subject=x").message).toContain("a link has one address without header fields");
  expect(refuse("https://e.com/a\\b").message).toContain(
    'invalid URI "\\" at 15: a browser reads a backslash as a slash; %5C is its escape',
  );
});

test("a long run of brackets, soft characters or marks is formatted", () => {
  for (const unit of ["(", ")", ".", "%CE%B1", "%CC%81", "%"]) findBetweenSpaces(`http://e.com/${unit.repeat(50_000)}`);
  for (const uri of ["http://xn--caf-dma.fr/%CE%B1(%CE%B2))?%C2%AB.#%3E", "mailto:%22%CE%B1..b.%22@e.com"])
    findBetweenSpaces(uri);
});

test("the tilde of a directive stays escaped, and another is decoded", () => {
  expect(formatLink("https://e.com/#a:%7E:text=b")).toBe("https://e.com/#a:%7E:text=b");
  expect(formatLink("https://e.com/#a%7E:b")).toBe("https://e.com/#a~:b");
  expect(formatLink("https://e.com/#a:%7Eb")).toBe("https://e.com/#a:~b");
});
