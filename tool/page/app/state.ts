import { unlessRefused } from "../../shared/unless-refused.ts";
import type { AllowedInSegment } from "percodec/guard";
import { percentDecode, percentEncode } from "percodec";
import type { Encoding } from "percodec/charset";
import { rfc3986 } from "percodec/sets";
import type { CleanOptions } from "percodec/uri";
import { MODES, hasOther, hasText, type ModeName } from "./modes.ts";
import { PAGE_OPTIONS, toLibraryOptions } from "../../shared/option-table.ts";
import { defaultChoice, findOption, findOptions, isValue, type OptionName } from "./options.ts";

/** The state that the address of the page contains. */
export interface PageState {
  readonly mode: ModeName;
  readonly text: string;
  /** The second text, of a view with two. */
  readonly other: string;
  /** The options that differ from their defaults. */
  readonly options: Options;
}

export type Options = { readonly [name in OptionName]?: string };

export const START: PageState = { mode: "start", text: "", other: "", options: {} };

/** Returns a state without its texts and the words of a search, which the address contains only after Share. */
export function withoutTexts({ mode, options }: PageState): PageState {
  const { find: _, ...others } = options;
  return { mode, text: "", other: "", options: others };
}

/** Returns whether a state shows a text or the words of a search that the state before does not show. */
export function showsNewText(next: PageState, before: PageState): boolean {
  const shown = readShown(before);
  return readShown(next).some((text, k) => text !== "" && text !== shown[k]);
}

function readShown({ mode, text, other, options }: PageState): readonly string[] {
  return [hasText(mode) ? text : "", hasOther(mode) ? other : "", options.find ?? ""];
}

/** The longest fragment that is written or read, in UTF-16 units. */
export const MAX_FRAGMENT_UNITS = 16_384;

const VERSION = "1";

/** Encodes a value so that it contains no delimiter of the fragment, and a browser leaves it unchanged. */
const VALUE_SET = rfc3986.component;

/**
 * Writes the state as a fragment, without its `#`: `1/decode?text=a%2520b&malformed=keep`. It leaves out a text that the view does not show.
 *
 * @returns undefined if the fragment would be too long, or a text contains a lone surrogate
 */
export function writeFragment({ mode, options, ...texts }: PageState): string | undefined {
  const text = hasText(mode) ? texts.text : "";
  const other = hasOther(mode) ? texts.other : "";
  if (text.length + other.length > MAX_FRAGMENT_UNITS) return undefined;
  const fields = Object.entries({ text, other, ...options }).filter(([, value]) => value !== "");
  try {
    const query = fields.map(([name, value]) => `${name}=${percentEncode(value, VALUE_SET)}`).join("&");
    const fragment = `${VERSION}/${mode}${query && `?${query}`}`;
    return fragment.length > MAX_FRAGMENT_UNITS ? undefined : fragment;
  } catch {
    return undefined;
  }
}

/** Why a fragment is refused. */
export type Refusal = "version" | "length" | "form";

/**
 * Reads a fragment, with or without its `#`. It accepts only what `writeFragment` writes: one version, known names, each
 * once, known values, well-formed escapes.
 */
export function readFragment(fragment: string): PageState | Refusal {
  const text = fragment.replace(/^#/, "");
  if (text === "") return START;
  if (text.length > MAX_FRAGMENT_UNITS) return "length";
  const [, version, mode, query] = /^(\d{1,4})\/([a-z]+)(?:\?([^]*))?$/.exec(text) ?? [];
  if (version === undefined || mode === undefined) return "form";
  if (version !== VERSION) return "version";
  if (!Object.hasOwn(MODES, mode)) return "form";
  return readFields(mode as ModeName, query === undefined ? [] : query.split("&")) ?? "form";
}

function readFields(mode: ModeName, pieces: readonly string[]): PageState | undefined {
  const fields = new Map<string, string>();
  for (const piece of pieces) {
    const equals = piece.indexOf("=");
    const name = piece.slice(0, equals);
    const value = unlessRefused(() => percentDecode(piece.slice(equals + 1)));
    if (equals < 0 || value === undefined || value === "" || fields.has(name)) return undefined;
    if (!isField(mode, name, value)) return undefined;
    fields.set(name, value);
  }
  const { text = "", other = "", ...options } = Object.fromEntries(fields);
  return { mode, text, other, options };
}

function isField(mode: ModeName, name: string, value: string): boolean {
  if (name === "text") return hasText(mode);
  if (name === "other") return hasOther(mode);
  const row = findOptions(mode).find((option) => option === name);
  return row !== undefined && isValue(findOption(mode, row), value);
}

/** Returns the value of an option, or its default. */
export function readOption({ mode, options }: Job, name: OptionName): string {
  return options[name] ?? defaultChoice(findOption(mode, name));
}

/** Returns the options of a view that a function of the library takes. */
export function readLibraryOptions(state: Job): object {
  const read = (name: OptionName): string | boolean => {
    const value = readOption(state, name);
    return findOption(state.mode, name).kind === "switch" ? value === "true" : value;
  };
  return toLibraryOptions(findOptions(state.mode), PAGE_OPTIONS, read);
}

/** Returns the options of cleaning with an encoding; undefined for UTF-8. */
export function readCleanOptions(state: Job, encoding: Encoding | undefined): CleanOptions {
  const addressBar = readOption(state, "addressBar");
  return {
    level: readOption(state, "level"),
    ...(addressBar !== "none" && { addressBar }),
    ...(encoding && { encoding }),
  } as CleanOptions;
}

/** Returns what segments may be or contain; undefined if the state leaves that to the function. */
export function readAllowed(state: PageState): readonly AllowedInSegment[] | undefined {
  const list = readOption(state, "allow");
  return list === "" ? undefined : list === "none" ? [] : (list.split(",") as AllowedInSegment[]);
}

/** Returns the options with one of them changed; a default value is left out. */
export function withOption({ mode, options }: PageState, name: OptionName, value: string): Options {
  const { [name]: _, ...others } = options;
  return value === defaultChoice(findOption(mode, name)) ? others : { ...others, [name]: value };
}

export type Job = Pick<PageState, "mode" | "options">;

/** The error for options with which nothing can be converted. */
export class JobRefused extends Error {}
