import type { FindingComponent, Inspection, Severity, Finding, FindingCode } from "percodec/inspect";
import { type TextReading, countQueryPairs } from "./guess.ts";
import { PercentEncodingError } from "percodec";
import { describeHost, type HostDescription } from "percodec/uri";

/** A component of a URL, as it is written and decoded once. */
export interface ReportPart {
  readonly name: FindingComponent;
  readonly raw: string;
  /** The start in the text that is read. */
  readonly index: number;
  /** The decoded text, with the escapes of delimiters left. */
  readonly value: string;
}

/** What a value contains that can be read on its own. */
export type InnerKind = "url" | "json" | "token";

/** A value with the strings that further decodings make of it. */
export interface LayeredValue {
  /** The value as it is written. */
  readonly raw: string;
  /** What `+` means in it: a space in a query, and a plus elsewhere. */
  readonly plus: "literal" | "space";
  /** The text of one decoding, of two, and so on; the last has no escapes that decode. */
  readonly layers: readonly string[];
  /** What the first layer, or the last one, contains. */
  readonly inner: InnerKind | undefined;
  /** The encodings that its bytes look like, if they are not UTF-8; otherwise undefined. */
  readonly charsets: readonly string[] | undefined;
}

/** A name and a value of a query. */
export interface ReportParameter extends LayeredValue {
  readonly name: string;
  /** Whether the pair has an equals sign. */
  readonly hasValue: boolean;
}

/** One of several lines. */
interface ReportLine {
  readonly text: string;
  readonly reading: TextReading;
  /** The highest severity of its findings; undefined if it has none. */
  readonly severity: Severity | undefined;
}

/** What a string is, and what is in it. */
export interface TextReport extends Inspection {
  readonly reading: TextReading;
  readonly parts: readonly ReportPart[];
  readonly parameters: readonly ReportParameter[];
  /** The text itself, for an escaped value and for bytes of another encoding. */
  readonly whole: LayeredValue | undefined;
  /** The lines that are not blank, for several lines. */
  readonly lines: readonly ReportLine[];
  /** One sentence that says where the text leads or what it is. */
  readonly verdict: string;
}

/** The scripts that a character of a host is named by. */
const SCRIPTS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["Greek", /\p{Script=Greek}/u],
  ["Armenian", /\p{Script=Armenian}/u],
  ["Hebrew", /\p{Script=Hebrew}/u],
  ["Arabic", /\p{Script=Arabic}/u],
  ["Cherokee", /\p{Script=Cherokee}/u],
  ["Han", /\p{Script=Han}/u],
  ["Latin", /\p{Script=Latin}/u],
];

/** Says in one sentence where a string leads, or what it is. */
export function describeVerdict(report: Omit<TextReport, "verdict">, isUrl: boolean): string {
  if (isUrl) return describeUrl(report);
  const { parameters, reading, whole, lines } = report;
  if (parameters.length > 0) {
    const pairs = countQueryPairs(reading.text);
    return pairs === 1 ? "A query of one pair." : `A query of ${pairs} pairs.`;
  }
  if (reading.charsets !== undefined) return `A text in ${reading.charsets.join(" or ")}, not in UTF-8.`;
  if (whole !== undefined) {
    const { layers: texts, raw } = whole;
    if (texts.length === 1 && texts[0] === raw) return "The escaped bytes are not UTF-8: nothing is decoded.";
    const layers = texts.length;
    return layers > 1 ? `A text that was encoded ${layers} times.` : "A text that was encoded once.";
  }
  if (reading.name === "lines") return describeLines(lines);
  return reading.text === "" ? "An empty text." : "Plain text: it has to be encoded before it becomes part of a URL.";
}

function describeLines(lines: TextReport["lines"]): string {
  const dangers = lines.filter(({ severity }) => severity === "danger").length;
  return `${lines.length} lines, each with its own reading${dangers === 0 ? "" : `; ${dangers} with a danger`}.`;
}

/** The findings of a string without a host that its verdict states. */
const STATED: readonly FindingCode[] = ["multiple-encoding", "legacy-charset", "invalid-utf8"];

/** Returns whether a finding is a reason of the verdict: for a URL, what is found where it leads; for a string, how it is encoded. */
export function isReason({ parts, whole }: Pick<TextReport, "parts" | "whole">, { code, component }: Finding): boolean {
  return parts.length > 0 ? isInStart(component) : whole !== undefined && STATED.includes(code);
}

function describeUrl({ reading, parts, findings }: Omit<TextReport, "verdict">): string {
  const find = (name: string): string | undefined => parts.find((part) => part.name === name)?.raw;
  const has = (code: string): boolean =>
    findings.some((finding) => finding.code === code && isInStart(finding.component));
  const scheme = find("scheme");
  if (has("script-url") && scheme !== undefined)
    return `Runs or shows what follows ${scheme}: as a script or document.`;
  const host = find("host");
  if (host === undefined) {
    return scheme === undefined ? "A path: it stays on the site that it is used on." : `A URI of the scheme ${scheme}.`;
  }
  let described: HostDescription;
  try {
    described = describeHost(host, { scheme: scheme ?? "https" });
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    return `Leads nowhere: browsers refuse the host ${host}.`;
  }
  const seen = has("host-ambiguous") ? findBrowserHost(reading.text) : undefined;
  if (seen !== undefined && described.kind !== "ipv4")
    return `Programs do not agree where it leads: a browser goes to ${seen}, and others to ${described.unicode}.`;
  const sentence = describeDestination(described, has("scheme-relative"));
  const user = find("userinfo");
  return `${sentence}${user === undefined ? "" : ` The text before @, ${user}, is only a user name.`}`;
}

/** Returns the host that a browser finds, or undefined if it refuses the URL. */
function findBrowserHost(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).hostname : undefined;
}

function isInStart(component: string): boolean {
  return component === "scheme" || component === "host" || component === "userinfo";
}

function describeDestination({ unicode, looksLike, address, scope }: HostDescription, relative: boolean): string {
  const goes = relative ? "Leaves the site and goes to" : "Goes to";
  if (looksLike !== undefined && looksLike !== unicode) {
    const foreign = Array.from(unicode).find((character) => character > "\x7f");
    const script = foreign === undefined ? undefined : SCRIPTS.find(([, pattern]) => pattern.test(foreign))?.[0];
    return `${goes} ${unicode}${script === undefined ? "" : ` (${script} ${foreign})`}, not ${looksLike}.`;
  }
  const isSpecial = scope !== "public" && scope !== "unknown";
  return `${goes} ${address ?? unicode}${isSpecial ? `, which is ${describeScope(scope)}` : ""}.`;
}

function describeScope(scope: string): string {
  return scope === "loopback" ? "this machine itself" : `not on the public internet (${scope})`;
}
