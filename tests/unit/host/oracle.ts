import fc from "fast-check";
import { escapeBytes } from "../../support/escape-bytes.ts";
import { parseURL, serializeHost, tr46 } from "../../support/oracle/index.mjs";

export const RELAXED = { checkBidi: true, checkJoiners: true };
export const STRICT = { ...RELAXED, checkHyphens: true, useSTD3ASCIIRules: true, verifyDNSLength: true };

const FORBIDDEN_DOMAIN = /[\0-\x20#%/:<>?@[\\\]^|\x7f]/;
export const hex = (code: number): string => code.toString(16).toUpperCase().padStart(4, "0");

/** The serialized host by whatwg-url, `undefined` if it fails. */
export function oracle(given: string, isOpaque = false): string | undefined {
  const text = given.replace(/\p{Surrogate}/gu, "\ufffd");
  // These end a host or are removed before the host parser runs; the host parser itself refuses them.
  if (/[\t\n\r/?#@\\]/.test(text) || (!text.startsWith("[") && text.includes(":"))) return undefined;
  // whatwg-url would read text after a bracket as a port, even an empty one; no host contains it.
  if (/^\[[^\]]*\]./s.test(text)) return undefined;
  if (text === "") return isOpaque ? "" : undefined;
  const host = parseURL(`${isOpaque ? "foo" : "http"}://${text}/`)?.host;
  return host === undefined || host === null ? undefined : serializeHost(host);
}

/** The domain parser of the standard since June 2026: tr46 and the steps around it. */
export function oracleDomain(domain: string): string | undefined {
  const result = /^[\0-\x7f]*$/.test(domain) ? domain.toLowerCase() : tr46.toASCII(domain, RELAXED);
  return result === null || result === "" || FORBIDDEN_DOMAIN.test(result) ? undefined : result;
}

const token = fc.constantFrom(
  ..."a1.-_:[]%@\\/ AZ~0x\x00\t\x7f",
  ..."éßςÅß\u0130。．｡\u00ad\ufe0f\u200c\u200d\ufeff\u0301\u0327\u094d\ufffd",
  "\ud800",
  "\udc00",
  ..."אبﷺ\u0627\u0661۱कｱ가각ǆ⒈…℡☃😀𝟎𝐀㎏\u{e0100}\u{16d68}",
  ..."%C3%A9 %e9 %EF%BB%BF %2e %2E %30 %78 %00 %2F %zz %F0%9F%92%A9 %E3%80%82 %ED%A0%80".split(" "),
  ..."xn-- XN-- xn--a xn--a- xn--nxa xn--4ca xn--mnchen-3ya xn--99zt52a xn--1ch xn--ls8h= xn--0 xn--a-ecp".split(" "),
  ..."0x7f 0X 017 255 256 4294967295 4294967296 09 ::1 ::ffff:1.2.3.4 fe80:: 0:0 [:: 1::]".split(" "),
);
/** An escape of a byte or of a part of a UTF-8 sequence, perhaps malformed. */
export const anyEscape: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: 0, max: 0xff }).map((byte) => escapeBytes([byte])),
  fc.constantFrom(..."%E2 %82 %AC %C3 %A9 %ed %a0 %80 %F0 %9F %f4 %90 %C0 %AF %E0 % %4 %zz %4g a é".split(" ")),
);
/** Hosts made of tokens that are hard to parse. */
export const hostile: fc.Arbitrary<string> = fc.array(token, { maxLength: 7 }).map((tokens) => tokens.join(""));
