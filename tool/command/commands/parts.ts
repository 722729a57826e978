import { inspect, toExcerpt } from "percodec/inspect";
import { COMPONENT_DELIMITERS } from "../../shared/component-delimiters.ts";
import { toJson } from "../../shared/literal.ts";
import { quote } from "../../shared/text.ts";
import { type DecodeIssue, percentDecodeReport, PercentEncodingError } from "percodec";
import { editUri, splitAuthority, splitUri } from "percodec/uri";
import { type Invocation, readAllowed } from "../line/arguments.ts";
import { findAmbiguity } from "./uris.ts";
import { refuse } from "../io/errors.ts";
import { escapeCharacter } from "../records/backslash.ts";
import { type FlagName, LINE_FLAGS } from "../line/flags.ts";
import { didYouMean } from "../line/suggest.ts";
import { requireOnly } from "../run/set-options.ts";
import type { Table } from "../run/table.ts";
import { processTexts } from "../run/texts.ts";
import { listRepairs, shiftErrorIndex, trim } from "../run/trim.ts";

/** The components, in the order of a URI. */
const COMPONENTS = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"] as const;
/** The parts of the userinfo, which its first colon separates. */
const CREDENTIALS = ["user", "password"] as const;
type ComponentName = (typeof COMPONENTS)[number] | (typeof CREDENTIALS)[number];

/** A component as it is written, and its index in the text. */
interface Component {
  readonly name: ComponentName;
  readonly raw: string;
  readonly index: number;
}

/** A URI that was taken apart; an absent component is not in the list. */
type TakenApart = ReturnType<typeof takeApart>;

/** What `--get` asks for: a component, or the first value of a parameter of the query. */
type Getter = (parts: TakenApart) => string | undefined;

/** `percodec parts`: lists the components of each URI, or writes those of `--get`. */
export async function parts(invocation: Invocation): Promise<number | undefined> {
  if (invocation.has("compare")) return (await import("./compare-languages.ts")).compareLanguages(invocation);
  if (invocation.has("segments")) return listSegments(invocation);
  const alone = SEGMENT_FLAGS.find((flag) => invocation.has(flag));
  if (alone !== undefined) refuse(`--${alone} applies to --segments: add --segments`);
  const getters = readGetters(invocation);
  const named = COMPONENTS.find((name) => invocation.operands.includes(name));
  if (named !== undefined) refuse(`${quote(named)} is a URI here; --get ${named} writes this part`);
  if (getters.length === 0) {
    return processTexts(invocation, { run: takeApart, show: tabulateParts, report: toReport });
  }
  const get = (uri: TakenApart) => getters.map(([name, getter]) => [name, getter(uri)] as const);
  return processTexts(invocation, {
    run: takeApart,
    show: (uri) => get(uri).map(([, value = ""]) => escapeField(value)).join("\t"), // prettier-ignore
    report: (uri) => ({
      ...Object.fromEntries(get(uri).map(([name, value]) => [name, value ?? null])),
      repairs: uri.repairs,
    }),
  });
}

const SEGMENT_FLAGS: readonly FlagName[] = ["allow", "file-system"];

/** `percodec parts --segments`: splits each path and decodes its segments; an unsafe segment is an error. */
async function listSegments(invocation: Invocation): Promise<number | undefined> {
  requireOnly(invocation, "segments", [...SEGMENT_FLAGS, ...LINE_FLAGS, "keep-going"]);
  const allow = readAllowed(invocation);
  const fileSystem = invocation.choice("parts", "file-system");
  const { decodePath } = await import("percodec/guard");
  return processTexts(invocation, {
    run: (text) => {
      const path = findPath(text);
      return { path, segments: shiftErrorIndex(path.index, () => decodePath(path.raw, { allow, fileSystem })) };
    },
    show: ({ segments }) => toJson(segments),
    report: ({ path: { raw, index }, segments }) => {
      // The prefix makes `inspect` read the text as a path even if it begins with two slashes or has a colon in its first segment.
      const prefix = `https://p.invalid${raw.startsWith("/") ? "" : "/"}`;
      const { findings } = inspect(prefix + raw);
      return {
        segments,
        stillEncoded: percentDecodeReport(raw, { percentU: true }).stillEncoded,
        findings: findings.map((finding) => ({ ...finding, index: finding.index - prefix.length + index })),
      };
    },
  });
}

/** Returns the path of a URI, or a path alone: servers read two slashes at its start as part of it. */
function findPath(text: string): Pick<Component, "raw" | "index"> {
  if (splitUri(text.replace(/^[\0- ]+/, "")).scheme === undefined)
    return { raw: text.replace(/[?#].*$/s, ""), index: 0 };
  return takeApart(text).components.find(({ name }) => name === "path")!;
}

/** Reads the names of `--get`: components, or `query:NAME`. */
function readGetters(invocation: Invocation): (readonly [name: string, getter: Getter])[] {
  const decoded = invocation.has("decoded");
  const names = invocation.options.flatMap(([flag, value]) => (flag === "get" ? value.split(",") : []));
  if (decoded && names.length === 0) refuse("--decoded applies to --get: add --get NAME");
  return names.map((name) => [name, toGetter(name, decoded)]);
}

function toGetter(name: string, decoded: boolean): Getter {
  if (name.startsWith("query:")) return (uri) => findValue(uri, name.slice("query:".length));
  const known: readonly ComponentName[] = [...COMPONENTS, ...CREDENTIALS];
  const component = known.find((each) => each === name);
  if (component === undefined) {
    const suggestion = didYouMean(name, known);
    refuse(`--get takes ${known.join(", ")} or query:NAME, not ${quote(name)}${suggestion}`);
  }
  return ({ components }) => {
    const found = components.flatMap(splitUserinfo).find((each) => each.name === component);
    return found && decoded ? decodeComponent(found).value : found?.raw;
  };
}

/** Returns a component, and with a userinfo its parts. */
function splitUserinfo(component: Component): readonly Component[] {
  if (component.name !== "userinfo") return [component];
  const { raw, index } = component;
  const [user] = raw.split(":", 1) as [string];
  const password =
    user === raw
      ? []
      : [{ name: "password", raw: raw.slice(user.length + 1), index: index + user.length + 1 } as const];
  return [component, { name: "user", raw: user, index }, ...password];
}

/** Returns the decoded value of the first parameter with a name. */
function findValue({ components }: TakenApart, name: string): string | undefined {
  const query = components.find((each) => each.name === "query");
  return query && shiftErrorIndex(query.index - 1, () => editUri(`?${query.raw}`).get(name));
}

/** Trims a URI and splits it; throws if browsers and RFC 3986 parsers see different hosts in it. */
function takeApart(text: string) {
  const trimmed = trim(text);
  const { core, start } = trimmed;
  const ambiguity = findAmbiguity(core);
  if (ambiguity !== undefined) throw toAmbiguityError(core, ambiguity, start);
  return { components: locate(core, start), repairs: listRepairs(text, trimmed) };
}

function toAmbiguityError(uri: string, place: { index: number; length: number }, start: number): PercentEncodingError {
  return new PercentEncodingError({
    operation: "take the URI apart",
    code: "host-ambiguous",
    index: start + place.index,
    length: place.length,
    unit: "utf-16",
    excerpt: toExcerpt(uri.slice(place.index, place.index + place.length)),
    detail: "a browser and an RFC 3986 parser see different hosts; percodec inspect shows why",
  });
}

/** Splits a URI that starts at `start` in the text into the components that it has. */
function locate(uri: string, start: number): Component[] {
  const { scheme, authority, path, query, fragment } = splitUri(uri);
  const authorityAt = start + (scheme === undefined ? 2 : scheme.length + 3);
  const { userinfo, host, port } =
    authority === undefined ? {} : shiftErrorIndex(authorityAt, () => splitAuthority(authority));
  const list: Component[] = [];
  let index = start;
  // Each component is followed or preceded by its delimiter.
  const add = (name: ComponentName, raw: string | undefined, before: string, after: string): void => {
    if (raw === undefined) return;
    index += before.length;
    list.push({ name, raw, index });
    index += raw.length + after.length;
  };
  add("scheme", scheme, "", ":");
  if (authority !== undefined) index += "//".length;
  add("userinfo", userinfo, "", "@");
  add("host", host, "", "");
  add("port", port, ":", "");
  add("path", path, "", "");
  add("query", query, "?", "");
  add("fragment", fragment, "#", "");
  return list;
}

/** Decodes a component for display: its delimiters stay escaped, and faults stay as they are written and are reported. */
function decodeComponent({ name, raw, index }: Component): { readonly value: string; readonly issues: DecodeIssue[] } {
  const { value, issues } = percentDecodeReport(raw, { except: COMPONENT_DELIMITERS[name] });
  return { value, issues: issues.map((issue) => ({ ...issue, index: index + issue.index })) };
}

function tabulateParts({ components }: TakenApart): Table {
  const rows = components.map((component) => [component.name, component.raw, decodeComponent(component).value]);
  return { heads: ["COMPONENT", "RAW", "DECODED"], rows };
}

function toReport({ components, repairs }: TakenApart): object {
  const decoded = components.map((component) => ({ ...component, ...decodeComponent(component) }));
  const toObject = (key: "raw" | "value") =>
    Object.fromEntries(COMPONENTS.map((name) => [name, decoded.find((each) => each.name === name)?.[key] ?? null]));
  return { ...toObject("raw"), decoded: toObject("value"), issues: decoded.flatMap(({ issues }) => issues), repairs };
}

/** Writes a field of TSV with the escapes that the records of the format tsv have. */
function escapeField(value: string): string {
  return value.replace(/[\\\t\n\r\0]/g, escapeCharacter);
}
