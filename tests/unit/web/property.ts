import * as fc from "fast-check";
import { test as vitestTest } from "vitest";
import { forAll } from "../../support/for-all.ts";

export { fc };

/** Tests a property with 500 random values. */
export function test<T>(name: string, values: fc.Arbitrary<T>, check: (value: T) => void): void {
  vitestTest(name, () => forAll(500, values, check));
}
