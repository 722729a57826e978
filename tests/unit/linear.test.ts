import { expect, test } from "vitest";
import { READS_PAIRS, type Row, ROWS } from "../checks/linear-rows.mjs";
import { WORST, WORST_PAIRS } from "../checks/worst.mjs";
import { startClock } from "../support/cpu-time.ts";
import { UNITS } from "../support/linear.ts";

const rows = Object.entries(ROWS).flatMap(([module, functions]) =>
  Object.entries(functions).flatMap(([name, given]) =>
    given === undefined
      ? []
      : [[`${module} ${name}`, typeof given === "function" ? [given] : Object.values(given)] as const],
  ),
);

async function measure(row: Row, text: string): Promise<number> {
  const action = row(text);
  const clock = startClock();
  try {
    await action();
  } catch (error) {
    // An error is a valid result; only its time is measured.
    if (!(error instanceof URIError)) throw error;
  }
  return clock();
}

test.each(rows)(
  "no public function takes quadratic time on a worst input; `npm run check -- linear` has stricter limits: %s",
  async (name, variants) => {
    const readsPairs = READS_PAIRS.some((pattern) => pattern.test(name));
    for (const [what, make] of Object.entries(readsPairs ? { ...WORST, ...WORST_PAIRS } : WORST)) {
      for (const row of variants) {
        let ratio = 16;
        // Quadratic time would be a ratio of 16; below 400 ms garbage collection dominates. The least of three ratios counts.
        for (let k = 0; k < 3 && ratio > 8; k++) {
          const large = await measure(row, make(UNITS));
          ratio = large > 400 ? Math.min(ratio, large / (await measure(row, make(UNITS / 4)))) : 0;
        }
        expect(ratio, what).toBeLessThan(12);
      }
    }
  },
);
