import { type DecodeIssue, type DecodeOptions, type EncodeOptions, percentEncode } from "percodec";
import type { LegacyCodec } from "percodec/charset";
import { type PercentEncodeSet, rfc3986 } from "percodec/sets";
import { PERCENT, PLUS, readEscape, toHex, codeAt } from "../text.ts";
import {
  listIssues,
  readPercentU,
  sequenceLength,
  CLAUSE,
  findClause,
  countUnits,
  type ExplainedStep,
  isSurrogate,
  REPLACEMENT,
  StepList,
  toAscii,
  toPolicyOutput,
  toUtf8,
} from "./steps.ts";

const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Lists the steps by which `percentDecodeReport` decodes a string; the joined outputs are its value
 * (https://url.spec.whatwg.org/#percent-decode, https://www.rfc-editor.org/rfc/rfc3629#section-3).
 *
 * A step is an escape, a malformed escape, a `+` that is a space, a run of raw ASCII, or another raw character. The steps
 * with a `code` are all the issues, not only the first 100.
 *
 * @param options as for `percentDecodeReport`; the default of each policy is `"keep"`
 * @returns the steps, which cover the text without gaps; index and length in UTF-16 units
 * @throws PercentEncodingError if a policy is `"throw"`, as `percentDecodeReport` does
 */
export function explainDecode(text: string, options: DecodeOptions = {}): readonly ExplainedStep[] {
  // The decoder finds every issue, calls `accept` and applies the policies. The loop below only splits the text at the issues.
  const issues = listIssues(text, options);
  const steps = new StepList(text);
  for (let k = 0; steps.index < text.length;) {
    steps.issue = issues[k]?.index === steps.index ? issues[k++] : undefined;
    explainNext(steps, options, issues[k]?.index ?? text.length);
  }
  return steps.list;
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

/** Adds the steps of one character or fault, or of a run up to the next issue. */
function explainNext(steps: StepList, options: DecodeOptions, nextIssue: number): void {
  const { text, index, issue } = steps;
  const code = codeAt(text, index);
  const plusAsSpace = options.plus === "space";
  if (code === PERCENT) {
    if (issue === undefined || issue.code === "not-accepted" || issue.code === "percent-u-ascii") {
      if (options.percentU === true && text[index + 1] === "u") explainPercentU(steps, options);
      else explainSequence(steps, options);
    } else {
      explainFault(steps, options, issue);
    }
  } else if (code === PLUS && plusAsSpace) {
    steps.add("ascii", 1, [0x20], " ", CLAUSE.plus);
  } else if (code < 0x80) {
    const isRaw = (unit: number) => unit !== PERCENT && !(unit === PLUS && plusAsSpace);
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
  { malformed = "keep", invalidUtf8 = "keep" }: DecodeOptions,
  { code, index, length }: DecodeIssue,
): void {
  if (code === "malformed-escape" || code === "truncated-escape") {
    const bytes = malformed === "keep" ? toAscii(steps.text, index, index + length) : [];
    return steps.add("error", length, bytes, toPolicyOutput(malformed), CLAUSE.escape);
  }
  if (code === "lone-surrogate") return steps.add("error", length, [], toPolicyOutput(invalidUtf8), CLAUSE.surrogate);
  while (steps.index < index + length) {
    // `invalid-utf8` is one maximal subpart; in any other issue each byte is one: see `findUtf8Fault`.
    const beginsSubpart = steps.index === index || code !== "invalid-utf8";
    const output = beginsSubpart || invalidUtf8 === "keep" ? toPolicyOutput(invalidUtf8) : "";
    steps.add("error", 3, [readEscape(steps.text, steps.index)], output, CLAUSE.notUtf8);
  }
}

function explainSequence(steps: StepList, { except }: DecodeOptions): void {
  const lead = readEscape(steps.text, steps.index);
  if (lead < 0x80) {
    const output = except?.has(lead) === true ? undefined : String.fromCharCode(lead);
    return steps.add("ascii", 3, [lead], output, CLAUSE.escape);
  }
  steps.add("lead", 3, [lead], "", CLAUSE.utf8);
  for (const sequence = [lead]; sequence.length < sequenceLength(lead);) {
    const byte = readEscape(steps.text, steps.index);
    const completes = sequence.push(byte) === sequenceLength(lead);
    const output = completes ? UTF8.decode(Uint8Array.from(sequence)) : "";
    steps.add(completes ? "last" : "continuation", 3, [byte], output, CLAUSE.utf8);
  }
}

/** Adds the step of a `%uXXXX`, or the two steps of a surrogate pair. */
function explainPercentU(steps: StepList, { except }: DecodeOptions): void {
  const first = readPercentU(steps.text, steps.index);
  const pair = isSurrogate(first);
  if (pair) steps.add("lead", 6, [], "", CLAUSE.percentU);
  const second = pair ? String.fromCharCode(readPercentU(steps.text, steps.index)) : "";
  const character = String.fromCharCode(first) + second;
  const code = codeAt(character);
  const output = code < 0x80 && except?.has(code) === true ? undefined : character;
  steps.add(pair ? "last" : utf8State(code), 6, toUtf8(code), output, CLAUSE.percentU);
}

function utf8State(code: number): "ascii" | "character" {
  return code < 0x80 ? "ascii" : "character";
}
