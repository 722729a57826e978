import type { PercentEncodingError } from "percodec";
import { toExcerpt } from "percodec/inspect";
import { editUri } from "percodec/uri";
import { writeMessage } from "../io/sink.ts";
import type { Invocation } from "../line/arguments.ts";
import { applyEdits, checkEdits } from "../run/edits.ts";
import { processTexts } from "../run/texts.ts";
import { listRepairs, shiftErrorIndex, trim } from "../run/trim.ts";

/** `percodec edit`: trims each URI, replaces its parts, then applies the other edits in the order typed. */
export async function edit(invocation: Invocation): Promise<number | undefined> {
  checkEdits(invocation);
  const finders = invocation.options.filter(([flag]) => flag === "delete" || flag === "rename");
  const idle = new Set(finders.map(([flag, value]) => `--${flag} ${value}`));
  const editText = (text: string): string => {
    const { core, start } = trim(text);
    // Other errors have an index in a value that was typed.
    const isInUri = ({ code, operation }: PercentEncodingError) =>
      code === "invalid-uri" && !operation.startsWith("replace the ");
    return shiftErrorIndex(start, () => applyEdits(editUri(core), invocation, idle), isInUri);
  };
  const code = await processTexts(invocation, {
    run: editText,
    report: (value, text = "") => ({ value, repairs: listRepairs(text, trim(text)) }),
  });
  for (const typed of code === undefined ? [] : idle)
    writeMessage(invocation.environment, `note: ${toExcerpt(typed)} changed nothing: no parameter has this name`);
  return code;
}
