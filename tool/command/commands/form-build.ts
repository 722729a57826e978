import { readPair } from "../run/edits.ts";
import { quote } from "../../shared/text.ts";
import { type FormEntries, serializeForm, type SerializeOptions } from "percodec/form";
import { PercentEncodingError } from "percodec";
import { CliError, EXIT, refuse } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import { chooseFiles } from "../run/input.ts";
import { openSource, readWhole, type Source } from "../io/source.ts";
import { requireUtf8Arguments } from "../io/environment.ts";
import { writeAll } from "../io/output.ts";
import { writeMessage } from "../io/sink.ts";
import { loadNamedEncoding } from "../run/load-encoding.ts";
import { Remedies } from "../run/remedies.ts";
import { loadEncodings } from "./form-parse.ts";

/** `percodec form build`. */
export async function formBuild(invocation: Invocation): Promise<number | undefined> {
  const { environment, operands } = invocation;
  const files = chooseFiles(invocation);
  if (operands.length === 0 && files.length === 0) return undefined;
  if (files.length === 0) requireUtf8Arguments(environment, operands);

  const [encoding] = (await loadEncodings(invocation, loadNamedEncoding)).slice(-1);
  if (encoding && (await import("percodec/charset")).outputEncoding(encoding) !== encoding)
    writeMessage(environment, `note: a form is written in utf-8 where its encoding is ${encoding.name}`);
  const options: SerializeOptions = {
    ...invocation.libraryOptions(),
    ...(encoding && { encoding }),
  };
  if (options.style !== undefined && files.length === 0) refuse("--style is for JSON: NAME=VALUE has no nested values");
  const remedies = new Remedies(invocation);
  const built =
    files.length > 0
      ? files.map((file) => {
          const source = openSource(environment, file);
          try {
            return build(`${source.name}: `, () => readJson(source, options.style !== undefined), options, remedies);
          } finally {
            source.close();
          }
        })
      : [build("", () => operands.map((word) => readPair("form build", word)), options, remedies)];
  return writeAll(environment, invocation.value("output"), built.map((form) => `${form}\n`).join(""));
}

function build(name: string, source: () => FormEntries, options: SerializeOptions, remedies: Remedies): string {
  try {
    return serializeForm(source(), options);
  } catch (error) {
    if (error instanceof PercentEncodingError) throw remedies.error(name, error);
    const isDataError = error instanceof TypeError || error instanceof SyntaxError;
    if (!isDataError) throw error;
    // The message names the option of the library.
    const named = error.message.replace(
      /serializeForm writes (nested values) with the option style$/,
      "--style deep writes $1",
    );
    throw new CliError(EXIT.data, name + named);
  }
}

/** The JSON, its pairs and the form must fit into memory together. */
const MAX_JSON_BYTES = 1 << 26;

/** Reads an object, an array of pairs, or one pair per line. */
function readJson(source: Source, isNested: boolean): FormEntries {
  const bytes = readWhole(source, MAX_JSON_BYTES);
  if (bytes.length > MAX_JSON_BYTES) throw new TypeError(`more than ${MAX_JSON_BYTES} bytes of JSON`);
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const isPairPerLine = lines.length > 0 && lines.every((line) => /^\s*\[\s*"/.test(line));
  if (isPairPerLine) return lines.map((line) => parseExactly(line) as [string, string]);
  const value = parseExactly(text);
  const isObject = !Array.isArray(value) && typeof value === "object";
  return isObject ? toOrderedPairs(text, value as Record<string, string>, isNested) : (value as FormEntries);
}

function parseExactly(text: string): unknown {
  try {
    return JSON.parse(text, refuseInexact);
  } catch (error) {
    // JSON.parse with a reviver calls itself for each level of nesting.
    throw error instanceof RangeError ? new SyntaxError("the JSON is nested too deeply") : error;
  }
}

/** Refuses a number that is not a safe integer, as JSON.parse may have rounded it, and null, which has no text. */
function refuseInexact(_name: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isSafeInteger(value)) {
    throw new TypeError(`the number ${value} may have been rounded: write it as text`);
  }
  if (value === null) throw new TypeError(`null is not a value: leave out its name, or write an empty text`);
  return value;
}

/**
 * Returns pairs in the order of the text. JSON.parse puts names like 1 first.
 *
 * @param isNested whether the serializer accepts arrays, and writes them by a style
 */
function toOrderedPairs(text: string, source: Record<string, string>, isNested: boolean): FormEntries {
  const names = listNames(text);
  if (isNested) return names.map((name): [string, string] => [name, source[name]!]);
  return names.flatMap((name) => [source[name]!].flat().map((value): [string, string] => [name, value]));
}

/** Returns the names of an object in their order, and refuses a name that occurs twice in any object: JSON.parse would keep one value. */
function listNames(text: string): string[] {
  const objects: Set<string>[] = [];
  const names = new Set<string>();
  let last = "";
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}:]/g)) {
    if (token === "{" || token === "[") objects.push(objects.length === 0 ? names : new Set());
    if (token === "}" || token === "]") objects.pop();
    if (token === ":") {
      const name = JSON.parse(last) as string;
      const known = objects.at(-1) ?? names;
      if (known.has(name)) throw new TypeError(`the name ${quote(name)} occurs twice: write an array of pairs`);
      known.add(name);
    }
    last = token;
  }
  return [...names];
}
