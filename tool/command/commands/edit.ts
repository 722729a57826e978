import type { PercentEncodingError } from "percodec";
import { editUri } from "percodec/uri";
import type { Invocation } from "../line/arguments.ts";
import { applyEdits, checkEdits } from "../run/edits.ts";
import { processTexts } from "../run/texts.ts";
import { listRepairs, shiftErrorIndex, trim } from "../run/trim.ts";

/** `percodec edit`: trims each URI and applies the edits in the order typed. */
export async function edit(invocation: Invocation): Promise<number | undefined> {
  checkEdits(invocation);
  const editText = (text: string): string => {
    const { core, start } = trim(text);
    // Only this code has an index in the URI; the others have one in a value that was typed.
    const isInUri = ({ code }: PercentEncodingError) => code === "invalid-uri";
    return shiftErrorIndex(start, () => applyEdits(editUri(core), invocation), isInUri);
  };
  return processTexts(invocation, invocation.operands, {
    text: editText,
    report: (text) => ({ value: editText(text), repairs: listRepairs(text, trim(text)) }),
  });
}
