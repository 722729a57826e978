import { resolveUri, splitUri } from "percodec/uri";
import type { Invocation } from "../line/arguments.ts";
import { CliError, EXIT } from "../io/errors.ts";
import { requireUtf8Arguments } from "../io/environment.ts";
import { writeMessage } from "../io/sink.ts";
import { processTexts } from "../run/texts.ts";
import { listRepairs, trim } from "../run/trim.ts";
import { type Finding, inspect } from "percodec/inspect";

/** `percodec resolve`: resolves each reference against the base; BASE is always a URI, also with `--file`. */
export async function resolve(invocation: Invocation): Promise<number | undefined> {
  const { environment, operands } = invocation;
  const [typed, ...references] = operands;
  if (typed === undefined) return undefined;
  requireUtf8Arguments(environment, [typed]);
  // With `--file` every operand but the base is a file.
  const at = invocation.files.indexOf(typed);
  const files = invocation.files.filter((_, k) => k !== at);
  const base = trim(typed);
  if (splitUri(base.core).scheme === undefined) {
    throw new CliError(EXIT.data, "BASE has no scheme: a base is an absolute URI such as https://example.com/a/");
  }
  return processTexts(
    { ...invocation, files, operands: references },
    {
      run: (text) => {
        const trimmed = trim(text);
        const value = resolveUri(trimmed.core, base.core);
        const hostAmbiguous = [base.core, trimmed.core, value].some((uri) => findAmbiguity(uri) !== undefined);
        return { value, hostAmbiguous, repairs: listRepairs(text, trimmed), baseRepairs: listRepairs(typed, base) };
      },
      show: ({ value, hostAmbiguous }, place) => {
        if (hostAmbiguous) {
          writeMessage(
            environment,
            `${place()}note: a browser and an RFC 3986 parser see different hosts in this reference`,
          );
        }
        return value;
      },
    },
  );
}

/** Returns the finding for a URI in which browsers and RFC 3986 parsers see different hosts, or undefined. */
export function findAmbiguity(uri: string): Finding | undefined {
  return inspect(uri).findings.find(({ code }) => code === "host-ambiguous");
}
