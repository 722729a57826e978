import { type FormOptions, parseForm } from "../../src/form/index.ts";
import { setText, type Operation } from "./operations.ts";

/** Returns the pairs of a form as a JSON array of arrays. */
export function formOperation(options: FormOptions): Operation {
  return ({ bytes, from, to }, result) => {
    try {
      setText(JSON.stringify([...parseForm(bytes.subarray(from, to), options)]), result);
    } catch (error) {
      result.fail(error, ({ index }) => index);
    }
  };
}

/** Returns the first value of a name in the query of a URI; a fault anywhere in the query is an error. */
export function queryParamOperation(name: string, options: FormOptions): Operation {
  return ({ bytes, from, to }, result) => {
    let end = from;
    while (end < to && bytes[end] !== 0x23) end++;
    let start = from;
    while (start < end && bytes[start] !== 0x3f) start++;
    if (start === end) return result.noValue("ok");
    try {
      const value = parseForm(bytes.subarray(start + 1, end), options).get(name);
      if (value === undefined) result.noValue("ok");
      else setText(value, result);
    } catch (error) {
      result.fail(error, ({ index }) => start + 1 - from + index);
    }
  };
}
