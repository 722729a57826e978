import { encodeFor, type Purpose } from "../../src/guard/index.ts";
import { type Invocation, readSegmentAllowed } from "../arguments.ts";
import { CliError, EXIT } from "../io/errors.ts";
import { processTexts } from "../texts.ts";

/** `percodec encode --for PURPOSE`: encodes each argument or record. */
export async function encodePurpose(invocation: Invocation, purpose: Purpose): Promise<number | undefined> {
  requireRecords(invocation);
  const options = { allow: readSegmentAllowed(invocation) };
  const encode = (text: string): string => encodeFor(purpose, text, options);
  return processTexts(invocation, invocation.operands, { text: encode, report: (text) => ({ value: encode(text) }) });
}

function requireRecords({ environment, operands, has }: Invocation): void {
  const readsText = operands.length > 0 && !has("file");
  if (readsText || has("lines") || has("null") || (!has("file") && environment.isTerminal(environment.stdin))) return;
  throw new CliError(EXIT.usage, "--for encodes each TEXT or record: add --lines or --null to read files");
}
