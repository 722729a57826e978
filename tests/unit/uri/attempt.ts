import { PercentEncodingError } from "../../../library/src/index.ts";

/** Returns the value of a call, or the code of its error. */
export function attempt(action: () => string): { value: string } | { code: string } {
  try {
    return { value: action() };
  } catch (error) {
    if (error instanceof PercentEncodingError) return { code: error.code };
    throw error;
  }
}
