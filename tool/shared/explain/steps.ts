import { type DecodeIssue, type DecodeOptions, percentDecodeReport } from "percodec";
import { PERCENT, readEscape, codeAt } from "../text.ts";

/** One step of decoding or encoding: a part of the text, its result, and the section of the standard that applies. */
export interface ExplainedStep {
  /** The start of the step, in UTF-16 units of the text; the step before ends here. */
  readonly index: number;
  /** The length of the step, in UTF-16 units. */
  readonly length: number;
  /** The part of the text. */
  readonly input: string;
  /**
   * Decoding: the bytes that the UTF-8 decoder receives. Raw text and kept malformed escapes are encoded in UTF-8; other
   * malformed escapes and lone surrogates have no bytes. For a surrogate pair in `%uXXXX`, the second step has all four.
   * In an encoding other than UTF-8: the bytes that its decoder receives.
   *
   * Encoding: the UTF-8 of the part, or of U+FFFD for a lone surrogate.
   */
  readonly bytes: readonly number[];
  /**
   * The role of the bytes in UTF-8, or in the encoding: ASCII, a whole `character`, the first (`lead`), a middle
   * (`continuation`) or the `last` byte of a character, or an error. The first `%uXXXX` of a surrogate pair is `lead`, and the second `last`.
   * An escape sequence of ISO-2022-JP has a last byte without a result.
   */
  readonly utf8: "ascii" | "character" | "lead" | "continuation" | "last" | "error";
  /**
   * The marker and the payload of a single byte, as in `"110 00011"`; undefined for any other number of bytes and in another encoding.
   */
  readonly bits: string | undefined;
  /** The part of the result; a character of several escapes is the output of its last step. */
  readonly output: string;
  /** The code of the issue that begins here; otherwise undefined, also in later steps of the issue. */
  readonly code: DecodeIssue["code"] | undefined;
  /** The link of the section of the standard that applies. */
  readonly clause: string;
}

/** The sections of the standards that apply. */
export const CLAUSE = {
  raw: "https://url.spec.whatwg.org/#percent-decode",
  escape: "https://www.rfc-editor.org/rfc/rfc3986#section-2.1",
  utf8: "https://www.rfc-editor.org/rfc/rfc3629#section-3",
  notUtf8: "https://encoding.spec.whatwg.org/#utf-8-decoder",
  plus: "https://url.spec.whatwg.org/#concept-urlencoded-parser",
  percentU: "https://tc39.es/ecma262/#sec-unescape-string",
  surrogate: "https://infra.spec.whatwg.org/#surrogate",
  /** For characters that a set without a source keeps. */
  set: "https://url.spec.whatwg.org/#percent-encode-set",
  encoded: "https://url.spec.whatwg.org/#utf-8-percent-encode",
  spaceAsPlus: "https://url.spec.whatwg.org/#string-percent-encode-after-encoding",
} as const;

/** Each byte in binary, with a space after its marker: the leading ones and the zero after them. */
export const BITS: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const digits = byte.toString(2).padStart(8, "0");
  return digits.replace(/^1*0(?=.)/, "$& ");
});

export function isSurrogate(code: number): boolean {
  return (code & 0x1ff800) === 0xd800;
}

/** The most UTF-16 units of one character in escapes: four bytes, or a surrogate pair as `%uXXXX%uXXXX`. */
const CHARACTER_UNITS = 12;

/** Returns all issues of decoding a string, not only the first ones that `percentDecodeReport` keeps. */
export function listIssues(text: string, options: DecodeOptions): readonly DecodeIssue[] {
  const { issues: first, issueCount } = percentDecodeReport(text, options);
  if (issueCount === first.length) return first;
  // A part of so many units has at most so many issues. Each part begins with a character or a fault.
  const units = first.length;
  const issues: DecodeIssue[] = [];
  for (let from = 0; from < text.length;) {
    const part = percentDecodeReport(text.slice(from, from + units + CHARACTER_UNITS), options);
    let at = from;
    for (const { code, index, length } of part.issues) {
      if (index >= units) break;
      issues.push({ code, index: from + index, length });
      at = from + index + length;
    }
    while (at < from + units && at < text.length) at += measureCharacter(text, at, options);
    from = at;
  }
  return issues;
}

/** Returns the number of UTF-16 units of the character at an index, raw or in escapes. */
function measureCharacter(text: string, at: number, { percentU }: DecodeOptions): number {
  if (text.charCodeAt(at) !== PERCENT) return codeAt(text, at) > 0xffff ? 2 : 1;
  if (percentU === true && text[at + 1] === "u") return isSurrogate(readPercentU(text, at)) ? 12 : 6;
  return 3 * sequenceLength(readEscape(text, at));
}

/** Returns the UTF-16 unit of the `%uXXXX` at an index. */
export function readPercentU(text: string, at: number): number {
  return (readEscape(text, at + 1) << 8) | readEscape(text, at + 3);
}

/** Returns the number of bytes of a UTF-8 sequence by its first byte, which is valid. */
export function sequenceLength(lead: number): number {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}
