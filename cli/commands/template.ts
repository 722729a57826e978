import { expandTemplate, matchTemplate, type TemplateValue } from "../../src/template/index.ts";
import { quote } from "../../src/base/excerpt.ts";
import { PercentEncodingError } from "../../src/index.ts";
import { CliError, EXIT } from "../io/errors.ts";
import type { Invocation } from "../arguments.ts";
import { requireUtf8Arguments } from "../io/input.ts";
import { toJson } from "../json.ts";
import { writeAll } from "../io/output.ts";
import { didYouMean } from "../suggest.ts";
import { processTexts } from "../texts.ts";
import { splitPair } from "./form-build.ts";

/** `percodec template`. */
export async function template(invocation: Invocation): Promise<number | undefined> {
  const { environment, operands } = invocation;
  const [pattern, ...words] = operands;
  if (pattern === undefined) return undefined;
  requireUtf8Arguments(environment, operands);
  checkSources(invocation, words);
  const uri = invocation.value("match");
  const matchUri = (text: string) => {
    const match = withCliErrors(() => matchTemplate(pattern, text));
    if (match === undefined) throw new CliError(EXIT.data, "the URI does not match the template");
    return match;
  };
  const json = invocation.has("json");
  if (uri !== undefined && !invocation.has("lines")) {
    await writeAll(
      environment,
      invocation.value("output"),
      `${toJson(json ? { value: matchUri(uri) } : matchUri(uri))}\n`,
    );
    return EXIT.done;
  }
  if (invocation.has("lines")) {
    const expand = (line: string) =>
      withCliErrors(() => expandTemplate(pattern, JSON.parse(line) as Record<string, TemplateValue>));
    // With --match each line is a URI; the value of --match is the name of the file.
    const text = uri === undefined ? expand : (line: string) => toJson(matchUri(line));
    const report = (line: string) => ({ value: uri === undefined ? expand(line) : matchUri(line) });
    return processTexts(withLineFiles(invocation, pattern, uri), [], { text, report });
  }
  const values = parseValues(words);
  const value = withCliErrors(() => expandTemplate(pattern, values));
  requireVariables(pattern, Object.keys(values));
  await writeAll(environment, invocation.value("output"), `${json ? toJson({ value }) : value}\n`);
  return EXIT.done;
}

/** Refuses values that would be ignored silently: a file without `--lines`, and NAME=VALUE with `--match` or `--lines`. */
function checkSources({ has }: Invocation, words: readonly string[]): void {
  if (has("file")) {
    if (!has("lines")) throw new CliError(EXIT.usage, "--file reads lines: add --lines");
  } else if (words.length > 0 && (has("match") || has("lines"))) {
    throw new CliError(EXIT.usage, `--${has("match") ? "match" : "lines"} and NAME=VALUE cannot be combined`);
  }
}

/** Reads the values of `NAME=VALUE`; a repeated name has a list. */
function parseValues(words: readonly string[]): Record<string, TemplateValue> {
  const values = new Map<string, string[]>();
  for (const word of words) {
    if (!word.includes("=")) throw new CliError(EXIT.usage, `template takes NAME=VALUE, not ${quote(word)}`);
    const [name, value] = splitPair(word);
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return Object.fromEntries(Array.from(values, ([name, list]) => [name, list.length === 1 ? list[0]! : list]));
}

/**
 * Refuses a name that is not a variable of the template: its value would be ignored silently.
 *
 * @param pattern a template that was expanded already, so its syntax is valid (RFC 6570, section 2)
 */
function requireVariables(pattern: string, names: readonly string[]): void {
  const variables = Array.from(pattern.matchAll(/\{[+#./;?&]?([^}]*)\}/g)).flatMap(([, list = ""]) =>
    list.split(",").map((variable) => variable.replace(/\*$|:[0-9]+$/, "")),
  );
  const unknown = names.find((name) => !variables.includes(name));
  if (unknown === undefined) return;
  throw new CliError(EXIT.usage, `the template has no variable ${quote(unknown)}${didYouMean(unknown, variables)}`);
}

/** Sets the files to read: FILE of `--match FILE --lines`, else the files of `--file` without the template. */
function withLineFiles(invocation: Invocation, pattern: string, file: string | undefined): Invocation {
  if (file !== undefined)
    return { ...invocation, files: [file], has: (flag) => flag === "file" || invocation.has(flag) };
  return { ...invocation, files: invocation.files.filter((name) => name !== pattern) };
}

function withCliErrors<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    const isDataError =
      error instanceof PercentEncodingError || error instanceof TypeError || error instanceof SyntaxError;
    throw isDataError ? new CliError(EXIT.data, error.message) : error;
  }
}
