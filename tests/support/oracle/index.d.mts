import type { URLRecord } from "whatwg-url";

export { parseURL, percentDecodeString, serializeHost, serializeURL, URL, URLSearchParams } from "whatwg-url";

/** @types/whatwg-url has no types for these. */
export function isValidURLString(input: string, options?: { baseURL?: URLRecord | null | undefined }): boolean;
export function parseURLWithValidationErrors(
  input: string,
  options?: { baseURL?: URLRecord | null | undefined },
): { url: URLRecord | null; validationErrors: string[] };

/** tr46 has no types. */
interface Tr46 {
  toASCII(domain: string, options: Record<string, boolean>): string | null;
  toUnicode(domain: string, options: Record<string, boolean>): { domain: string; error: boolean };
}
export const tr46: Tr46;

/** Rows of a code point or a range of code points, and a status. */
export const mappingTable: [number | [number, number], number, string?][];

/** The implementation of RFC 3492 that tr46 uses. */
export const punycode: { encode(text: string): string };
