import fc from "fast-check";

type Some = [unknown, ...unknown[]];
type Inputs<T extends Some> = { [K in keyof T]: fc.Arbitrary<T[K]> };

/** Asserts a law over random inputs: `forAll(uris, (uri) => {…})`; a number before them is that of the runs, in place of RUNS of sizes.ts. */
export function forAll<T extends Some>(...law: [...Inputs<T>, (...values: T) => boolean | void]): void;
export function forAll<T extends Some>(runs: number, ...law: [...Inputs<T>, (...values: T) => boolean | void]): void;
export function forAll(...words: readonly unknown[]): void {
  const [runs] = words;
  const law = (typeof runs === "number" ? words.slice(1) : words) as [fc.Arbitrary<unknown>, () => void];
  fc.assert(fc.property(...law), typeof runs === "number" ? { numRuns: runs } : {});
}
