import { requireChoice, requireFlag } from "../base/arguments.ts";
import { type OptionNames, type ReadOptions, readOptions } from "../base/options.ts";
import {
  encodeAfterEncoding,
  type EncodeAsOptions,
  resolveEncodeOptions,
  isEncodedAsAscii,
} from "../charset/encode.ts";
import { type Encoding, requireEncoding, utf8 } from "../charset/encoding.ts";
import type { EncodedText } from "../base/branded-text.ts";
import { activeKernel } from "#kernel";
import { type ByteTable, toByteTable } from "../sets/byte-table.ts";
import { FORM_TABLE, FORM_WITHOUT_PLUS_TABLE } from "../sets/tables.ts";
import { MARK_UNIT } from "../kernel/form.ts";
import { hasNewline, isCharsetName, toCrlf } from "./entry-list.ts";

/** How the pairs of a `FormPairs` are serialized. */
export interface SerializePairsOptions extends EncodeAsOptions {
  /** An encoding of `percodec/charset` (default UTF-8), of which the output encoding is used. */
  readonly encoding?: Encoding | undefined;
  /** Whether newlines in names and values stay, `"keep"` (the default), or become `"crlf"`, as when a browser submits a form. */
  readonly newlines?: "keep" | "crlf" | undefined;
  /** Whether a space is `"+"` (the default) or `"%20"`, as in a mailto form. */
  readonly space?: "+" | "%20" | undefined;
  /** The separator of pairs: `"&"` (the default), or `";"` as in XForms. */
  readonly separator?: "&" | ";" | undefined;
  /** Whether the value of a pair named `_charset_`, in any letter case, becomes the encoding's name, as in a hidden field. */
  readonly charsetField?: boolean | undefined;
  /** What a `null` becomes: `"throw"` (the default) throws a TypeError, `"skip"` omits the pair, `"empty"` writes an empty value. */
  readonly nulls?: "throw" | "skip" | "empty" | undefined;
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

/** How many names and values are joined in one part. */
const TEXTS_PER_PART = 0x1000;

/** Reads the options of `FormPairs.toString`. */
export function readPairsOptions(options: SerializePairsOptions | undefined): ReadOptions<SerializePairsOptions> {
  const given = readOptions(options, PAIRS_OPTIONS, "FormPairs.toString");
  requireNulls(given);
  return given;
}

export function requireNulls({ nulls }: ReadOptions<SerializePairsOptions>): void {
  requireChoice(nulls, ["throw", "skip", "empty"], "nulls");
}

/** Serializes names and values, which alternate in `flat`. */
export function serializeFlat(flat: readonly string[], options: ReadOptions<SerializePairsOptions>): EncodedText {
  const { encoding: input = utf8 } = options;
  const resolved = resolveEncodeOptions(requireEncoding(input, "encoding"), options);
  const encoding = resolved.output;
  const separator = requireChoice(options.separator, ["&", ";"], "separator");
  // Most forms have no newline and need no copy of the list.
  const crlf = requireChoice(options.newlines, ["keep", "crlf"], "newlines") === "crlf" && flat.some(hasNewline);
  const plus = requireChoice(options.space, ["+", "%20"], "space") === "+";
  const charsetField = requireFlag(options.charsetField, "charsetField");
  const plain = !charsetField && (encoding.legacy === undefined || flat.every(isEncodedAsAscii));
  const fast = plain ? serializeByKernel(crlf ? flat.map(toCrlf) : flat, separator, plus) : undefined;
  if (fast !== undefined) return fast;

  const table = plus ? FORM_TABLE : FORM_WITHOUT_PLUS_TABLE;
  const encodeAsIs = (text: string) => encodeAfterEncoding(text, table, resolved);
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
