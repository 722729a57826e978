/** The method that `console.log` of Node and Bun calls (https://nodejs.org/api/util.html#utilinspectcustom). */
export const NODE_INSPECT: unique symbol = Symbol.for("nodejs.util.inspect.custom");
/** The method that `console.log` of Deno calls (https://docs.deno.com/api/deno/~/Deno.inspect). */
export const DENO_INSPECT: unique symbol = Symbol.for("Deno.customInspect");

/** The host's own function, which it passes along. */
export type Inspect = (value: unknown, options: object) => string;

/** What is shown of FormPairs. */
interface Shown {
  readonly size: number;
  readonly emptyPieces: number;
  toJSON(): readonly (readonly [string, string])[];
}

/** Shows the pairs, and the empty pieces if there were any. */
export function inspectPairs(pairs: Shown, options: object, inspect: Inspect): string {
  const { size, emptyPieces } = pairs;
  const shown = inspect(pairs.toJSON(), { ...options, depth: 1 });
  return `FormPairs(${size}) ${shown}${emptyPieces === 0 ? "" : ` with emptyPieces: ${emptyPieces}`}`;
}

/** Returns 64 bits of texts as hex digits; other texts have other digits, but for an accident in 2^64. */
export function digest(texts: readonly string[]): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  const add = (unit: number): void => {
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit ^ (a >>> 15), 0x85ebca6b);
  };
  for (const text of texts) {
    for (let i = 0; i < text.length; i++) add(text.charCodeAt(i));
    // No unit has this number, so that a text does not go on in the next.
    add(0x10000);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
