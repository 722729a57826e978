import { type FormOptions, parseForm } from "../../src/form/index.ts";
import { findQuery, findUriQuery } from "../whole-uri.ts";
import { setText, toSlice, type Operation } from "./operations.ts";
import type { Slice } from "./result.ts";

/** Returns the pairs of a form, or of the query of a URI, as a JSON array of arrays. */
export function formOperation(options: FormOptions): Operation {
  return (field, result) => {
    const { bytes, from } = field;
    const query = findQuery(toLatin1(field));
    try {
      const pairs = parseForm(bytes.subarray(from + query.from, from + query.to), options);
      setText(JSON.stringify([...pairs]), result);
    } catch (error) {
      result.fail(error, ({ index }) => query.from + index);
    }
  };
}

/** Returns the first value of each name in the query of a URI; a fault anywhere in the query is an error. */
export function queryParamOperation(names: readonly string[], options: FormOptions): Operation {
  return (field, result) => {
    const { bytes, from } = field;
    const query = findUriQuery(toLatin1(field));
    try {
      const pairs = parseForm(bytes.subarray(from + query.from, from + query.to), options);
      const [value, ...others] = names.map((name) => pairs.get(name));
      if (value === undefined) result.noValue("ok");
      else setText(value, result);
      if (others.length > 0) result.others = others.map((other) => (other === undefined ? other : toSlice(other)));
    } catch (error) {
      result.fail(error, ({ index }) => query.from + index);
    }
  };
}

/** Returns the bytes as text with one unit for each byte. */
function toLatin1({ bytes, from, to }: Slice): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("latin1");
}
