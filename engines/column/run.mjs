// Runs the tests of the Python package, with the cases of the column module in wasmtime: node engines/column/run.mjs [--rows N]
//   [--mutants] [--bench] [--examples]
//   --mutants    also changes the package in a copy, one seeded fault at a time; its tests have to fail
//   --bench      only the bench of the package
//   --examples   only the examples of the package's README
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { buildWheel, pythonWith } from "../python.mjs";
import { pythonMutants } from "./python-mutants.mjs";
import { makeTemporaryFolder } from "../../tests/support/temporary-folder.mjs";

/** The hostile rows of each run with a mutant. */
const MUTANT_ROWS = "2000";

const { values: flags } = parseArgs({
  options: {
    rows: { type: "string", default: "50000" },
    mutants: { type: "boolean" },
    bench: { type: "boolean" },
    examples: { type: "boolean" },
  },
});
const source = fileURLToPath(new URL("../python", import.meta.url));
const folder = makeTemporaryFolder("column");
const env = {
  ...process.env,
  PERCODEC_CASES: join(folder, "cases.tsv"),
  PYTHONPATH: join(folder, "package"),
  PYTHONDONTWRITEBYTECODE: "1",
};
const wheel = buildWheel();
const python = pythonWith(join(source, "requirements.txt"), "column");
const runPython = (...words) => execFileSync(python, words, { cwd: source, env, stdio: "inherit" });
runPython("-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--target", env.PYTHONPATH, wheel);

if (flags.bench) {
  runPython("bench.py");
} else if (flags.examples) {
  runExamples();
} else {
  writeCases(flags.rows);
  runPython("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests");
  runPython("-m", "mypy", "--cache-dir", join(folder, "mypy"));
  if (flags.mutants) {
    writeCases(MUTANT_ROWS);
    pythonMutants(python, folder, env);
  }
}

function writeCases(rows) {
  const words = [fileURLToPath(new URL("write-cases.mjs", import.meta.url)), env.PERCODEC_CASES, rows];
  execFileSync("node", words, { stdio: "inherit" });
}

/** Runs each example of the README in an empty folder with the wheel, and looks for the results in what it prints. */
function runExamples() {
  const readme = readFileSync(join(source, "README.md"), "utf8");
  const examples = [...readme.matchAll(/^```sh (\w+)\n([^]*?)^```$/gm)];
  if (examples.length !== 3) throw new Error("the README has not three examples");
  for (const [, name = "", text = ""] of examples) {
    const cwd = join(folder, name);
    mkdirSync(cwd);
    copyFileSync(wheel, join(cwd, basename(wheel)));
    const plain = { ...process.env, SPARK_LOCAL_IP: "127.0.0.1", PIP_DISABLE_PIP_VERSION_CHECK: "1", PIP_NO_COMPILE: "1" }; // prettier-ignore
    const printed = execFileSync("bash", ["-e", "-c", text], { cwd, env: plain, encoding: "utf8" });
    const lines = text.trimEnd().split("\n").length;
    if (!/\ba b\b/.test(printed) || !printed.includes("malformed-escape") || lines > 6) throw new Error(`${name}: ${printed}`); // prettier-ignore
    console.log(`pass  example ${name}, ${lines} lines`);
  }
}
