import { expect, test } from "vitest";
import { cpuTime } from "./cpu-time.ts";
import { sizeOf } from "./sizes.ts";

/** How long the worst inputs are, in UTF-16 units. */
export const UNITS = sizeOf("WORST");

/** Returns how many times as long four times an input takes: 16 would be quadratic. The best of three counts, and one is mostly enough. */
export async function growth(timeOf: (size: number) => number | Promise<number>): Promise<number> {
  const found: number[] = [];
  do found.push((await timeOf(4)) / (await timeOf(1)));
  while (found.at(-1)! > 6 && found.length < 3);
  return Math.min(...found);
}

/**
 * Checks that no function takes time that grows with the square of a worst input; `npm run check:linear` has the narrow bar.
 *
 * @param worst make inputs of about the length asked for, in UTF-16 units
 */
export function testLinearTime(
  functions: Readonly<Record<string, (text: string) => unknown>>,
  worst: Readonly<Record<string, (units: number) => string>>,
): void {
  for (const [name, run] of Object.entries(functions)) {
    test(`${name}: the worst inputs take no time that grows with the square`, () => {
      for (const [what, make] of Object.entries(worst)) {
        const time = (text: string): number => cpuTime(() => run(text));
        const ratio = () => {
          const large = time(make(UNITS));
          // What is quadratic takes minutes here; under 400 ms the collector decides.
          // The last host that was read is kept: another length gives another host.
          return large > 400 ? large / Math.min(time(make(UNITS / 4)), time(make(UNITS / 4 - 60))) : 0;
        };
        // Four times the input: 16 times the time would be quadratic. The best of three counts, and one is mostly enough.
        const found = [ratio()];
        while (Math.min(...found) > 8 && found.length < 3) found.push(ratio());
        expect(Math.min(...found), what).toBeLessThan(12);
      }
    });
  }
}
