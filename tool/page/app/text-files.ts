import type { Step } from "percodec";
import { readAccept } from "../../shared/accept.ts";
import { SET_NAMES } from "../../shared/set-names.ts";
import type { DecodeIssue, DecoderOptions } from "percodec";
import { namedSet, PercentEncodeSet } from "percodec/sets";
import {
  type ChosenOptions,
  findConflict,
  findCutFault,
  findEncodingFault,
  readWidth,
} from "../../shared/files/text-job.ts";
import { loadCharset, loadEncoding } from "./charset-loader.ts";
import type { OptionName } from "./options.ts";
import { readOption, type Job, JobRefused } from "./state.ts";

/** The conversion of a file as text: each call of `start` begins one text. */
export interface TextConversion {
  readonly start: (onIssue?: (issue: DecodeIssue) => void) => Step;
  /** What the file says about itself. */
  readonly note?: string;
}

/** The options of text. Without them a file is converted as bytes, by the fast way. */
const TEXT_OPTIONS: { readonly [mode in "encode" | "decode"]: readonly OptionName[] } = {
  encode: ["encoding", "inputEncoding", "invalidUtf8", "newlines", "wrap", "hex", "legacy", "preserveEscapes"],
  decode: ["encoding", "outputEncoding", "newlines", "unwrap", "legacy"],
};

/** Returns the conversion of a file as text; undefined if no option of text is set. */
export async function readTextConversion(
  mode: "encode" | "decode",
  job: Job,
  file: Blob,
): Promise<TextConversion | undefined> {
  const isText = TEXT_OPTIONS[mode].some((name) => job.options[name] !== undefined);
  return isText ? loadConversion(mode, job, file) : undefined;
}

/** Returns the conversion of a text of the page; the options of files do not apply to it. */
export function readTypedConversion(mode: "encode" | "decode", { options }: Job): Promise<TextConversion> {
  const { inputEncoding: _, outputEncoding: __, invalidUtf8, ...others } = options;
  const kept = mode === "encode" || invalidUtf8 === undefined ? others : { ...others, invalidUtf8 };
  return loadConversion(mode, { mode, options: kept });
}

async function loadConversion(mode: "encode" | "decode", job: Job, file?: Blob): Promise<TextConversion> {
  const chosen: ChosenOptions = {
    has: (option) => job.options[option as OptionName] !== undefined,
    name: (option) => option,
    undo: (option) => `reset ${option}`,
  };
  const value = (name: OptionName): string => readOption(job, name);
  refuse(findConflict(mode, chosen));
  const conversion = await (mode === "encode" ? encoding() : decoding());
  try {
    conversion.start();
  } catch (error) {
    // A combination of options that the library refuses.
    throw error instanceof TypeError ? new JobRefused(error.message) : error;
  }
  return conversion;

  async function encoding(): Promise<TextConversion> {
    const { startTextEncoding, findMark, MARK_BYTES, skipMark } = await import("./text-steps.ts");
    const written = await loadEncoding(value("encoding"));
    const typed = value("inputEncoding");
    const mark =
      typed === "auto" && file !== undefined
        ? findMark(new Uint8Array(await file.slice(0, MARK_BYTES).arrayBuffer()))
        : undefined;
    const label = typed === "auto" ? (mark?.label ?? "utf-8") : typed;
    const inputEncoding = label === "bytes" ? undefined : (await loadCharset()).encoding(label);
    refuse(findCutFault(chosen, inputEncoding));
    const set = namedSet(value("set")).remove(value("keep"));
    refuse(findEncodingFault(chosen, set));
    const width = value("wrap") === "" ? undefined : readWidth(chosen, value("wrap"));
    if (typeof width === "string") throw new JobRefused(`${width}.`);
    const options = {
      set,
      encoding: written,
      inputEncoding,
      invalidInput: value("invalidUtf8") as "throw",
      unencodable: written && (value("unencodable") as "throw"),
      newlines: value("newlines") as "keep",
      hex: value("hex") as "upper",
      width,
      legacy: value("legacy") === "true",
      preserveEscapes: value("preserveEscapes") === "true",
    };
    const isReference = written !== undefined && value("unencodable") === "reference";
    const notes = [
      mark && `a byte order mark says ${inputEncoding?.name}`,
      isReference && `a character that ${written.name} lacks is written as &#N;`,
    ].filter(Boolean);
    return {
      start: (onIssue) => {
        const step = startTextEncoding({ ...options, onIssue });
        return mark === undefined ? step : skipMark(step, mark);
      },
      ...(notes.length > 0 && { note: notes.join(", ") }),
    };
  }

  async function decoding(): Promise<TextConversion> {
    const { startTextDecoding } = await import("./text-steps.ts");
    const options = {
      decoder: {
        ...readDecoderOptions(job),
        encoding: await loadEncoding(value("encoding")),
        outputEncoding: await loadEncoding(value("outputEncoding")),
        raw: file === undefined ? "utf-8" : "same",
      },
      newlines: value("newlines") as "keep",
      unwrap: value("unwrap") === "true",
    } as const;
    return { start: (onIssue) => startTextDecoding({ ...options, onIssue }) };
  }
}

function refuse(fault: string | undefined): void {
  if (fault !== undefined) throw new JobRefused(`${fault}.`);
}

/** Returns the options of the library's decoder. */
export function readDecoderOptions(job: Job): DecoderOptions {
  const value = (name: OptionName): string => readOption(job, name);
  const [accept, kept] = [job.options.accept ?? "", job.options.keep ?? ""];
  const legacy = value("legacy") === "true";
  return {
    malformed: (legacy ? (job.options.malformed ?? "keep") : value("malformed")) as "throw",
    legacy,
    invalidUtf8: value("invalidUtf8") as "throw",
    plus: value("plus") as "literal",
    percentU: value("percentU") === "true",
    ...(kept !== "" && { except: PercentEncodeSet.encoding(kept) }),
    ...(accept !== "" && { accept: readAccept(accept, (name) => namedSet(SET_NAMES.get(name) ?? name)) }),
  };
}
