import { EXIT, refuse } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import { escapeInJson, quotePosix } from "../../shared/literal.ts";
import { quote } from "../../shared/text.ts";
import { type Sink, writeError, writeMessage } from "../io/sink.ts";
import { openFilter, type OpenedFilter } from "../records/run.ts";
import { runInputs } from "../run/runner.ts";

/** `percodec records`: writes one record for each record read, in order; a bad record is not an error. */
export async function records(invocation: Invocation): Promise<number | undefined> {
  const { environment, operands, has } = invocation;
  if (operands.length > 0 && !has("file"))
    refuse(
      `records reads standard input or --file, and takes no operands; -f ${quotePosix(operands[0]!)} reads a file`,
    );
  let opened: OpenedFilter | undefined;
  const adapt = async ({ sink }: { readonly sink: Sink }) => {
    environment.saveMemory();
    opened = await openFilter(invocation, sink);
    return { whole: opened.read };
  };
  const show = invocation.value("format") === "jsonl" ? escapeInJson : undefined;
  const code = await runInputs(invocation, adapt, show);
  if (opened === undefined) return code;
  const { summary, absent } = opened.finish();
  if (has("summary")) writeError(environment, `${JSON.stringify(summary)}\n`);
  for (const field of absent) {
    const name = typeof field === "number" ? `with the number ${field + 1}` : quote(field);
    writeMessage(environment, `no record has the field ${name}: check --field and --out`);
  }
  return absent.length === 0 ? code : EXIT.data;
}
