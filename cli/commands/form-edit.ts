import { editQuery } from "../../src/form/index.ts";
import { PercentEncodingError } from "../../src/index.ts";
import { CliError, EXIT } from "../io/errors.ts";
import type { Invocation } from "../arguments.ts";
import { requireUtf8Arguments } from "../io/input.ts";
import { writeAll } from "../io/output.ts";
import { splitPair } from "./form-build.ts";

/** `percodec form edit`: applies the edits in the order typed. */
export async function formEdit(invocation: Invocation): Promise<number | undefined> {
  const [query, another] = invocation.operands;
  if (query === undefined) return undefined;
  if (another !== undefined) throw new CliError(EXIT.usage, "form edit takes one query");
  requireUtf8Arguments(invocation.environment, invocation.operands);
  const editor = editQuery(query);
  try {
    for (const [flag, value] of invocation.options) {
      if (flag === "set" || flag === "append") editor[flag](...splitPair(value));
      if (flag === "delete") editor.delete(value);
      if (flag === "rename") {
        if (!value.includes("=")) throw new CliError(EXIT.usage, "--rename takes OLD=NEW");
        editor.rename(...splitPair(value));
      }
    }
  } catch (error) {
    throw error instanceof PercentEncodingError ? new CliError(EXIT.data, error.message) : error;
  }
  await writeAll(invocation.environment, invocation.value("output"), `${editor.toString()}\n`);
  return EXIT.done;
}
