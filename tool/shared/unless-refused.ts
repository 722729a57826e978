import { PercentEncodingError } from "percodec";

/** Returns what an action returns, or undefined if the library refuses its text. */
export function unlessRefused<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof PercentEncodingError) return undefined;
    throw error;
  }
}
