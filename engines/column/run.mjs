// Runs the tests of the Python package, with the cases of the column module in wasmtime: node engines/column/run.mjs [--rows N]
//   [--mutants] [--bench] [--examples]
//   --mutants    also changes the package in a copy, one seeded fault at a time; its tests have to fail
//   --bench      only the bench of the package
//   --examples   only the examples of the package's README
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { findAnswer, readInputs } from "../../tests/support/answers.mjs";
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
const here = fileURLToPath(new URL("..", import.meta.url));
const folder = makeTemporaryFolder("column");
const cases = join(folder, "cases.tsv");
const env = {
  ...process.env,
  PERCODEC_CASES: cases,
  PERCODEC_ANSWERS: join(folder, "answers.json"),
  PYTHONPATH: join(folder, "package"),
  PYTHONDONTWRITEBYTECODE: "1",
};
const failed = [];

execFileSync("node", ["generate.mjs", "--check"], { cwd: `${here}python`, stdio: "inherit" });
const wheel = buildWheel();
const python = pythonWith(`${here}python/requirements.txt`, "column");
execFileSync(python, ["-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--target", join(folder, "package"), wheel]); // prettier-ignore
if (flags.bench) {
  run("bench", python, ["bench.py"], "python");
} else if (flags.examples) {
  runExamples();
} else {
  execFileSync("node", ["write-cases.mjs", cases, flags.rows], { cwd: `${here}column`, stdio: "inherit" });
  writeFileSync(env.PERCODEC_ANSWERS, JSON.stringify(listAnswers()));
  run("Python, wasmtime", python, ["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"], "python");
  run("types of the package", python, ["-m", "mypy", "--cache-dir", join(folder, "mypy")], "python");
  if (flags.mutants) {
    const few = join(folder, "few.tsv");
    execFileSync("node", ["write-cases.mjs", few, MUTANT_ROWS], { cwd: `${here}column`, stdio: "inherit" });
    failed.push(...pythonMutants(python, folder, { ...env, PERCODEC_CASES: few }));
  }
}
console.log(failed.length === 0 ? "0 hosts failed" : `FAILED: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Returns the library's answers to the operations that the Python package has: `[operation, input, answer]`. */
function listAnswers() {
  const operations = /** @type {const} */ (["decode", "decode, form", "encode", "get"]);
  // The package reads a text without a `?` as a URI without a query; the library names the missing `?`.
  const isPossible = (operation, text) => operation !== "get" || /^[^=]*[/?#:]|^[^=]*$/.test(text);
  return operations.flatMap((operation) =>
    readInputs()
      .filter((text) => isPossible(operation, text))
      .map((text) => [operation, text, findAnswer(operation, text)]),
  );
}

function run(name, program, words, cwd) {
  const started = Date.now();
  console.log(`--- ${name}`);
  try {
    execFileSync(program, words, { cwd: here + cwd, env, stdio: "inherit" });
  } catch {
    failed.push(name);
  }
  console.log(`${failed.includes(name) ? "FAIL" : "pass"}  ${name}  ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** Runs each example of the README in an empty folder with the wheel, and looks for the results in what it prints. */
function runExamples() {
  const readme = readFileSync(`${here}python/README.md`, "utf8");
  const examples = [...readme.matchAll(/^```sh (\w+)\n([^]*?)^```$/gm)];
  if (examples.length !== 3) failed.push("three examples in the README");
  for (const [, name = "", text = ""] of examples) {
    const cwd = join(folder, name);
    mkdirSync(cwd);
    copyFileSync(wheel, join(cwd, basename(wheel)));
    const plain = {
      ...process.env,
      SPARK_LOCAL_IP: "127.0.0.1",
      PIP_DISABLE_PIP_VERSION_CHECK: "1",
      PIP_NO_COMPILE: "1",
    };
    const started = Date.now();
    try {
      const printed = execFileSync("bash", ["-e", "-c", text], { cwd, env: plain, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }); // prettier-ignore
      const lines = text.trimEnd().split("\n").length;
      if (!/\ba b\b/.test(printed) || !printed.includes("malformed-escape") || lines > 6) throw new Error(printed);
      console.log(`pass  example ${name}, ${lines} lines  ${((Date.now() - started) / 1000).toFixed(1)} s`);
    } catch (error) {
      failed.push(`example ${name}`);
      console.log(`FAIL  example ${name}\n${error}\n${error.stderr ?? ""}`);
    }
  }
}
