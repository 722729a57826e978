import { PercentEncodingError, type PercentEncodingFault } from "percodec";

/** Returns what an action returns, or the error with which the library refuses its text. */
export function orRefusal<Value>(action: () => Value): Value | PercentEncodingError {
  try {
    return action();
  } catch (error) {
    if (error instanceof PercentEncodingError) return error;
    throw error;
  }
}

/** Returns what an action returns, or undefined if the library refuses its text. */
export function unlessRefused<Value>(action: () => Value): Value | undefined {
  const result = orRefusal(action);
  return result instanceof PercentEncodingError ? undefined : result;
}

/** Runs an action, and changes properties of the error with which the library refuses its text. */
export function withFault<Value>(
  action: () => Value,
  change: (error: PercentEncodingError) => Partial<PercentEncodingFault>,
): Value {
  const result = orRefusal(action);
  if (!(result instanceof PercentEncodingError)) return result;
  throw new PercentEncodingError({ ...(result as PercentEncodingFault), ...change(result) });
}
