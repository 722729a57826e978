// Shared by the targets: options are read from an input, and a violated law throws.

/** Throws if a law does not hold. */
export function assertLaw(holds, law) {
  if (!holds) throw new Error(law);
}

/** Throws if two plain values differ. */
export function same(got, wanted, law) {
  if (got === wanted) return;
  const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${law}: ${a} instead of ${b}`);
}

/** Splits an input: its first unit chooses options through `pick`, the rest is the text. */
export function splitInput(input) {
  let left = input.length === 0 ? 0 : input.charCodeAt(0);
  const pick = (count) => {
    const picked = left % count;
    left = (left - picked) / count;
    return picked;
  };
  return { pick, rest: input.slice(1) };
}

/** Returns the value of an action, or code and place of its PercentEncodingError. Other exceptions are crashes. */
export function attempt({ codec }, action) {
  try {
    return { value: action() };
  } catch (error) {
    if (!(error instanceof codec.PercentEncodingError)) throw error;
    const { code, index, length } = error;
    return { error: [code, index, length] };
  }
}

/** Like `attempt`, but a TypeError is allowed: the documentation may forbid the arguments. */
export function attemptArguments(library, action) {
  try {
    return attempt(library, action);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { refused: true };
  }
}
