/** What a string was copied from. */
export type Wrapper = "html" | "javascript";

/** The named references that a serializer of HTML writes (https://html.spec.whatwg.org/#escapingString). */
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\xa0" };

const HTML_REFERENCE = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi;
const JAVASCRIPT_ESCAPE = /\\(?:u([\da-f]{4})|x([\da-f]{2})|\/)/gi;
const MAX_CODE_POINT = 0x10ffff;

/** Finds what a string was copied from: source of HTML, or of JavaScript or JSON; undefined if it contains no trace of either. */
export function findWrapper(text: string): Wrapper | undefined {
  if (/\\u00[2-7][\da-f]|\\x[2-7][\da-f]|:\\\/\\\//i.test(text)) return "javascript";
  if (/&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/i.test(text)) return "html";
  return undefined;
}

/** Decodes the references of HTML, or the escapes of JavaScript, once; everything else stays. */
export function unwrap(text: string, wrapper: Wrapper): string {
  if (wrapper === "javascript") {
    return text.replace(JAVASCRIPT_ESCAPE, (_, unit: string | undefined, byte: string | undefined) => {
      const hex = unit ?? byte;
      return hex === undefined ? "/" : String.fromCharCode(parseInt(hex, 16));
    });
  }
  return text.replace(HTML_REFERENCE, (written, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? written;
    const code = decimal === undefined ? parseInt(hex!, 16) : Number(decimal);
    return code > MAX_CODE_POINT || (code & ~0x7ff) === 0xd800 ? written : String.fromCodePoint(code);
  });
}
