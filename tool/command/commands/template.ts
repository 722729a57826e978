import { groupBy } from "../../shared/group-by.ts";
import { requireUtf8Arguments } from "../io/environment.ts";
import {
  compileTemplate,
  type CompiledTemplate,
  type ExpandTemplateOptions,
  type MatchTemplateOptions,
  type TemplateValue,
} from "percodec/template";
import { quote } from "../../shared/text.ts";
import { PercentEncodingError } from "percodec";
import { CliError, EXIT, refuse } from "../io/errors.ts";
import { type Invocation, readAllowed } from "../line/arguments.ts";
import { toJson } from "../../shared/literal.ts";
import { Remedies } from "../run/remedies.ts";
import { writeAll } from "../io/output.ts";
import { didYouMean } from "../line/suggest.ts";
import { processTexts } from "../run/texts.ts";
import { readPair } from "../run/edits.ts";
import { isFile } from "../run/input.ts";
import { expandByScheme, SCHEME_TEMPLATE, toRfc6570 } from "../run/scheme-template.ts";

/** `percodec template`. */
export async function template(invocation: Invocation): Promise<number | undefined> {
  const { environment, operands, has } = invocation;
  const [pattern, ...words] = operands;
  if (pattern === undefined) return undefined;
  requireUtf8Arguments(environment, operands);
  // Expanding would ignore it silently.
  if (has("trailing-query") && !has("match")) refuse("--trailing-query needs --match");
  const compiled = withCliErrors(invocation, () => compile(pattern, invocation.choice("template", "unsafe")));
  const files = invocation.files.filter((name) => name !== pattern);
  const lines = { ...invocation, files, operands: has("file") ? [] : words };
  return has("match") ? matchUris(lines, compiled) : expandValues(lines, compiled, words);
}

/** Compiles a template; one of `mailto:` and `tel:` has the rules of the scheme. */
function compile(pattern: string, unsafe: string | undefined): CompiledTemplate {
  const compiled = compileTemplate(pattern);
  if (unsafe === "allow" || !SCHEME_TEMPLATE.test(pattern)) return compiled;
  const { variables } = compiled;
  const escaped = compileTemplate(toRfc6570(pattern, variables));
  return {
    variables,
    expand: (values) => expandByScheme(pattern, values),
    match: (uri, options) => compiled.match(uri, options) ?? escaped.match(toRfc6570(uri, variables), options),
  };
}

/** Prints the values of each URI as JSON. */
async function matchUris(invocation: Invocation, compiled: CompiledTemplate): Promise<number | undefined> {
  const options: MatchTemplateOptions = { ...invocation.libraryOptions(), allow: readAllowed(invocation) };
  // A template that cannot be matched is one error, not one for each URI.
  withCliErrors(invocation, () => compiled.match("", options));
  return processTexts(invocation, {
    run: (uri) => {
      const values = compiled.match(uri, options);
      if (values === undefined) throw new CliError(EXIT.data, "the URI does not match the template");
      return values;
    },
    show: (values) => toJson(values),
    report: (value) => ({ value }),
  });
}

/** Prints the URI of the values in the operands, or of the JSON object in each line. */
async function expandValues(
  invocation: Invocation,
  compiled: CompiledTemplate,
  words: readonly string[],
): Promise<number | undefined> {
  const { environment, has } = invocation;
  const options: ExpandTemplateOptions = { ...invocation.libraryOptions(), allow: readAllowed(invocation) };
  if (has("lines") && !has("file") && words.length > 0) refuse("--lines and NAME=VALUE cannot be combined");
  const pair = has("file") ? words.find((word) => word.includes("=") && !isFile(word)) : undefined;
  if (pair !== undefined) refuse(`--file and NAME=VALUE cannot be combined: leave out ${quote(pair)}`);
  if (has("file") || words.length === 0) {
    const run = (line: string) => {
      const lineValues = withCliErrors(invocation, () => JSON.parse(line) as Record<string, TemplateValue>);
      // A line may be another value than an object, which `expand` refuses.
      const names = Object.keys(Object(lineValues) as object);
      if (!compiled.variables.some((name) => names.includes(name)))
        requireVariables(compiled.variables, names, EXIT.data);
      return withCliErrors(invocation, () => compiled.expand(lineValues, options), TypeError);
    };
    return processTexts(invocation, { run });
  }
  const values = parseValues(words);
  requireVariables(compiled.variables, Object.keys(values));
  const value = withCliErrors(invocation, () => compiled.expand(values, options));
  return writeAll(environment, invocation.value("output"), `${has("json") ? toJson({ value }) : value}\n`);
}

/** Reads the values of `NAME=VALUE`; a repeated name has a list. */
function parseValues(words: readonly string[]): Record<string, TemplateValue> {
  const pairs = words.map((word) => readPair("template", word));
  const groups = Array.from(groupBy(pairs, ([name]) => name));
  return Object.fromEntries(
    groups.map(([name, own]) => [name, own.length === 1 ? own[0][1] : own.map(([, value]) => value)]),
  );
}

/** Refuses a name that is not a variable of the template: its value would be ignored silently. */
function requireVariables(variables: readonly string[], names: readonly string[], code: number = EXIT.usage): void {
  const unknown = names.find((name) => !variables.includes(name));
  if (unknown === undefined) return;
  const hint = variables.length === 0 ? `; a variable is written {${unknown}}` : didYouMean(unknown, variables);
  throw new CliError(code, `the template has no variable ${quote(unknown)}${hint}`);
}

/** Turns errors of the library into errors of the command. For a line, processTexts reports a {@link PercentEncodingError} itself. */
function withCliErrors<T>(
  invocation: Invocation,
  action: () => T,
  ...kinds: readonly (abstract new (...words: never[]) => Error)[]
): T {
  const handled = kinds.length > 0 ? kinds : [PercentEncodingError, TypeError, SyntaxError];
  try {
    return action();
  } catch (error) {
    if (!handled.some((kind) => error instanceof kind)) throw error;
    const message =
      error instanceof PercentEncodingError ? new Remedies(invocation).explain(error) : (error as Error).message;
    throw new CliError(EXIT.data, message);
  }
}
