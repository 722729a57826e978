import {
  type CleanOptions,
  type CleanReport,
  cleanUriReport,
  type CompareOptions,
  compareUris,
  type DisplayOptions,
  type DisplayReport,
  displayUri,
  displayUriReport,
  normalizeUri,
  uriToIri,
} from "percodec/uri";
import { CliError, EXIT, refuse } from "../io/errors.ts";
import { writeMessage } from "../io/sink.ts";
import type { Invocation } from "../line/arguments.ts";
import { requireUtf8Arguments } from "../io/environment.ts";
import { toJson } from "../../shared/literal.ts";
import { unlessRefused } from "../../shared/unless-refused.ts";
import { writeAll } from "../io/output.ts";
import { noteFile } from "../run/input.ts";
import { processTexts } from "../run/texts.ts";
import { listRepairs, move, shiftErrorIndex, trim } from "../run/trim.ts";
import { loadEncodings } from "./form-parse.ts";

/** `percodec clean`. */
export async function clean(invocation: Invocation): Promise<number | undefined> {
  const [encoding] = (await loadEncodings(invocation)).slice(-1);
  const level = invocation.choice("clean", "level") ?? "basic";
  const isLevel = level === "basic" || level === "advanced";
  if (!isLevel && invocation.has("repair-double"))
    refuse(`--level ${level} repairs nothing: leave out --repair-double`);
  const options: CleanOptions = {
    doubleEncoding: invocation.has("repair-double") ? "repair" : "keep",
    ...(encoding && { encoding }),
    ...(isLevel ? { level } : { addressBar: level }),
  };
  return processTexts(invocation, {
    run: (text) => cleanReport(text, options),
    fails: ({ valid }) => isLevel && !valid,
    show: ({ value, invalid: [first] }, place) => {
      if (isLevel && first !== undefined)
        writeMessage(
          invocation.environment,
          `${place()}note: the result is not a valid URI (at ${first.index}); --level advanced repairs or refuses it`,
        );
      return value;
    },
    accepts: (option, text) => {
      const basic: CleanOptions = { ...options, addressBar: undefined, level: "basic" };
      return option !== "level" || unlessRefused(() => cleanReport(text, basic))?.valid === true;
    },
  });
}

/** Cleans a URI; an address bar of the past trims nothing, so the command does. */
function cleanReport(text: string, options: CleanOptions): CleanReport {
  if (options.addressBar === undefined) return cleanUriReport(text, options);
  const trimmed = trim(text);
  const { start } = trimmed;
  const report = shiftErrorIndex(start, () => cleanUriReport(trimmed.core, options));
  return {
    ...report,
    invalid: report.invalid.map((span) => move(span, start)),
    repairs: listRepairs(text, trimmed, report.repairs),
  };
}

/** `percodec display`. */
export async function display(invocation: Invocation): Promise<number | undefined> {
  if (invocation.has("iri")) {
    if (invocation.has("profile")) refuse("--iri shows all that RFC 3987 allows: leave out --profile");
    return processTexts(invocation, { run: (text) => uriToIri(text) });
  }
  const options = invocation.libraryOptions() as DisplayOptions;
  const run = invocation.has("json") ? displayUriReport : displayUri;
  return processTexts<string | DisplayReport>(invocation, { run: (text) => run(text, options) });
}

/** `percodec normalize`. */
export async function normalize(invocation: Invocation): Promise<number | undefined> {
  return processTexts(invocation, { run: (text) => normalizeUri(text) });
}

/** `percodec compare`: returns exit code 1 if the two URIs of any line differ. */
export async function compare(invocation: Invocation): Promise<number | undefined> {
  const { environment, operands } = invocation;
  const [a, b] = operands;
  const options = invocation.libraryOptions() as CompareOptions;
  if (operands.length !== 0 && operands.length !== 2 && !invocation.has("file"))
    refuse("compare takes two URIs; -f FILE reads lines of two URIs with a TAB between them");
  if (a !== undefined && b !== undefined && !invocation.has("file")) {
    noteFile(environment, operands);
    requireUtf8Arguments(environment, operands);
    const comparison = compareUris(a, b, options);
    await writeAll(
      environment,
      invocation.value("output"),
      `${invocation.has("json") ? toJson(comparison) : comparison.message}\n`,
    );
    return comparison.equality === "different" ? EXIT.data : EXIT.done;
  }
  return processTexts(invocation, {
    run: (line) => {
      const [left = "", right, more] = line.split("\t");
      if (right === undefined || more !== undefined)
        throw new CliError(EXIT.data, "a line needs two URIs separated by a TAB");
      return compareUris(left, right, options);
    },
    show: ({ message }) => message,
    fails: ({ equality }) => equality === "different",
  });
}
