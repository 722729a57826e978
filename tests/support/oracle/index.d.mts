export { parseURL, percentDecodeString, serializeHost, serializeURL, URL, URLSearchParams } from "whatwg-url";

/** tr46 has no types. */
interface Tr46 {
  toASCII(domain: string, options: Record<string, boolean>): string | null;
  toUnicode(domain: string, options: Record<string, boolean>): { domain: string; error: boolean };
}
export const tr46: Tr46;

/** Rows of a code point or a range of them, and a status. */
export const mappingTable: [number | [number, number], number][];

/** RFC 3492 as tr46 uses it. */
export const punycode: { encode(text: string): string };
