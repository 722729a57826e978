import { createRequire } from "node:module";
import fc from "fast-check";
import { parseURL, percentDecodeString, serializeHost } from "whatwg-url";

// whatwg-url's own domain processing, of Unicode 17; it has no types.
interface Tr46 {
  toASCII(domain: string, options: Record<string, boolean>): string | null;
  toUnicode(domain: string, options: Record<string, boolean>): { domain: string; error: boolean };
}
const requireBeside = createRequire(createRequire(import.meta.url).resolve("whatwg-url"));
export const tr46: Tr46 = requireBeside("tr46");
export const RELAXED = { checkBidi: true, checkJoiners: true };
export const STRICT = { ...RELAXED, checkHyphens: true, useSTD3ASCIIRules: true, verifyDNSLength: true };

/** Rows of a code point or a range of them, and a status. */
export const mappingTable: [number | [number, number], number][] = requireBeside("tr46/lib/mappingTable.json");

/** RFC 3492 as tr46 uses it. */
export const punycode: { encode(text: string): string } = createRequire(requireBeside.resolve("tr46"))("punycode/");

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const FORBIDDEN_DOMAIN = /[\0-\x20#%/:<>?@[\\\]^|\x7f]/;
export const hex = (code: number): string => code.toString(16).toUpperCase().padStart(4, "0");

/** The serialized host by whatwg-url, `undefined` where it fails. */
export function oracle(given: string, isOpaque = false): string | undefined {
  const text = given.replace(/\p{Surrogate}/gu, "\ufffd");
  // These end a host or are dropped before its parser sees them, which refuses them all.
  if (/[\t\n\r/?#@\\]/.test(text) || (!text.startsWith("[") && text.includes(":"))) return undefined;
  // What stands behind a bracket would be a port to it, even an empty one, and is no part of any host.
  if (/^\[[^\]]*\]./s.test(text)) return undefined;
  if (text === "") return isOpaque ? "" : undefined;
  const domain = utf8.decode(percentDecodeString(text));
  let input = text;
  // whatwg-url 16 follows the standard before June 2026, which looked into the xn-- labels of ASCII domains.
  const masks = !isOpaque && !text.startsWith("[") && /^[\0-\x7f]*$/.test(domain);
  if (masks) input = domain.replace(/(^|\.)xn--/gi, "$1xn_-");
  if (masks && FORBIDDEN_DOMAIN.test(input)) return undefined;
  const host = parseURL(`${isOpaque ? "foo" : "http"}://${input}/`)?.host;
  if (host === undefined || host === null) return undefined;
  return masks ? serializeHost(host).replace(/(^|\.)xn_-/g, "$1xn--") : serializeHost(host);
}

/** The domain parser of the standard since June 2026, by tr46 and the few steps around it. */
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
/** Hosts of what makes them hard. */
export const hostile: fc.Arbitrary<string> = fc.array(token, { maxLength: 7 }).map((tokens) => tokens.join(""));
