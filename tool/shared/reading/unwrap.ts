import { percentDecode } from "percodec";

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

/** A scheme with `xx`, or a host with a dot or colon in brackets. */
const DEFANGED =
  /(?<![\w.%-])(?:(?:h(?:xx|tt)ps?|fxp|ftp)(?:\[:\]|:|\[:\/\/\])\/{0,2})?(?:[\p{L}\p{N}_@:-]+(?:\[[.:]\]|\.))+[\p{L}\p{N}-]+/giu;

/** Makes the links of a text harmless for a report. */
export function defang(text: string): string {
  return text.replace(/http(?=s?:)/gi, "hxxp").replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, "[.]");
}

/** Restores the links that were made harmless for a report: `hxxps://evil[.]example` is `https://evil.example`. */
export function refang(text: string): string {
  if (!/hxxp|\[(?:[.:]|:\/\/)\]/i.test(text)) return text;
  return text.replace(DEFANGED, (link) =>
    link
      .replace(/^hxxp/i, "http")
      .replace(/^fxp/i, "ftp")
      .replace(/\[([.:]|:\/\/)\]/g, "$1"),
  );
}

/** Returns the most decodings of a value: few of a long one, so that the time is proportional to its length. */
export const maxLayers = (length: number): number => (length > 4096 ? 4 : 16);

/** Returns the result of one decoding, of two, and so on, until decoding changes nothing. */
export function decodeLayers(raw: string, plus: "literal" | "space" = "literal"): readonly string[] {
  const layers: string[] = [];
  for (let layer = raw; layers.length < maxLayers(raw.length);) {
    const way = layers.length === 0 ? plus : "literal";
    const next: string = percentDecode(layer, { malformed: "keep", invalidUtf8: "keep", percentU: true, plus: way });
    if (next === layer) break;
    layers.push(next);
    layer = next;
  }
  return layers;
}
