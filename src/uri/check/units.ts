/** Matches each `%` that does not start an escape, with the hex digit after it, if any (https://www.rfc-editor.org/rfc/rfc3986#section-2.1). */
const NO_ESCAPE = "%(?![\\dA-Fa-f]{2})[\\dA-Fa-f]?";

/**
 * Creates the expression that matches each fault of a component: a `%` that does not start an escape, a run of lone surrogates, and a
 * run of other characters that are not allowed.
 *
 * @param allowed the allowed characters except `%`, as a part of a character class
 * @param alone a character that is not allowed and always matched alone
 */
export function createFaultPattern(allowed: string, alone?: string): RegExp {
  // With the flag u, \p{Cs} matches lone surrogates only.
  const faults = `${NO_ESCAPE}|\\p{Cs}+|[^${allowed}${alone ?? ""}%\\p{Cs}]+`;
  return new RegExp(alone === undefined ? faults : `${faults}|${alone}`, "gu");
}

/** Returns planes of Unicode without their last two code points, which are not characters, as a part of a character class. */
export function listPlanes(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, k) => {
    const plane = (first + k).toString(16);
    return `\\u{${plane}0000}-\\u{${plane}fffd}`;
  }).join("");
}
