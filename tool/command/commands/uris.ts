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
  editUri,
  normalizeUri,
  resolveUri,
  splitUri,
  uriToIri,
} from "percodec/uri";
import type { PercentEncodingError } from "percodec";
import { type Finding, inspect, toExcerpt } from "percodec/inspect";
import { CliError, EXIT, refuse } from "../io/errors.ts";
import { writeMessage } from "../io/sink.ts";
import type { Invocation } from "../line/arguments.ts";
import { requireUtf8Arguments } from "../io/environment.ts";
import { toJson } from "../../shared/literal.ts";
import { unlessRefused } from "../../shared/unless-refused.ts";
import { writeAll } from "../io/output.ts";
import { applyEdits, checkEdits } from "../run/edits.ts";
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

/** `percodec edit`: trims each URI, replaces its parts, then applies the other edits in the order typed. */
export async function edit(invocation: Invocation): Promise<number | undefined> {
  checkEdits(invocation);
  const finders = invocation.options.filter(([flag]) => flag === "delete" || flag === "rename");
  const idle = new Set(finders.map(([flag, value]) => `--${flag} ${value}`));
  const editText = (text: string): string => {
    const { core, start } = trim(text);
    // Other errors have an index in a value that was typed.
    const isInUri = ({ code, operation }: PercentEncodingError) =>
      code === "invalid-uri" && !operation.startsWith("replace the ");
    return shiftErrorIndex(start, () => applyEdits(editUri(core), invocation, idle), isInUri);
  };
  const code = await processTexts(invocation, {
    run: editText,
    report: (value, text = "") => ({ value, repairs: listRepairs(text, trim(text)) }),
  });
  for (const typed of code === undefined ? [] : idle)
    writeMessage(invocation.environment, `note: ${toExcerpt(typed)} changed nothing: no parameter has this name`);
  return code;
}

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
