import { PercentEncodingError } from "percodec";
import { type FormOptions, parseForm } from "percodec/form";
import { findQuery, findUriQuery, type QueryRange } from "../run/whole-uri.ts";
import { type Operation, readText, setText, toSlice, Utf8Check } from "./operations.ts";
import type { Result, Slice } from "./result.ts";
import { ScratchBuffer } from "./byte-writer.ts";

/** Returns the pairs of a form, or of the query of a URI, as a JSON array of arrays. */
export function formOperation(options: FormOptions): Operation {
  const parse = (form: string | Uint8Array) => JSON.stringify([...parseForm(form, options)]);
  return parseOperation(findQuery, options, parse, setText);
}

/**
 * Returns the first value of each name in the query of a URI. A name that cannot be decoded is equal to no name, and of the values only those
 * that are returned have to be valid.
 */
export function queryParamOperation(names: readonly string[], options: FormOptions): Operation {
  return parseOperation(findUriQuery, options, (form) => readValues(names, options, form), setValues);
}

function setValues([value, ...others]: readonly (string | undefined)[], result: Result): void {
  if (value === undefined) result.noValue("ok");
  else setText(value, result);
  if (others.length > 0) result.others = others.map((other) => (other === undefined ? other : toSlice(other)));
}

/** Returns the first value of each name in a form. */
function readValues(
  names: readonly string[],
  options: FormOptions,
  form: string | Uint8Array,
): readonly (string | undefined)[] {
  try {
    const pairs = parseForm(form, options);
    return names.map((name) => pairs.get(name));
  } catch (error) {
    if (!(error instanceof PercentEncodingError) || error.code === "limit-exceeded") throw error;
    return readPairwise(names, options, form);
  }
}
/** Does the same pair by pair, and ignores the faults of other pairs. */
function readPairwise(
  names: readonly string[],
  options: FormOptions,
  form: string | Uint8Array,
): readonly (string | undefined)[] {
  const values = new Map<string, string>();
  const find = (character: string, from: number) =>
    typeof form === "string" ? form.indexOf(character, from) : form.indexOf(character.charCodeAt(0), from);
  const parse = (from: number, to: number) => [...parseForm(form.slice(from, to), options)][0];
  for (let from = 0, to: number; from < form.length; from = to + 1) {
    const [end, equals] = [find("&", from), find("=", from)];
    to = end < 0 ? form.length : end;
    const name = tryParse(() => parse(from, equals < 0 ? to : Math.min(equals, to)))?.[0];
    if (name === undefined || values.has(name) || !names.includes(name)) continue;
    try {
      values.set(name, parse(from, to)![1]);
    } catch (error) {
      if (!(error instanceof PercentEncodingError)) throw error;
      throw new PercentEncodingError({ ...error, index: from + error.index });
    }
  }
  return names.map((name) => values.get(name));
}

/** Returns undefined if the action throws a fault of the data. */
function tryParse<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    return undefined;
  }
}

/** Parses the query that `find` returns; sets the result from its pairs, or the fault. */
function parseOperation<Parsed>(
  find: (text: string) => QueryRange,
  options: FormOptions,
  parse: (form: string | Uint8Array) => Parsed,
  use: (parsed: Parsed, result: Result) => void,
): Operation {
  if (options.encoding !== undefined) return parseTextOperation(find, options, parse, use);
  return (field, result) => {
    const { bytes, from } = field;
    const query = find(toLatin1(field));
    try {
      use(parse(bytes.subarray(from + query.from, from + query.to)), result);
    } catch (error) {
      result.fail(error, ({ index }) => query.from + index);
    }
  };
}

/** The same for escapes in another encoding. The field is read as text, since its raw characters are UTF-8. */
function parseTextOperation<Parsed>(
  find: (text: string) => QueryRange,
  options: FormOptions,
  parse: (form: string | Uint8Array) => Parsed,
  use: (parsed: Parsed, result: Result) => void,
): Operation {
  const { invalidUtf8 = "throw" } = options;
  // An escape of a kept byte would be read as a byte of the encoding.
  const check = new Utf8Check(invalidUtf8 === "keep" ? "throw" : invalidUtf8, new ScratchBuffer());
  return (field, result) => {
    if (!check.apply(field, result)) return;
    const text = readText(field);
    const query = find(text);
    try {
      use(parse(text.slice(query.from, query.to)), result);
    } catch (error) {
      result.fail(error, ({ index }) => Buffer.byteLength(text.slice(0, query.from + index)));
    }
  };
}

/** Returns the bytes as text with one unit for each byte. */
function toLatin1({ bytes, from, to }: Slice): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("latin1");
}
