// Runs the command under faults of files, pipes, signals and system calls: npm run check -- faults [-- --seed N] [--only WORDS]
import { conclude, counted } from "./check.mjs";
import { callFaults } from "./faults/calls.mjs";
import { DESCRIPTORS } from "./faults/descriptors.mjs";
import { NAMESPACES } from "./faults/namespaces.mjs";
import { OWNERSHIP } from "./faults/ownership.mjs";
import { PATHS } from "./faults/paths.mjs";
import { PERMISSIONS } from "./faults/permissions.mjs";
import { PIPES } from "./faults/pipes.mjs";
import { signalFaults } from "./faults/signals.mjs";
import { SPACE } from "./faults/space.mjs";
import { runsSoFar, seed } from "./faults/trial.mjs";

const LEAST_FAULTS = 25;

const at = process.argv.indexOf("--only");
const only = at < 0 ? "" : (process.argv[at + 1] ?? "");
const all = {
  ...SPACE,
  ...PATHS,
  ...PERMISSIONS,
  ...OWNERSHIP,
  ...DESCRIPTORS,
  ...NAMESPACES,
  ...PIPES,
  ...signalFaults(seed),
  ...(await callFaults()),
};
const found = [];
for (const [name, run] of Object.entries(all)) {
  if (!name.includes(only)) continue;
  const [before, started] = [runsSoFar(), performance.now()];
  const faults = (await run()).map((fault) => `${name}: ${fault}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${faults.length === 0 ? "ok  " : "BAD "}  ${name}: ${counted(runsSoFar() - before)} runs, ${seconds} s`);
  found.push(...faults);
}
if (!Object.keys(all).some((name) => name.includes(only))) found.push(`no fault is named ${only}`);
// One row is a run without a fault.
const count = Object.keys(all).length - 1;
conclude(
  "faults",
  `${count} faults (at least ${LEAST_FAULTS}), ${counted(runsSoFar())} runs: ${found.length} with a torn file, a temporary file, a stack trace or a wrong exit code, seed ${seed}`, // prettier-ignore
  [...found, ...(count < LEAST_FAULTS ? ["too few faults"] : [])],
);
