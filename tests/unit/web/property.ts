import * as fc from "fast-check";
import { test as vitestTest } from "vitest";

export { fc };

/** Tests a property with 500 random values. */
export function test<T>(name: string, values: fc.Arbitrary<T>, check: (value: T) => void): void {
  vitestTest(name, () => fc.assert(fc.property(values, check), { numRuns: 500 }));
}
