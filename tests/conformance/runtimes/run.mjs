// Runs the conformance suite on Node 20, 22, 24 and 26, Bun, Deno and workerd. A missing runtime is a failure.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { conclude } from "../../checks/check.mjs";
import { makeTemporaryFolder } from "../../support/temporary-folder.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));
const binary = (path) => `${here}node_modules/${path}`;

const suite = "tests/conformance/library.test.mjs";
const runtimes = [
  ...[20, 22, 24, 26].map((major) => ({
    name: `Node ${major}`,
    program: binary(`node${major}/bin/node`),
    words: ["--test", suite],
  })),
  { name: "Bun", program: binary("@oven/bun-linux-x64/bin/bun"), words: ["test", `./${suite}`] },
  {
    name: "Deno",
    program: binary("@deno/linux-x64-glibc/deno"),
    words: ["test", "--allow-read", "--no-check", suite],
  },
  { name: "workerd", program: process.execPath, words: [`${here}workerd.mjs`] },
];

// A temporary home prevents the runtimes from writing caches into the user's.
const home = makeTemporaryFolder("runtimes");
const faults = [];
for (const { name, program, words } of runtimes) {
  const started = Date.now();
  const env = { ...process.env, HOME: home, DENO_DIR: `${home}/deno`, NO_COLOR: "1" };
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd: root, env, encoding: "utf8" });
  const version =
    name === "workerd" ? "" : ` (${spawnSync(program, ["--version"], { encoding: "utf8" }).stdout.split("\n")[0]})`;
  // A runner that found no test exits with 0 too: check the number of tests.
  const ran = /\bpass 5\b|\b5 pass(ed)?\b|vectors agree/.test(stdout + stderr);
  const passed = status === 0 && !error && ran;
  console.log(`${passed ? "pass" : "FAIL"}  ${name}${version}  ${((Date.now() - started) / 1000).toFixed(1)} s`);
  if (!passed) faults.push(`${name}: ${error ?? stdout + stderr}`);
}
conclude("runtimes", `${runtimes.length} runtimes`, faults);
