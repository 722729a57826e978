import { percentDecode } from "percodec";

/** What a string was copied from. */
export type Wrapper = "html" | "javascript";

/** The named references that a serializer of HTML writes (https://html.spec.whatwg.org/#escapingString). */
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\xa0" };

const MAX_CODE_POINT = 0x10ffff;

/** Finds what a string was copied from: source of HTML, or of JavaScript or JSON; undefined if it contains no trace of either. */
export function findWrapper(text: string): Wrapper | undefined {
  if (/\\u00[2-7][\da-f]|\\x[2-7][\da-f]|:\\+\/\\+\//i.test(text)) return "javascript";
  if (/&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/i.test(text)) return "html";
  return undefined;
}

/** For each source: what is decoded, and how. */
export const ESCAPES_OF: Readonly<
  Record<Wrapper | "defanged", { readonly pattern: RegExp; readonly decode: (written: string) => string }>
> = {
  html: { pattern: /&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-f]{1,6});/gi, decode: decodeReference },
  // JSON inside JSON has more than one backslash.
  javascript: { pattern: /\\{1,8}(?:u[\da-f]{4}|x[\da-f]{2}|\/)/gi, decode: decodeJavaScript },
  // A scheme with `xx`, or a host with a dot or colon in brackets.
  defanged: {
    pattern:
      /(?<![\w.%?&-])(?:(?:h(?:xx|tt)ps?|fxp|ftp)(?:\[:\]|:|\[:\/\/\])\/{0,2})?(?:[\p{L}\p{N}_@:-]+(?:\[[.:]\]|\.))+[\p{L}\p{N}-]+/giu,
    decode: refangLink,
  },
};

/** Decodes the references of HTML, or the escapes of JavaScript, once; everything else stays. */
export function unwrap(text: string, wrapper: Wrapper): string {
  const { pattern, decode } = ESCAPES_OF[wrapper];
  return text.replace(pattern, decode);
}

function decodeJavaScript(written: string): string {
  const hex = /[ux](.+)/i.exec(written)?.[1];
  return hex === undefined ? "/" : String.fromCharCode(parseInt(hex, 16));
}

function decodeReference(written: string): string {
  const name = written.slice(1, -1).toLowerCase();
  if (!name.startsWith("#")) return NAMED[name] ?? written;
  const code = name[1] === "x" ? parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > MAX_CODE_POINT || (code & ~0x7ff) === 0xd800 ? written : String.fromCodePoint(code);
}

/** Makes the links of a text harmless for a report. */
export function defang(text: string): string {
  return text.replace(/http(?=s?:)/gi, "hxxp").replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, "[.]");
}

/** Whether a text may have a link that was made harmless for a report. */
export function hasDefanged(text: string): boolean {
  return /hxxp|\[(?:[.:]|:\/\/)\]/i.test(text);
}

/** Restores the links that were made harmless for a report: `hxxps://evil[.]example` is `https://evil.example`. */
export function refang(text: string): string {
  return hasDefanged(text) ? text.replace(ESCAPES_OF.defanged.pattern, refangLink) : text;
}

function refangLink(link: string): string {
  return link
    .replace(/^hxxp/i, "http")
    .replace(/^fxp/i, "ftp")
    .replace(/\[([.:]|:\/\/)\]/g, "$1");
}

/** Returns the most decodings of a value: few of a long one, so that the time is proportional to its length. */
export const maxLayers = (length: number): number => (length > 4096 ? 4 : 16);

/** Returns the result of one decoding, of two, and so on, until decoding changes nothing or {@link maxLayers} is reached. */
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
