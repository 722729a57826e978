// The negative control: a filter that answers some records and then ends with exit code 0.
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { FILTER } from "./environment.mjs";
import { writeRows } from "./rows.mjs";

/** Few enough for one write: Spark does not see a broken pipe when the filter ends early. */
const FEW_ROWS = 40;
const EARLY_ROWS = 10;

/** The message if the records are counted. */
export const COUNT_MESSAGE = new RegExp(`the filter read ${FEW_ROWS} records and wrote ${EARLY_ROWS}\\b`);
/** The message if only the sums are compared. */
export const SUMS_MESSAGE = new RegExp(`"rows":${EARLY_ROWS},.*\\nis not .*"rows":${FEW_ROWS},`);

/** Writes the filter and a folder with few rows. */
export function makeEarlyFilter(folder, seed) {
  const filter = join(folder, "early.sh");
  writeFileSync(filter, `#!/bin/bash\nhead -n ${EARLY_ROWS} | node ${basename(FILTER)} "$@"\n`, { mode: 0o755 });
  const input = join(folder, "few");
  writeRows(input, { seed, count: FEW_ROWS, files: 1 });
  return { filter, input };
}
