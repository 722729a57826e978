import { describeType, requireString } from "../base/arguments.ts";
import { quote } from "../base/excerpt.ts";
import { decodeShortLabel } from "../host/display.ts";
import { NAMES } from "./top-level-domains.generated.ts";

let table: ReadonlySet<string> | undefined;

/** Decodes the generated table, at the first use; it takes 0.3 ms. */
function decodeTable(): ReadonlySet<string> {
  const decoded = new Set<string>();
  let last = "";
  for (const [, common = "", rest = ""] of NAMES.matchAll(/([A-Z])([^A-Z]*)/g)) {
    last = last.slice(0, common.charCodeAt(0) - 0x41) + rest;
    decoded.add(last);
  }
  return decoded;
}

/**
 * Lists the top-level domains that links need by default: those of IANA's list in a package published on `topLevelDomainsDate`
 * (https://data.iana.org/TLD/tlds-alpha-by-domain.txt).
 *
 * @returns a new array of the names in Unicode, in lower case
 * @example
 * import { findLinks, listTopLevelDomains } from "percodec/links";
 * const topLevelDomains = [...listTopLevelDomains(), "internal"];
 * findLinks("wiki.internal/x", { topLevelDomains }) // → [{ index: 0, length: 15, uri: "https://wiki.internal/x", kind: "url" }]
 */
export function listTopLevelDomains(): string[] {
  return [...(table ??= decodeTable())];
}

/** Whether a label in Unicode or an A-label, in any case, is a top-level domain. */
export type IsTopLevelDomain = (label: string) => boolean;

/** @param given the caller's list; undefined means the generated one */
export function toTopLevelDomains(given: Iterable<string> | undefined): IsTopLevelDomain {
  const names = given === undefined ? (table ??= decodeTable()) : new Set(readNames(given));
  return (label) => names.has(toKey(label));
}

function readNames(given: Iterable<string>): string[] {
  const isList = typeof given === "object" && (given as Iterable<string> | null)?.[Symbol.iterator] !== undefined;
  if (!isList) {
    throw new TypeError(`topLevelDomains must be a list of names such as ["com"], not ${describeType(given)}`);
  }
  return Array.from(given, (name: unknown) => {
    requireString(name, "a name of topLevelDomains");
    if (!/^$|[.\s]/.test(name)) return toKey(name);
    const remedy = 'pass a name without dots, such as "com"';
    throw new TypeError(`${quote(name)} of topLevelDomains is not a top-level domain; ${remedy}`);
  });
}

function toKey(label: string): string {
  return decodeShortLabel(label).normalize("NFC");
}
