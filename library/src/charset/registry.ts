import { labelToName } from "@exodus/bytes/encoding.js";
import { requireText } from "../base/arguments.ts";
import { quote } from "../base/excerpt.ts";
import { findNearest } from "../base/options.ts";
import { requireEncoding } from "../codec/encoding.ts";
import type { Encoding } from "../codec/options.ts";
import { chunks } from "./chunks.ts";
import { findOutputEncoding, UTF8 } from "./encoding.ts";
import { multiByte, replacement, singleByte, utf16 } from "./legacy.ts";

/** The encodings whose characters take more than one byte (https://encoding.spec.whatwg.org/#names-and-labels). */
const MULTI_BYTE = ["GBK", "gb18030", "Big5", "EUC-JP", "ISO-2022-JP", "Shift_JIS", "EUC-KR"];

const NOT_SENT = /* @__PURE__ */ new Map([
  ["replacement", replacement],
  ["UTF-16BE", utf16],
  ["UTF-16LE", utf16],
]);

/**
 * UTF-8 as an {@link Encoding}, without any table.
 *
 * @example
 * import { utf8 } from "percodec/charset";
 * utf8.hasLabel("UTF8 ") // → true
 */
export const utf8: Encoding = /* @__PURE__ */ Object.freeze({ ...UTF8, chunks });

const encodings = /* @__PURE__ */ new Map<string, Encoding>([["UTF-8", utf8]]);

/**
 * Returns the encoding for a label (https://encoding.spec.whatwg.org/#concept-encoding-get).
 *
 * @param label a label of the Encoding Standard, such as `sjis` or `latin1`; case and surrounding white space are ignored
 * @returns the encoding; the same object for the same encoding
 * @throws TypeError for a label that is not in the standard
 * @example
 * import { encoding } from "percodec/charset";
 * encoding("sjis").name // → "Shift_JIS"
 * encoding("latin1") === encoding("windows-1252") // → true
 * import { percentEncode } from "percodec";
 * percentEncode("a", undefined, { encoding: encoding("utf-16be") }) // → "%00%61"
 */
export function encoding(label: string): Encoding {
  requireText(label, "encoding");
  const name = labelToName(label);
  if (name === null) throw unknownLabel(label);
  const known = encodings.get(name);
  if (known !== undefined) return known;
  const create = NOT_SENT.get(name) ?? (MULTI_BYTE.includes(name) ? multiByte : singleByte);
  const hasLabel = (other: string): boolean => {
    requireText(other, "hasLabel");
    return labelToName(other) === name;
  };
  const value = Object.freeze({ name, legacy: create(name), hasLabel, chunks });
  encodings.set(name, value);
  return value;
}

function number(prefix: string, last: number): string[] {
  return Array.from({ length: last }, (_, k) => prefix + (k + 1));
}

/**
 * The labels of encodings that people use: the name of each, and its usual short names (https://encoding.spec.whatwg.org/#names-and-labels).
 * `encoding` accepts more.
 *
 * @example
 * import { ENCODING_LABELS } from "percodec/charset";
 * ENCODING_LABELS.includes("shift_jis") // → true
 */
export const ENCODING_LABELS: readonly string[] = /* @__PURE__ */ [
  "utf-8 utf8 utf-16 utf-16le utf-16be latin1 ascii us-ascii gbk gb2312 gb18030 big5 big5-hkscs euc-jp iso-2022-jp",
  "shift_jis shift-jis sjis windows-31j euc-kr korean koi8-r koi8-u macintosh ibm866 cp866 windows-874 tis-620",
  "windows-1250 cp1250 x-mac-cyrillic x-user-defined iso-8859-8-i",
  ...number("windows-125", 8),
  ...number("cp125", 8),
  ...number("iso-8859-", 16).filter((label) => label !== "iso-8859-12"),
].flatMap((labels) => labels.split(" "));

/** Finds the label that was likely meant. Labels that differ in a digit are not misspellings: utf-7 is not utf-8. */
export function suggestLabel(typed: string): string | undefined {
  const digits = typed.replace(/\D/g, "");
  // A character set or collation of MySQL: utf8mb4, latin1_swedish_ci.
  const start = ENCODING_LABELS.find((label) => typed.startsWith(label) && /^[a-z_]/.test(typed.slice(label.length)));
  if (start !== undefined) return start;
  return findNearest(
    typed,
    ENCODING_LABELS.filter((label) => label.replace(/\D/g, "") === digits),
  );
}

/** Returns the TypeError for a label that is not in the standard; it suggests the nearest label if there is a similar one. */
function unknownLabel(label: string): TypeError {
  const nearest = suggestLabel(label);
  const suggestion = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
  return new TypeError(`no encoding has the label ${quote(label)}${suggestion}`);
}

/**
 * Returns the output encoding, in which text is sent: UTF-8 instead of UTF-16 and replacement
 * (https://encoding.spec.whatwg.org/#get-an-output-encoding).
 *
 * @param any any encoding
 * @returns the same encoding, or `utf8`
 * @throws TypeError for anything but an encoding
 * @example
 * import { encoding, outputEncoding } from "percodec/charset";
 * outputEncoding(encoding("utf-16le")).name // → "UTF-8"
 */
export function outputEncoding(any: Encoding): Encoding {
  requireEncoding(any, "the encoding of outputEncoding");
  return findOutputEncoding(any) === UTF8 ? utf8 : any;
}

/**
 * Picks the encoding that a form is sent in
 * (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#picking-an-encoding-for-the-form).
 *
 * @param acceptCharset the form's attribute: labels separated by white space (the first valid one counts, else UTF-8);
 *   undefined if the form has no such attribute
 * @param documentEncoding the encoding of the page (default UTF-8), used without the attribute
 * @returns the output encoding
 * @example
 * import { encoding, pickFormEncoding } from "percodec/charset";
 * pickFormEncoding("unknown sjis utf-8").name // → "Shift_JIS"
 * pickFormEncoding(undefined, encoding("latin1")).name // → "windows-1252"
 */
export function pickFormEncoding(acceptCharset: string | undefined, documentEncoding: Encoding = utf8): Encoding {
  requireEncoding(documentEncoding, "the second argument of pickFormEncoding");
  if (acceptCharset === undefined) return outputEncoding(documentEncoding);
  requireText(acceptCharset, "pickFormEncoding");
  const label = acceptCharset.split(/[\t\n\f\r ]+/).find((word) => labelToName(word) !== null);
  return label === undefined ? utf8 : outputEncoding(encoding(label));
}
