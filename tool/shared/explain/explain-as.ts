import { type DecodeIssue, type DecodeOptions, type EncodeOptions, percentEncode } from "percodec";
import type { Encoding, LegacyCodec, SequenceDecoder } from "percodec/charset";
import type { PercentEncodeSet } from "percodec/sets";
import { PERCENT, PLUS, readEscape, toHex, codeAt } from "../text.ts";
import { explainDecode, explainEncode } from "./explain.ts";
import { CLAUSE, countUnits, type ExplainedStep, isSurrogate, REPLACEMENT, StepList, toAscii, toPolicyOutput, toUtf8 } from "./steps.ts"; // prettier-ignore

/** The encodings with a decoder of their own. */
const OWN_DECODERS = ["GBK", "gb18030", "Big5", "EUC-JP", "ISO-2022-JP", "Shift_JIS", "EUC-KR", "x-user-defined", "UTF-16BE", "UTF-16LE"]; // prettier-ignore

type ResolvedDecodeOptions = Parameters<LegacyCodec["percentDecode"]>[3];

/**
 * Lists the steps by which `percentDecode` decodes a string whose escapes are bytes of another encoding; the joined outputs are its
 * value (https://encoding.spec.whatwg.org/#decode).
 *
 * A step is a byte of a character, an invalid byte, a malformed escape, a run of ASCII, or another raw character. The character is the
 * output of its last byte. The steps with a `code` are all the issues.
 *
 * @param options the default of each policy is `"keep"`
 * @returns the steps, which cover the text without gaps; index and length in UTF-16 units
 * @throws PercentEncodingError if a policy is `"throw"`, as `percentDecode` does
 */
export function explainDecodeAs(
  text: string,
  { legacy, name }: Encoding,
  options: Pick<DecodeOptions, "malformed" | "invalidUtf8" | "plus"> = {},
): readonly ExplainedStep[] {
  if (legacy === undefined) return explainDecode(text, options);
  const resolved: ResolvedDecodeOptions = {
    malformed: options.malformed ?? "keep",
    invalidUtf8: options.invalidUtf8 ?? "keep",
    plusAsSpace: options.plus === "space",
    percentU: false,
    accept: undefined,
    except: undefined,
    text: true,
    latin1: false,
    reporting: true,
  };
  const issues: DecodeIssue[] = [];
  legacy.percentDecode(text, 0, text.length, resolved, (code, index, length) => issues.push({ code, index, length }));
  return splitText(text, resolved, issues, findClause(name, "decoder"), legacy.sequences());
}

function findClause(name: string, what: "decoder" | "encoder"): string {
  return `https://encoding.spec.whatwg.org/#${OWN_DECODERS.includes(name) ? name.toLowerCase() : "single-byte"}-${what}`;
}

/**
 * Lists the steps by which `percentEncode` encodes a string in another encoding; the joined outputs are its value
 * (https://url.spec.whatwg.org/#string-percent-encode-after-encoding).
 *
 * A step is a run of ASCII that stays, or another character. In ISO-2022-JP the bytes that change the state belong to the character after
 * them, and those at the end to the last one.
 *
 * @returns the steps, which cover the text without gaps; index and length in UTF-16 units
 * @throws PercentEncodingError as `percentEncode` does; `loneSurrogate` is `"replace"` by default
 */
export function explainEncodeAs(
  text: string,
  encoding: Encoding,
  set: PercentEncodeSet,
  options: Pick<EncodeOptions, "loneSurrogate" | "unencodable"> = {},
): readonly ExplainedStep[] {
  const { legacy, name } = encoding;
  if (legacy === undefined) return explainEncode(text, set, options);
  percentEncode(text, set, { loneSurrogate: "replace", ...options, encoding });
  const encode = legacy.encoder();
  const escape = (byte: number): string => {
    if (legacy.table === undefined && byte === 0x20 && set.spaceAsPlus) return "+";
    return legacy.table !== undefined || byte > 0x7f || set.has(byte)
      ? `%${toHex(byte, 2)}`
      : String.fromCharCode(byte);
  };
  const write = (bytes: Uint8Array): string => Array.from(bytes, escape).join("");
  const steps = new StepList(text, false);
  let run = 0;
  const addRun = (): void => {
    const { index } = steps;
    steps.issue = undefined;
    if (run > 0) steps.add("ascii", run, toAscii(text, index, index + run), undefined, set.source ?? CLAUSE.set);
    run = 0;
  };
  for (const character of text) {
    const isLone = isSurrogate(codeAt(character));
    const isLast = steps.index + run + character.length === text.length;
    const { bytes, lacking } = encode(isLone ? REPLACEMENT : character, isLast);
    const [at = bytes.length, missing] = lacking;
    const reference = missing === undefined ? "" : `%26%23${missing}%3B`;
    const output = write(bytes.subarray(0, at)) + reference + write(bytes.subarray(at));
    if (output === character) {
      run++;
      continue;
    }
    addRun();
    steps.issue = isLone ? { code: "lone-surrogate", index: steps.index, length: 1 } : undefined;
    const clause = isLone ? CLAUSE.surrogate : findClause(name, "encoder");
    const role = isLone ? "error" : character < "\x80" ? "ascii" : "character";
    steps.add(role, character.length, [...bytes], output, clause);
  }
  addRun();
  return steps.list;
}

/** Splits a string into steps, with the issues that the decoder found. */
function splitText(
  text: string,
  { malformed, invalidUtf8, plusAsSpace }: ResolvedDecodeOptions,
  issues: readonly DecodeIssue[],
  clause: string,
  decodeSequence: SequenceDecoder,
): readonly ExplainedStep[] {
  const steps = new StepList(text, false);
  let nextIssue = 0;
  while (steps.index < text.length) {
    const code = codeAt(text, steps.index);
    if (code > 0x7f) addRaw(code);
    else if (byteAt(steps.index) < 0) addMalformed();
    else addPart();
  }
  return steps.list;

  /** Begins the steps at the current index, with their issue. */
  function begin(): void {
    const issue = issues[nextIssue];
    const isHere = issue?.index === steps.index;
    steps.issue = isHere ? issue : undefined;
    if (isHere) nextIssue++;
  }

  function addRaw(code: number): void {
    begin();
    if (isSurrogate(code)) steps.add("error", 1, [], undefined, CLAUSE.surrogate);
    else steps.add("character", countUnits(code), toUtf8(code), undefined, CLAUSE.raw);
  }

  function addMalformed(): void {
    begin();
    const { index, issue } = steps;
    const length = issue?.length ?? 1;
    const bytes = malformed === "keep" ? toAscii(text, index, index + length) : [];
    steps.add("error", length, bytes, toPolicyOutput(malformed), CLAUSE.escape);
  }

  /** Adds the steps up to a malformed escape or a raw character: these bytes are one part of the queue. */
  function addPart(): void {
    const bytes: number[] = [];
    for (let i = steps.index; i < text.length && text.charCodeAt(i) < 0x80; i += lengthAt(i)) {
      const byte = byteAt(i);
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
      const { length, text: decoded } = decodeSequence(part, at, part.length);
      const index = steps.index + run;
      const isSame = length === 1 && lengthAt(index) === 1 && decoded === text[index];
      if (isSame && issues[nextIssue]?.index !== index) {
        run++;
      } else {
        addRun(at);
        begin();
        if (decoded === undefined) addInvalid(part.subarray(at, at + length));
        else if (length === 1) addByte(part[at]!, decoded);
        else addSequence(part.subarray(at, at + length), decoded);
      }
      at += length;
    }
    addRun(part.length);
  }

  function addByte(byte: number, output: string): void {
    const { index } = steps;
    const isPlus = text.charCodeAt(index) === PLUS;
    steps.add(byte < 0x80 ? "ascii" : "character", lengthAt(index), [byte], output, isPlus ? CLAUSE.plus : clause);
  }

  function addSequence(bytes: Uint8Array, output: string): void {
    for (const [k, byte] of bytes.entries()) {
      const isLast = k === bytes.length - 1;
      const role = isLast ? "last" : k === 0 ? "lead" : "continuation";
      steps.add(role, lengthAt(steps.index), [byte], isLast ? output : "", clause);
    }
  }

  function addInvalid(bytes: Uint8Array): void {
    for (const [k, byte] of bytes.entries()) {
      const { index } = steps;
      const output = invalidUtf8 === "keep" ? keep(index) : k === 0 ? toPolicyOutput(invalidUtf8) : "";
      steps.add("error", lengthAt(index), [byte], output, clause);
    }
  }

  /** Returns what `keep` writes for a byte; a raw control becomes an escape. */
  function keep(index: number): string {
    const unit = text.charCodeAt(index);
    return unit < 0x20 ? `%${toHex(unit, 2)}` : text.slice(index, index + lengthAt(index));
  }

  /** Returns the byte of the raw character or escape at an index; a negative number for a malformed escape. */
  function byteAt(index: number): number {
    const unit = text.charCodeAt(index);
    if (unit === PERCENT) return readEscape(text, index);
    return unit === PLUS && plusAsSpace ? 0x20 : unit;
  }

  function lengthAt(index: number): 1 | 3 {
    return text.charCodeAt(index) === PERCENT ? 3 : 1;
  }
}
