import { type DecodeOptions, readDecodeOptions, resolveTextOptions } from "../codec/options.ts";
import { toHex, readEscape } from "../base/escape.ts";
import { requireText } from "../base/arguments.ts";
import { readOptions } from "../base/options.ts";
import { type DecodeIssue, decodeText } from "../codec/decode.ts";
import { Decoder, type ResolvedDecodeOptions } from "../codec/decoder.ts";
import { ENCODE_OPTIONS, type EncodeOptions, loneSurrogateError, throwsOnLoneSurrogate } from "../codec/encode.ts";
import type { DecodableText, EncodableText } from "../base/branded-text.ts";
import { codePointAt, joinSurrogates, sequenceCodePoint, sequenceLength } from "../base/utf8.ts";
import {
  CLAUSE,
  countUnits,
  type ExplainedStep,
  isSurrogate,
  listByBytes,
  REPLACEMENT,
  StepList,
  toAscii,
  toPolicyOutput,
  toUtf8,
} from "./explained-steps.ts";
import { requireSet, type PercentEncodeSet } from "../sets/percent-encode-set.ts";
import { rfc3986 } from "../sets/rfc.ts";

const ESCAPES: readonly string[] = /* @__PURE__ */ listByBytes((byte) => `%${toHex(byte, 2)}`);

/**
 * Lists the steps by which `percentDecodeReport` decodes a text; the joined outputs are its value
 * (https://url.spec.whatwg.org/#percent-decode, https://www.rfc-editor.org/rfc/rfc3629#section-3).
 *
 * A step is an escape, a malformed escape, a `+` that is a space, a run of raw ASCII, or another raw character. The steps
 * with a `code` are all the issues, not only the first 100.
 *
 * @param text any text
 * @param options as for `percentDecodeReport`; the default of each policy is `"keep"`
 * @returns the steps, which cover the text without gaps; index and length in UTF-16 units
 * @throws PercentEncodingError if a policy is `"throw"`: `malformed-escape`, `truncated-escape`, `invalid-utf8`,
 *   `overlong-utf8`, `encoded-surrogate`, `code-point-out-of-range` or `lone-surrogate`, as `percentDecodeReport` does
 * @throws TypeError for wrong arguments
 * @example
 * import { explainDecode } from "percodec/inspect";
 * explainDecode("caf%C3%A9").map(({ input, output }) => [input, output]) // → [["caf", "caf"], ["%C3", ""], ["%A9", "é"]]
 * explainDecode("%C3%A9").map(({ utf8, bits }) => [utf8, bits]) // → [["lead", "110 00011"], ["last", "10 101001"]]
 * explainDecode("%C0%AF").map(({ utf8, code }) => [utf8, code]) // → [["error", "overlong-utf8"], ["error", undefined]]
 */
export function explainDecode(text: DecodableText, options?: DecodeOptions): readonly ExplainedStep[] {
  requireText(text, "explainDecode");
  const resolved = resolveTextOptions(readDecodeOptions(options, "explainDecode"), "keep");
  // The decoder finds every issue, calls `accept` and applies the policies. The loop below only splits the text at the issues.
  const issues: DecodeIssue[] = [];
  decodeText(text, 0, text.length, new Decoder(resolved), (code, index, length) =>
    issues.push({ code, index, length }),
  );

  const steps = new StepList(text);
  for (let k = 0; steps.index < text.length;) {
    steps.issue = issues[k]?.index === steps.index ? issues[k++] : undefined;
    explainNext(steps, resolved, issues[k]?.index ?? text.length);
  }
  return steps.list;
}

/**
 * Lists the steps by which `percentEncode` encodes a text; the joined outputs are its value
 * (https://url.spec.whatwg.org/#utf-8-percent-encode).
 *
 * A step is a character that is encoded, a run of ASCII that the set keeps, or another character that it keeps.
 *
 * @param text any text
 * @param set the characters to encode (default `rfc3986.component`)
 * @param options `loneSurrogate` (default `"replace"`)
 * @returns the steps, which cover the text without gaps; index and length in UTF-16 units
 * @throws PercentEncodingError `lone-surrogate`, with its index, if `loneSurrogate` is `"throw"`
 * @throws TypeError for wrong arguments
 * @example
 * import { explainEncode } from "percodec/inspect";
 * explainEncode("a é").map(({ input, output }) => [input, output]) // → [["a", "a"], [" ", "%20"], ["é", "%C3%A9"]]
 * explainEncode("a é")[0].clause // → "https://www.rfc-editor.org/rfc/rfc3986#section-2.3"
 */
export function explainEncode(
  text: EncodableText,
  set: PercentEncodeSet = rfc3986.component,
  options?: EncodeOptions,
): readonly ExplainedStep[] {
  requireText(text, "explainEncode");
  const { source = CLAUSE.set, spaceAsPlus } = requireSet(set, "explainEncode");
  const { loneSurrogate = "replace" } = readOptions(options, ENCODE_OPTIONS, "explainEncode");
  const strict = throwsOnLoneSurrogate({ loneSurrogate });
  const isKept = (code: number) => !set.has(code);

  const steps = new StepList(text);
  while (steps.index < text.length) {
    const { index } = steps;
    const code = codePointAt(text, index);
    const isLone = isSurrogate(code);
    if (isLone && strict) throw loneSurrogateError(text.charAt(index), index, 1, "utf-16");
    steps.issue = isLone ? { code: "lone-surrogate", index, length: 1 } : undefined;
    const value = isLone ? REPLACEMENT.charCodeAt(0) : code;
    const utf8 = isLone ? "error" : utf8State(code);
    if (code < 0x80 && isKept(code)) {
      steps.addRun(text.length, isKept, source);
    } else if (isKept(value)) {
      steps.add(utf8, countUnits(code), toUtf8(value), String.fromCodePoint(value), isLone ? CLAUSE.surrogate : source);
    } else if (code === 0x20 && spaceAsPlus) {
      steps.add(utf8, 1, [code], "+", CLAUSE.spaceAsPlus);
    } else {
      const bytes = toUtf8(value);
      let escapes = "";
      for (const byte of bytes) escapes += ESCAPES[byte]!;
      steps.add(utf8, countUnits(code), bytes, escapes, isLone ? CLAUSE.surrogate : CLAUSE.encoded);
    }
  }
  return steps.list;
}

/** Adds the steps of one character or fault, or of a run up to the next issue. */
function explainNext(steps: StepList, resolved: ResolvedDecodeOptions, nextIssue: number): void {
  const { text, index, issue } = steps;
  const code = codePointAt(text, index);
  if (code === 0x25) {
    if (issue === undefined || issue.code === "not-accepted" || issue.code === "percent-u-ascii") {
      if (resolved.percentU && text[index + 1] === "u") explainPercentU(steps, resolved);
      else explainSequence(steps, resolved);
    } else {
      explainFault(steps, resolved, issue);
    }
  } else if (code === 0x2b && resolved.plusAsSpace) {
    steps.add("ascii", 1, [0x20], " ", CLAUSE.plus);
  } else if (code < 0x80) {
    const isRaw = (unit: number) => unit !== 0x25 && !(unit === 0x2b && resolved.plusAsSpace);
    steps.addRun(issue === undefined ? nextIssue : index + 1, isRaw, CLAUSE.raw);
  } else if (isSurrogate(code)) {
    steps.add("error", 1, [], undefined, CLAUSE.surrogate);
  } else {
    steps.add("character", countUnits(code), toUtf8(code), undefined, CLAUSE.utf8);
  }
}

/** Adds the steps of a malformed escape, of a lone surrogate written as `%uXXXX`, or of escapes that are not UTF-8. */
function explainFault(
  steps: StepList,
  { malformed, invalidUtf8 }: ResolvedDecodeOptions,
  { code, index, length }: DecodeIssue,
): void {
  if (code === "malformed-escape" || code === "truncated-escape") {
    const bytes = malformed === "keep" ? toAscii(steps.text, index, index + length) : [];
    return steps.add("error", length, bytes, toPolicyOutput(malformed), CLAUSE.escape);
  }
  if (code === "lone-surrogate") return steps.add("error", length, [], toPolicyOutput(invalidUtf8), CLAUSE.surrogate);
  while (steps.index < index + length) {
    // `invalid-utf8` is one maximal subpart; in any other issue each byte is one: see `classifySequence`.
    const beginsSubpart = steps.index === index || code !== "invalid-utf8";
    const output = beginsSubpart || invalidUtf8 === "keep" ? toPolicyOutput(invalidUtf8) : "";
    steps.add("error", 3, [readEscape(steps.text, steps.index)], output, CLAUSE.notUtf8);
  }
}

/** Adds the escapes of one character. */
function explainSequence(steps: StepList, { except }: ResolvedDecodeOptions): void {
  const lead = readEscape(steps.text, steps.index);
  if (lead < 0x80) {
    return steps.add(
      "ascii",
      3,
      [lead],
      except?.bytes[lead] === 1 ? undefined : String.fromCharCode(lead),
      CLAUSE.escape,
    );
  }
  steps.add("lead", 3, [lead], "", CLAUSE.utf8);
  for (const sequence = [lead]; sequence.length < sequenceLength(lead);) {
    const byte = readEscape(steps.text, steps.index);
    const completes = sequence.push(byte) === sequenceLength(lead);
    const output = completes ? String.fromCodePoint(sequenceCodePoint(sequence)) : "";
    steps.add(completes ? "last" : "continuation", 3, [byte], output, CLAUSE.utf8);
  }
}

/** Adds the step of a `%uXXXX`, or the two steps of a surrogate pair. */
function explainPercentU(steps: StepList, { except }: ResolvedDecodeOptions): void {
  const first = readPercentU(steps.text, steps.index);
  const pair = isSurrogate(first);
  if (pair) steps.add("lead", 6, [], "", CLAUSE.percentU);
  const code = pair ? joinSurrogates(first, readPercentU(steps.text, steps.index)) : first;
  const output = code < 0x80 && except?.bytes[code] === 1 ? undefined : String.fromCodePoint(code);
  steps.add(pair ? "last" : utf8State(code), 6, toUtf8(code), output, CLAUSE.percentU);
}

/** Returns the UTF-16 unit of the `%uXXXX` at `at`. */
function readPercentU(text: string, at: number): number {
  return (readEscape(text, at + 1) << 8) | readEscape(text, at + 3);
}

function utf8State(code: number): "ascii" | "character" {
  return code < 0x80 ? "ascii" : "character";
}
