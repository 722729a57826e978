import type { DecodeIssue, DecodeOptions } from "percodec";
import type { Encoding, LegacyCodec, SequenceDecoder } from "percodec/charset";
import { PERCENT, PLUS, readEscape, toHex } from "../text.ts";
import { explainDecode } from "./explain.ts";
import { CLAUSE, countUnits, type ExplainedStep, isSurrogate, StepList, toAscii, toPolicyOutput, toUtf8 } from "./steps.ts"; // prettier-ignore

const SINGLE_BYTE = "https://encoding.spec.whatwg.org/#single-byte-decoder";
/** The encodings with a decoder of their own. */
const OWN_DECODERS = ["GBK", "gb18030", "Big5", "EUC-JP", "ISO-2022-JP", "Shift_JIS", "EUC-KR", "x-user-defined"];

type ResolvedDecodeOptions = Parameters<LegacyCodec["percentDecode"]>[3];

/**
 * Lists the steps by which `percentDecode` decodes a string whose escapes are bytes of another encoding; the joined outputs are its
 * value (https://encoding.spec.whatwg.org/#decode).
 *
 * A step is a byte of a character, an invalid byte, a malformed escape, a run of ASCII, or another raw character. The character is the
 * output of its last byte. The steps with a `code` are all the issues.
 *
 * @param encoding an encoding of URLs: not UTF-16 or replacement
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
  const clause = OWN_DECODERS.includes(name)
    ? `https://encoding.spec.whatwg.org/#${name.toLowerCase()}-decoder`
    : SINGLE_BYTE;
  return new Explainer(text, resolved, issues, { clause, decodeSequence: legacy.sequences() }).explain();
}

/** Splits a string into steps, with the issues that the decoder found. */
class Explainer {
  readonly #text: string;
  readonly #resolved: ResolvedDecodeOptions;
  readonly #issues: readonly DecodeIssue[];
  readonly #decoder: { readonly clause: string; readonly decodeSequence: SequenceDecoder };
  readonly #steps: StepList;
  #nextIssue = 0;

  constructor(
    text: string,
    resolved: ResolvedDecodeOptions,
    issues: readonly DecodeIssue[],
    decoder: { readonly clause: string; readonly decodeSequence: SequenceDecoder },
  ) {
    this.#text = text;
    this.#resolved = resolved;
    this.#issues = issues;
    this.#decoder = decoder;
    this.#steps = new StepList(text, false);
  }

  explain(): readonly ExplainedStep[] {
    const steps = this.#steps;
    while (steps.index < this.#text.length) {
      const code = this.#text.codePointAt(steps.index)!;
      if (code > 0x7f) this.#addRaw(code);
      else if (this.#byteAt(steps.index) < 0) this.#addMalformed();
      else this.#addPart();
    }
    return steps.list;
  }

  /** Begins the steps at the current index, with their issue. */
  #begin(): void {
    const issue = this.#issues[this.#nextIssue];
    const isHere = issue?.index === this.#steps.index;
    this.#steps.issue = isHere ? issue : undefined;
    if (isHere) this.#nextIssue++;
  }

  #addRaw(code: number): void {
    this.#begin();
    if (isSurrogate(code)) this.#steps.add("error", 1, [], undefined, CLAUSE.surrogate);
    else this.#steps.add("character", countUnits(code), toUtf8(code), undefined, CLAUSE.raw);
  }

  #addMalformed(): void {
    this.#begin();
    const { malformed } = this.#resolved;
    const { index, issue } = this.#steps;
    const length = issue?.length ?? 1;
    const bytes = malformed === "keep" ? toAscii(this.#text, index, index + length) : [];
    this.#steps.add("error", length, bytes, toPolicyOutput(malformed), CLAUSE.escape);
  }

  /** Adds the steps up to a malformed escape or a raw character: these bytes are one part of the queue. */
  #addPart(): void {
    const bytes: number[] = [];
    for (let i = this.#steps.index; i < this.#text.length && this.#text.charCodeAt(i) < 0x80;) {
      const byte = this.#byteAt(i);
      if (byte < 0) break;
      bytes.push(byte);
      i += this.#lengthAt(i);
    }
    const part = Uint8Array.from(bytes);
    /** How many raw characters before `at` stay the same and are not yet a step. */
    let run = 0;
    const addRun = (end: number): void => {
      this.#steps.issue = undefined;
      if (run > 0) this.#steps.add("ascii", run, [...part.subarray(end - run, end)], undefined, CLAUSE.raw);
      run = 0;
    };
    for (let at = 0; at < part.length;) {
      const { length, text } = this.#decoder.decodeSequence(part, at, part.length);
      const index = this.#steps.index + run;
      if (this.#lengthAt(index) === 1 && text === this.#text[index] && this.#issues[this.#nextIssue]?.index !== index) {
        run++;
      } else {
        addRun(at);
        this.#begin();
        if (text === undefined) this.#addInvalid(part.subarray(at, at + length));
        else if (length === 1) this.#addByte(part[at]!, text);
        else this.#addSequence(part.subarray(at, at + length), text);
      }
      at += length;
    }
    addRun(part.length);
  }

  #addByte(byte: number, text: string): void {
    const { index } = this.#steps;
    const clause = this.#text.charCodeAt(index) === PLUS ? CLAUSE.plus : this.#decoder.clause;
    this.#steps.add(byte < 0x80 ? "ascii" : "character", this.#lengthAt(index), [byte], text, clause);
  }

  #addSequence(bytes: Uint8Array, text: string): void {
    const last = bytes.length - 1;
    for (let k = 0; k <= last; k++) {
      const role = k === last ? "last" : k === 0 ? "lead" : "continuation";
      this.#steps.add(
        role,
        this.#lengthAt(this.#steps.index),
        [bytes[k]!],
        k === last ? text : "",
        this.#decoder.clause,
      );
    }
  }

  #addInvalid(bytes: Uint8Array): void {
    const { invalidUtf8 } = this.#resolved;
    for (let k = 0; k < bytes.length; k++) {
      const { index } = this.#steps;
      const output = invalidUtf8 === "keep" ? this.#keep(index) : k === 0 ? toPolicyOutput(invalidUtf8) : "";
      this.#steps.add("error", this.#lengthAt(index), [bytes[k]!], output, this.#decoder.clause);
    }
  }

  /** Returns what `keep` writes for a byte; a raw control becomes an escape. */
  #keep(index: number): string {
    const unit = this.#text.charCodeAt(index);
    return unit < 0x20 ? `%${toHex(unit, 2)}` : this.#text.slice(index, index + this.#lengthAt(index));
  }

  /** Returns the byte of the raw character or escape at an index; a negative number for a malformed escape. */
  #byteAt(index: number): number {
    const unit = this.#text.charCodeAt(index);
    if (unit === PERCENT) return readEscape(this.#text, index);
    return unit === PLUS && this.#resolved.plusAsSpace ? 0x20 : unit;
  }

  #lengthAt(index: number): 1 | 3 {
    return this.#text.charCodeAt(index) === PERCENT ? 3 : 1;
  }
}
