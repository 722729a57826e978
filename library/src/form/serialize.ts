import { requireChoice, requireFlag } from "../base/arguments.ts";
import { type OptionNames, type ReadOptions, readOptions } from "../base/options.ts";
import { findOutputEncoding, isEncodedAsAscii, UTF8 } from "../charset/encoding.ts";
import { encodeText, requireUnencodable, throwsOnLoneSurrogate } from "../codec/encode.ts";
import type { EncodeOptions } from "../codec/options.ts";
import type { EncodedText } from "../base/branded-text.ts";
import { activeKernel } from "#kernel";
import { type ByteTable, toByteTable } from "../sets/byte-table.ts";
import { FORM_TABLE, FORM_WITHOUT_PLUS_TABLE } from "../sets/tables.ts";
import { MARK_UNIT } from "../kernel/form.ts";
import {
  flattenEntries,
  type FormEntries,
  type FormFields,
  hasNewline,
  isCharsetName,
  type Nulls,
  requireNulls,
  toCrlf,
} from "./entry-list.ts";
import { FORM_STYLES, type FormStyle, NEXT_ITEM_ENCODED, nestedAdder } from "./nested.ts";

/** How the pairs of a `FormPairs` are serialized. */
export interface SerializePairsOptions extends Omit<EncodeOptions, "preserveEscapes"> {
  /** Whether newlines in names and values stay, `"keep"` (the default), or become `"crlf"`, as when a browser submits a form. */
  readonly newlines?: "keep" | "crlf" | undefined;
  /** Whether a space is `"+"` (the default) or `"%20"`, as in a mailto form. */
  readonly space?: "+" | "%20" | undefined;
  /** The separator of pairs: `"&"` (the default), or `";"` as in XForms. */
  readonly separator?: "&" | ";" | undefined;
  /** Whether the value of a pair named `_charset_`, in any letter case, becomes the encoding's name, as in a hidden field. */
  readonly charsetField?: boolean | undefined;
  /** What a `null` becomes: `"throw"` (the default) throws a TypeError, `"skip"` omits the pair, `"empty"` writes an empty value. */
  readonly nulls?: Nulls | undefined;
}

export const PAIRS_OPTIONS: OptionNames<SerializePairsOptions> = {
  encoding: true,
  newlines: true,
  space: true,
  separator: true,
  charsetField: true,
  nulls: true,
  unencodable: true,
  loneSurrogate: true,
};

/** How pairs are serialized. */
export interface SerializeOptions extends SerializePairsOptions {
  /**
   * How nested arrays and objects are written; empty ones are not. Without it only an array of values is accepted, which repeats the name.
   * `toNestedObject` reads all styles but `"comma"` again.
   */
  readonly style?: FormStyle | undefined;
}

const SERIALIZE_OPTIONS: OptionNames<SerializeOptions> = /* @__PURE__ */ (() => ({ ...PAIRS_OPTIONS, style: true }))();

/**
 * Serializes pairs as application/x-www-form-urlencoded (https://url.spec.whatwg.org/#concept-urlencoded-serializer).
 *
 * The standard's input has no lone surrogates. Here a lone surrogate throws; with `loneSurrogate: "replace"` it becomes U+FFFD,
 * as in a browser. A value `undefined` is skipped, as in `{ page?: number }`.
 *
 * @param source pairs, an object (an array makes one pair for each item), FormPairs, FormData (the value of a file is its
 *   name) or URLSearchParams
 * @param options the encoding, newlines, spaces and separators, what a `null` becomes, and how nested values are written
 * @returns the form, which is ASCII
 * @throws PercentEncodingError `lone-surrogate` or `unencodable`, with its index in UTF-16 units of the name or value
 * @throws TypeError for wrong arguments
 * @example
 * import { serializeForm } from "percodec/form";
 * serializeForm([["q", "a b&c"], ["q", "é"]]) // → "q=a+b%26c&q=%C3%A9"
 * serializeForm({ text: "1\n2" }, { newlines: "crlf", space: "%20" }) // → "text=1%0D%0A2"
 * serializeForm({ q: "tea", page: undefined, sort: null }, { nulls: "skip" }) // → "q=tea"
 * serializeForm({ a: { b: [1, 2] } }, { style: "deep" }) // → "a%5Bb%5D%5B0%5D=1&a%5Bb%5D%5B1%5D=2"
 * serializeForm({ ids: [1, "2,3"] }, { style: "comma" }) // → "ids=1,2%2C3"
 */
export function serializeForm(source: object, options: SerializeOptions & { readonly style: FormStyle }): EncodedText;
export function serializeForm<T extends FormFields<T>>(
  source: T | FormEntries,
  options?: SerializeOptions,
): EncodedText;
export function serializeForm<T extends FormFields<T, null>>(
  source: T | FormEntries<null>,
  options: SerializeOptions & { readonly nulls: "skip" | "empty" },
): EncodedText;
export function serializeForm(source: object, options?: SerializeOptions): EncodedText {
  const given = readOptions(options, SERIALIZE_OPTIONS, "serializeForm");
  const nulls = requireNulls(given.nulls);
  const { style } = given;
  if (style === undefined) return serializeFlat(flattenEntries(source, nulls), given);
  const flat = flattenEntries(source, nulls, nestedAdder(requireChoice(style, FORM_STYLES, "style")));
  const form = serializeFlat(flat, given);
  return style === "comma" ? form.split(`${given.separator ?? "&"}${NEXT_ITEM_ENCODED}`).join(",") : form;
}

const TEXTS_PER_PART = 0x1000;

/** Serializes names and values, which alternate in `flat`. */
export function serializeFlat(flat: readonly string[], options: ReadOptions<SerializePairsOptions>): EncodedText {
  const strict = throwsOnLoneSurrogate(options.loneSurrogate);
  const unencodable = requireUnencodable(options.unencodable);
  const encoding = findOutputEncoding(options.encoding === undefined ? UTF8 : options.encoding);
  const { legacy } = encoding;
  const separator = requireChoice(options.separator, ["&", ";"], "separator");
  // Most forms have no newline and need no copy of the list.
  const crlf = requireChoice(options.newlines, ["keep", "crlf"], "newlines") === "crlf" && flat.some(hasNewline);
  const plus = requireChoice(options.space, ["+", "%20"], "space") === "+";
  const charsetField = requireFlag(options.charsetField, "charsetField");
  const plain = !charsetField && (legacy === undefined || flat.every(isEncodedAsAscii));
  const fast = plain ? serializeByKernel(crlf ? flat.map(toCrlf) : flat, separator, plus) : undefined;
  if (fast !== undefined) return fast;

  const table = plus ? FORM_TABLE : FORM_WITHOUT_PLUS_TABLE;
  const encodeAsIs = (text: string) =>
    legacy === undefined ? encodeText(text, table, strict) : legacy.percentEncode(text, table, strict, unencodable);
  const encode = (text: string) => {
    try {
      return encodeAsIs(crlf ? toCrlf(text) : text);
    } catch (error) {
      // A newline is never the fault: encoding the original text throws the same error, with the caller's index.
      encodeAsIs(text);
      throw error;
    }
  };
  const parts: string[] = [];
  for (let k = 0; k < flat.length;) {
    // Join early: keeping half a million short texts to the end costs 60 ms of garbage collection.
    const written: string[] = [];
    for (const end = Math.min(flat.length, k + TEXTS_PER_PART); k < end; k += 2) {
      const content = charsetField && isCharsetName(flat[k]!) ? encoding.name : flat[k + 1]!;
      written.push(`${encode(flat[k]!)}=${content === "" ? "" : encode(content)}`);
    }
    parts.push(written.join(separator));
  }
  return parts.join(separator);
}

/** Serializes by the kernel, as many pairs at a time as fit into its memory; returns undefined if the scalar code has to do it. */
function serializeByKernel(flat: readonly string[], separator: string, plus: boolean): string | undefined {
  const forms = flat.length === 0 ? undefined : activeKernel(flat.length * 8)?.form;
  if (forms === undefined) return undefined;
  const table = plus ? (withPlus ??= toFormTable(FORM_TABLE)) : (withoutPlus ??= toFormTable(FORM_WITHOUT_PLUS_TABLE));
  const first = forms.join(flat, 0, separator.charCodeAt(0), table);
  if (first === undefined || forms.next === flat.length) return first;
  const parts = [first];
  while (forms.next < flat.length) {
    const part = forms.join(flat, forms.next, separator.charCodeAt(0), table);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return parts.join(separator);
}

/** Returns the set's table, in which `MARK_UNIT`, the kernel's separator of names and values, is not encoded. */
function toFormTable({ bytes, spaceAsPlus }: ByteTable): ByteTable {
  return toByteTable(bytes.slice().fill(0, MARK_UNIT, MARK_UNIT + 1), spaceAsPlus);
}

let withPlus: ByteTable | undefined;
let withoutPlus: ByteTable | undefined;
