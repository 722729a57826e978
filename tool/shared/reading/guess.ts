import { isAscii, toHex, trimUnits } from "../text.ts";
import { percentDecode, percentDecodeReport } from "percodec";
import { guessCharsets } from "percodec/inspect";
import { findLinksInText } from "./find-links.ts";
import { findWrapper, maxLayers, refang, unwrap } from "./unwrap.ts";

export type ReadingName =
  "url" | "escaped-url" | "wrapped" | "query" | "escaped-value" | "legacy-bytes" | "lines" | "text";

export interface TextReading {
  readonly name: ReadingName;
  /** Why the text can be read so, in a few words. */
  readonly because: string;
  /** The text to read: without spaces around a URL, without the escapes or the wrapping around it, and with a scheme before a host alone. */
  readonly text: string;
  /** For `legacy-bytes`: encoding names of the Encoding Standard, the likeliest first; otherwise undefined. */
  readonly charsets: readonly string[] | undefined;
}

const KEEP = { malformed: "keep", invalidUtf8: "keep" } as const;

/** Schemes that need no `//`. */
const SCHEMES = "mailto|tel|sms|javascript|vbscript|data|urn|blob|about|file|view-source|geo|magnet|news|xmpp|sip|sips|doi|https?|wss?|ftp"; // prettier-ignore
const KNOWN_SCHEME = new RegExp(`^(?:${SCHEMES}):`, "i");
const WITH_AUTHORITY = /^[a-z][a-z\d+.-]+:[\\/]{2}[^\s]/i;
const OTHER_SCHEME = /^[a-z][a-z\d+.-]+:[^\s]+$/i;
const SCHEME_RELATIVE = /^[\\/]{2}[^\s\\/]/;
/** A host of two labels or more before a path, a query or a port, with the lengths of https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4. A backslash is a slash for browsers, and some see a host after it. */
const BARE_HOST = /^(?:[\p{L}\p{N}_-]{1,63}\.){1,127}\p{L}[\p{L}\p{N}-]{1,62}(?::\d{1,5})?(?![^/\\?#])/u;
/** An address, `localhost`, or a label with a port. */
const LOCAL_HOST =
  /^(?:(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$|[/:?#])|(?=$|[/:?#]))){4}|\[[\da-f:.]+\]|localhost|[a-z][\w-]*(?=:\d))(:\d{1,5}|)(?=$|[/?#])/i;
const PATH = /^(?:\.{0,2}\/)[^\s<{]*$/;
/** A whole URL with an escaped colon, or with two escaped slashes at its start. */
const ESCAPED_URL = /^(?:[a-z][a-z\d+.-]+%(?:25)*3a|%(?:25)*2f%(?:25)*2f)/i;
const ESCAPE = /%(?:[\da-f]{2}|u[\da-f]{4})/i;
const PAIRS = /^\??[\w.[\]%~$*!'()@:+-]+=[^\s]*$/;

/**
 * Lists the ways to read a string, the likeliest first, each with its reason. It is a guess from the form of the text alone: what a string
 * means depends on where it comes from.
 *
 * The last reading, or the only one, is `text`: every string is plain text too. The time is proportional to the length.
 *
 * @returns the readings; there is always at least one
 */
export function guess(text: string): readonly TextReading[] {
  const trimmed = trimUnits(text, AROUND_URL);
  const readings: TextReading[] = [];
  const add = (name: ReadingName, because: string, read = trimmed, charsets?: readonly string[]): void => {
    readings.push({ name, because, text: read, charsets });
  };
  const lines = countLines(text);
  if (lines > 1) add("lines", `${lines} lines`, text);
  else if (trimmed !== "") {
    const source = readSource(trimmed);
    if (source?.isAddress) readings.push(source.reading);
    const escaped = readEscapedUrl(trimmed);
    if (escaped !== undefined) readings.push(escaped);
    const url = escaped === undefined ? findUrlReason(trimmed) : undefined;
    if (url !== undefined) add("url", url[0], (url[1] ?? "") + trimmed);
    const pairs = url === undefined && findOtherEncoding(trimmed) === undefined ? countPairs(trimmed) : 0;
    if (pairs > 0) add("query", pairs === 1 ? "a pair with =" : `${pairs} pairs with =`);
    if (readings.length === 0) addLinks(source?.reading ?? { text: trimmed }, add);
    if (source !== undefined && !source.isAddress) readings.push(source.reading);
    addEscapedValue(text, add);
  }
  add("text", readings.length === 0 ? explainPlain(text) : "any text is plain text", text);
  return readings;
}

/** Adds the link that a text contains, or the links as lines. */
function addLinks({ text, because }: Partial<TextReading> & { readonly text: string }, add: Add): void {
  const links = findLinksInText(text);
  const language = /^\s*<|<\/?[a-z]+[ >/]/i.test(text)
    ? "HTML"
    : /^\s*(?:\{|\[\s*["[{\d])/.test(text)
      ? "JSON"
      : "a text";
  const defanged = because === DEFANGED ? "defanged " : "";
  if (links.length === 1) add("wrapped", `a ${defanged}link inside ${language}`, links[0]);
  else if (links.length > 1) add("lines", `${links.length} ${defanged}links inside ${language}`, links.join("\n"));
}

/** What a browser removes around a URL: spaces and controls (https://url.spec.whatwg.org/#concept-basic-url-parser). */
const AROUND_URL = /[\0-\x20]/;

/** Counts the lines that are not blank. */
function countLines(text: string): number {
  if (!text.includes("\n") && !text.includes("\r")) return 1;
  return text.split(/\r\n|\n|\r/).filter((line) => trimUnits(line, AROUND_URL) !== "").length;
}

function explainPlain(text: string): string {
  if (text === "") return "an empty text";
  return `no scheme, no escape and no pair${isPlainPercent(text) ? ": % is a percent sign" : ""}`;
}

/** A delimiter with which a URL or a reference begins, or the end of a scheme. */
const URL_SYNTAX = /^\s*[/\\?#]|:\/\//;

/**
 * Returns whether each `%` of a string is a percent sign, as in `100 % sure`: no hex digit follows any of them, and the text does not look
 * like a URL, a reference or a query.
 */
export function isPlainPercent(text: string): boolean {
  if (!text.includes("%") || /%(?:[\da-f]|u[\da-f]{4})/i.test(text) || URL_SYNTAX.test(text)) return false;
  const trimmed = trimUnits(text, AROUND_URL);
  return findUrlReason(trimmed) === undefined && countPairs(trimmed) === 0;
}

/** Why a string is a URL or a reference, and the scheme that is missing before it. */
type UrlReason = readonly [because: string, scheme?: string];

function findUrlReason(text: string): UrlReason | undefined {
  if (WITH_AUTHORITY.test(text)) return [`it begins with ${text.split(":", 1)[0]!.toLowerCase()}:// and a name`];
  const known = KNOWN_SCHEME.exec(text)?.[0];
  if (known !== undefined) return [`the scheme ${known.slice(0, -1).toLowerCase()}`];
  if (SCHEME_RELATIVE.test(text)) return ["two slashes and a host"];
  if (PATH.test(text)) return ["a path"];
  if (/\s/.test(text)) return undefined;
  if (BARE_HOST.test(text))
    return ["a name with dots: read after https://, as the address bar does; in a link it is a path", "https://"];
  const local = LOCAL_HOST.exec(text);
  if (local !== null)
    return [`a host${local[1] && " with a port"}: read after http://, as the address bar does`, "http://"];
  return OTHER_SCHEME.test(text) ? ["a scheme"] : undefined;
}

/** Reads a URL that was encoded as a whole, once or several times. */
function readEscapedUrl(text: string): TextReading | undefined {
  if (!ESCAPED_URL.test(text)) return undefined;
  let [layer, taken] = [text, 0];
  for (; ESCAPED_URL.test(layer) && taken < maxLayers(text.length); taken++) layer = percentDecode(layer, KEEP);
  const reason = findUrlReason(layer);
  if (reason === undefined || reason[0] === "a path") return undefined;
  const times = taken === 1 ? "once" : `${taken} times`;
  return { name: "escaped-url", because: `a whole URL, encoded ${times}`, text: layer, charsets: undefined };
}

const DEFANGED = "a defanged link, made unclickable by hxxp or [.]";

/** Reads a string without the references or escapes of the source that it was copied from, or without what made a link harmless. */
function readSource(text: string): { readonly reading: TextReading; readonly isAddress: boolean } | undefined {
  const wrapper = findWrapper(text);
  const plain = wrapper === undefined ? text : unwrap(text, wrapper);
  const inner = refang(plain);
  if (inner === text) return undefined;
  const because =
    inner !== plain
      ? DEFANGED
      : wrapper === "html"
        ? "references of HTML, such as &amp;"
        : "escapes of JavaScript or JSON, such as \\u0026";
  const url = findUrlReason(inner);
  return {
    reading: { name: "wrapped", because, text: (url?.[1] ?? "") + inner, charsets: undefined },
    isAddress: url !== undefined || countPairs(inner) > 0,
  };
}

/** Recognizes Base64 and quoted-printable (https://www.rfc-editor.org/rfc/rfc2045#section-6.7) whose bytes are readable UTF-8. */
export function findOtherEncoding(text: string): { readonly name: string; readonly decoded: string } | undefined {
  if (/^(?=.{8,65536}$)(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)$/.test(text)) {
    const escapes = Array.from(atob(text), (byte) => `%${toHex(byte.charCodeAt(0), 2)}`).join("");
    const { value, issueCount } = percentDecodeReport(escapes);
    return issueCount > 0 || /[\p{C}\ufffd]/u.test(value) ? undefined : { name: "Base64", decoded: value };
  }
  if (!/^[^%&=]*(?:=[\dA-F]{2}[^%&=]*)+$/.test(text)) return undefined;
  const { value, issueCount } = percentDecodeReport(text.replace(/=/g, "%"));
  return issueCount > 0 || isAscii(value) ? undefined : { name: "quoted-printable", decoded: value };
}

/** Counts the pairs of a query; 0 for a string that does not look like one. */
function countPairs(text: string): number {
  return PAIRS.test(text) || (text.startsWith("?") && text.length > 1) ? countQueryPairs(text) : 0;
}

export function countQueryPairs(query: string): number {
  return query
    .replace(/^\?/, "")
    .split("&")
    .filter((pair) => pair !== "").length;
}

type Add = (name: ReadingName, because: string, read?: string, charsets?: readonly string[]) => void;

function addEscapedValue(text: string, add: Add): void {
  const [first] = ESCAPE.exec(text) ?? [];
  if (first === undefined) return;
  const isUtf8 = percentDecodeReport(text).issues.every(({ code }) => code !== "invalid-utf8");
  const charsets = isUtf8 ? [] : guessCharsets(text);
  if (charsets[0] === "UTF-8") {
    add("escaped-value", `escapes of UTF-8 that is cut within a character, such as ${first}`, text);
    return;
  }
  if (charsets.length > 0)
    add("legacy-bytes", `escapes of bytes that look like ${charsets.join(" or ")}`, text, charsets);
  add("escaped-value", `escapes, such as ${first}`, text);
}
