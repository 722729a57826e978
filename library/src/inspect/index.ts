import { isBytes } from "../base/arguments.ts";
import * as base from "../base/excerpt.ts";

export { escapeInvisible } from "../base/invisible.ts";
export type {
  Appearance,
  Finding,
  FindingComponent,
  Inspection,
  Layer,
  NotJudged,
  NotJudgedCode,
  UriComponent,
} from "./finding.ts";
export { type FindingCode, type FindingRow, FINDINGS, type Severity } from "./finding-table.ts";
export { inspect } from "./inspect.ts";
export { skipCleanLine } from "./prefilter.ts";
export { guessCharsets } from "./charset-guess.ts";

/**
 * Returns the beginning of text or bytes for a message or a log: at most 32 printable ASCII characters.
 *
 * Other characters become `\u{HEX}`, other bytes `\xHH`, so the excerpt cannot change a terminal or end a line.
 *
 * @param source untrusted text or bytes
 * @returns the excerpt; it is not quoted
 * @throws TypeError for anything but a string or a Uint8Array
 * @example
 * import { toExcerpt } from "percodec/inspect";
 * toExcerpt("a\u001B[2J\nb") // → "a\\u{1B}[2J\\u{A}b"
 */
export function toExcerpt(source: string | Uint8Array): string {
  if (typeof source !== "string" && !isBytes(source)) throw new TypeError("toExcerpt takes a string or a Uint8Array");
  return base.toExcerpt(source);
}
