import type { Policy } from "percodec";
import { inspect } from "percodec/inspect";
import { displayUri, normalizeUri } from "percodec/uri";
import { ScratchBuffer } from "./byte-writer.ts";
import { type Operation, readText, setText, Utf8Check } from "./operations.ts";

export const TEXT_OPERATIONS = {
  normalize: normalizeUri,
  display: displayUri,
  inspect: (text: string) => [...new Set(inspect(text).findings.map(({ code }) => code))].join(","),
} satisfies Record<string, (text: string) => string>;

/** Runs a function on each field; the indexes of its errors are in UTF-16 units. */
export function textOperation(run: (text: string) => string, invalidUtf8: Policy): Operation {
  const check = new Utf8Check(invalidUtf8, new ScratchBuffer());
  return (field, result) => {
    if (!check.apply(field, result)) return;
    const text = readText(field);
    try {
      setText(run(text), result);
    } catch (error) {
      result.fail(error, ({ index }) => Buffer.byteLength(text.slice(0, index)));
    }
  };
}
