export { parseURL, percentDecodeString, serializeHost, serializeURL, URL, URLSearchParams } from "whatwg-url";

/** tr46 has no types. */
interface Tr46 {
  toASCII(domain: string, options: Record<string, boolean>): string | null;
  toUnicode(domain: string, options: Record<string, boolean>): { domain: string; error: boolean };
}
export const tr46: Tr46;

/** Rows of a code point or a range of code points, and a status. */
export const mappingTable: [number | [number, number], number][];

/** The implementation of RFC 3492 that tr46 uses. */
export const punycode: { encode(text: string): string };
