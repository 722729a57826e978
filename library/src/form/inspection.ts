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

/** Returns a 64-bit hash of a text as hex digits. */
export function hashText(text: string): string {
  const hash = (factor: number): string => {
    let value = 0;
    for (let i = 0; i < text.length; i++) value = (value * factor + text.charCodeAt(i)) % 0xfffffffb;
    return value.toString(16).padStart(8, "0");
  };
  return hash(0x1003f) + hash(0x10dcd);
}
