// Runs a check by its name: npm run check [-- NAME] [ARGUMENT...]; without a name, the quick ones. --names prints their names.
import { runByName } from "../support/run-by-name.mjs";

const QUICK = [
  "chunks",
  "differential",
  "edits",
  "encodings",
  "exhaustive",
  "faults",
  "file-uris",
  "fuzz",
  "hosts",
  "links",
  "memory",
  "orders",
  "package",
  "peers",
  "positions",
  "prefilter",
  "proof",
  "properties",
  "records",
  "templates",
  "terminal",
  "threats",
  "uris",
  "url-readers",
];
/** Checks that take longer, or need a second build, the compiler of wasm/ or shells. */
const LONG = ["builds", "column-mutants", "mutants", "shells"];

if (process.argv.includes("--names")) console.log(QUICK.join("\n"));
else
  runByName(
    "check",
    {
      ...Object.fromEntries([...QUICK, ...LONG].map((name) => [name, [["node", `tests/checks/${name}.mjs`]]])),
      // linear.mjs explains the flags.
      linear: [["node", "--max-semi-space-size=2", "--no-flush-bytecode", "tests/checks/linear.mjs"]],
    },
    QUICK,
  );
