import { appendFileSync } from "node:fs";

/** Appends the number of inputs that a test ran to the file PERCODEC_COUNTERS, which tests/checks/suites.mjs reads. */
export function countInputs(inputs: number, kind = ""): void {
  const file = process.env["PERCODEC_COUNTERS"];
  if (file !== undefined) appendFileSync(file, `${inputs} ${kind}\n`);
}
