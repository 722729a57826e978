import { findNearest } from "../base/options.ts";

/** Returns the numbers from 1 to a last one after a prefix. */
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
export const ENCODING_LABELS: readonly string[] = [
  ..."utf-8 utf8 utf-16 utf-16le utf-16be latin1 ascii us-ascii gbk gb2312 gb18030 big5 big5-hkscs euc-jp iso-2022-jp".split(
    " ",
  ),
  ..."shift_jis shift-jis sjis windows-31j euc-kr korean koi8-r koi8-u macintosh ibm866 cp866 windows-874 tis-620".split(
    " ",
  ),
  ..."windows-1250 cp1250 x-mac-cyrillic x-user-defined iso-8859-8-i".split(" "),
  ...number("windows-125", 8),
  ...number("cp125", 8),
  ...number("iso-8859-", 16).filter((label) => label !== "iso-8859-12"),
];

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
