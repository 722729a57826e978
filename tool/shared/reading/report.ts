import { readAuthority } from "../authority.ts";
import { COMPONENT_DELIMITERS } from "../component-delimiters.ts";
import { percentDecode } from "percodec";
import { guess, isPlainPercent, type ReadingName, type TextReading } from "./guess.ts";
import { findUrls } from "./find-links.ts";
import { decodeLayers, refang } from "./unwrap.ts";
import { splitUri } from "percodec/uri";
import { type Finding, type FindingCode, inspect, type Inspection, type Severity } from "percodec/inspect"; // prettier-ignore
import { toUtf8 } from "../text.ts";
import { findTable } from "./table.ts";
import { findInnerUrls, readBrowserHost } from "./inner-urls.ts";
import {
  type Destination,
  type FindOwner,
  type Hop,
  type InnerKind,
  type LayeredValue,
  type ReportParameter,
  type ReportPart,
  type TextReport,
  describeVerdict,
  isReason,
  toDestination,
} from "./verdict.ts";

export type { Destination, Hop, InnerKind, LayeredValue, ReportParameter, ReportPart, TextReport } from "./verdict.ts";
export { isReason } from "./verdict.ts";

/** The most lines and pairs that are listed. */
const MAX_LISTED = 200;
const MAX_JSON_UNITS = 0x10000;

const KEEP = { malformed: "keep", invalidUtf8: "keep" } as const;
export const RANK: Readonly<Record<Severity, number>> = { danger: 0, warning: 1, info: 2 };

const ESCAPE_FAULTS: readonly FindingCode[] = ["malformed-escape", "truncated-escape"];
/** What the grammar of a URI does not allow, and plain text may contain. */
const UNENCODED: readonly FindingCode[] = ["illegal-character", "raw-non-ascii"];

/** The title of each reading. */
export const READING_TITLES: Readonly<Record<ReadingName, string>> = {
  url: "URL",
  "escaped-url": "URL, escaped as a whole",
  wrapped: "link or text inside another text",
  query: "query or form",
  "escaped-value": "encoded text",
  "legacy-bytes": "bytes of an older encoding",
  lines: "lines",
  text: "plain text",
};

/**
 * Returns the reading called `name`: the guessed one, or else one of the whole text. Without a name, returns the likeliest.
 *
 * @param readings what `guess` returns for the text
 */
export function chooseReading(
  text: string,
  readings: readonly TextReading[],
  name: ReadingName | undefined,
): TextReading {
  if (name === undefined) return readings[0]!;
  return (
    readings.find((reading) => reading.name === name) ?? { name, because: "chosen by you", text, charsets: undefined }
  );
}

/**
 * Reports what is in a string that is read in one way: its parts, values, URLs inside and findings. The reasons of the verdict come first, and a
 * danger before a warning.
 *
 * @param findOwner looks up the owner of a host; without it the verdict says that the owner is not checked yet
 */
export function reportText(reading: TextReading, findOwner?: FindOwner): TextReport {
  const { name, text } = reading;
  const inner = name === "wrapped" ? guess(text)[0]!.name : name;
  const isUrl = inner === "url" || inner === "escaped-url";
  const isPairs = inner === "query";
  const { parts, destination } = isUrl ? reportParts(text, findOwner) : { parts: [], destination: undefined };
  const query = isPairs ? text.replace(/^\?/, "") : parts.find((part) => part.name === "query")?.raw;
  const lines = name === "lines" ? inspectLines(text) : [];
  const { findings, notJudged } =
    name === "lines" ? joinInspections(lines) : inspectAs(text, inner, isPlainPercent(text));
  const isEscaped = name === "escaped-value" || name === "legacy-bytes";
  const whole = isEscaped ? readLayers(text, "literal") : undefined;
  const rank = (finding: Finding): number => rankFinding(finding) - (isReason({ parts, whole }, finding) ? 3 : 0);
  const { hops, isCut } = reportHops(isUrl ? text : query === undefined ? "" : `?${query}`, findOwner);
  const links = lines.flatMap((line) => line.links);
  const elsewhere = links.filter((url) =>
    hasOtherOwner(reportParts(url, findOwner).destination, reportHops(url, findOwner).hops),
  ).length;
  const highest = [findWorst(findings)?.severity, ...hops.map(({ severity }) => severity)];
  const report = {
    reading,
    parts,
    parameters: query === undefined ? [] : readParameters(query),
    whole,
    lines: lines.slice(0, MAX_LISTED).map(({ line, findings: found }) => ({
      text: line,
      reading: guess(line)[0]!,
      severity: findWorst(found)?.severity,
    })),
    findings: [...findings].sort((a, b) => rank(a) - rank(b) || a.index - b.index),
    notJudged,
    table: name === "lines" ? findTable(toUtf8(text)) : undefined,
    destination,
    hops,
    level: highest.includes("danger")
      ? ("danger" as const)
      : highest.includes("warning") ||
          isCut ||
          elsewhere > 0 ||
          hasOtherOwner(destination, hops) ||
          [destination, ...hops].some((each) => each?.owner?.before)
        ? ("warning" as const)
        : ("calm" as const),
  };
  return {
    ...report,
    verdict: describeVerdict({ ...report, isChecked: findOwner !== undefined, isCut, elsewhere }, isUrl),
  };
}

/** Finds the URLs inside a URL, with their owners, and whether there are more. */
export function reportHops(text: string, findOwner?: FindOwner): { hops: readonly Hop[]; isCut: boolean } {
  const { urls, isCut } = findInnerUrls(text);
  const hops = urls.map((url): Hop => ({
    ...url,
    ...toDestination(readBrowserHost(url.url), findOwner),
    severity: findWorst(inspectUrl(url.url).findings)?.severity,
  }));
  return { hops, isCut };
}

/** Whether the URL and those inside have more than one owner; a text without a host counts as one. */
function hasOtherOwner(destination: Destination | undefined, hops: readonly Hop[]): boolean {
  return new Set([destination, ...hops].map((each) => each?.owner?.domain ?? each?.host)).size > 1;
}

/** A line, its links, and what is found in it; indexes count from the start of the text. */
interface InspectedLine extends Inspection {
  readonly line: string;
  readonly links: readonly string[];
}

/** Inspects each line that is not blank by itself: the line ends are not part of any URL. */
function inspectLines(text: string): readonly InspectedLine[] {
  const isPlain = isPlainPercent(text);
  return Array.from(text.matchAll(/[^\r\n]+/g))
    .filter(([line]) => line.trim() !== "")
    .map(({ 0: line, index: start }) => {
      const meant = refang(line);
      const { findings: all, notJudged } = inspectAs(meant, guess(meant)[0]!.name, isPlain);
      // A link between other words is also inspected alone. Findings of the whole line stay.
      const links = findUrls(meant);
      const inside = links.flatMap(({ index, url }) =>
        inspectUrl(url).findings.map((finding) => shift(finding, index)),
      );
      const isNew = ({ code, index }: Finding) => !all.some((one) => one.code === code && one.index === index);
      const findings = [...all, ...inside.filter(isNew)];
      // If the line was defanged, its indexes do not fit: the whole line is marked.
      const place = ({ index }: Finding) =>
        meant === line ? { index: index + start } : { index: start, length: line.length };
      const placed = findings.map((finding) => ({ ...finding, ...place(finding) }));
      return { line, links: links.map(({ url }) => url), findings: placed, notJudged };
    });
}

/** Returns the findings of all lines, and once each thing that was not judged. */
function joinInspections(lines: readonly InspectedLine[]): Inspection {
  const notJudged = new Map(lines.flatMap((line) => line.notJudged.map((one) => [one.message, one])));
  return { findings: lines.flatMap(({ findings }) => findings), notJudged: [...notJudged.values()] };
}

/** Returns the first of the findings that come first by {@link rankFinding}. */
export function findWorst(findings: readonly Finding[]): Finding | undefined {
  let worst: Finding | undefined;
  for (const finding of findings) if (worst === undefined || rankFinding(finding) < rankFinding(worst)) worst = finding;
  return worst;
}

/**
 * Inspects a URL. Only some programs read a user name that contains a backslash. `host-ambiguous` reports this already, and removing the
 * name would change the host in browsers, so the finding is left out.
 */
export function inspectUrl(text: string): Inspection {
  const { findings, notJudged } = inspect(text);
  const isAmbiguous = findings.some(({ code }) => code === "host-ambiguous");
  const isName = ({ code, index, length }: Finding) =>
    code === "host-like-user" && text.slice(index, index + length).includes("\\");
  return { findings: isAmbiguous ? findings.filter((finding) => !isName(finding)) : findings, notJudged };
}

/** Returns the place of a finding in a list: a danger before a warning, and first a host on which programs do not agree. */
export function rankFinding({ code, severity }: Finding): number {
  return RANK[severity] - (code === "host-ambiguous" ? 0.5 : 0);
}

/** @param isPlain whether each `%` of the text, with all of its lines, is a percent sign */
function inspectAs(text: string, name: ReadingName, isPlain: boolean): Inspection {
  if (name === "query") return inspectQuery(text);
  const { findings, notJudged } = inspectUrl(text);
  const omitted = [...(isPlain ? ESCAPE_FAULTS : []), ...(name === "text" || name === "wrapped" ? UNENCODED : [])];
  return { findings: findings.filter(({ code }) => !omitted.includes(code)), notJudged };
}

function shift(finding: Finding, by: number): Finding {
  return { ...finding, index: finding.index + by };
}

/** Inspects a query, with or without its `?`. */
function inspectQuery(text: string): Inspection {
  if (text.startsWith("?")) return inspect(text);
  const { findings, notJudged } = inspect(`?${text}`);
  return { findings: findings.map((finding) => shift(finding, -1)), notJudged };
}

/** Splits a URL into its parts, and reads its host. */
export function reportParts(text: string, findOwner?: FindOwner): Pick<TextReport, "parts" | "destination"> {
  const parts = splitParts(text);
  const find = (wanted: string): string | undefined => parts.find(({ name }) => name === wanted)?.raw;
  return { parts, destination: toDestination(find("host"), findOwner, find("scheme")) };
}

function splitParts(text: string): readonly ReportPart[] {
  const { scheme, path, query, fragment } = splitUri(text);
  const parts: ReportPart[] = [];
  let at = 0;
  /** Adds a part unless it is empty; `before` and `after` are the lengths of its delimiters. */
  const add = (name: ReportPart["name"], raw: string | undefined, before: number, after = 0): void => {
    if (raw === undefined) return;
    at += before;
    const value = name === "scheme" ? raw : percentDecode(raw, { ...KEEP, except: COMPONENT_DELIMITERS[name] });
    if (raw !== "") parts.push({ name, raw, index: at, value });
    at += raw.length + after;
  };
  add("scheme", scheme, 0, 1);
  const split = readAuthority(text);
  if (split !== undefined) {
    const { userinfo, host, port } = split;
    at += 2;
    add("userinfo", userinfo, 0, 1);
    add("host", host, 0);
    add("port", port, 1);
  }
  add("path", path, 0);
  add("query", query, 1);
  add("fragment", fragment, 1);
  return parts;
}

/** Reads the pairs of a query as forms do: a `+` is a space. */
function readParameters(query: string): readonly ReportParameter[] {
  return query
    .split("&", MAX_LISTED)
    .filter((pair) => pair !== "")
    .map((pair) => {
      const equals = pair.indexOf("=");
      const written = equals < 0 ? pair : pair.slice(0, equals);
      const name = percentDecode(written, { ...KEEP, plus: "space" });
      return { name, hasValue: equals >= 0, ...readLayers(equals < 0 ? "" : pair.slice(equals + 1), "space") };
    });
}

function readLayers(raw: string, plus: "literal" | "space"): LayeredValue {
  const changed = decodeLayers(raw, plus);
  const layers = changed.length === 0 ? [raw] : changed;
  const bytes = guess(raw).find(({ name }) => name === "legacy-bytes");
  return { raw, plus, layers, inner: findInner(layers[0]!) ?? findInner(layers.at(-1)!), charsets: bytes?.charsets };
}

/** Returns what a value contains that can be read on its own. */
export function findInner(value: string): InnerKind | undefined {
  if (/^eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(value)) return "token";
  if (/^\s*[[{]/.test(value) && value.length <= MAX_JSON_UNITS && isJson(value)) return "json";
  return undefined;
}

function isJson(value: string): boolean {
  try {
    // The result is used, since a bundler leaves out a call whose result is not.
    return JSON.parse(value) !== undefined;
  } catch {
    return false;
  }
}
