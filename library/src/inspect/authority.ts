import { PercentEncodingError } from "../base/errors.ts";
import { quote } from "../base/excerpt.ts";
import { percentDecode } from "../codec/decode.ts";
import { toWellFormed } from "../base/utf8.ts";
import { BASIC, cleanReference } from "../uri/cleaner.ts";
import { hostsDisagree, toWrittenHost } from "../uri/host-ambiguity.ts";
import { DOTS } from "../host/labels.ts";
import { type Host, type HostFailure, parseOpaqueHost, WrittenHost } from "../host/host.ts";
import { domainToUnicode } from "../host/idna.ts";
import { findLabelFault } from "../host/misleading-label.ts";
import { mapReference, type PartPlaces, splitReference, type UriReference } from "../uri/reference.ts";
import { isSpecial } from "../uri/whatwg.ts";
import { describeScope } from "../uri/describe-host.ts";
import { findHostLike } from "./host-like.ts";
import type { FindingSink } from "./finding-list.ts";
import { PLAIN_START } from "./plain-start.ts";

/** A host has at most 253 characters (https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4), and more when it is encoded. */
export const MAX_HOST_LENGTH = 4096;

/** Padding is shortened only if the part before the path has at most this length. */
const MAX_PADDED_LENGTH = 0x10000;

/** A URI up to the end of the authority, as a browser or an RFC 3986 parser sees it, and the delimiter after it. */
const HEAD = /^[^/\\?#]*[/\\\t\n\r]*[^/?#]*[/?#]?/;

/** A text in which a browser looks for a host. */
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
  head = head.replace(/^[\0-\x20]{4,}/, (run) => run.slice(0, 4));
  if (head.length > MAX_HOST_LENGTH && head.length <= MAX_PADDED_LENGTH) {
    // Shorten padding: runs of one character, of slashes, and of characters that are allowed in user names and hosts.
    head = head.replace(/([^])\1{4,}|[/\\\t\n\r]{8,}|[\w.~!$&'()*+,;=:%-]{64,}/g, (run) =>
      run.length > 36 ? run.slice(0, 4) + run.slice(-32) : run,
    );
  }
  // A text that is still this long is made to mislead; report it if a browser looks for a host in it.
  if (head.length > MAX_HOST_LENGTH) return HAS_HOST.test(head.slice(0, MAX_HOST_LENGTH).replace(/[\t\n\r]/g, ""));
  head = toWellFormed(head);
  const short = splitReference(head);
  return isRefusedAsAmbiguous(head, short, toWrittenHost(short));
}

/** Whether `cleanUri` throws for a text because its host is ambiguous. */
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
  const shown = labels.map((label) =>
    domainToUnicode(percentDecode(label, { malformed: "keep", invalidUtf8: "keep" })),
  );
  const top = labels.length > 1 ? (shown.filter((label) => label !== "").pop() ?? "") : "";
  let at = start;
  for (const [k, label] of labels.entries()) {
    const fault = findLabelFault(shown[k]!, top);
    if (fault !== undefined) found.add(fault.code, "host", at, label.length, fault.what, fault.look);
    at += label.length + 1;
  }
}
