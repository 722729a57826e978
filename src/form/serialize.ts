import { requireChoice, requireFlag } from "../base/arguments.ts";
import { type OptionNames, type Read, readOptions } from "../base/options.ts";
import {
  encodeAfterEncoding,
  type EncodeAsOptions,
  resolveEncodeOptions,
  isEncodedAsAscii,
} from "../charset/encode.ts";
import { type Encoding, requireEncoding, utf8 } from "../charset/encoding.ts";
import type { EncodedText } from "../base/branded-text.ts";
import { activeKernel } from "../kernel/active.ts";
import { type ByteTable, byteTable, PercentEncodeSet } from "../sets/percent-encode-set.ts";
import { whatwg } from "../sets/whatwg.ts";
import { MARK } from "../kernel/form.ts";
import { type FormEntries, type FormFields, hasNewline, isCharsetName, flattenEntries, toCrlf } from "./entry-list.ts";

/** How pairs are serialized. */
export interface SerializeOptions extends EncodeAsOptions {
  /** An encoding of `percodec/charset` (default UTF-8); its output encoding counts. */
  readonly encoding?: Encoding | undefined;
  /** Whether newlines in names and values stay, `"keep"` (the default), or become `"crlf"`, as a browser does at submit. */
  readonly newlines?: "keep" | "crlf" | undefined;
  /** Whether a space is `"+"` (the default) or `"%20"`, as in a mailto form. */
  readonly space?: "+" | "%20" | undefined;
  /** What stands between pairs: `"&"` (the default), or `";"` as in XForms. */
  readonly separator?: "&" | ";" | undefined;
  /** Whether an entry named `_charset_`, in any case, gets the encoding's name as its value, as a hidden field does. */
  readonly charsetField?: boolean | undefined;
  /** A value `null`: `"throw"` (the default) is a TypeError, `"skip"` leaves its pair out, `"empty"` leaves its value empty. */
  readonly nulls?: "throw" | "skip" | "empty" | undefined;
}

const SERIALIZE_OPTIONS: OptionNames<SerializeOptions> = {
  encoding: true,
  newlines: true,
  space: true,
  separator: true,
  charsetField: true,
  nulls: true,
  unencodable: true,
  loneSurrogate: true,
};

/** How many names and values are joined at a time. */
const TEXTS_PER_PART = 0x1000;

/** The set of forms where a space is an escape too. */
const FORM_WITHOUT_PLUS = /* @__PURE__ */ (() => PercentEncodeSet.encoding(whatwg.form.encoded, { nonAscii: "all" }))();

/**
 * Serializes pairs as application/x-www-form-urlencoded (https://url.spec.whatwg.org/#concept-urlencoded-serializer).
 *
 * The standard is given text without lone surrogates; here one is an error, and `loneSurrogate: "replace"` does what a
 * browser does. A value `undefined` is skipped, as in `{ page?: number }`.
 *
 * @param source pairs, an object (an array gives several values), FormPairs, FormData (a file gives its name) or
 *   URLSearchParams
 * @param options the encoding, what HTML does before and after, and what a `null` becomes
 * @returns the form, which is ASCII
 * @throws PercentEncodingError `lone-surrogate` or `unencodable`, with its index in UTF-16 units of the name or value
 * @throws TypeError for wrong arguments
 * @example
 * import { serializeForm } from "percodec/form";
 * serializeForm([["q", "a b&c"], ["q", "é"]]) // → "q=a+b%26c&q=%C3%A9"
 * serializeForm({ text: "1\n2" }, { newlines: "crlf", space: "%20" }) // → "text=1%0D%0A2"
 * serializeForm({ q: "tea", page: undefined, sort: null }, { nulls: "skip" }) // → "q=tea"
 */
export function serializeForm<T extends FormFields<T>>(
  source: T | FormEntries,
  options?: SerializeOptions,
): EncodedText {
  const given = readSerializeOptions(options, "serializeForm");
  return serializeFlat(flattenEntries(source, given.nulls), given);
}

/** Reads the options of the function `owner`. */
export function readSerializeOptions(options: SerializeOptions | undefined, owner: string): Read<SerializeOptions> {
  const given = readOptions(options, SERIALIZE_OPTIONS, owner);
  requireChoice(given.nulls, ["throw", "skip", "empty"], "nulls");
  return given;
}

/** Serializes names and values, which stand in turn. */
export function serializeFlat(flat: readonly string[], options: Read<SerializeOptions>): EncodedText {
  const { encoding: wanted = utf8 } = options;
  const resolved = resolveEncodeOptions(requireEncoding(wanted, "encoding"), options);
  const encoding = resolved.output;
  const separator = requireChoice(options.separator, ["&", ";"], "separator");
  // Most have no newline, and need no list of their own.
  const crlf = requireChoice(options.newlines, ["keep", "crlf"], "newlines") === "crlf" && flat.some(hasNewline);
  const plus = requireChoice(options.space, ["+", "%20"], "space") === "+";
  const charsetField = requireFlag(options.charsetField, "charsetField");
  const plain = !charsetField && (encoding.legacy === undefined || flat.every(isEncodedAsAscii));
  const quick = plain ? joinAll(crlf ? flat.map(toCrlf) : flat, separator, plus) : undefined;
  if (quick !== undefined) return quick;

  const set = plus ? whatwg.form : FORM_WITHOUT_PLUS;
  const encodeAsIs = (text: string) => encodeAfterEncoding(text, set, resolved);
  const encode = (text: string) => {
    try {
      return encodeAsIs(crlf ? toCrlf(text) : text);
    } catch (error) {
      // Newlines are never the fault: the text as it was given has the same one, at the place that the caller knows.
      encodeAsIs(text);
      throw error;
    }
  };
  const parts: string[] = [];
  for (let k = 0; k < flat.length;) {
    // Joined while they are young: half a million that are kept to the end take 60 ms to collect.
    const written: string[] = [];
    for (const end = Math.min(flat.length, k + TEXTS_PER_PART); k < end; k += 2) {
      const content = charsetField && isCharsetName(flat[k]!) ? encoding.name : flat[k + 1]!;
      written.push(`${encode(flat[k]!)}=${content === "" ? "" : encode(content)}`);
    }
    parts.push(written.join(separator));
  }
  return parts.join(separator);
}

/** Serializes by the kernel what fits into its memory, as many pairs at a time as do; undefined where the scalar code has to decide. */
function joinAll(flat: readonly string[], separator: string, plus: boolean): string | undefined {
  const forms = flat.length === 0 ? undefined : activeKernel(flat.length * 8).form;
  if (forms === undefined) return undefined;
  const table = plus ? (withPlus ??= toFormTable(whatwg.form)) : (withoutPlus ??= toFormTable(FORM_WITHOUT_PLUS));
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

/** The set's table, and what stands between names and values bare. */
function toFormTable(set: PercentEncodeSet): ByteTable {
  return byteTable(set.remove(String.fromCharCode(MARK)));
}

let withPlus: ByteTable | undefined;
let withoutPlus: ByteTable | undefined;
