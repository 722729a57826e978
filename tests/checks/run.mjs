// Runs a check by its name: npm run check [-- NAME] [ARGUMENT...]; without a name, the quick ones. --names prints their names.
import { runByName } from "../support/run-by-name.mjs";
import { LONG, QUICK, SUITES } from "./table.mjs";

/** Flags of Node; linear.mjs explains them. */
const FLAGS = { linear: ["--max-semi-space-size=2", "--no-flush-bytecode"] };

const suites = Object.keys(SUITES);
const quick = [...suites, ...QUICK].toSorted();
if (process.argv.includes("--names")) console.log(quick.join("\n"));
else
  runByName(
    "check",
    Object.fromEntries([
      ...suites.map((name) => [name, [["node", "tests/checks/suites.mjs", name]]]),
      ...[...QUICK, ...LONG].map((name) => [name, [["node", ...(FLAGS[name] ?? []), `tests/checks/${name}.mjs`]]]),
    ]),
    quick,
  );
