/** The runtime's own inspect function, which it passes to the method. */
type Inspect = (value: unknown, options: object) => string;

/** The members of FormPairs that are shown. */
interface Inspectable {
  readonly size: number;
  readonly emptyPairs: number;
  toJSON(): readonly (readonly [string, string])[];
}

/**
 * Adds to a prototype the methods that `console.log` calls: one for Node and Bun, one for Deno
 * (https://nodejs.org/api/util.html#utilinspectcustom, https://docs.deno.com/api/deno/~/Deno.customInspect).
 *
 * Their names are symbols of the global symbol registry, so nothing of the runtime is imported.
 */
export function addInspection(prototype: Inspectable): void {
  Object.defineProperties(prototype, {
    [Symbol.for("nodejs.util.inspect.custom")]: {
      value(this: Inspectable, depth: number, options: object, inspect: Inspect) {
        return depth < 0 ? "[FormPairs]" : inspectPairs(this, options, inspect);
      },
    },
    [Symbol.for("Deno.customInspect")]: {
      value(this: Inspectable, inspect: Inspect, options: object) {
        return inspectPairs(this, options, inspect);
      },
    },
  });
}

/** Formats the pairs, and the number of empty pairs if there are any. */
function inspectPairs(pairs: Inspectable, options: object, inspect: Inspect): string {
  const { size, emptyPairs } = pairs;
  const shown = inspect(pairs.toJSON(), { ...options, depth: 1 });
  return `FormPairs(${size}) ${shown}${emptyPairs === 0 ? "" : ` with emptyPairs: ${emptyPairs}`}`;
}

/** Returns a 64-bit hash of texts as hex digits. */
export function hashTexts(texts: readonly string[]): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  const add = (unit: number): void => {
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit ^ (a >>> 15), 0x85ebca6b);
  };
  for (const text of texts) {
    for (let i = 0; i < text.length; i++) add(text.charCodeAt(i));
    // A separator that no UTF-16 unit equals, so that ["ab"] and ["a", "b"] differ.
    add(0x10000);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
