import { editQuery } from "percodec/form";
import { PercentEncodingError } from "percodec";
import { editUri } from "percodec/uri";
import { CliError, EXIT } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import { applyEdits, checkEdits } from "../run/edits.ts";
import { requireUtf8Arguments } from "../io/utf8-arguments.ts";
import { writeAll } from "../io/output.ts";
import { isWholeUri } from "../run/whole-uri.ts";

/** `percodec form edit`: applies the edits in the order typed. */
export async function formEdit(invocation: Invocation): Promise<number | undefined> {
  const [query, another] = invocation.operands;
  if (query === undefined) return undefined;
  if (another !== undefined) throw new CliError(EXIT.usage, "form edit takes one query");
  requireUtf8Arguments(invocation.environment, invocation.operands);
  checkEdits(invocation);
  const edited = edit(query, invocation);
  await writeAll(invocation.environment, invocation.value("output"), `${edited}\n`);
  return EXIT.done;
}

function edit(query: string, invocation: Invocation): string {
  try {
    return applyEdits(isWholeUri(query) ? editUri(query) : editQuery(query), invocation);
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    const { operation, code, index, length, unit, excerpt } = error;
    const detail = code === "invalid-uri" ? "this is not a query alone; percodec edit edits a URI" : error.detail;
    const explained = new PercentEncodingError({ operation, code, index, length, unit, excerpt, detail });
    throw new CliError(EXIT.data, explained.message);
  }
}
