import type { DecodeIssue, DecodeOptions } from "percodec";
import type { Encoding, LegacyCodec, SequenceDecoder } from "percodec/charset";
import { PERCENT, PLUS, readEscape, toHex, codeAt } from "../text.ts";
import { explainDecode } from "./explain.ts";
import { CLAUSE, countUnits, type ExplainedStep, findClause, isSurrogate, StepList, toAscii, toPolicyOutput, toUtf8 } from "./steps.ts"; // prettier-ignore

type ResolvedDecodeOptions = Parameters<LegacyCodec["percentDecode"]>[3];

/**
 * Lists the steps by which `percentDecode` decodes a string whose escapes are bytes of another encoding; the joined outputs are its
 * value (https://encoding.spec.whatwg.org/#decode).
 *
 * A step is a byte of a character, an invalid byte, a malformed escape, a run of ASCII, or another raw character. The character is the
 * output of its last byte. The steps with a `code` are all the issues.
 *
 * @param encoding undefined for UTF-8, which alone has `percentU`
 * @param options the default of each policy is `"keep"`
 * @returns the steps, which cover the text without gaps; index and length in UTF-16 units
 * @throws PercentEncodingError if a policy is `"throw"`, as `percentDecode` does
 */
export function explainDecodeAs(
  text: string,
  encoding: Encoding | undefined,
  options: Pick<DecodeOptions, "malformed" | "invalidUtf8" | "plus" | "percentU"> = {},
): readonly ExplainedStep[] {
  if (encoding?.legacy === undefined) return explainDecode(text, options);
  const { legacy, name } = encoding;
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
