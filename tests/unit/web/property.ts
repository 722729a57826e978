import * as fc from "fast-check";
import { test as one } from "vitest";

export { fc };

/** A test of one property over many random values. */
export function test<T>(name: string, values: fc.Arbitrary<T>, check: (value: T) => void): void {
  one(name, () => fc.assert(fc.property(values, check), { numRuns: 500 }));
}
