import { percentEncode } from "../codec/encode.ts";
import { toWellFormed, UnitWriter } from "../base/utf8.ts";
import type { PercentEncodeSet } from "../sets/percent-encode-set.ts";
import { whatwg } from "../sets/whatwg.ts";
import { parseHost } from "../host/host.ts";
import { cut, schemeOf } from "./reference.ts";

/** A URL record (https://url.spec.whatwg.org/#concept-url). */
export interface UrlRecord {
  readonly scheme: string;
  readonly credentials: string;
  /** Serialized; null where there is none. */
  readonly host: string | null;
  readonly port: string;
  /** A list, or an opaque path. */
  readonly path: readonly string[] | string;
  readonly query: string | null;
  readonly fragment: string | null;
}

/** The special schemes and their default ports (https://url.spec.whatwg.org/#special-scheme). */
const SPECIAL: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["ftp", "21"],
  ["file", ""],
  ["http", "80"],
  ["https", "443"],
  ["ws", "80"],
  ["wss", "443"],
]);

/** Whether a scheme, in lower case, is special. */
export function isSpecial(scheme: string): boolean {
  return SPECIAL.has(scheme);
}

/**
 * Parses a text as a browser does; undefined is a failure (https://url.spec.whatwg.org/#concept-basic-url-parser).
 *
 * The states of the standard are taken as stages here: fragment and query are cut off first, which no state before them
 * would read past.
 *
 * @param base a record with a list as its path
 * @param hostOnly whether only scheme and host are wanted: what follows is left out, and a base is for a text without a scheme
 */
export function parseUrl(text: string, base?: UrlRecord, hostOnly = false): UrlRecord | undefined {
  // The standard is given scalar values: halves of a pair do not meet when what stands between them goes.
  const scalar = toWellFormed(text);
  const input = withoutTabs(scalar.slice(0, endOfText(scalar)).replace(/^[\0-\x20]+/, ""));
  const [beforeFragment, fragmentText] = cut(input, "#");
  const schemeText = schemeOf(beforeFragment);
  const scheme = schemeText?.toLowerCase() ?? base?.scheme;
  if (scheme === undefined) return undefined;
  const fragment = hostOnly || fragmentText === undefined ? null : encode(fragmentText, whatwg.fragment);
  const special = isSpecial(scheme);
  const afterScheme = schemeText === undefined ? beforeFragment : beforeFragment.slice(schemeText.length + 1);
  const [rest, queryText] = cut(afterScheme, "?");
  const query =
    hostOnly || queryText === undefined ? null : encode(queryText, special ? whatwg.specialQuery : whatwg.query);
  const parser = new UrlParser(scheme, special, query, fragment, hostOnly);
  const sameBase = !hostOnly && base?.scheme === scheme ? base : undefined;
  const relative = schemeText === undefined || (special && scheme !== "file" && sameBase !== undefined);

  if (scheme === "file") return parser.file(rest, sameBase);
  if (relative && !/^[\\/]{2}/.test(special ? rest : rest.replace(/\\/g, ""))) return parser.relative(rest, base!);
  if (special) return parser.authority(rest.replace(/^[\\/]*/, ""));
  if (rest.startsWith("//")) return parser.authority(rest.slice(2));
  if (rest.startsWith("/")) return parser.record({ path: parser.path(rest.slice(1), []) });
  // A space before what ends an opaque path would be stripped the next time.
  const opaque = query === null && fragment === null ? rest : rest.replace(/ $/, "%20");
  return parser.record({ path: encode(opaque, whatwg.c0Control) });
}

/** Where the C0 controls and spaces at the end begin; an expression would look for that from each of them. */
export function endOfText(text: string): number {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) end--;
  return end;
}

/** Removes TAB, LF and CR, in a loop: an expression keeps a list of all that it finds. */
export function withoutTabs(text: string): string {
  if (!/[\t\n\r]/.test(text)) return text;
  const writer = new UnitWriter(text.length);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (!isTabOrNewline(unit)) writer.write(unit);
  }
  return writer.text();
}

/** https://infra.spec.whatwg.org/#ascii-tab-or-newline */
export function isTabOrNewline(unit: number): boolean {
  return unit === 0x09 || unit === 0x0a || unit === 0x0d;
}

/** Serializes a record (https://url.spec.whatwg.org/#concept-url-serializer). */
export function serializeUrl({ scheme, credentials, host, port, path, query, fragment }: UrlRecord): string {
  const guarded = host === null && typeof path !== "string" && path.length > 1 && path[0] === "";
  return (
    `${scheme}:` +
    (host === null ? "" : `//${credentials}${host}${port === "" ? "" : `:${port}`}`) +
    (guarded ? "/." : "") +
    (typeof path === "string" ? path : path.map((segment) => `/${segment}`).join("")) +
    (query === null ? "" : `?${query}`) +
    (fragment === null ? "" : `#${fragment}`)
  );
}

class UrlParser {
  readonly #scheme: string;
  readonly #special: boolean;
  readonly #query: string | null;
  readonly #fragment: string | null;
  readonly #hostOnly: boolean;

  constructor(scheme: string, special: boolean, query: string | null, fragment: string | null, hostOnly: boolean) {
    this.#scheme = scheme;
    this.#special = special;
    this.#query = query;
    this.#fragment = fragment;
    this.#hostOnly = hostOnly;
  }

  /** A record of this scheme, query and fragment. */
  record(parts: Partial<UrlRecord>): UrlRecord {
    const common = { scheme: this.#scheme, query: this.#query, fragment: this.#fragment };
    return { credentials: "", host: null, port: "", path: [], ...common, ...parts };
  }

  /** https://url.spec.whatwg.org/#authority-state to #port-state, then the path. */
  authority(rest: string): UrlRecord | undefined {
    const end = rest.search(this.#special ? /[\\/]/ : /\//);
    const authority = end < 0 ? rest : rest.slice(0, end);
    const at = authority.lastIndexOf("@");
    const [, hostText, portText] = /^((?:\[[^\]]*\]?|[^:[]+)*)(?::(.*))?$/s.exec(authority.slice(at + 1)) ?? [];
    if (hostText === undefined) return undefined;
    const missing = hostText === "" && (this.#special || at >= 0 || portText !== undefined);
    if (missing || /[^0-9]/.test(portText ?? "") || Number(portText ?? 0) > 65_535) return undefined;
    const host = parseHost(hostText, !this.#special);
    if (host.kind === "failure") return undefined;
    const port = portText === undefined || portText === "" ? "" : String(Number(portText));
    return this.record({
      credentials: at < 0 ? "" : credentialsOf(authority.slice(0, at)),
      host: host.text,
      port: port === SPECIAL.get(this.#scheme) ? "" : port,
      path: end < 0 ? (this.#special ? [""] : []) : this.path(rest.slice(end + 1), []),
    });
  }

  /** https://url.spec.whatwg.org/#relative-state */
  relative(rest: string, base: UrlRecord): UrlRecord {
    const { credentials, host, port, path, query } = base;
    const kept = { credentials, host, port };
    if ((this.#special ? /^[\\/]/ : /^\//).test(rest))
      return this.record({ ...kept, path: this.path(rest.slice(1), []) });
    if (rest !== "") return this.record({ ...kept, path: this.path(rest, path.slice(0, -1) as string[]) });
    return this.record({ ...kept, path, query: this.#query ?? query });
  }

  /** https://url.spec.whatwg.org/#file-state to #file-host-state */
  file(rest: string, base: UrlRecord | undefined): UrlRecord | undefined {
    if (!/^[\\/]{2}/.test(rest)) {
      const absolute = /^[\\/]/.test(rest);
      if (base !== undefined && !absolute) return this.#fileRelative(rest, base);
      const drive =
        absolute && base !== undefined && isDriveLetter(base.path[0] ?? "") && !startsWithDrive(rest.slice(1));
      const host = absolute && base !== undefined ? base.host : "";
      return this.record({ host, path: this.path(absolute ? rest.slice(1) : rest, drive ? [base.path[0]!] : []) });
    }
    const end = rest.slice(2).search(/[\\/]/);
    const text = end < 0 ? rest.slice(2) : rest.slice(2, end + 2);
    if (isDriveLetter(text)) return this.record({ host: "", path: this.path(rest.slice(2), []) });
    const host = text === "" ? ({ kind: "empty", text: "" } as const) : parseHost(text, false);
    if (host.kind === "failure") return undefined;
    const path = end < 0 ? [""] : this.path(rest.slice(end + 3), []);
    return this.record({ host: host.text === "localhost" ? "" : host.text, path });
  }

  #fileRelative(rest: string, base: UrlRecord): UrlRecord {
    const { host, path, query } = base;
    if (rest === "") return this.record({ host, path, query: this.#query ?? query });
    if (startsWithDrive(rest)) return this.record({ host, path: this.path(rest, []) });
    const kept = [...(path as readonly string[])];
    this.#shorten(kept);
    return this.record({ host, path: this.path(rest, kept) });
  }

  /** https://url.spec.whatwg.org/#path-state, from behind the first slash. */
  path(rest: string, path: string[]): string[] {
    if (this.#hostOnly) return path;
    const segments = rest.split(this.#special ? /[\\/]/ : "/");
    for (const [k, segment] of segments.entries()) {
      const last = k === segments.length - 1;
      const dots = segment.replace(/%2e/gi, ".");
      if (dots === "..") this.#shorten(path);
      if (dots !== "." && dots !== "..") {
        const drive = this.#scheme === "file" && path.length === 0 && isDriveLetter(segment);
        path.push(drive ? `${segment[0]}:` : encode(segment, whatwg.path));
      } else if (last) {
        path.push("");
      }
    }
    return path;
  }

  /** https://url.spec.whatwg.org/#shorten-a-urls-path */
  #shorten(path: string[]): void {
    if (this.#scheme === "file" && path.length === 1 && /^[A-Za-z]:$/.test(path[0]!)) return;
    path.pop();
  }
}

function credentialsOf(text: string): string {
  const colon = text.indexOf(":");
  const user = encode(colon < 0 ? text : text.slice(0, colon), whatwg.userinfo);
  const password = colon < 0 ? "" : encode(text.slice(colon + 1), whatwg.userinfo);
  if (user === "" && password === "") return "";
  return `${user}${password === "" ? "" : `:${password}`}@`;
}

/** https://url.spec.whatwg.org/#windows-drive-letter */
function isDriveLetter(text: string): boolean {
  return /^[A-Za-z][:|]$/.test(text);
}

/** https://url.spec.whatwg.org/#start-with-a-windows-drive-letter */
function startsWithDrive(text: string): boolean {
  return /^[A-Za-z][:|](?:[\\/]|$)/.test(text);
}

function encode(text: string, set: PercentEncodeSet): string {
  return percentEncode(text, set, { loneSurrogate: "replace" });
}
