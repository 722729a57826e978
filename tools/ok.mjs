// Runs the quick gate: format, types, imports, lint, generated files, sizes and unit tests: npm run ok [-- --no-tests]
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name) => `${root}node_modules/.bin/${name}`;
const node = process.execPath;
const CODE = ["src", "cli", "web", "tests", "tools", "integrations", "bench", "examples"];

/**
 * The groups run one after the other, the stages of a group two at a time.
 *
 * @type {[name: string, program: string, words: string[]][][]}
 */
const GROUPS = [
  [
    ["format", node, ["tools/format.mjs", "--check"]],
    // Not an override in the configuration: it matches absolute paths, so in a clone below a folder `src` it would match all files.
    ["nothing printed past the output", bin("oxlint"), ["-A", "all", "-D", "no-console", "src", "cli", "web"]],
    ["types", bin("tsc"), ["-p", "."]],
    ["imports", node, ["tools/check-imports.mjs"]],
    ["charset table", node, ["tools/charset-guess.mjs", "--check"]],
    ["speed page", node, ["bench/page/write.mjs", "--check"]],
  ],
  [["build", node, ["tools/build.mjs"]]],
  // These stages need the build: scripts and some tests import it, and the compiler and the linter read its types.
  [
    ["lint", bin("oxlint"), ["-c", ".oxlintrc.json", "--deny-warnings", ...CODE]],
    ["types of scripts", bin("tsc"), ["-p", "jsconfig.json"]],
    ["kernel", node, ["tools/build-kernel.mjs", "--source"]],
    ["generated", node, ["tools/generate.mjs", "--check"]],
    ["size", bin("size-limit"), ["--json"]],
  ],
  process.argv.includes("--no-tests")
    ? []
    : [["unit tests", bin("vitest"), ["run", "--config", "tests/vitest.config.ts"]]],
];

/** Runs a stage and returns its output if it fails. */
function run([name, program, words]) {
  const started = Date.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
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
