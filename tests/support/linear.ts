import { expect, test } from "vitest";
import { cpuTime } from "./cpu-time.ts";
import { readSize } from "./sizes.ts";

/** The length of the worst inputs in UTF-16 units. */
export const UNITS = readSize("WORST");

/** Returns how many times as long a four times larger input takes (quadratic: 16). Measures up to three times and returns the least. */
export async function growth(measure: (size: number) => number | Promise<number>): Promise<number> {
  const found: number[] = [];
  do found.push((await measure(4)) / (await measure(1)));
  while (found.at(-1)! > 6 && found.length < 3);
  return Math.min(...found);
}

/**
 * Checks that no function takes quadratic time on a worst input. `npm run check -- linear` has stricter limits.
 *
 * @param worst makers of inputs; each accepts the approximate length in UTF-16 units
 */
export function testLinearTime(
  functions: Readonly<Record<string, (text: string) => unknown>>,
  worst: Readonly<Record<string, (units: number) => string>>,
): void {
  for (const [name, run] of Object.entries(functions)) {
    test(`${name}: the worst inputs do not take quadratic time`, () => {
      for (const [what, make] of Object.entries(worst)) {
        const time = (text: string): number => cpuTime(() => run(text));
        const ratio = () => {
          const large = time(make(UNITS));
          // Quadratic code takes minutes here; below 400 ms garbage collection dominates.
          // The library caches the last host: a second small input of another length has another host.
          return large > 400 ? large / Math.min(time(make(UNITS / 4)), time(make(UNITS / 4 - 60))) : 0;
        };
        // Quadratic time would be a ratio of 16. The least of up to three measurements counts.
        const found = [ratio()];
        while (Math.min(...found) > 8 && found.length < 3) found.push(ratio());
        expect(Math.min(...found), what).toBeLessThan(12);
      }
    });
  }
}
