import { percentDecode } from "../codec/decode.ts";
import { PercentEncodingError } from "../codec/errors.ts";
import { cleanUri } from "../uri/clean.ts";
import { DOTS, isOneScript, looksLatin } from "../uri/host-labels.ts";
import { parseHost } from "../uri/host.ts";
import { domainToUnicode } from "../uri/idna.ts";
import { splitChecked } from "../uri/normalize.ts";
import { splitAuthority } from "../uri/reference.ts";
import { isSpecial } from "../uri/whatwg.ts";
import type { FindingList } from "./finding-list.ts";

/** A host is 253 characters at the most (https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4); encoded ones are longer. */
const LONGEST = 4096;

/** Scripts that Latin letters are written beside (https://www.unicode.org/reports/tr39/#highly_restrictive). */
const WITH_LATIN: readonly RegExp[] = [
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+$/u,
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Bopomofo}]+$/u,
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Hangul}]+$/u,
];

/** What all of a URI up to the end of the authority is, for a browser or a reader after RFC 3986, with the slash behind it. */
const HEAD = /^[^/\\?#]*[/\\\t\n\r]*[^/?#]*\/?/;

/** Finds credentials, hosts that readers see differently or that mislead, and hosts and ports that are none. */
export function findInAuthority(text: string, found: FindingList): void {
  const { scheme, authority } = splitChecked(text);
  const start = (scheme === undefined ? 0 : scheme.length + 1) + 2;
  if (isAmbiguous(text)) {
    if (authority === undefined) found.add("host-ambiguous", "host", 0, text.length);
    else found.add("host-ambiguous", "host", start, authority.length);
  }
  if (authority === undefined) return;
  const { userinfo, host, port } = splitAuthority(authority);
  if (userinfo !== undefined) found.add("credentials", "userinfo", start, userinfo.length + 1);
  const at = start + (userinfo === undefined ? 0 : userinfo.length + 1);
  if (host !== "") {
    const opaque = !isSpecial(scheme?.toLowerCase() ?? "https");
    const bad = host.length > LONGEST || parseHost(wellFormed(host), opaque).kind === "failure";
    if (bad) found.add("invalid-host", "host", at, host.length);
    if (host.length <= LONGEST) findLookAlikes(host, at, found);
  }
  if (port !== undefined && port !== "" && !(/^\d+$/.test(port) && Number(port) <= 65535)) {
    found.add("invalid-port", "port", at + host.length + 1, port.length);
  }
}

/** Whether two readers see different hosts: only what stands before the path is looked at. */
function isAmbiguous(text: string): boolean {
  let [head] = HEAD.exec(text)!;
  // Of a text that cannot have a host the runs are shortened; what is still too long names none that could be visited.
  if (head.length > LONGEST) head = head.replace(/([^])\1{4,}/g, "$1$1$1$1");
  if (head.length > LONGEST) return false;
  try {
    cleanUri(wellFormed(head));
    return false;
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    return error.code === "host-ambiguous";
  }
}

function findLookAlikes(host: string, start: number, found: FindingList): void {
  const labels = host.split(DOTS);
  const shown = labels.map((label) =>
    domainToUnicode(percentDecode(label, { malformed: "keep", invalidUtf8: "keep" })),
  );
  const top = labels.length > 1 ? lettersOf(shown.findLast((label) => label !== "") ?? "") : "";
  let at = start;
  for (const [k, label] of labels.entries()) {
    const letters = lettersOf(shown[k]!);
    const misleads =
      /[^\0-\x7f]/.test(letters) &&
      (!(isOneScript(letters) || WITH_LATIN.some((scripts) => scripts.test(letters))) || looksLatin(letters, top));
    if (misleads) found.add("look-alike-host", "host", at, label.length);
    at += label.length + 1;
  }
}

function lettersOf(label: string): string {
  return label.replace(/[0-9-]/g, "");
}

function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
