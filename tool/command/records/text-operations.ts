import type { Policy } from "percodec";
import { inspect } from "percodec/inspect";
import { displayUri, normalizeUri } from "percodec/uri";
import type { Result } from "./result.ts";
import { checkUtf8, type Operation, readText, setText } from "./operations.ts";

export const TEXT_OPERATIONS = {
  normalize: normalizeUri,
  display: displayUri,
  inspect: (text: string) => [...new Set(inspect(text).findings.map(({ code }) => code))].join(","),
} satisfies Record<string, (text: string) => string>;

/** Runs a function on each field; the indexes of its errors are in UTF-16 units. If `run` returns undefined, it has set the result itself. */
export function textOperation(
  run: (text: string, result: Result) => string | undefined,
  invalidUtf8: Policy,
): Operation {
  const check = checkUtf8(invalidUtf8);
  return (field, result) => {
    if (!check(field, result)) return;
    const text = readText(field);
    try {
      const value = run(text, result);
      if (value !== undefined) setText(value, result);
    } catch (error) {
      result.fail(error, ({ index }) => Buffer.byteLength(text.slice(0, index)));
    }
  };
}
