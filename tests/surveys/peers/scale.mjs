// What an answer is worth, best first: the one place where this is said. A tie is a tie whatever the words of the answers.
export const SCALE = [
  { outcome: "right", rank: 5, reason: "what the standard says that the input means" },
  {
    outcome: "refused, with its place",
    rank: 5,
    reason: "there is no right answer, and the caller learns what is wrong and where",
  },
  {
    outcome: "refused",
    rank: 4,
    reason: "nobody goes on with a wrong value, but the caller has to look for the place",
  },
  {
    outcome: "told, with its place",
    rank: 4,
    reason: "kept as it was written, and a report says what is wrong and where",
  },
  { outcome: "kept", rank: 3, reason: "as it was written: nothing is lost, and nothing is said" },
  { outcome: "one reading", rank: 2, reason: "right by one standard and wrong by the other, without a word" },
  { outcome: "replaced", rank: 2, reason: "U+FFFD shows that something was there, not what" },
  { outcome: "another value", rank: 1, reason: "the caller goes on with something that was not sent" },
  { outcome: "crash", rank: 0, reason: "an error that is not about the data: what catches bad input lets it pass" },
];

const RANKS = new Map(SCALE.map(({ outcome, rank }) => [outcome, rank]));

/** How much an outcome is worth. */
export function rankOf(outcome) {
  const rank = RANKS.get(outcome);
  if (rank === undefined) throw new Error(`no outcome is named ${outcome}`);
  return rank;
}

/**
 * What a call gives: `value`, or how it was `refused`.
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

/** As it is compared; what is lost is undefined. */
const text = (value) => (typeof value === "string" || value === undefined ? String(value) : JSON.stringify(value));

/**
 * What an answer to a row of codecs.mjs is.
 *
 * @param {{ value?: any, refused?: string }} answer of `attempt`
 * @param want the right value, undefined where there is none
 * @param written the value that keeps the input as it is written
 * @param lenient what the URL Standard makes of it, which refuses nothing
 */
export function outcomeOf({ value, refused }, want, written, lenient) {
  // To refuse what has a right value is too strict, wherever the fault is said to be.
  if (refused !== undefined) return want !== undefined && refused !== "crash" ? "refused" : refused;
  if (want !== undefined && text(value) === text(want)) return "right";
  if (text(value) === text(written)) return "kept";
  if (want === undefined && text(value).includes("\ufffd")) return "replaced";
  return lenient.some((reading) => text(reading) === text(value)) ? "one reading" : "another value";
}
