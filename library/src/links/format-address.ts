import { codePointAt } from "../base/utf8.ts";
import { splitAtDelimiters } from "../uri/reference.ts";
import { CharacterFilter, escapeCharacter, visitCharacters } from "./characters.ts";
import { LinkFault } from "./fault.ts";
import { readLabels } from "./format-host.ts";
import { isEmailCharacter } from "./link-table.ts";
import { isLocalPart } from "./local-part.ts";
import type { TopLevelDomains } from "./top-level-domains.ts";

const ONE_ADDRESS = "a link has one address without header fields";
const LOCAL_PART = "the local part is neither a dot-atom nor a quoted string in UTF-8";

/** Formats a mailto URI of one address without header fields (https://www.unicode.org/reports/tr58/#email). */
export function formatAddress(uri: string, topLevelDomains: TopLevelDomains): string | LinkFault {
  const { scheme = "", rest: path, query, fragment } = splitAtDelimiters(uri);
  const pathAt = scheme.length + 1;
  const pathEnd = pathAt + path.length;
  if (query !== undefined) return new LinkFault(pathEnd, query.length + 1, ONE_ADDRESS);
  if (fragment !== undefined) return new LinkFault(pathEnd, fragment.length + 1, "an address has no fragment");
  if (path.startsWith("//")) return new LinkFault(pathAt, 2, "a mailto URI has no slashes before the address");
  const [local = "", domain, more] = path.split("@");
  if (domain === undefined) return new LinkFault(pathAt, path.length, "an address has an @");
  if (more !== undefined) return new LinkFault(pathAt, path.length, ONE_ADDRESS);
  if (local === "") return new LinkFault(pathAt, 0, "an address has a local part");
  const comma = local.indexOf(",");
  if (comma >= 0) return new LinkFault(pathAt + comma, 1, ONE_ADDRESS);
  if (!isLocalPart(local)) return new LinkFault(pathAt, local.length, LOCAL_PART);
  const labels = readLabels(domain, pathAt + local.length + 1, topLevelDomains);
  // An A-label stays: cleaning a mailto URI would not restore it.
  return labels instanceof LinkFault ? labels : `${scheme}:${formatLocalPart(local)}@${labels.join(".")}`;
}

function formatLocalPart(local: string): string {
  const filter = new CharacterFilter();
  const shown: string[] = [];
  visitCharacters(local, (one) => {
    const character = filter.show(local, one);
    if (character !== undefined && isWritten(character)) shown.push(character);
    else shown.push(one.written === one.character ? escapeCharacter(one.character) : one.written);
  });
  // A finder accepts no dot at the start or the end and no two in a row.
  for (const [k, character] of shown.entries()) {
    const isMisplaced = k === 0 || k === shown.length - 1 || shown[k - 1] === ".";
    if (character === "." && isMisplaced) shown[k] = "%2E";
  }
  return shown.join("");
}

/** Whether a finder reads a raw character as part of the address, and it needs no escape there. */
function isWritten(character: string): boolean {
  return !/[%&/=]/.test(character) && isEmailCharacter(codePointAt(character, 0));
}
