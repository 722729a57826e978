import { PercentEncodingError } from "../../library/src/index.ts";

/** Returns the value of a call, or what `describe` makes of its PercentEncodingError. */
export function catchFault<T, E>(call: () => T, describe: (error: PercentEncodingError) => E): T | E {
  try {
    return call();
  } catch (error) {
    if (error instanceof PercentEncodingError) return describe(error);
    throw error;
  }
}

/** Returns the value of a call, or the code of its error. */
export const attempt = <T>(call: () => T): { value: T } | { code: string } =>
  catchFault(() => ({ value: call() }), ({ code }) => ({ code })); // prettier-ignore

/** Returns the value of a call, or the code, the index and the length of its error. */
export const valueOrPlace = <T>(call: () => T): T | [code: string, index: number, length: number] =>
  catchFault(call, ({ code, index, length }) => [code, index, length]);

/** Returns the value of a call, or the code of its error. */
export const valueOrCode = <T>(call: () => T): T | string => catchFault(call, ({ code }) => code);

/** Returns an object with the value of a call, or "URIError" for every error of this class. */
export function valueOrRefusal(call: () => unknown): unknown {
  try {
    return { value: call() };
  } catch (error) {
    if (error instanceof URIError) return "URIError";
    throw error;
  }
}

/** Returns the value of a call, or undefined if a PercentEncodingError or a TypeError refuses its arguments. */
export function valueUnlessRefused<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof PercentEncodingError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Returns the value of a call, or the code, the index and the message of its error, or the message of its TypeError. */
export function valueOrMessage(call: () => unknown): unknown {
  try {
    return catchFault(call, ({ code, index, message }) => [code, index, message]);
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

/** Returns the PercentEncodingError of a call that must throw one. */
export function findFault(call: () => unknown): PercentEncodingError {
  const fault = catchFault(() => void call(), (error) => error); // prettier-ignore
  if (fault === undefined) throw new Error("nothing was thrown");
  return fault;
}

/** Returns the URL that the host parses, or undefined. Optimized code of Node 20 calls a `URL.canParse` that refuses texts in Latin-1. */
export function parseAsHost(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
