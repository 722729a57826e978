import { requireChoice } from "../base/arguments.ts";
import type { EncodedText } from "../base/branded-text.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { flattenEntries, type FormEntries, type FormFields } from "./entry-list.ts";
import { FORM_STYLES, type FormStyle, NEXT_ITEM_ENCODED, nestedAdder } from "./nested.ts";
import { PAIRS_OPTIONS, requireNulls, serializeFlat, type SerializePairsOptions } from "./serialize.ts";

/** How pairs are serialized. */
export interface SerializeOptions extends SerializePairsOptions {
  /**
   * How nested arrays and objects are written: as `a[b]=1` and `a[0]=2` with `"deep"`; `"repeat"` and `"comma"` repeat the name for each item of
   * an array, or separate the items by commas. Without it only an array of values is accepted, which repeats the name. Empty arrays and
   * objects are not written. Only `"deep"` and `"repeat"` can be read again, by `toNestedObject`.
   */
  readonly style?: FormStyle | undefined;
}

const SERIALIZE_OPTIONS: OptionNames<SerializeOptions> = { ...PAIRS_OPTIONS, style: true };

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
export function serializeForm(source: object, options?: SerializeOptions): EncodedText {
  const given = readOptions(options, SERIALIZE_OPTIONS, "serializeForm");
  requireNulls(given);
  const { nulls, style } = given;
  if (style === undefined) return serializeFlat(flattenEntries(source, nulls), given);
  const flat = flattenEntries(source, nulls, nestedAdder(requireChoice(style, FORM_STYLES, "style")));
  const form = serializeFlat(flat, given);
  return style === "comma" ? form.split(`${given.separator ?? "&"}${NEXT_ITEM_ENCODED}`).join(",") : form;
}
