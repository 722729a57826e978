import { percentDecode } from "../codec/decode.ts";
import { type UriReference, mapReference, type PartPlaces, splitReference } from "../uri/reference.ts";
import type { FindingSink } from "./finding.ts";
import { PercentEncodingError } from "../base/errors.ts";
import { quote } from "../base/excerpt.ts";
import { toWellFormed } from "../base/utf8.ts";
import { BASIC, cleanReference } from "../uri/cleaner.ts";
import { hostsDisagree, toWrittenHost } from "../uri/host-ambiguity.ts";
import { DOTS } from "../host/labels.ts";
import { type Host, type HostFailure, parseOpaqueHost, WrittenHost } from "../host/host.ts";
import { domainToUnicode } from "../host/idna.ts";
import { findLabelFault } from "../host/look-alike-host.ts";
import { isSpecial } from "../uri/whatwg.ts";
import { describeScope } from "../uri/describe-host.ts";

/** Longer user names are judged by their beginning, which is what a person reads. */
const MAX_UNITS = 1024;

const NAME = /^[\p{L}\p{M}\p{N}_.\u3002\uff0e\uff61-]+/u;

/**
 * The last label of a name of two labels that is read as a host: that of a country, one beyond ASCII, a frequent top-level domain, or a reserved one
 * (https://www.rfc-editor.org/rfc/rfc2606). A complete list would take 5 kB and change every month; and `john.smith` is a user name.
 */
const TOP_LEVEL =
  /^(?:[a-z]{2}|xn--.*|[^\0-\x7f]{2,}|com|net|org|edu|gov|mil|int|info|biz|app|dev|xyz|online|site|shop|store|top|club|vip|cloud|tech|bank|example|test|local|internal|localhost|invalid)$/iu;

/** `localhost`, an IPv6 address, and the numbers of an IPv4 address as a browser reads them (https://url.spec.whatwg.org/#ends-in-a-number-checker). */
const LOCAL_OR_ADDRESS =
  /^(?:localhost|\[[\da-f:.]+\]|(?=.*0x|(?:\d+\.){3})(?:0x[\da-f]+|\d+)(?:\.(?:0x[\da-f]+|\d+)){0,3})$/i;

/**
 * Finds a name in the user name of a URL that a person reads as its host: a domain of two labels with a known top-level domain, a domain of more
 * labels, `localhost`, or an IP address. What follows a `:` is a password or looks like a port.
 */
function findHostLike(userinfo: string): string | undefined {
  const user = percentDecode(userinfo.slice(0, MAX_UNITS), KEEP);
  for (const piece of user.replace(/^([^:[]*):[^]*/, "$1").split("@")) {
    const [name] = /^\[[^\]]*\]/.exec(piece) ?? NAME.exec(piece) ?? [];
    if (name !== undefined && isHostLike(name)) return name;
  }
  return undefined;
}

const KEEP = { malformed: "keep", invalidUtf8: "keep" } as const;

function isHostLike(name: string): boolean {
  const labels = name
    .normalize("NFKC")
    .split(DOTS)
    .filter((label) => label !== "");
  if (LOCAL_OR_ADDRESS.test(labels.join("."))) return true;
  const last = labels[labels.length - 1] ?? "";
  if (labels.length === 2) return TOP_LEVEL.test(last);
  return labels.length > 2 && /^\p{L}{2}/u.test(last);
}

/**
 * The start of a string without a finding in scheme, user name, host and port, as a regular expression.
 *
 * The text has no authority and no scheme. Or it has http or https, a domain that is not in Punycode and whose last label begins with a
 * letter and is not `localhost`, and a port of at most four digits. `inspect` calls `findInAuthority` only for other strings, and the prefilter accepts only these.
 */
export const PLAIN_START: string = /* @__PURE__ */ (() => {
  const isOrdinary = "(?![Xx][Nn]--)";
  const isPublic = "(?![Ll][Oo][Cc][Aa][Ll][Hh][Oo][Ss][Tt](?![\\w-]))";
  const domain = `(?:${isOrdinary}[\\w-]+\\.)*${isOrdinary}${isPublic}[A-Za-z][\\w-]*`;
  // A browser skips TAB, LF and CR between slashes.
  return `(?:https?://${domain}(?::[0-9]{1,4})?(?=[/?#]|$)|(?=/(?![/\\\\\\t\\n\\r])|[?#]|$))`;
})();

/**
 * A scheme whose text a browser runs or shows as a document with scripts. The browser ignores case, controls and spaces before the scheme,
 * and TAB, LF and CR inside it (https://url.spec.whatwg.org/#concept-basic-url-parser).
 */
export const SCRIPT_URL: RegExp = new RegExp(
  `^[\\0-\\x20]*(?:${["javascript", "vbscript"].map(withBreaks).join("|")}|${withBreaks("data")}(?=[\\t\\n\\r]*:[\\0-\\x20]*(?:text/(?:html|xml)|image/svg|application/(?:xhtml|xml))))[\\t\\n\\r]*:`,
  "i",
);

/** A string without a scheme in which a browser, or RFC 3986, reads a host: two slashes, which may be backslashes to a browser. */
const SCHEME_RELATIVE = /^([\0-\x20]*)([/\\][\t\n\r]*[/\\][/\\\t\n\r]*[^/\\?#\t\n\r][^/\\?#]*)/;

/** The path of a `file` URL that Windows opens on another host (https://www.rfc-editor.org/rfc/rfc8089#appendix-E.3.2). Windows has paths of up to 32,767 units. */
const HOST_IN_FILE_PATH =
  /^([\0-\x20]*file:(?:[/\\]{2}(?:localhost)?|(?=[/\\]?%(?:2f|5c))))(?=(?:[/\\]|%2f|%5c){2})(?:[/\\]*(?:%2f|%5c)){0,32767}[/\\]*(?!%2f|%5c)[^/\\?#]+/i;

function withBreaks(scheme: string): string {
  return Array.from(scheme).join("[\\t\\n\\r]*");
}

/** Finds a scheme that runs a script, and a host without a scheme. */
export function findInStart(text: string, { scheme, host }: UriReference, found: FindingSink): void {
  const script = SCRIPT_URL.exec(text);
  if (script !== null) {
    const start = text.search(/[^\0-\x20]/);
    const component = scheme === undefined ? "path" : "scheme";
    found.add("script-url", component, start, script[0].length - start);
  }
  const [inFile, beforePath = ""] = HOST_IN_FILE_PATH.exec(text) ?? [];
  if (inFile !== undefined) found.add("scheme-relative", "path", beforePath.length, inFile.length - beforePath.length);
  if (scheme !== undefined) return;
  const [, blanks = "", relative] = SCHEME_RELATIVE.exec(text) ?? [];
  if (relative === undefined) return;
  found.add("scheme-relative", host === undefined ? "path" : "host", blanks.length, relative.length);
}

/** A host has at most 253 characters (https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4), and more when it is encoded. */
export const MAX_HOST_LENGTH = 4096;

/** Padding is shortened only if the part before the path has at most this length. */
const MAX_PADDED_LENGTH = 0x10000;

/** A URI up to the end of the authority, as a browser or an RFC 3986 parser sees it, and the delimiter after it. */
const HEAD = /^[^/\\?#]*[/\\\t\n\r]*[^/?#]*[/?#]?/;

/** A string in which a browser looks for a host. */
const HAS_HOST = /^[\0-\x20]*(?:(?:https?|wss?|ftp|file):|[/\\]{2}|[A-Za-z][A-Za-z0-9+.-]*:\/\/)/i;

const PLAIN: RegExp = /* @__PURE__ */ new RegExp(`^${PLAIN_START}`);

/** Finds credentials, ambiguous, misleading and invalid hosts, and invalid ports. */
export function findInAuthority(text: string, reference: UriReference, places: PartPlaces, found: FindingSink): void {
  const { scheme, userinfo, host, port } = reference;
  if (places.path <= MAX_HOST_LENGTH && PLAIN.test(text)) return;
  const written = host === undefined ? undefined : new WrittenHost(toWellFormed(host));
  const ambiguous = isAmbiguous(text, reference, places.path, written);
  if (host === undefined || written === undefined) {
    if (ambiguous) found.add("host-ambiguous", "host", 0, text.length);
    return;
  }
  if (ambiguous) {
    // An empty authority has no text of its own, so the finding covers its slashes.
    const start = places.userinfo - (places.userinfo === places.path ? 2 : 0);
    found.add("host-ambiguous", "host", start, places.path - start);
  }
  if (userinfo !== undefined) {
    const hostLike = findHostLike(userinfo);
    const code = hostLike === undefined ? "credentials" : "host-like-user";
    found.add(code, "userinfo", places.userinfo, userinfo.length + 1, hostLike === undefined ? "" : quote(hostLike));
  }
  const effectiveScheme = scheme?.toLowerCase() ?? "https";
  if (host === "") {
    if (!ambiguous && isSpecial(effectiveScheme) && effectiveScheme !== "file") {
      found.add("invalid-host", "host", places.userinfo - 2, places.path - places.userinfo + 2);
    }
  } else {
    const parse = () => (isSpecial(effectiveScheme) ? written.parse() : parseOpaqueHost(host));
    const parsed = host.length > MAX_HOST_LENGTH ? undefined : parse();
    const isInvalid = parsed === undefined || parsed.kind === "failure";
    if (!isInvalid) findNonPublic(parsed.kind === "opaque" ? written.parse() : parsed, host, places.host, found);
    if (isInvalid && !ambiguous) found.add("invalid-host", "host", places.host, host.length);
    if (host.length <= MAX_HOST_LENGTH) findLookAlikes(host, places.host, found);
  }
  if (port !== undefined && port !== "" && !(/^\d+$/.test(port) && Number(port) <= 65535)) {
    found.add("invalid-port", "port", places.port, port.length);
  }
}

/** Whether a browser and an RFC 3986 parser see different hosts, from the text before the path. */
function isAmbiguous(text: string, reference: UriReference, pathAt: number, host: WrittenHost | undefined): boolean {
  let [head = ""] = HEAD.exec(text) ?? [];
  if (head.length <= MAX_HOST_LENGTH) {
    const short = { ...reference, path: head.slice(pathAt), query: undefined, fragment: undefined };
    return isRefusedAsAmbiguous(toWellFormed(head), mapReference(short, toWellFormed), host);
  }
  head = head.replace(/^([\0-\x20]{4})[\0-\x20]+/, "$1");
  if (head.length > MAX_HOST_LENGTH && head.length <= MAX_PADDED_LENGTH) {
    // Shorten padding: runs of one character, of slashes, and of characters that are allowed in user names and hosts.
    head = head.replace(/([^])\1{4,}|[/\\\t\n\r]{8,}|[\w.~!$&'()*+,;=:%-]{64,}/g, (run) =>
      run.length > 36 ? run.slice(0, 4) + run.slice(-32) : run,
    );
  }
  // A string that is still this long is made to mislead; report it if a browser looks for a host in it.
  if (head.length > MAX_HOST_LENGTH) return HAS_HOST.test(head.slice(0, MAX_HOST_LENGTH).replace(/[\t\n\r]/g, ""));
  head = toWellFormed(head);
  const short = splitReference(head);
  return isRefusedAsAmbiguous(head, short, toWrittenHost(short));
}

/** Whether `cleanUri` throws for a string because its host is ambiguous. */
function isRefusedAsAmbiguous(text: string, reference: UriReference, host: WrittenHost | undefined): boolean {
  const cleaned = cleanReference(text, reference, host, BASIC);
  if (cleaned instanceof PercentEncodingError) return false;
  const { value } = cleaned;
  return hostsDisagree(text, reference, host) || (value !== text && hostsDisagree(value, reference, host));
}

/** Finds a host that the public internet does not reach. A program may also read the opaque host of `redis:` as an address. */
function findNonPublic(parsed: Host | HostFailure, host: string, start: number, found: FindingSink): void {
  if (parsed.kind === "failure" || parsed.kind === "empty") return;
  const { scope, address } = describeScope(parsed);
  if (scope === "public" || scope === "unknown") return;
  found.add("non-public-host", "host", start, host.length, `${address ?? "localhost"} (${scope})`, address);
}

/** Finds the labels that `displayUri` shows as A-labels because they are misleading. */
function findLookAlikes(host: string, start: number, found: FindingSink): void {
  if (!/[^\0-$&-\x7f]|xn--/i.test(host)) return;
  const labels = host.split(DOTS);
  const shown = labels.map((label) => domainToUnicode(percentDecode(label, KEEP)));
  const top = labels.length > 1 ? (shown.filter((label) => label !== "").pop() ?? "") : "";
  let at = start;
  for (const [k, label] of labels.entries()) {
    const fault = findLabelFault(shown[k] ?? "", top);
    if (fault !== undefined) found.add(fault.code, "host", at, label.length, fault.what, fault.look);
    at += label.length + 1;
  }
}
