// The negative control: a filter that takes some records, answers them, and ends as if all were well.
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { FILTER } from "./environment.mjs";
import { writeRows } from "./rows.mjs";

/** So few that all go out at once: Spark sees no pipe break when the filter ends early. */
const FEW_ROWS = 40;
const EARLY_ROWS = 10;

/** What is told of it where the records are counted; and what the sums of its rows are, beside those of all. */
export const TOLD = new RegExp(`the filter took ${FEW_ROWS} records and gave ${EARLY_ROWS}\\b`);
export const OTHER_SUMS = new RegExp(`"rows":${EARLY_ROWS},.*\\nis not .*"rows":${FEW_ROWS},`);

/** Makes the filter and a folder of few rows. */
export function makeEarly(folder, seed) {
  const filter = join(folder, "early.sh");
  writeFileSync(filter, `#!/bin/bash\nhead -n ${EARLY_ROWS} | node ${basename(FILTER)} "$@"\n`, { mode: 0o755 });
  const input = join(folder, "few");
  writeRows(input, { seed, count: FEW_ROWS, files: 1 });
  return { filter, input };
}
