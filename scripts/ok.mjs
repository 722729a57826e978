// Runs the quick checks and the short unit tests, at most two programs at a time: npm run ok [-- --no-tests]
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { findProgram } from "./programs.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const CODE = ["library", "tool", "engines", "scripts", "tests", "bench", "docs"];

/** Tests of whole enumerations or many processes take three quarters of the time. Only `npm test` runs them. */
const LONG_TESTS = [
  "unit/bare-host.test.ts",
  "unit/base/hostile-messages.test.ts",
  "unit/base/prototype-pollution.test.ts",
  "unit/charset/legacy.test.ts",
  "unit/cli/bulk.test.ts",
  "unit/cli/cases.test.ts",
  "unit/cli/line-ends.test.ts",
  "unit/cli/output.test.ts",
  "unit/cli/records-command.test.ts",
  "unit/codec/chunk-boundaries.test.ts",
  "unit/codec/properties.test.ts",
  "unit/form/chunks.test.ts",
  "unit/form/pairs.test.ts",
  "unit/form/parse-fast.test.ts",
  "unit/host/host.test.ts",
  "unit/host/idna.test.ts",
  "unit/host/nfc.test.ts",
  "unit/kernel/equivalence.test.ts",
  "unit/kernel/text-io.test.ts",
  "unit/linear.test.ts",
  "unit/template/template.test.ts",
  "unit/uri/grammar.test.ts",
  "unit/uri/laws.test.ts",
  "conformance/command.test.mjs",
];
const EXCLUDED = LONG_TESTS.flatMap((name) => ["--exclude", `tests/${name}`]);

/**
 * The groups run one after the other, the stages of a group two at a time.
 *
 * @type {[name: string, words: string[]][][]}
 */
const GROUPS = [
  [
    ["format", ["scripts/format.mjs", "--check"]],
    // An override in the configuration matches absolute paths: it would match every file of a clone below a folder named src.
    [
      "no console.log",
      [findProgram("oxlint"), "-A", "all", "-D", "no-console", "library/src", "tool/command", "tool/page"],
    ],
    ["types", [findProgram("tsc"), "-p", "."]],
    ["imports", ["scripts/check-imports.mjs"]],
    ["budgets", ["scripts/budgets.mjs"]],
    ["language", ["scripts/language.mjs"]],
    ["speed page", ["bench/page/write.mjs", "--check"]],
  ],
  [["build", ["scripts/build.mjs"]]],
  // The compiler and the linter read the types of the built modules, which scripts and some tests import.
  [
    ["lint", [findProgram("oxlint"), "-c", "scripts/oxlintrc.json", "--deny-warnings", ...CODE]],
    ["types of scripts", [findProgram("tsc"), "-p", "scripts"]],
    ["types of other scripts", [findProgram("tsc"), "-p", "scripts/other-scripts.tsconfig.json"]],
    ["kernel", ["scripts/build-kernel.mjs", "--source"]],
    ["generated", ["scripts/generate.mjs", "--check"]],
    ["size", [findProgram("size-limit"), "--config", "scripts/size-limit.mjs", "--json"]],
  ],
  process.argv.includes("--no-tests")
    ? []
    : [["unit tests", [findProgram("vitest"), "run", "--config", "tests/vitest.config.ts", ...EXCLUDED]]],
];

/**
 * Runs a stage, and returns what it printed if it failed.
 *
 * @param {[name: string, words: string[]]} stage
 * @returns {Promise<string | undefined>}
 */
function run([name, words]) {
  const started = Date.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", reject).on("close", (status) => {
      console.log(`${status === 0 ? "ok  " : "FAIL"}  ${name}  ${((Date.now() - started) / 1000).toFixed(1)} s`);
      resolve(status === 0 ? undefined : output);
    });
  });
}

for (const group of GROUPS) {
  const waiting = [...group];
  /** @type {(string | undefined)[]} */
  const failures = [];
  const lane = async () => {
    for (let stage = waiting.shift(); stage; stage = waiting.shift()) failures.push(await run(stage));
  };
  await Promise.all([lane(), lane()]);
  const failed = failures.filter((output) => output !== undefined);
  if (failed.length === 0) continue;
  console.log(failed.join("\n"));
  process.exit(1);
}
