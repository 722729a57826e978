import { CARRIAGE_RETURN, LINE_FEED } from "../../shared/files/framing.ts";
import type { Encoding } from "percodec/charset";
import { type FormLimits, formLimits, type FormOptions, type FormPairs, toNestedObject } from "percodec/form";
import { type DecodeIssue, PercentEncodingError } from "percodec";
import { parseQuery } from "percodec/uri";
import { loadAccept } from "../run/set-options.ts";
import { CliError, EXIT, refuse } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import { readWhole, type Source } from "../io/source.ts";
import type { Environment } from "../io/environment.ts";
import { jsonEnd } from "../run/json.ts";
import { toJson } from "../../shared/literal.ts";
import { orRefusal } from "../../shared/unless-refused.ts";
import { writeMessage } from "../io/sink.ts";
import { type Runner, runInputs } from "../run/runner.ts";
import { writeTable } from "../run/table.ts";
import { didYouMean } from "../line/suggest.ts";
import { loadAsciiEncoding } from "../run/load-encoding.ts";

/** `percodec form parse`: a form with a fault that no policy accepts has no output. */
export async function formParse(invocation: Invocation): Promise<number | undefined> {
  const { environment, operands, has } = invocation;
  const options = await readFormOptions(invocation);
  const lines = has("lines");
  if (has("max-record") && !lines) refuse("--max-record applies to lines: add --lines");
  const style = invocation.choice("form parse", "style");
  const flat = has("flat");
  if (flat && style !== undefined) refuse("--flat and --style cannot be combined");
  const table = environment.isTerminal(environment.stdout) && !(["json", "flat", "style", "output"] as const).some(has);
  return runInputs(invocation, (runner, files) => {
    if (lines && files.length === 0) refuse("--lines is for files and standard input");
    const { sink, place } = runner;
    const several = lines || (files.length || operands.length) > 1;
    const writeForm = (content: string | Uint8Array, mark: string): void => {
      const pairs = parse(content, options, runner, environment);
      const end = jsonEnd(mark);
      if (flat || style === "arrays")
        sink.writeText(toJson(pairs.toObject({ duplicates: flat ? "combine" : "array" })) + end);
      else if (style !== undefined) sink.writeText(toJson(nest(place(), pairs, style)) + end);
      else if (table) writeTable(sink, { heads: ["NAME", "VALUE"], rows: [...pairs] });
      else if (several) sink.writeText(toJson([...pairs]) + end);
      else for (const pair of pairs) sink.writeText(toJson(pair) + end);
    };
    return {
      operand: writeForm,
      record: (bytes, from, end, mark) => writeForm(bytes.subarray(from, end), mark),
      whole: lines ? undefined : (source) => writeForm(readForm(source, options.limits.body), "\n"),
    };
  });
}

/** Reads a file as one form, without the final line end that an editor or `echo` adds. */
function readForm(source: Source, body: number): Uint8Array {
  const bytes = readWhole(source, body + "\r\n".length);
  const lineEnd = bytes.at(-1) !== LINE_FEED ? 0 : bytes.at(-2) === CARRIAGE_RETURN ? 2 : 1;
  return bytes.subarray(0, bytes.length - lineEnd);
}

/**
 * Parses one form, or the query of a URI, and reports on stderr the faults that a policy accepted. All indexes count in the whole content.
 */
function parse(
  content: string | Uint8Array,
  options: FormOptions,
  { place, remedies }: Runner,
  environment: Environment,
): FormPairs {
  let first: DecodeIssue | undefined;
  let count = 0;
  const onIssue = (issue: DecodeIssue): void => {
    first ??= issue;
    count++;
  };
  const pairs = orRefusal(() => parseQuery(content, { ...options, onIssue }));
  if (pairs instanceof PercentEncodingError) throw remedies.error(place(), pairs, { source: content });
  if (first !== undefined) {
    const faults = count === 1 ? "1 fault" : `${count} faults`;
    writeMessage(environment, `${place()}accepted ${faults}, the first is ${first.code} at ${first.index}`);
  }
  return pairs;
}

/** Returns the nested object of a form. */
function nest(name: string, pairs: FormPairs, style: "deep" | "repeat"): object {
  const nested = orRefusal(() => toNestedObject(pairs, { style }));
  if (!(nested instanceof PercentEncodingError)) return nested;
  throw new CliError(EXIT.data, `${name}${nested.message}, counted in pairs`);
}

async function readFormOptions(invocation: Invocation): Promise<FormOptions & { limits: FormLimits }> {
  const encodings = await loadEncodings(invocation);
  const [encoding] = encodings;
  const [operand = ""] = invocation.operands;
  if (
    invocation.has("charset-field") &&
    (await import("percodec/charset")).ENCODING_LABELS.includes(operand.toLowerCase())
  )
    refuse(`--charset-field takes no value: write --charset-field --encoding ${operand}`);
  return {
    rules: invocation.choice("form parse", "rules"),
    malformed: invocation.choice("form parse", "malformed"),
    invalidUtf8: invocation.choice("form parse", "invalid-utf8"),
    separator: invocation.choice("form parse", "separator"),
    accept: await loadAccept(invocation),
    limits: readLimits(invocation),
    ...(encoding && { encoding }),
    ...(invocation.has("charset-field") && { charsetField: encodings }),
  };
}

/** Returns the encodings of `--encoding`; the tables are loaded only if there is one. */
export async function loadEncodings(
  { options }: Invocation,
  load = (label: string) => loadAsciiEncoding(label, "encoding"),
): Promise<Encoding[]> {
  return Promise.all(options.flatMap(([flag, label]) => (flag === "encoding" ? [load(label)] : [])));
}

function readLimits(invocation: Invocation): FormLimits {
  const limits: { -readonly [name in keyof FormLimits]: number } = { ...formLimits };
  for (const [flag, value] of invocation.options) {
    if (flag !== "limit") continue;
    const [, what, count] = /^(pairs|name|value|body)=(\d+)$/.exec(value) ?? [];
    if (what === undefined) {
      const suggestion = didYouMean(value.replace(/=.*/s, ""), Object.keys(limits));
      refuse(`--limit takes pairs=N, name=N, value=N or body=N${suggestion}`);
    }
    limits[what as keyof FormLimits] = Number(count);
  }
  return limits;
}
