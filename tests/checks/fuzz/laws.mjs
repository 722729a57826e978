// What the targets share: how an input chooses options, and how a broken law is said.

export const POLICIES = ["throw", "keep", "drop", "replace"];

/** Throws where a law does not hold. */
export function hold(holds, law) {
  if (!holds) throw new Error(law);
}

/** Throws where two plain values are not the same. */
export function same(got, wanted, law) {
  if (got === wanted) return;
  const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${law}: ${a} instead of ${b}`);
}

/** The first unit of an input chooses; the rest is what it is about. */
export function choosing(input) {
  let left = input.length === 0 ? 0 : input.charCodeAt(0);
  const pick = (count) => {
    const picked = left % count;
    left = (left - picked) / count;
    return picked;
  };
  return { pick, rest: input.slice(1) };
}

/** What an action gives, or its PercentEncodingError by code and place; whatever else is thrown is a crash. */
export function attempt({ codec }, action) {
  try {
    return { value: action() };
  } catch (error) {
    if (!(error instanceof codec.PercentEncodingError)) throw error;
    const { code, index, length } = error;
    return { error: [code, index, length] };
  }
}

/** The same, where the arguments may be wrong by the documentation. */
export function attemptArguments(library, action) {
  try {
    return attempt(library, action);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { refused: true };
  }
}

/** A text cut at up to two places. */
export function cutAt(whole, ...places) {
  const ends = places.map((place) => place % (whole.length + 1)).toSorted((a, b) => a - b);
  return [0, ...ends].map((from, k) => whole.slice(from, ends[k] ?? whole.length));
}
