import type { Policy } from "../../src/index.ts";
import { inspect } from "../../src/inspect/index.ts";
import { cleanUri, displayUri, normalizeUri } from "../../src/uri/index.ts";
import { ScratchBuffer } from "./scratch-buffer.ts";
import { setText, type Operation } from "./operations.ts";
import type { Slice } from "./result.ts";
import { Utf8Check } from "./utf8.ts";

/** Operations on text; the indexes of their errors are in UTF-16 units. */
const TEXT_OPERATIONS = {
  normalize: normalizeUri,
  clean: cleanUri,
  display: displayUri,
  inspect: (text: string) => [...new Set(inspect(text).findings.map(({ code }) => code))].join(","),
} satisfies Record<string, (text: string) => string>;

export type TextOperation = keyof typeof TEXT_OPERATIONS;

export function textOperation(name: TextOperation, invalidUtf8: Policy): Operation {
  const run: (text: string) => string = TEXT_OPERATIONS[name];
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

function readText({ bytes, from, to }: Slice): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString();
}
