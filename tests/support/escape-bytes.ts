/** Writes bytes as escapes with digits in lower case. */
export const escapeBytes = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

/** Writes a text as the escapes of its UTF-8, those of unreserved characters too. */
export const escapeText = (text: string): string => escapeBytes(new TextEncoder().encode(text));
