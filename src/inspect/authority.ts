import { PercentEncodingError } from "../base/errors.ts";
import { percentDecode } from "../codec/decode.ts";
import { toWellFormed } from "../base/utf8.ts";
import { BASIC, cleanReference } from "../uri/cleaner.ts";
import { hostsDisagree, toWrittenHost } from "../uri/host-ambiguity.ts";
import { DOTS } from "../host/labels.ts";
import { WrittenHost } from "../host/host.ts";
import { domainToUnicode } from "../host/idna.ts";
import { findLabelFault } from "../host/misleading-label.ts";
import { mapReference, type PartPlaces, splitReference, type UriReference } from "../uri/reference.ts";
import { isSpecial } from "../uri/whatwg.ts";
import type { FindingList } from "./finding-list.ts";

/** A host is 253 characters at the most (https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4); encoded ones are longer. */
const LONGEST = 4096;

/** How long the part before the path may be to be looked at in full. */
const LONGEST_PADDED = 0x10000;

/** What all of a URI up to the end of the authority is, for a browser or a reader after RFC 3986, with the delimiter behind it. */
const HEAD = /^[^/\\?#]*[/\\\t\n\r]*[^/?#]*[/?#]?/;

/** What a browser looks for a host behind. */
const NAMES_HOST = /^[\0-\x20]*(?:(?:https?|wss?|ftp|file):|[/\\]{2}|[A-Za-z][A-Za-z0-9+.-]*:\/\/)/i;

/** Finds credentials, hosts that readers see differently or that mislead, and hosts and ports that are none. */
export function findInAuthority(text: string, reference: UriReference, places: PartPlaces, found: FindingList): void {
  const { scheme, userinfo, host, port } = reference;
  const written = host === undefined ? undefined : new WrittenHost(toWellFormed(host));
  const ambiguous = isAmbiguous(text, reference, places.path, written);
  if (host === undefined || written === undefined) {
    if (ambiguous) found.add("host-ambiguous", "host", 0, text.length);
    return;
  }
  if (ambiguous) {
    // Of an empty authority the slashes are shown.
    const start = places.userinfo - (places.userinfo === places.path ? 2 : 0);
    found.add("host-ambiguous", "host", start, places.path - start);
  }
  if (userinfo !== undefined) found.add("credentials", "userinfo", places.userinfo, userinfo.length + 1);
  const known = scheme?.toLowerCase() ?? "https";
  if (host === "") {
    if (!ambiguous && isSpecial(known) && known !== "file") {
      found.add("invalid-host", "host", places.userinfo - 2, places.path - places.userinfo + 2);
    }
  } else {
    const bad = host.length > LONGEST || written.parse(!isSpecial(known)).kind === "failure";
    if (bad && !ambiguous) found.add("invalid-host", "host", places.host, host.length);
    if (host.length <= LONGEST) findLookAlikes(host, places.host, found);
  }
  if (port !== undefined && port !== "" && !(/^\d+$/.test(port) && Number(port) <= 65535)) {
    found.add("invalid-port", "port", places.port, port.length);
  }
}

/** Whether two readers see different hosts: only what stands before the path is looked at. */
function isAmbiguous(text: string, reference: UriReference, pathAt: number, host: WrittenHost | undefined): boolean {
  let [head = ""] = HEAD.exec(text) ?? [];
  if (head.length <= LONGEST) {
    const short = { ...reference, path: head.slice(pathAt), query: undefined, fragment: undefined };
    return refusesHost(toWellFormed(head), mapReference(short, toWellFormed), host);
  }
  head = head.replace(/^[\0-\x20]{4,}/, (run) => run.slice(0, 4));
  if (head.length > LONGEST && head.length <= LONGEST_PADDED) {
    // Padding is shortened: runs of one character, of slashes, and of what is plain in a user name and in a host.
    head = head.replace(/([^])\1{4,}|[/\\\t\n\r]{8,}|[\w.~!$&'()*+,;=:%-]{64,}/g, (run) =>
      run.length > 36 ? run.slice(0, 4) + run.slice(-32) : run,
    );
  }
  // What is still so long is made to be misread, if a browser looks for a host in it at all.
  if (head.length > LONGEST) return NAMES_HOST.test(head.slice(0, LONGEST).replace(/[\t\n\r]/g, ""));
  head = toWellFormed(head);
  const short = splitReference(head);
  return refusesHost(head, short, toWrittenHost(short));
}

/** Whether `cleanUri` refuses a text because its host is ambiguous. */
function refusesHost(text: string, reference: UriReference, host: WrittenHost | undefined): boolean {
  const cleaned = cleanReference(text, reference, host, BASIC);
  if (cleaned instanceof PercentEncodingError) return false;
  const { value } = cleaned;
  return hostsDisagree(text, reference, host) || (value !== text && hostsDisagree(value, reference, host));
}

/** Finds the labels that `displayUri` does not show in Unicode because they mislead. */
function findLookAlikes(host: string, start: number, found: FindingList): void {
  if (!/[^\0-$&-\x7f]|xn--/i.test(host)) return;
  const labels = host.split(DOTS);
  const shown = labels.map((label) =>
    domainToUnicode(percentDecode(label, { malformed: "keep", invalidUtf8: "keep" })),
  );
  const top = labels.length > 1 ? (shown.filter((label) => label !== "").pop() ?? "") : "";
  let at = start;
  for (const [k, label] of labels.entries()) {
    const fault = findLabelFault(shown[k]!, top);
    if (fault !== undefined) found.add(fault.code, "host", at, label.length, fault.what);
    at += label.length + 1;
  }
}
