import { readEscape } from "../base/escape.ts";
import { locateParts, splitReference } from "../uri/reference.ts";
import { findInAuthority, findInStart, SCRIPT_URL } from "./authority.ts";
import type { UriComponent, FindingList, FindingSink } from "./finding.ts";

// Each match has at most 1,024 units and escapes, because the stack of a regular expression may have an entry for each of them.
/** What a browser ignores before a URL, after one decoding. */
const BLANKS = /(?:[\0-\x20]|%[01][\da-f]|%20){1,1024}/iy;
/** What a scheme may consist of after one decoding. */
const SCHEME = /(?:[\w+.\t\n\r-]|%(?!3a)[0-7][\da-f]){1,1024}/iy;
const BREAKS = /(?:[\t\n\r]|%0[9ad]){1,1024}/iy;
const COLON = /:|%3a/iy;
const SLASH = /[/\\]|%2f|%5c/iy;

/** Whether a value may be a URL after one decoding: it begins with a scheme, or with two slashes. */
function mayBeUrl(value: string): boolean {
  const start = skip(value, 0, BLANKS);
  const end = skip(value, start, SCHEME);
  if (end > start && isAt(value, end, COLON)) return true;
  return isAt(value, start, SLASH) && isAt(value, skip(value, SLASH.lastIndex, BREAKS), SLASH);
}

function skip(text: string, from: number, pattern: RegExp): number {
  let at = from;
  while (isAt(text, at, pattern)) at = pattern.lastIndex;
  return at;
}

function isAt(text: string, index: number, pattern: RegExp): boolean {
  pattern.lastIndex = index;
  return pattern.test(text);
}

/** A URL with a host: a scheme and two slashes, a scheme after which a browser expects a host, or two slashes. */
const HAS_HOST =
  /^[\0-\x20]*(?:(?:[a-z][a-z\d+.-]*:\/\/|(?:https?|wss?|ftp|file):[/\\]*)[^/\\?#\s]|[/\\][\t\n\r]*[/\\][/\\\t\n\r]*[^/\\?#\s])/i;

/**
 * Finds the URLs in the values of a query or fragment, decoded once, and what is risky in the start of each: a script, a host without a scheme,
 * credentials, a host that misleads or is not public. Returns whether a nested URL, which is not judged further, has a value that may be one too.
 */
export function findNestedUrls(
  text: string,
  from: number,
  to: number,
  component: UriComponent,
  found: FindingList,
): boolean {
  let isDeeper = false;
  let start = from;
  for (const pair of text.slice(from, to).split(/[&;]/)) {
    const nameLength = pair.indexOf("=") + 1;
    const value = pair.slice(nameLength);
    if (mayBeUrl(value)) isDeeper = inspectValue(value, start + nameLength, component, found) || isDeeper;
    start += pair.length + 1;
  }
  return isDeeper;
}

function inspectValue(value: string, at: number, component: UriComponent, found: FindingList): boolean {
  const { text, places } = decodeAscii(value, at);
  if (!HAS_HOST.test(text) && !SCRIPT_URL.test(text)) return false;
  found.add("nested-url", component, at, value.length);
  const sink: FindingSink = {
    add: (code, _, index, length, ...details) => {
      const start = places[index]!;
      return found.add(code, component, start, places[index + length]! - start, ...details);
    },
  };
  const reference = splitReference(text);
  findInStart(text, reference, sink);
  findInAuthority(text, reference, locateParts(reference), sink);
  const { query = "", fragment = "" } = reference;
  return [query, fragment].some((part) => part.split(/[&;]/).some((pair) => mayBeUrl(pair.replace(/^[^=]*=/, ""))));
}

/** Decodes the escapes of ASCII characters, and returns the index of each unit in the text around the value, and that of the end. */
function decodeAscii(value: string, at: number): { readonly text: string; readonly places: readonly number[] } {
  const units: string[] = [];
  const places: number[] = [];
  for (let i = 0; i < value.length;) {
    const byte = readEscape(value, i);
    const isAscii = byte >= 0 && byte < 0x80;
    units.push(isAscii ? String.fromCharCode(byte) : value.charAt(i));
    places.push(at + i);
    i += isAscii ? 3 : 1;
  }
  places.push(at + value.length);
  return { text: units.join(""), places };
}
