import { PercentEncodingError } from "percodec";

/** Runs an action, and converts the place of its error. */
export function withPlace<T>(action: () => T, convert: (index: number, length: number) => [number, number]): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    const [index, length] = convert(error.index, error.length);
    throw new PercentEncodingError({ ...error, index, length });
  }
}
