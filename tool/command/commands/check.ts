import { quote } from "../../shared/text.ts";
import { checkUri, isHttpUrl, type UriCheck, type UriIssue, type UrlCheck } from "percodec/uri";
import type { Invocation } from "../line/arguments.ts";
import { refuse } from "../io/errors.ts";
import { shorten, type Table } from "../run/table.ts";
import { processTexts } from "../run/texts.ts";

/** The most issues that a table lists for one text. */
const MAX_LISTED = 100;

/** `percodec check`: returns exit code 1 if a text is not valid. */
export async function check(invocation: Invocation): Promise<number | undefined> {
  return processTexts(invocation, {
    run: chooseGrammar(invocation),
    fails: ({ result }) => !result.valid,
    show: ({ result: { issues }, sentence }, place, text) =>
      issues.length === 0 ? place() + sentence : tabulateIssues(text, issues, place() + sentence),
    report: ({ result }, text) => ({ text, ...result }),
  });
}

/** Returns a function that returns the result of a text, and the sentence that the command prints for it. */
function chooseGrammar(invocation: Invocation): (text: string) => { result: UriCheck; sentence: string } {
  const base = invocation.value("base");
  if (invocation.has("http")) {
    const other = (["grammar", "base"] as const).find((flag) => invocation.has(flag));
    if (other !== undefined) refuse(`--http chooses what is checked: leave out --${other}`);
    return (text) => {
      const valid = isHttpUrl(text);
      const { kind, issues } = checkUri(text, { grammar: "whatwg" });
      const sentence = `${valid ? "an" : "not an"} http or https URL that browsers open as it is written`;
      return { result: { valid, kind, issues: valid ? [] : issues }, sentence };
    };
  }
  const grammar = invocation.choice("check", "grammar") ?? "rfc3986";
  if (grammar === "whatwg") {
    if (base !== undefined) requireBase(base);
    return (text) => {
      const result = checkUri(text, { grammar, base });
      return { result, sentence: describeUrl(result) };
    };
  }
  if (base !== undefined) refuse("--base needs --grammar whatwg");
  const name = grammar === "rfc3986" ? "URI" : "IRI";
  return (text) => {
    const result = checkUri(text, { grammar });
    const { valid, kind } = result;
    return { result, sentence: `${valid ? "a" : "not a"} valid ${kind === "uri" ? name : "relative reference"}` };
  };
}

function requireBase(base: string): void {
  const { kind, parses } = checkUri(base, { grammar: "whatwg" });
  if (kind !== "uri" || !parses) refuse(`--base takes an absolute URL, not ${quote(base)}`);
}

/** The sentence for a result after the URL Standard. */
export function describeUrl({ valid, parses, reportedBy }: UrlCheck): string {
  const browsers = valid ? "" : parses ? ", but browsers accept it" : ", and browsers refuse it";
  const only = {
    both: "",
    neither: "",
    grammar: "; only the grammar reports it",
    parser: "; only the parser reports it",
  };
  return `${valid ? "a" : "not a"} valid URL${browsers}${only[reportedBy]}`;
}

function tabulateIssues(text: string, issues: readonly UriIssue[], title: string): Table {
  const rows = issues
    .slice(0, MAX_LISTED)
    .map(({ code, index, length, message }) => [
      String(index),
      String(length),
      code,
      shorten(text.slice(index, index + length)),
      message,
    ]);
  const unlisted = issues.length - MAX_LISTED;
  return {
    title,
    heads: ["INDEX", "LENGTH", "CODE", "TEXT", "MESSAGE"],
    rows: unlisted > 0 ? [...rows, ["", "", "", "", `${unlisted} more issues.`]] : rows,
  };
}
