// Installs the packed package into each project of docs/examples/toolchains, and runs what docs/toolchains.md says of it: npm run suite -- toolchains
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { conclude } from "../../checks/check.mjs";
import { addTo, packClean, packDependencies } from "../../checks/package/pack.mjs";
import { PROJECTS } from "./runs.mjs";
import { makeTemporaryFolder } from "../../support/temporary-folder.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const examples = `${root}docs/examples/toolchains/`;
const runtimes = fileURLToPath(new URL("../runtimes/", import.meta.url));

const packed = makeTemporaryFolder("toolchains");
const faults = [];
let checks = 0;
const { tarball } = (await packClean(`${packed}/package`, {})).library;
const dependencies = await packDependencies(packed);
rmSync(`${examples}node_modules/percodec`, { recursive: true, force: true });
await addTo(examples, tarball, dependencies, ["--no-save"]);
for (const [project, runs] of Object.entries(PROJECTS))
  for (const run of runs) for (const major of run.nodes) check(project, run, major);
conclude("toolchains", `${checks} runs`, faults);

/**
 * Runs a command in a project on a Node, and compares its exit and its output.
 *
 * @param {string} project
 * @param {import("./runs.mjs").Run} run
 * @param {number} major
 */
function check(project, { command, prints, fails }, major) {
  const cwd = examples + project;
  const path = [`${runtimes}node_modules/node${major}/bin`, `${examples}node_modules/.bin`, process.env.PATH].join(":");
  const env = { ...process.env, PATH: path, NO_COLOR: "1", NODE_OPTIONS: "", npm_config_loglevel: "error" };
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { cwd, env, encoding: "utf8" });
  const isRight = (status === 0) === (fails === undefined) && (fails ?? prints)?.test(stdout + stderr);
  const what = `${project}, Node ${major}: ${command}`;
  checks++;
  console.log(`${isRight ? "ok" : "NO"}  ${what}`);
  if (!isRight) faults.push(`${what}: exit ${status}\n${stdout}${stderr}`);
}
