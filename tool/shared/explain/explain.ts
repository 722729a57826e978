import { type DecodeIssue, type DecodeOptions, type EncodeOptions, percentEncode, type Policy } from "percodec";
import type { LegacyCodec, SequenceDecoder } from "percodec/charset";
import { type PercentEncodeSet, rfc3986 } from "percodec/sets";
import { PERCENT, PLUS, readEscape, toHex, codeAt } from "../text.ts";
import { BITS, CLAUSE, type ExplainedStep, isSurrogate, listIssues, readPercentU, sequenceLength } from "./steps.ts";

const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });
const ENCODER = new TextEncoder();
const REPLACEMENT = "\ufffd";

/**
 * Lists the steps by which `percentDecodeReport` decodes a string; the joined outputs are its value
 * (https://url.spec.whatwg.org/#percent-decode, https://www.rfc-editor.org/rfc/rfc3629#section-3, https://encoding.spec.whatwg.org/#decode).
 *
 * A step is an escape, a malformed escape, a `+` that is a space, a run of raw ASCII, or another raw character. In an encoding other than
 * UTF-8 a raw ASCII character is a byte too, which may belong to a character. A character is the output of its last byte. The steps with a
 * `code` are all the issues, not only the first 100.
 *
 * @param options as for `percentDecodeReport`; the default of each policy is `"keep"`. Only UTF-8 has `percentU`, `accept` and `except`
 * @returns the steps, which cover the text without gaps; index and length in UTF-16 units
 * @throws PercentEncodingError if a policy is `"throw"`, as `percentDecodeReport` does
 */
export function explainDecode(text: string, options: DecodeOptions = {}): readonly ExplainedStep[] {
  const { encoding, ...utf8 } = options;
  // The decoder finds every issue, calls `accept` and applies the policies. The loop only splits the text at the issues.
  if (encoding?.legacy === undefined) return splitText(text, options, listIssues(text, utf8));
  const { legacy, name } = encoding;
  const issues = listLegacyIssues(text, options, legacy);
  return splitText(text, options, issues, legacy.sequences(), findClause(name, "decoder"));
}

function listLegacyIssues(
  text: string,
  { malformed = "keep", invalidUtf8 = "keep", plus }: DecodeOptions,
  legacy: LegacyCodec,
): readonly DecodeIssue[] {
  const issues: DecodeIssue[] = [];
  const resolved = {
    malformed,
    invalidUtf8,
    plusAsSpace: plus === "space",
    percentU: false,
    accept: undefined,
    except: undefined,
    text: true,
    latin1: false,
    reporting: true,
  };
  legacy.percentDecode(text, 0, text.length, resolved, (code, index, length) => issues.push({ code, index, length }));
  return issues;
}

/**
 * Splits a string into steps, with the issues that the decoder found.
 *
 * @param decodeLegacy decodes a sequence of an encoding other than UTF-8
 * @param clause the section of that encoding
 */
function splitText(
  text: string,
  { malformed = "keep", invalidUtf8 = "keep", plus, except }: DecodeOptions,
  issues: readonly DecodeIssue[],
  decodeLegacy?: SequenceDecoder,
  clause?: string,
): readonly ExplainedStep[] {
  const isUtf8 = clause === undefined;
  const steps = new StepList(text, isUtf8);
  let nextIssue = 0;
  while (steps.index < text.length) {
    const issue = (steps.issue = findIssue(steps.index));
    const code = codeAt(text, steps.index);
    if (isSurrogate(code)) steps.add("error", 1, [], undefined, CLAUSE.surrogate);
    else if (code > 0x7f)
      steps.add(
        "character",
        String.fromCodePoint(code).length,
        toUtf8(code),
        undefined,
        isUtf8 ? CLAUSE.utf8 : CLAUSE.raw,
      );
    else if (issue?.code === "malformed-escape" || issue?.code === "truncated-escape") addMalformed(issue);
    else if (readByte(steps.index) < 0) addPercentU();
    else addPart();
  }
  return steps.list;

  /** Returns the issue at an index, which is never less than in the call before. */
  function findIssue(index: number): DecodeIssue | undefined {
    while (nextIssue < issues.length && issues[nextIssue]!.index < index) nextIssue++;
    const issue = issues[nextIssue];
    return issue?.index === index ? issue : undefined;
  }

  function addMalformed({ index, length }: DecodeIssue): void {
    const bytes = malformed === "keep" ? toAscii(text, index, index + length) : [];
    steps.add("error", length, bytes, toPolicyOutput(malformed), CLAUSE.escape);
  }

  /** Adds the step of a `%uXXXX`, or the two steps of a surrogate pair. */
  function addPercentU(): void {
    if (steps.issue?.code === "lone-surrogate")
      return steps.add("error", 6, [], toPolicyOutput(invalidUtf8), CLAUSE.surrogate);
    const first = readPercentU(text, steps.index);
    const pair = isSurrogate(first);
    if (pair) steps.add("lead", 6, [], "", CLAUSE.percentU);
    const second = pair ? String.fromCharCode(readPercentU(text, steps.index)) : "";
    const character = String.fromCharCode(first) + second;
    const code = codeAt(character);
    const output = code < 0x80 && except?.has(code) === true ? undefined : character;
    steps.add(pair ? "last" : utf8State(code), 6, toUtf8(code), output, CLAUSE.percentU);
  }

  /** Adds the steps up to a malformed escape, a `%u` or a raw character above U+007F: these bytes are one part of the queue. */
  function addPart(): void {
    const bytes: number[] = [];
    for (let i = steps.index; i < text.length && text.charCodeAt(i) < 0x80; i += lengthAt(i)) {
      const byte = readByte(i);
      if (byte < 0) break;
      bytes.push(byte);
    }
    const part = Uint8Array.from(bytes);
    /** How many raw characters before `at` stay the same and are not yet a step. */
    let run = 0;
    const addRun = (end: number): void => {
      steps.issue = undefined;
      if (run > 0) steps.add("ascii", run, [...part.subarray(end - run, end)], undefined, CLAUSE.raw);
      run = 0;
    };
    for (let at = 0; at < part.length;) {
      const index = steps.index + run;
      const issue = findIssue(index);
      const { length, text: decoded } = decodeLegacy?.(part, at, part.length) ?? decodeUtf8(part, at, issue);
      if (issue === undefined && length === 1 && lengthAt(index) === 1 && decoded === text[index]) {
        run++;
      } else {
        addRun(at);
        steps.issue = issue;
        const sequence = part.subarray(at, at + length);
        if (decoded === undefined) addInvalid(sequence);
        else if (length === 1) addByte(part[at]!, decoded);
        else addSequence(sequence, decoded);
      }
      at += length;
    }
    addRun(part.length);
  }

  function addByte(byte: number, decoded: string): void {
    const { index } = steps;
    const length = lengthAt(index);
    const isKept = isUtf8 && length === 3 && except?.has(byte) === true;
    const ownClause = clause ?? (length === 3 ? CLAUSE.escape : CLAUSE.raw);
    const isSpace = byte === 0x20 && text[index] === "+";
    steps.add(utf8State(byte), length, [byte], isKept ? undefined : decoded, isSpace ? CLAUSE.plus : ownClause);
  }

  function addSequence(bytes: Uint8Array, decoded: string): void {
    for (const [k, byte] of bytes.entries()) {
      const isLast = k === bytes.length - 1;
      const role = isLast ? "last" : k === 0 ? "lead" : "continuation";
      steps.add(role, lengthAt(steps.index), [byte], isLast ? decoded : "", clause ?? CLAUSE.utf8);
    }
  }

  function addInvalid(bytes: Uint8Array): void {
    const { issue } = steps;
    for (const [k, byte] of bytes.entries()) {
      const { index } = steps;
      // `invalid-utf8` is one maximal subpart; in any other issue of UTF-8 each byte is one: see `findUtf8Fault`.
      const beginsSubpart = k === 0 || (isUtf8 && issue?.code !== "invalid-utf8");
      const output = invalidUtf8 === "keep" ? keep(index) : beginsSubpart ? toPolicyOutput(invalidUtf8) : "";
      steps.add("error", lengthAt(index), [byte], output, clause ?? CLAUSE.notUtf8);
    }
  }

  /** Returns what `keep` writes for a byte; a raw control becomes an escape. */
  function keep(index: number): string {
    const unit = text.charCodeAt(index);
    return unit < 0x20 ? `%${toHex(unit, 2)}` : text.slice(index, index + lengthAt(index));
  }

  /** Returns the byte of the raw character or escape at an index; a negative number for any other `%`. */
  function readByte(index: number): number {
    const unit = text.charCodeAt(index);
    if (unit === PERCENT) return readEscape(text, index);
    return unit === PLUS && plus === "space" ? 0x20 : unit;
  }

  function lengthAt(index: number): 1 | 3 {
    return text.charCodeAt(index) === PERCENT ? 3 : 1;
  }
}

/** Decodes the sequence at `at`, which is valid unless the decoder found an issue in it. */
function decodeUtf8(bytes: Uint8Array, at: number, issue: DecodeIssue | undefined): ReturnType<SequenceDecoder> {
  if (issue !== undefined && issue.code !== "not-accepted") return { length: issue.length / 3, text: undefined };
  const length = sequenceLength(bytes[at]!);
  const text = length === 1 ? String.fromCharCode(bytes[at]!) : UTF8.decode(bytes.subarray(at, at + length));
  return { length, text };
}

/**
 * Lists the steps by which `percentEncode` encodes a string; the joined outputs are its value
 * (https://url.spec.whatwg.org/#string-percent-encode-after-encoding).
 *
 * A step is a run of ASCII that stays, or another character. In ISO-2022-JP the bytes that change the state belong to the character after
 * them, and those at the end to the last one.
 *
 * @param options `loneSurrogate` is `"replace"` by default
 * @returns the steps, which cover the text without gaps; index and length in UTF-16 units
 * @throws PercentEncodingError as `percentEncode` does
 */
export function explainEncode(
  text: string,
  set: PercentEncodeSet = rfc3986.component,
  options: Pick<EncodeOptions, "loneSurrogate" | "unencodable" | "encoding"> = {},
): readonly ExplainedStep[] {
  percentEncode(text, set, { loneSurrogate: "replace", ...options });
  const { name = "", legacy } = options.encoding ?? {};
  const { source = CLAUSE.set } = set;
  const write = legacy === undefined ? utf8Writer(set, source) : legacyWriter(legacy, name, set);
  const steps = new StepList(text, legacy === undefined);
  let run = 0;
  const addRun = (): void => {
    const { index } = steps;
    steps.issue = undefined;
    if (run > 0) steps.add("ascii", run, toAscii(text, index, index + run), undefined, source);
    run = 0;
  };
  for (const character of text) {
    const code = codeAt(character);
    const isLone = isSurrogate(code);
    const isLast = steps.index + run + character.length === text.length;
    const { bytes, output, clause } = write(isLone ? REPLACEMENT : character, isLast);
    if (output === character && code < 0x80) {
      run++;
      continue;
    }
    addRun();
    steps.issue = isLone ? { code: "lone-surrogate", index: steps.index, length: 1 } : undefined;
    const role = isLone ? "error" : utf8State(code);
    steps.add(role, character.length, [...bytes], output, isLone ? CLAUSE.surrogate : clause);
  }
  addRun();
  return steps.list;
}

/** Returns the bytes of a character, what is written for them, and the section that applies. */
type Writer = (
  character: string,
  isLast: boolean,
) => { readonly bytes: Iterable<number>; readonly output: string; readonly clause: string };

function utf8Writer(set: PercentEncodeSet, source: string): Writer {
  return (character) => {
    const code = codeAt(character);
    const bytes = code < 0x80 ? [code] : toUtf8(code);
    if (!set.has(code)) return { bytes, output: character, clause: source };
    if (code === 0x20 && set.spaceAsPlus) return { bytes, output: "+", clause: CLAUSE.spaceAsPlus };
    return { bytes, output: bytes.map((byte) => `%${toHex(byte, 2)}`).join(""), clause: CLAUSE.encoded };
  };
}

function legacyWriter(legacy: LegacyCodec, name: string, set: PercentEncodeSet): Writer {
  const encode = legacy.encoder();
  const clause = findClause(name, "encoder");
  const escape = (byte: number): string => {
    if (legacy.table === undefined && byte === 0x20 && set.spaceAsPlus) return "+";
    return legacy.table !== undefined || byte > 0x7f || set.has(byte)
      ? `%${toHex(byte, 2)}`
      : String.fromCharCode(byte);
  };
  const write = (bytes: Uint8Array): string => Array.from(bytes, escape).join("");
  return (character, isLast) => {
    const { bytes, lacking } = encode(character, isLast);
    const [at = bytes.length, missing] = lacking;
    const reference = missing === undefined ? "" : `%26%23${missing}%3B`;
    return { bytes, output: write(bytes.subarray(0, at)) + reference + write(bytes.subarray(at)), clause };
  };
}

function utf8State(code: number): "ascii" | "character" {
  return code < 0x80 ? "ascii" : "character";
}

/** Returns the UTF-8 of a code point that is not a surrogate. */
function toUtf8(code: number): number[] {
  return Array.from(ENCODER.encode(String.fromCodePoint(code)));
}

function toAscii(text: string, from: number, to: number): number[] {
  return Array.from(text.slice(from, to), (character) => character.charCodeAt(0));
}

/** Returns the output of a policy for a fault; undefined to keep the input. */
function toPolicyOutput(policy: Policy | undefined): string | undefined {
  return policy === "keep" ? undefined : policy === "replace" ? REPLACEMENT : "";
}

/** The encodings with a decoder of their own. */
const OWN_DECODERS = ["GBK", "gb18030", "Big5", "EUC-JP", "ISO-2022-JP", "Shift_JIS", "EUC-KR", "x-user-defined", "UTF-16BE", "UTF-16LE"]; // prettier-ignore

/** Returns the section of an encoding other than UTF-8. */
function findClause(name: string, what: "decoder" | "encoder"): string {
  return `https://encoding.spec.whatwg.org/#${OWN_DECODERS.includes(name) ? name.toLowerCase() : "single-byte"}-${what}`;
}

/** Collects steps; each begins at the end of the step before. */
class StepList {
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
  add(
    utf8: ExplainedStep["utf8"],
    length: number,
    bytes: readonly number[],
    output: string | undefined,
    clause: string,
  ): void {
    const { index, issue } = this;
    const input = this.text.slice(index, index + length);
    const shown = output === undefined || issue?.code === "not-accepted" ? input : output;
    const bits = this.#isUtf8 && bytes.length === 1 ? BITS[bytes[0] ?? 0] : undefined;
    const code = issue?.index === index ? issue.code : undefined;
    this.list.push({ index, length, input, bytes, utf8, bits, output: shown, code, clause });
    this.index += length;
  }
}
