/** The function of the host that shows a value, which it passes along. */
type Inspect = (value: unknown, options: object) => string;

/** What is shown of FormPairs. */
interface Shown {
  readonly size: number;
  readonly emptyPairs: number;
  toJSON(): readonly (readonly [string, string])[];
}

/**
 * Gives a prototype the methods that `console.log` calls: one of Node and Bun, one of Deno
 * (https://nodejs.org/api/util.html#utilinspectcustom, https://docs.deno.com/api/deno/~/Deno.customInspect).
 *
 * Their names are symbols of the language's registry, so that no global of the host is needed.
 */
export function addInspection(prototype: Shown): void {
  Object.defineProperties(prototype, {
    [Symbol.for("nodejs.util.inspect.custom")]: {
      value(this: Shown, depth: number, options: object, inspect: Inspect) {
        return depth < 0 ? "[FormPairs]" : inspectPairs(this, options, inspect);
      },
    },
    [Symbol.for("Deno.customInspect")]: {
      value(this: Shown, inspect: Inspect, options: object) {
        return inspectPairs(this, options, inspect);
      },
    },
  });
}

/** Shows the pairs, and the empty pairs if there were any. */
function inspectPairs(pairs: Shown, options: object, inspect: Inspect): string {
  const { size, emptyPairs } = pairs;
  const shown = inspect(pairs.toJSON(), { ...options, depth: 1 });
  return `FormPairs(${size}) ${shown}${emptyPairs === 0 ? "" : ` with emptyPairs: ${emptyPairs}`}`;
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
