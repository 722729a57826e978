// The ranks of the outcomes, best first. Outcomes of equal rank tie.
export const SCALE = [
  { outcome: "right", rank: 5, reason: "the value by the standard" },
  { outcome: "refused, with its place", rank: 5, reason: "there is no right value, and the error contains what is wrong and where" },
  { outcome: "refused", rank: 4, reason: "no wrong value is used, but the caller has to find the place" },
  { outcome: "reported, with its place", rank: 4, reason: "kept unchanged, and a report contains what is wrong and where" },
  { outcome: "kept", rank: 3, reason: "unchanged: nothing is lost, and nothing is reported" },
  { outcome: "one reading", rank: 2, reason: "right by one standard and wrong by the other, without a report" },
  { outcome: "replaced", rank: 2, reason: "U+FFFD shows that there was a fault, but the input is lost" },
  { outcome: "another value", rank: 1, reason: "the caller uses a value that was not sent" },
  { outcome: "crash", rank: 0, reason: "an error that is not about the data: handlers of bad input do not catch it" },
]; // prettier-ignore

const RANKS = new Map(SCALE.map(({ outcome, rank }) => [outcome, rank]));

/** Returns the rank of an outcome. */
export function toRank(outcome) {
  const rank = RANKS.get(outcome);
  if (rank === undefined) throw new Error(`no outcome is named ${outcome}`);
  return rank;
}

/**
 * Runs a call and returns its `value`, or how it `refused`.
 *
 * @returns {{ value?: any, refused?: string }}
 */
export function attempt(call, input) {
  try {
    return { value: call(input) };
  } catch (error) {
    if (typeof error.code === "string" && Number.isInteger(error.index)) return { refused: "refused, with its place" };
    return { refused: error instanceof TypeError || error instanceof RangeError ? "crash" : "refused" };
  }
}

/** Converts a value for comparison. A lost value is undefined. */
const text = (value) => (typeof value === "string" || value === undefined ? String(value) : JSON.stringify(value));

/**
 * Returns the outcome of an answer to a row of codecs.mjs.
 *
 * @param {{ value?: any, refused?: string }} answer the result of `attempt`
 * @param want the right value, or undefined if there is none
 * @param written the value that keeps the input unchanged
 * @param lenient the values by the URL Standard, which refuses nothing
 */
export function toOutcome({ value, refused }, want, written, lenient) {
  // Refusing an input with a right value is too strict, so the error's place does not count.
  if (refused !== undefined) return want !== undefined && refused !== "crash" ? "refused" : refused;
  if (want !== undefined && text(value) === text(want)) return "right";
  if (text(value) === text(written)) return "kept";
  if (want === undefined && text(value).includes("\ufffd")) return "replaced";
  return lenient.some((reading) => text(reading) === text(value)) ? "one reading" : "another value";
}
