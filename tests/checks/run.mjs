// Runs a check by its name: npm run check [-- NAME] [ARGUMENT...]; without a name, the quick ones. --names prints their names.
import { runByName } from "../support/run-by-name.mjs";
import { LONG, QUICK, SUITES } from "./table.mjs";

const RUNTIMES = "tests/conformance/runtimes";
/** The Node and its flags, and the folders whose packages a check needs. linear.mjs explains its flags. */
const NEEDS = {
  "file-uris": { node: `${RUNTIMES}/node_modules/node24/bin/node`, install: [RUNTIMES] },
  linear: { flags: ["--max-semi-space-size=2", "--no-flush-bytecode"] },
  mutants: { install: ["tests"] },
  package: { install: ["tests"] },
  "template-examples": { install: ["tests"] },
};

/** Returns the commands that run a check. */
function toCommands(name) {
  const { node = "node", flags = [], install = [] } = NEEDS[name] ?? {};
  return [
    ["node", "tests/support/install.mjs", ...install],
    [node, ...flags, `tests/checks/${name}.mjs`],
  ];
}

const suites = Object.keys(SUITES);
const quick = [...suites, ...QUICK].toSorted();
if (process.argv.includes("--names")) console.log(quick.join("\n"));
else
  runByName(
    "check",
    Object.fromEntries([
      ...suites.map((name) => [name, [["node", "tests/checks/suites.mjs", name]]]),
      ...[...QUICK, ...LONG].map((name) => [name, toCommands(name)]),
    ]),
    quick,
  );
