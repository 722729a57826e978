import type { UriIssue } from "./issue.ts";

/** Matches each `%` that does not start an escape, with the hex digit after it, if any (https://www.rfc-editor.org/rfc/rfc3986#section-2.1). */
const NO_ESCAPE = "%(?![\\dA-Fa-f]{2})[\\dA-Fa-f]?";

/** The most characters in one match: the stack of a regular expression may have an entry for each. {@link listFaults} joins the parts of a run. */
const MAX_RUN = 1024;

export const LONE_SURROGATES: RegExp = /* @__PURE__ */ (() => new RegExp(`(\\p{Cs}{1,${MAX_RUN}})`, "gu"))();

/** Matches the faults of a component: a `%` without hex digits, a run of lone surrogates (group 1) or of others (group 2), or `alone`, one by one. */
export function createFaultPattern(allowed: string, alone?: string): RegExp {
  // With the flag u, \p{Cs} matches lone surrogates only.
  const faults = `${NO_ESCAPE}|${LONE_SURROGATES.source}|([^${allowed}${alone ?? ""}%\\p{Cs}]{1,${MAX_RUN}})`;
  return new RegExp(alone === undefined ? faults : `${faults}|${alone}`, "gu");
}

/** A part of a text that a fault pattern matches; `start` is the beginning of a run, or all of another part. */
type UnitFault = Pick<UriIssue, "index" | "length"> & { readonly start: string };

/** Lists what a pattern of {@link createFaultPattern} matches in a text, each run as one. */
export function* listFaults(text: string, pattern: RegExp): Generator<UnitFault, void> {
  let last: { start: string; index: number; length: number; run: "surrogates" | "others" | undefined } | undefined;
  for (const { 0: start, 1: surrogates, 2: others, index } of text.matchAll(pattern)) {
    const run = surrogates !== undefined ? "surrogates" : others !== undefined ? "others" : undefined;
    if (run !== undefined && run === last?.run && index === last.index + last.length) {
      last.length += start.length;
      continue;
    }
    if (last !== undefined) yield last;
    last = { start, index, length: start.length, run };
  }
  if (last !== undefined) yield last;
}

/** Returns planes of Unicode without their last two code points, which are not characters, as a part of a character class. */
export function listPlanes(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, k) => {
    const plane = (first + k).toString(16);
    return `\\u{${plane}0000}-\\u{${plane}fffd}`;
  }).join("");
}

/** Matches what is not a URL unit (https://url.spec.whatwg.org/#url-units). */
export const NOT_URL_UNITS: RegExp = /* @__PURE__ */ createUrlPattern();

/** The same for the path of a special URL, in which each backslash is a match of its own. */
export const NOT_SPECIAL_PATH_UNITS: RegExp = /* @__PURE__ */ createUrlPattern("\\\\");

/** https://url.spec.whatwg.org/#url-code-points */
function createUrlPattern(alone?: string): RegExp {
  const codePoints = `\\w.~!$&'()*+,;=:@/?\\-\\xa0-\\ud7ff\\ue000-\\ufdcf\\ufdf0-\\ufffd${listPlanes(1, 16)}`;
  return createFaultPattern(codePoints, alone);
}
