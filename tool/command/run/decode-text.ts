import { refuse } from "../io/errors.ts";
import { fromUtf8, toUtf8 } from "../../shared/text.ts";
import { type DecodeIssue, type DecoderOptions, type Step } from "percodec";
import { runText, toUnits } from "../../shared/files/run-text.ts";
import { findConflict } from "../../shared/files/text-job.ts";
import { unlessRefused } from "../../shared/unless-refused.ts";
import { startTextDecoding } from "../../shared/files/text-decoding.ts";
import type { Invocation } from "../line/arguments.ts";
import type { CommandCodec } from "./bytes.ts";
import { readWhole, unread } from "../io/source.ts";
import { writeMessage } from "../io/sink.ts";
import { asUsage, loadAsciiEncoding, loadEncoding, watchWebLabel } from "./load-encoding.ts";
import { toChosen } from "./set-options.ts";

const MAX_ISSUES = 100;
const TARGET_BYTES = 0x10000;

/** The encoding of raw characters. */
type Raw = "same" | "utf-8";

/**
 * Creates the codec of `decode` with options for text.
 *
 * @param bytes the options for files, `text` those for arguments
 */
export async function textDecoder(
  invocation: Invocation,
  base: Pick<CommandCodec, "stillEncoded" | "isLossy" | "lineEndEscape">,
  bytes: DecoderOptions,
  text: DecoderOptions,
): Promise<CommandCodec> {
  const { has, value, environment } = invocation;
  refuse(findConflict("decode", toChosen(invocation)));
  const labels = value("encoding")?.split(",") ?? [];
  const encodings = await Promise.all(labels.map(loadEncoding));
  const watches = encodings.map((encoding, k) => watchWebLabel(invocation, labels[k], encoding, "read"));
  const written = value("output-encoding");
  const outputEncoding = written === undefined ? undefined : await loadAsciiEncoding(written, "output-encoding");
  const newlines = invocation.choice("decode", "newlines") ?? "keep";
  const create = (k: number, raw: Raw, decoder: DecoderOptions, onIssue?: (issue: DecodeIssue) => void): Step =>
    startTextDecoding({
      decoder: { ...decoder, encoding: encodings[k], outputEncoding, raw, legacy: has("legacy") },
      newlines,
      unwrap: has("unwrap"),
      onIssue,
    });
  const isChosen = labels.length > 1;
  if (isChosen && has("invalid-utf8"))
    refuse("--encoding with several encodings needs strict decoding: leave out --invalid-utf8");
  const target = new Uint8Array(isChosen ? TARGET_BYTES : 0);
  const said = new Set<string>();
  /**
   * Returns the index of the first encoding in which bytes are valid, or 0, whose error then stops the command, and says so, for records
   * once for each encoding.
   */
  const choose = (place: string, source: Uint8Array, raw: Raw, decoder: DecoderOptions): number => {
    if (!isChosen) return 0;
    const found = encodings.findIndex((_, k) => isDecoded(create(k, raw, decoder), source, target));
    const chosen = encodings[found];
    const note =
      chosen === undefined
        ? `no encoding of ${labels.join(", ")} decodes ${place}; the error is that of ${labels[0]!}`
        : `${place} is decoded as ${chosen.name}`;
    const isInAnswer = found >= 0 && place === "TEXT" && has("json");
    if (!isInAnswer && !(place === "a record" && said.has(note))) writeMessage(environment, `note: ${note}`);
    said.add(note);
    return Math.max(found, 0);
  };
  const startWith = (k: number, raw: Raw, ...given: [DecoderOptions, ((issue: DecodeIssue) => void)?]): Step => {
    const step = create(k, raw, ...given);
    return watches[k]?.(step, raw === "same") ?? step;
  };
  /** The encoding of the current file, if it is not chosen for each record. */
  let ofFile: number | undefined = isChosen ? undefined : 0;
  asUsage(() => create(0, "same", bytes));
  const decodeText = (typed: string, onIssue?: (issue: DecodeIssue) => void) => {
    const k = choose("TEXT", toUtf8(typed), "utf-8", text);
    return { k, result: runText(startWith(k, "utf-8", text, onIssue), typed) };
  };
  return {
    ...base,
    text: (typed) => {
      const { result } = decodeText(typed);
      return outputEncoding?.legacy === undefined ? fromUtf8(result) : result;
    },
    report: (typed) => {
      const issues: DecodeIssue[] = [];
      const { k, result } = decodeText(typed, (issue) => issues.push(issue));
      const source = toUtf8(typed);
      return {
        value: fromUtf8(result),
        ...(isChosen && { encoding: encodings[k]?.name }),
        issues: issues.slice(0, MAX_ISSUES).map((issue) => ({ code: issue.code, ...toUnits(source, issue) })),
        issueCount: issues.length,
        lossy: issues.some((issue) => base.isLossy(issue)),
        stillEncoded: base.stillEncoded?.(typed),
      };
    },
    start: (onIssue) => {
      if (ofFile !== undefined) return startWith(ofFile, "same", bytes, onIssue);
      let step: Step | undefined;
      return (source, to, part = {}) => {
        step ??= startWith(
          choose("a record", source.subarray(part.from, part.to), "same", bytes),
          "same",
          bytes,
          onIssue,
        );
        return step(source, to, part);
      };
    },
    ...(isChosen &&
      !has("lines") &&
      !has("null") && {
        open: (source) => {
          // The file is read whole to choose its encoding.
          const whole = readWhole(source, Infinity);
          ofFile = choose(source.name, whole, "same", bytes);
          return unread({ ...source, read: () => 0 }, whole);
        },
      }),
  };
}

/** Whether a step converts the whole source. */
function isDecoded(step: Step, source: Uint8Array, target: Uint8Array): boolean {
  const end = unlessRefused(() => {
    let at = 0;
    do at += step(source, target, { from: at, to: source.length, final: true }).read;
    while (at < source.length);
    return at;
  });
  return end !== undefined;
}
