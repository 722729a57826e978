import { ESCAPE_LENGTH, UNICODE_ESCAPE_LENGTH } from "../../shared/files/line-wrap.ts";
import type { Step } from "../../shared/files/stage.ts";
import type { Encoding } from "percodec/charset";
import type { DecodeIssue, DecoderOptions } from "percodec";
import { namedSet } from "percodec/sets";
import { DECODING_CONFLICTS, ENCODING_CONFLICTS, findConflict } from "../../shared/files/text-conflicts.ts";
import type { OptionName } from "./options.ts";
import { readOption, type Job, JobRefused } from "./state.ts";

/** The modules for texts, which are loaded for them. */
export interface TextModules {
  readonly charset: () => Promise<Pick<typeof import("./charset.ts"), "encoding">>;
  readonly text: () => Promise<typeof import("./text-steps.ts")>;
}

/** The conversion of a file as text: each call of `start` begins one text. */
export interface TextConversion {
  readonly start: (onIssue?: (issue: DecodeIssue) => void) => Step;
  /** What the file says about itself. */
  readonly note?: string;
}

/** The options of text. Without them a file is converted as bytes, by the fast way. */
const TEXT_OPTIONS: { readonly [mode in "encode" | "decode"]: readonly OptionName[] } = {
  encode: ["encoding", "inputEncoding", "invalidUtf8", "newlines", "wrap", "hex", "legacy"],
  decode: ["encoding", "outputEncoding", "newlines", "unwrap", "legacy"],
};

/** Returns the conversion of a file as text; undefined if no option of text is set. */
export async function readTextConversion(
  mode: "encode" | "decode",
  job: Job,
  file: Blob,
  modules: TextModules,
): Promise<TextConversion | undefined> {
  const isText = TEXT_OPTIONS[mode].some((name) => job.options[name] !== undefined);
  return isText ? loadConversion(mode, job, file, modules) : undefined;
}

/** Returns the conversion of a text of the page; the options of files do not apply to it. */
export function readTypedConversion(
  mode: "encode" | "decode",
  { options }: Job,
  modules: TextModules,
): Promise<TextConversion> {
  const { inputEncoding: _, outputEncoding: __, invalidUtf8, ...others } = options;
  const kept = mode === "encode" || invalidUtf8 === undefined ? others : { ...others, invalidUtf8 };
  return loadConversion(mode, { mode, options: kept }, undefined, modules);
}

async function loadConversion(
  mode: "encode" | "decode",
  job: Job,
  file: Blob | undefined,
  modules: TextModules,
): Promise<TextConversion> {
  refuseConflicts(mode, job);
  const load = createLoader(modules);
  const conversion = await (mode === "encode"
    ? encoding(job, file, modules, load)
    : decoding(job, file, modules, load));
  try {
    conversion.start();
  } catch (error) {
    // A combination of options that the library refuses.
    throw error instanceof TypeError ? new JobRefused(error.message) : error;
  }
  return conversion;
}

function refuseConflicts(mode: "encode" | "decode", { options }: Job): void {
  const conflicts = mode === "encode" ? ENCODING_CONFLICTS : DECODING_CONFLICTS;
  const found = findConflict(conflicts, (name) => options[name as OptionName] !== undefined);
  if (found === undefined) return;
  throw new JobRefused(`The option ${found.option} ${found.reason}: reset ${found.other}.`);
}

type Load = (label: string) => Promise<Encoding>;

function createLoader({ charset }: TextModules): Load {
  return async (label) => (await charset()).encoding(label);
}

async function encoding(job: Job, file: Blob | undefined, modules: TextModules, load: Load): Promise<TextConversion> {
  const { startTextEncoding, findMark, MARK_BYTES, skipMark } = await modules.text();
  const value = (name: OptionName): string => readOption(job, name);
  const written = value("encoding") === "UTF-8" ? undefined : await load(value("encoding"));
  const legacy = value("legacy") === "true";
  const typed = value("inputEncoding");
  const mark =
    typed === "auto" && file !== undefined
      ? findMark(new Uint8Array(await file.slice(0, MARK_BYTES).arrayBuffer()))
      : undefined;
  const label = typed === "auto" ? (mark?.label ?? "utf-8") : typed;
  const inputEncoding = label === "bytes" ? undefined : await load(label);
  if (value("lines") === "true" && inputEncoding?.name.startsWith("UTF-16"))
    throw new JobRefused(`A file in ${inputEncoding.name} is not cut into lines: reset “line by line”.`);
  const isText = written !== undefined || inputEncoding !== undefined || legacy;
  if (!isText && job.options.invalidUtf8 !== undefined)
    throw new JobRefused("invalidUtf8 needs an encoding of the file: without one its bytes are encoded as they are.");
  const options = {
    set: namedSet(value("set")).remove(value("keep")),
    encoding: written,
    inputEncoding,
    invalidInput: value("invalidUtf8") as "throw",
    unencodable: written && (value("unencodable") as "throw"),
    newlines: value("newlines") as "keep",
    hex: value("hex") as "upper",
    width: readWidth(value("wrap"), legacy),
    legacy,
  };
  if (options.width !== undefined && !legacy && !(options.set.has("\n") && options.set.has("\r")))
    throw new JobRefused("wrap needs a set that encodes line ends.");
  return {
    start: (onIssue) => {
      const step = startTextEncoding({ ...options, onIssue });
      return mark === undefined ? step : skipMark(step, mark);
    },
    ...joinNotes([
      mark && `a byte order mark says ${inputEncoding?.name}`,
      written && value("unencodable") === "reference" && `a character that ${written.name} lacks is written as &#N;`,
    ]),
  };
}

function joinNotes(notes: readonly (string | false | undefined)[]): { readonly note?: string } {
  const note = notes.filter(Boolean).join(", ");
  return note === "" ? {} : { note };
}

function readWidth(typed: string, legacy: boolean): number | undefined {
  if (typed === "") return undefined;
  const least = legacy ? UNICODE_ESCAPE_LENGTH : ESCAPE_LENGTH;
  if (Number(typed) < least) throw new JobRefused(`wrap takes a number of characters from ${least} on.`);
  return Number(typed);
}

async function decoding(job: Job, file: Blob | undefined, modules: TextModules, load: Load): Promise<TextConversion> {
  const { startTextDecoding } = await modules.text();
  const value = (name: OptionName): string => readOption(job, name);
  const loadOther = async (name: OptionName): Promise<Encoding | undefined> =>
    value(name) === "UTF-8" ? undefined : load(value(name));
  const decoder = readDecoderOptions(job);
  const options = {
    decoder,
    invalidUtf8: decoder.invalidUtf8,
    encoding: await loadOther("encoding"),
    outputEncoding: await loadOther("outputEncoding"),
    raw: file === undefined ? "utf-8" : "same",
    newlines: value("newlines") as "keep",
    unwrap: value("unwrap") === "true",
    legacy: value("legacy") === "true",
  } as const;
  return { start: (onIssue) => startTextDecoding({ ...options, onIssue }) };
}

/** Returns the options of the library's decoder for a file. */
export function readDecoderOptions(job: Job): DecoderOptions {
  const value = (name: OptionName): string => readOption(job, name);
  const accept = job.options.accept ?? "";
  return {
    malformed: value("malformed") as "throw",
    invalidUtf8: value("invalidUtf8") as "throw",
    plus: value("plus") as "literal",
    percentU: value("percentU") === "true",
    ...(accept !== "" && { accept: new RegExp(accept, "u") }),
  };
}
