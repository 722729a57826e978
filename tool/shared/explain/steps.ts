import { type DecodeIssue, type Policy, type DecodeOptions, percentDecodeReport } from "percodec";
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

type Utf8State = ExplainedStep["utf8"];

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

/** The encodings with a decoder of their own. */
const OWN_DECODERS = ["GBK", "gb18030", "Big5", "EUC-JP", "ISO-2022-JP", "Shift_JIS", "EUC-KR", "x-user-defined", "UTF-16BE", "UTF-16LE"]; // prettier-ignore

/** Returns the section of an encoding other than UTF-8. */
export function findClause(name: string, what: "decoder" | "encoder"): string {
  return `https://encoding.spec.whatwg.org/#${OWN_DECODERS.includes(name) ? name.toLowerCase() : "single-byte"}-${what}`;
}

export const REPLACEMENT = "\ufffd";

const ENCODER = new TextEncoder();

/** Each byte in binary, with a space after its marker: the leading ones and the zero after them. */
export const BITS: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const digits = byte.toString(2).padStart(8, "0");
  return digits.replace(/^1*0(?=.)/, "$& ");
});

/** Collects steps; each begins at the end of the step before. */
export class StepList {
  readonly text: string;
  readonly list: ExplainedStep[] = [];
  index = 0;
  /** The issue that the next steps belong to. */
  issue: DecodeIssue | undefined;

  /** Whether the encoding is UTF-8, in which single bytes have a marker. */
  readonly #isUtf8: boolean;

  constructor(text: string, isUtf8 = true) {
    this.text = text;
    this.#isUtf8 = isUtf8;
  }

  /** Adds a step; its output is its input if `output` is undefined or the issue is `not-accepted`. */
  add(utf8: Utf8State, length: number, bytes: readonly number[], output: string | undefined, clause: string): void {
    const { index, issue } = this;
    const input = this.text.slice(index, index + length);
    const shown = output === undefined || issue?.code === "not-accepted" ? input : output;
    const bits = this.#isUtf8 && bytes.length === 1 ? BITS[bytes[0] ?? 0] : undefined;
    const code = issue?.index === index ? issue.code : undefined;
    this.list.push({ index, length, input, bytes, utf8, bits, output: shown, code, clause });
    this.index += length;
  }
}

/** Returns the output of a policy for a fault; undefined to keep the input. */
export function toPolicyOutput(policy: Policy | undefined): string | undefined {
  return policy === "keep" ? undefined : policy === "replace" ? REPLACEMENT : "";
}

export function isSurrogate(code: number): boolean {
  return (code & 0x1ff800) === 0xd800;
}

export function countUnits(code: number): 1 | 2 {
  return code > 0xffff ? 2 : 1;
}

export function toAscii(text: string, from: number, to: number): number[] {
  const bytes = [text.charCodeAt(from)];
  for (let i = from + 1; i < to; i++) bytes.push(text.charCodeAt(i));
  return bytes;
}

/** Returns the UTF-8 of a code point that is not a surrogate. */
export function toUtf8(code: number): number[] {
  return Array.from(ENCODER.encode(String.fromCodePoint(code)));
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
