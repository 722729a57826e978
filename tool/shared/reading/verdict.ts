import type { FindingComponent, Inspection, Severity, Finding, FindingCode } from "percodec/inspect";
import { type TextReading, countQueryPairs, findOtherEncoding } from "./guess.ts";
import { guessCharsets } from "percodec/inspect";
import { describeHost, type HostDescription } from "percodec/uri";
import { findUrls } from "./find-links.ts";
import type { Table } from "./table.ts";
import { decodeAs } from "../text.ts";
import { unlessRefused } from "../unless-refused.ts";
import { refang } from "./unwrap.ts";
import { type InnerUrl, isByService, readBrowserHost } from "./inner-urls.ts";

/** The domain registered for a host, by the Public Suffix List; not who registered it. */
export interface Owner {
  /** The registrable domain in Unicode. */
  readonly domain: string;
  /** The suffix of a hosting service, whose users have the names under it. */
  readonly service: string | undefined;
  /** The labels before the domain, if they look like another host: `www.paypal.com` in `www.paypal.com.evil.example`. */
  readonly before: string | undefined;
}

/** Returns the owner of a host; an address, a single label and a public suffix have none. */
export type FindOwner = (host: HostDescription) => Owner | undefined;

/** A host as browsers read it. */
export interface Destination {
  /** The host in Unicode, or its address. */
  readonly host: string;
  /** The host with a remark, for the verdict. */
  readonly name: string;
  /** The ASCII domain that it looks like. */
  readonly looksLike: string | undefined;
  readonly owner: Owner | undefined;
}

/** A URL inside the one that is read. */
export interface Hop extends InnerUrl, Partial<Destination> {
  /** The highest severity of its own findings. */
  readonly severity: Severity | undefined;
}

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
export type InnerKind = "json" | "token";

/** A value with the strings that further decodings make of it. */
export interface LayeredValue {
  /** The value as it is written. */
  readonly raw: string;
  /** What `+` means in it: a space in a query, and a plus elsewhere. */
  readonly plus: "literal" | "space";
  /** The text of one decoding, of two, and so on; at most 16 of them. */
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
  /** The first lines that are not blank, for several lines. */
  readonly lines: readonly ReportLine[];
  /** What CSV or TSV the lines are; undefined for other texts. */
  readonly table: Table | undefined;
  /** The host of the URL; undefined if it has none, or browsers refuse it. */
  readonly destination: Destination | undefined;
  /** The URLs inside, each before those inside of it. */
  readonly hops: readonly Hop[];
  /** The highest severity above info, of the text and the URLs inside; a warning for another owner, a name before the owner, or URLs that
   * are not read. */
  readonly level: "danger" | "warning" | "calm";
  /** A few sentences that say where the text leads or what it is. */
  readonly verdict: string;
}

/** The scripts that a character of a host is named by. */
const SCRIPTS = ["Cyrillic", "Greek", "Armenian", "Hebrew", "Arabic", "Cherokee", "Han", "Latin"] as const;

/**
 * A report before its verdict, whether the owners were looked up, whether there are more URLs inside than are read, and how many links of the
 * lines have a URL of another owner inside.
 */
type Described = Omit<TextReport, "verdict"> & {
  readonly isChecked: boolean;
  readonly isCut: boolean;
  readonly elsewhere: number;
};

/** The most hosts that a verdict names as the last ones. */
const MAX_NAMED = 3;

/** Says where a string leads, or what it is. */
export function describeVerdict(report: Described, isUrl: boolean): string {
  const cut = report.reading.name === "lines" ? "" : describeCut(report.reading.text);
  const more = report.isCut ? " More URLs are inside than are read." : "";
  return (isUrl ? describeUrl(report) + describeFragment(report) : describeText(report, cut !== "")) + cut + more;
}

/** Names `%23` if a fragment looks like the rest of a value and more pairs: `?q=C#&lang=en`. */
function describeFragment({ parts }: Described): string {
  const raw = (name: string) => parts.find((part) => part.name === name)?.raw ?? "";
  const isRest = raw("query").includes("=") && /^(?![!/])[^=&]*&[^=&]+=/.test(raw("fragment"));
  return isRest ? " There are pairs after #, in the fragment, which no server receives: if # is data, write %23." : "";
}

function describeText(report: Described, isCut: boolean): string {
  const { parameters, reading, whole, lines, table } = report;
  if (parameters.length > 0) {
    const pairs = countQueryPairs(reading.text);
    const query = pairs === 1 ? "A query of one pair." : `A query of ${pairs} pairs.`;
    return query + describeInside(report);
  }
  if (reading.charsets !== undefined)
    return `${reading.charsets.length > 1 ? "Perhaps a" : "A"} text in ${reading.charsets[0]}, not in UTF-8${quoteShort(": ", decodeAs(reading.text, reading.charsets[0]!))}.`;
  if (whole !== undefined) {
    const { layers: texts, raw } = whole;
    if (texts.length === 1 && texts[0] === raw)
      return isCut ? "Nothing is decoded." : "The escaped bytes are not UTF-8: nothing is decoded.";
    const layers = texts.length;
    return layers === 1
      ? `A text that was encoded once${quoteShort(": ", texts[0])}.`
      : `A text that was encoded ${layers === 2 ? "twice" : `${layers} times`}${quoteShort("; decoded once it is ", texts[0])}.`;
  }
  if (table !== undefined)
    return `A ${table.format.toUpperCase()} of ${table.fields} fields, with ${table.operation === "clean" ? "links" : "escapes"} in column ${table.column}.`;
  if (reading.name === "lines") return describeLines(lines, report.elsewhere);
  const other = findOtherEncoding(reading.text);
  if (other !== undefined)
    return `It looks like ${other.name}, which is not percent-encoding; it stands for "${other.decoded.slice(0, 256)}".`;
  return reading.text === "" ? "An empty text." : "Plain text: it has to be encoded before it becomes part of a URL.";
}

/** Quotes a decoded text after some words, if it is short, has no quotes, and each of its characters can be seen. */
function quoteShort(before: string, decoded = ""): string {
  return /^(?!.*")[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,64}$/u.test(decoded) ? `${before}"${decoded}"` : "";
}

function describeLines(lines: TextReport["lines"], elsewhere: number): string {
  const dangers = lines.filter(({ severity }) => severity === "danger").length;
  const linked = lines.filter(({ text }) => findUrls(refang(text)).length > 0).length;
  const links = linked === 0 ? "" : `, ${linked === lines.length ? "all" : linked} with links`;
  const more = [
    ...(dangers === 0 ? [] : [`; ${dangers} with a danger`]),
    ...(elsewhere === 0 ? [] : [`; ${elsewhere === 1 ? "1 link leads" : `${elsewhere} links lead`} to another owner`]),
  ];
  return `${lines.length} lines${links}, each with its own reading${more.join("")}.`;
}

/** The findings of a string without a host that its verdict states. */
const STATED: readonly FindingCode[] = ["multiple-encoding", "legacy-charset", "invalid-utf8"];

/** Returns whether a finding is a reason of the verdict: for a URL, what is found where it leads; for a string, how it is encoded. */
export function isReason({ parts, whole }: Pick<TextReport, "parts" | "whole">, { code, component }: Finding): boolean {
  return parts.length > 0 ? isInStart(component) : whole !== undefined && STATED.includes(code);
}

function describeUrl(report: Described): string {
  const { reading, parts, findings, hops, destination, isChecked } = report;
  const find = (name: string): string | undefined => parts.find((part) => part.name === name)?.raw;
  const has = (code: string): boolean =>
    findings.some((finding) => finding.code === code && isInStart(finding.component));
  const scheme = find("scheme");
  if (has("script-url") && scheme !== undefined)
    return `Runs or shows what follows ${scheme}: as a script or document.`;
  const host = find("host");
  if (host === undefined) {
    if (scheme?.toLowerCase() === "mailto") return describeMail(report) + describeInside(report);
    if (scheme !== undefined) return `A URI of the scheme ${scheme}.${describeInside(report)}`;
    return /[<{]/.test(reading.text)
      ? "No URL: < and { do not occur in one."
      : hops.length === 0
        ? "A path: it stays on the site that it is used on."
        : describeInside(report, "A path, but a URL inside may lead to");
  }
  if (destination === undefined) return `Leads nowhere: browsers refuse the host ${host}.${describeInside(report)}`;
  const seen = has("host-ambiguous") ? readBrowserHost(reading.text) : undefined;
  if (seen !== undefined && seen !== destination.host)
    return `Programs do not agree where it leads: a browser goes to ${seen}, and others to ${destination.host}.${describeInside(report)}`;
  const hosts = new Set([destination, ...hops].map((each) => each.host));
  const user = find("userinfo");
  return [
    hosts.size > 1
      ? describeWay(destination.name, hops)
      : `${has("scheme-relative") ? "Leaves the site and goes to" : "Goes to"} ${destination.name}`,
    describeOwners(hosts.size > 1 ? findLeaves(hops) : [destination], isChecked),
    user === undefined ? "" : ` The text before @, ${user}, is only a user name.`,
    ...[destination, ...hops].map(({ owner }) =>
      owner?.before === undefined
        ? ""
        : ` ${owner.before} is only the beginning of that name: the owner of ${owner.domain} chose it.`,
    ),
  ].join("");
}

/** Names the receivers of a mail, and says that its body may have line breaks (https://www.rfc-editor.org/rfc/rfc6068#section-5). */
function describeMail({ parts, parameters }: Described): string {
  const to = parts.find(({ name }) => name === "path")?.value;
  const body = parameters.find(({ name }) => name.toLowerCase() === "body")?.layers[0] ?? "";
  const lines = body.split(/\r\n|\n|\r/).length;
  return `A mail${to === undefined ? "" : ` to ${to}`}${lines > 1 ? `, whose body has ${lines} lines: line breaks belong in it` : ""}.`;
}

function describeWay(first: string, hops: readonly Hop[]): string {
  const leaves = findLeaves(hops);
  const nameParent = (hop: Hop, k: number): string => {
    const parent = k === 0 ? first : (hops[k - 1]!.name ?? hops[k - 1]!.url);
    return isByService(hop) ? `${parent} (${hop.found})` : parent;
  };
  const through = new Set(
    hops.flatMap((hop, k) => (hop.depth > (hops[k - 1]?.depth ?? 0) ? [nameParent(hop, k)] : [])),
  );
  const last = [...through].at(-1)!.includes(",") ? "," : "";
  const names = [...through].join(", ");
  if (hops.every(isByService)) return `Through ${names}${last} to ${joinLast(leaves)}`;
  // Only a service is known to send on; what a value leads to is not where the URL goes.
  const [start = "", ...others] = through;
  return `Goes to ${start}${start.includes(",") ? "," : ""} and perhaps on ${others.length === 0 ? "" : `through ${others.join(", ")} `}to ${joinLast(leaves)}`;
}

/** Characters that are cut often. */
const FREQUENT = "é°€’😀あ日中한пא";

/** Says how much of the last character is there, if its escapes are cut; a text in another encoding has more than one fault. */
function describeCut(text: string): string {
  const [tail, lead] = /%(c[2-9a-f]|d[\da-f]|e[\da-f]|f[0-4])(?:%[89ab][\da-f]){0,2}$/i.exec(text) ?? [];
  if (tail === undefined || lead === undefined) return "";
  const [there, all] = [tail.length / 3, /^f/i.test(lead) ? 4 : /^e/i.test(lead) ? 3 : 2];
  if (there === all || guessCharsets(text)[0] !== "UTF-8") return "";
  const example = findCutExample(tail);
  return ` The last character is cut: ${there} of ${all} bytes${example === undefined ? "" : `, of ${example} for example`}.`;
}

/** Returns a frequent character whose escapes begin with these ones. */
export function findCutExample(escapes: string): string | undefined {
  return Array.from(FREQUENT).find((character) => encodeURIComponent(character).startsWith(escapes.toUpperCase()));
}

/** Returns the innermost URLs. */
function findLeaves(hops: readonly Hop[]): readonly Hop[] {
  return hops.filter(({ depth }, k) => !((hops[k + 1]?.depth ?? 0) > depth));
}

function joinLast(leaves: readonly Hop[]): string {
  const names = [...new Set(leaves.map(({ name, url }) => name ?? url))];
  const more = names.length - MAX_NAMED;
  return [...names.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(" or ");
}

/** Says where the URLs inside lead, for a string that has no host. */
function describeInside({ hops, isChecked }: Described, words = " Inside is a URL that may lead to"): string {
  const leaves = findLeaves(hops);
  return hops.length === 0 ? "" : `${words} ${joinLast(leaves)}${describeOwners(leaves, isChecked)}`;
}

/** A name that someone can own: neither an address nor a single label. */
const OWNABLE = /\.[^.]*[^.\d][^.]*\.?$/;

/** Ends the sentence that names these hosts, and names each owner's domain that is not the host. */
function describeOwners(destinations: readonly Partial<Destination>[], isChecked: boolean): string {
  if (!isChecked) return destinations.some(({ host = "" }) => OWNABLE.test(host)) ? "; owner not checked yet." : ".";
  const owners = new Set(
    destinations.flatMap(({ host, owner }) => (owner === undefined || owner.domain === host ? [] : [owner.domain])),
  );
  if (owners.size === 0) return ".";
  return owners.size === 1
    ? `. The owner is ${[...owners][0]!}; who that is was not checked.`
    : `. The owners are ${[...owners].slice(0, MAX_NAMED).join(", ")}; who they are was not checked.`;
}

/** Returns a host as browsers read it, or undefined if they refuse it. */
export function toDestination(
  host: string | undefined,
  findOwner: FindOwner | undefined,
  scheme = "https",
): Destination | undefined {
  const described = host === undefined ? undefined : unlessRefused(() => describeHost(host, { scheme }));
  if (described === undefined) return undefined;
  const { address, unicode, looksLike } = described;
  const owner = findOwner?.(described);
  return { host: address ?? unicode, name: nameHost(described, owner), looksLike, owner };
}

function isInStart(component: string): boolean {
  return component === "scheme" || component === "host" || component === "userinfo";
}

function nameHost({ unicode, looksLike, address, scope }: HostDescription, owner: Owner | undefined): string {
  if (looksLike !== undefined && looksLike !== unicode) {
    const foreign = Array.from(unicode).find((character) => character > "\x7f");
    const script = SCRIPTS.find((name) => new RegExp(`\\p{Script=${name}}`, "u").test(foreign ?? ""));
    return `${unicode}${script === undefined ? "" : ` (${script} ${foreign})`}, not ${looksLike}`;
  }
  if (scope === "loopback") return `${address ?? unicode}, which is this machine itself`;
  if (scope !== "public" && scope !== "unknown")
    return `${address ?? unicode}, which is not on the public internet (${scope})`;
  return `${address ?? unicode}${owner?.service === undefined ? "" : `, a page of a user of ${owner.service}`}`;
}
