import { type FormOptions, type FormPairs, parseForm } from "percodec/form";
import { findQuery, findUriQuery, type QueryRange } from "../run/whole-uri.ts";
import { type Operation, readText, setText, toSlice, Utf8Check } from "./operations.ts";
import type { Result, Slice } from "./result.ts";
import { ScratchBuffer } from "./byte-writer.ts";

/** Returns the pairs of a form, or of the query of a URI, as a JSON array of arrays. */
export function formOperation(options: FormOptions): Operation {
  return parseOperation(findQuery, options, (pairs, result) => setText(JSON.stringify([...pairs]), result));
}

/** Returns the first value of each name in the query of a URI; a fault anywhere in the query is an error. */
export function queryParamOperation(names: readonly string[], options: FormOptions): Operation {
  return parseOperation(findUriQuery, options, (pairs, result) => {
    const [value, ...others] = names.map((name) => pairs.get(name));
    if (value === undefined) result.noValue("ok");
    else setText(value, result);
    if (others.length > 0) result.others = others.map((other) => (other === undefined ? other : toSlice(other)));
  });
}

/** Parses the query that `find` returns; sets the result from its pairs, or the fault. */
function parseOperation(
  find: (text: string) => QueryRange,
  options: FormOptions,
  use: (pairs: FormPairs, result: Result) => void,
): Operation {
  if (options.encoding !== undefined) return parseTextOperation(find, options, use);
  return (field, result) => {
    const { bytes, from } = field;
    const query = find(toLatin1(field));
    try {
      use(parseForm(bytes.subarray(from + query.from, from + query.to), options), result);
    } catch (error) {
      result.fail(error, ({ index }) => query.from + index);
    }
  };
}

/** The same for escapes in another encoding. The field is read as text, since its raw characters are UTF-8. */
function parseTextOperation(
  find: (text: string) => QueryRange,
  options: FormOptions,
  use: (pairs: FormPairs, result: Result) => void,
): Operation {
  const { invalidUtf8 = "throw" } = options;
  // An escape of a kept byte would be read as a byte of the encoding.
  const check = new Utf8Check(invalidUtf8 === "keep" ? "throw" : invalidUtf8, new ScratchBuffer());
  return (field, result) => {
    if (!check.apply(field, result)) return;
    const text = readText(field);
    const query = find(text);
    try {
      use(parseForm(text.slice(query.from, query.to), options), result);
    } catch (error) {
      result.fail(error, ({ index }) => Buffer.byteLength(text.slice(0, query.from + index)));
    }
  };
}

/** Returns the bytes as text with one unit for each byte. */
function toLatin1({ bytes, from, to }: Slice): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("latin1");
}
