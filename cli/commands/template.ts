import { PercentEncodingError } from "../../src/index.ts";
import { expandTemplate, matchTemplate, type TemplateValue } from "../../src/uri/index.ts";
import { EXIT, Stop } from "../exit-codes.ts";
import type { Invocation } from "../flags.ts";
import { requireFaithful } from "../input.ts";
import { toJson } from "../json.ts";
import { writeAll } from "../output.ts";
import { overTexts } from "../texts.ts";
import { pairOf } from "./form-build.ts";

/** `percodec template`. */
export async function template(invocation: Invocation): Promise<number | undefined> {
  const { operands } = invocation;
  const [pattern, ...words] = operands;
  if (pattern === undefined) return undefined;
  requireFaithful(operands);
  const uri = invocation.value("match");
  if (uri !== undefined) {
    const match = saying(() => matchTemplate(pattern, uri));
    if (match === undefined) throw new Stop(EXIT.data, "the URI is none that the template makes");
    writeAll(invocation.value("output"), `${toJson(match)}\n`);
    return EXIT.done;
  }
  if (invocation.has("lines")) {
    const expand = (line: string) =>
      saying(() => expandTemplate(pattern, JSON.parse(line) as Record<string, TemplateValue>));
    return overTexts(withoutOperands(invocation, pattern), [], {
      text: expand,
      report: (line) => ({ value: expand(line) }),
    });
  }
  writeAll(invocation.value("output"), `${saying(() => expandTemplate(pattern, valuesOf(words)))}\n`);
  return EXIT.done;
}

/** The values of `NAME=VALUE`; a name given again has a list. */
function valuesOf(words: readonly string[]): Record<string, TemplateValue> {
  const values = new Map<string, string[]>();
  for (const word of words) {
    if (!word.includes("=")) throw new Stop(EXIT.usage, `template takes NAME=VALUE, not ${JSON.stringify(word)}`);
    const [name, value] = pairOf(word);
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return Object.fromEntries(Array.from(values, ([name, list]) => [name, list.length === 1 ? list[0]! : list]));
}

/** With `--file` the template is no file. */
function withoutOperands(invocation: Invocation, pattern: string): Invocation {
  const files = invocation.files.filter((file) => file !== pattern);
  return { ...invocation, files };
}

function saying<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    const known = error instanceof PercentEncodingError || error instanceof TypeError || error instanceof SyntaxError;
    throw known ? new Stop(EXIT.data, error.message) : error;
  }
}
