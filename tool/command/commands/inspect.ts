import {
  type Finding,
  type FindingCode,
  type Inspection,
  inspect as inspectText,
  type Severity,
  skipCleanLine,
} from "percodec/inspect";
import { refuse } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import { findInnerUrls, type InnerUrl } from "../../shared/reading/inner-urls.ts";
import { groupBy } from "../../shared/group-by.ts";
import { OPTIONS } from "../../shared/option-table.ts";
import { toJson } from "../../shared/literal.ts";
import type { Place } from "../run/runner.ts";
import { type Cell, shorten, type Table } from "../run/table.ts";
import { processTexts, type TextJob } from "../run/texts.ts";

const SEVERITIES: readonly Severity[] = OPTIONS.failOn.choices;

/** The most findings of a code that a table lists for one text. */
const MAX_LISTED = 20;

/** `percodec inspect`: returns exit code 1 if there is a finding that `--fail-on` asks for. */
export async function inspect(invocation: Invocation): Promise<number | undefined> {
  const failOn = invocation.choice("inspect", "fail-on");
  const lowest = invocation.choice("inspect", "severity");
  const forbidden = failOn === undefined ? [] : listFrom(failOn);
  const listed = listFrom(lowest ?? "info");
  if (!forbidden.every((severity) => listed.includes(severity)))
    refuse(`--severity ${lowest!} would not list what --fail-on ${failOn!} fails on`);
  const isForbidden: Judge = ({ severity }) => forbidden.includes(severity);
  const inspectOne = (text: string): Inspection => {
    const inspection = inspectText(text);
    const { findings, notJudged } = inspection;
    return listed.length === SEVERITIES.length
      ? inspection
      : { findings: findings.filter(({ severity }) => listed.includes(severity)), notJudged };
  };
  const onlyFindings = invocation.has("only-findings");
  if (onlyFindings && invocation.has("summary")) refuse("--summary lists no texts: leave out --only-findings");
  const nothing = lowest === undefined ? NOTHING : `Nothing was found with severity ${listed.join(" or ")}.`;
  if (invocation.has("summary")) return processTexts(invocation, countFindings(inspectOne, isForbidden));
  return processTexts(invocation, {
    run: inspectOne,
    fails: ({ findings }) => findings.some(isForbidden),
    ...(onlyFindings ? listFindings(inspectOne) : listTexts(nothing, invocation.has("json"))),
    ...LINE_READER,
  });
}

/** Returns a severity and the higher ones. */
function listFrom(lowest: Severity): readonly Severity[] {
  return SEVERITIES.slice(SEVERITIES.indexOf(lowest));
}

type Inspect = (text: string) => Inspection;
type Judge = (found: { readonly severity: Severity }) => boolean;

/** How a job reads lines, and skips those without findings and without a URL in the path. */
const LINE_READER = { readLine, skip: skipPlainLine };

function skipPlainLine(text: string, from: number): number {
  const next = skipCleanLine(text, from);
  // A line that is skipped begins with http, or with a delimiter.
  const start = text[from] === "h" ? from + "http:/".length : from;
  return /[a-z](?::|%3a)\//i.test(text.slice(start, next)) ? from : next;
}

/** Lists the URLs inside a text, if there are some. */
function listInner(text: string): { readonly inside?: readonly InnerUrl[] } {
  const { urls } = findInnerUrls(text);
  return urls.length === 0 ? {} : { inside: urls };
}

/**
 * Lists the findings of each text.
 *
 * @param nothing the line for a text without findings
 */
function listTexts(nothing: string, json: boolean): Partial<TextJob<Inspection>> {
  const toTable = forClean((inspection) => tabulateFindings("", inspection, nothing));
  const toEnd = forClean((inspection) => toJson(inspection).slice(1));
  return {
    show: (inspection, _, text) => {
      const inside = listInner(text).inside?.map(({ found, url }) => `Inside, in ${found}: ${url}`) ?? [];
      const none = inside.length === 0 ? nothing : "No finding, but a URL inside.";
      const table = tabulateFindings(text, inspection, none);
      return { ...table, notes: [...(table.notes ?? []), ...inside] };
    },
    report: (inspection, text = "") => ({ text, ...inspection, ...listInner(text) }),
    // A skipped line is visible ASCII without quotation marks and backslashes.
    skipped: (text) => (json ? `{"text":"${text}",${toEnd(text)}` : toTable(text)),
  };
}

/** The results of the lines that `skipCleanLine` skips: they begin with http, or with a delimiter. */
const CLEAN = [inspectText("https://e.com/"), inspectText("/")] as const;

/** Returns a function that finds what an action returns for the result of a line that is skipped. */
function forClean<Value>(action: (inspection: Inspection) => Value): (line: string) => Value {
  const [withHost, withoutHost] = [action(CLEAN[0]), action(CLEAN[1])];
  return (line) => (line.startsWith("http") ? withHost : withoutHost);
}

/** Lists the findings of each text that has some. */
function listFindings(inspectOne: Inspect): Partial<TextJob<Inspection>> {
  return {
    run: (text) => {
      const found = inspectOne(text);
      return found.findings.length > 0 ? found : undefined;
    },
    show: (found, _, text) => tabulateFindings(text, found),
    report: (found, text) => ({ text, ...found }),
  };
}

/** The number of findings of a code, and the place of the first. */
interface Count {
  readonly severity: Severity;
  findings: number;
  texts: number;
  readonly first: Pick<Finding, "component" | "index" | "length"> & { readonly place: string };
}

/** Counts the findings of all texts by code. */
function countFindings(inspectOne: Inspect, isForbidden: Judge): TextJob<readonly [FindingCode, Count][]> {
  const counts = new Map<FindingCode, Count>();
  let texts = 0;
  let withFindings = 0;
  const add = (found: readonly Finding[], place: Place): undefined => {
    texts++;
    if (found.length > 0) withFindings++;
    for (const [code, own] of groupBy(found, (finding) => finding.code)) {
      let count = counts.get(code);
      if (count === undefined) {
        const [{ severity, component, index, length }] = own;
        const first = { place: place().replace(/: $/, "") || "argument 1", component, index, length };
        counts.set(code, (count = { severity, findings: 0, texts: 0, first }));
      }
      count.texts++;
      for (const { more = 0 } of own) count.findings += 1 + more;
    }
  };
  const rank = ({ severity }: Count): number => SEVERITIES.indexOf(severity);
  return {
    run: (text, place) => add(inspectOne(text).findings, place),
    skipped: (_, place) => add([], place),
    // The highest severity comes first, then the most frequent code.
    end: () => [...counts].sort(([, a], [, b]) => rank(b) - rank(a) || b.texts - a.texts),
    fails: (sorted) => sorted.some(([, count]) => isForbidden(count)),
    show: (sorted) => ({
      title: `${texts} ${texts === 1 ? "text" : "texts"}, ${withFindings} with findings`,
      heads: ["SEVERITY", "FINDINGS", "TEXTS", "CODE", "FIRST"],
      rows: sorted.map(([code, { severity, findings, texts: found, first }]) => [
        [severity, severity],
        String(findings),
        String(found),
        code,
        `${first.place}, ${first.component}, at ${first.index}`,
      ]),
    }),
    report: (sorted) => ({ texts, withFindings, findings: Object.fromEntries(sorted) }),
    ...LINE_READER,
  };
}

/** Matches well-formed UTF-8 (Table 3-7 of the Unicode Standard, §3.9), or one byte that is not; each unit is a byte. */
const UTF8 =
  /((?:[\0-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}){1,1000})|[\x80-\xff]/g;

/** Converts a line to text, the first line without its byte order mark. Bytes that are not UTF-8 become escapes, as in a URL. */
function readLine(bytes: Uint8Array, number: number): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const decoded = buffer.toString("utf8");
  const text = decoded.includes("\ufffd") ? readDamagedLine(buffer) : decoded;
  return number === 1 ? text.replace(/^\ufeff/, "") : text;
}

/** Converts a line that has U+FFFD, or bytes that are not UTF-8. */
function readDamagedLine(buffer: Buffer): string {
  return buffer
    .toString("latin1")
    .replace(UTF8, (byte: string, good?: string) =>
      good === undefined
        ? `%${byte.charCodeAt(0).toString(16).toUpperCase()}`
        : Buffer.from(good, "latin1").toString("utf8"),
    );
}

/** Lists findings, their remedies, and what was not judged. */
export function tabulateFindings(text: string, { findings: found, notJudged }: Inspection, nothing = NOTHING): Table {
  const remedies = found.flatMap(({ code, remedy }) =>
    remedy === undefined ? [] : [`Remedy for ${code}: ${remedy}.`],
  );
  const notes = [...new Set(remedies), ...notJudged.map(({ message }) => `Not judged: ${message}`)];
  if (found.length === 0) return { heads: [nothing], rows: [], notes };
  const listed = new Map<FindingCode, number>();
  const rows: Cell[][] = [];
  for (const { code, component, index, length, severity, message, answer } of found) {
    const count = (listed.get(code) ?? 0) + 1;
    listed.set(code, count);
    if (count > MAX_LISTED) continue;
    const excerpt = shorten(text.slice(index, index + length));
    const words = code === "mojibake" ? `${message} It was meant to be ${answer}.` : message;
    rows.push([[severity, severity], component, String(index), String(length), code, excerpt, words]);
  }
  for (const [code, count] of listed) {
    if (count < MAX_LISTED) continue;
    const more = found.reduce((sum, finding) => sum + (finding.code === code ? (finding.more ?? 0) : 0), count);
    if (more > MAX_LISTED) rows.push(["", "", "", "", code, "", `${more - MAX_LISTED} more of these.`]);
  }
  return { heads: HEADS, rows, notes };
}

const NOTHING = "Nothing was found.";
const HEADS = ["SEVERITY", "COMPONENT", "INDEX", "LENGTH", "CODE", "TEXT", "MESSAGE"];
