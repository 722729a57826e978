// Times the start of a process that imports one module, less that of one that imports nothing: npm run bench -- load [-- --rounds N --save]
// The processor time is that of the process, which other processes change less.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { installOnce } from "../tests/support/install.mjs";
import { saveRun } from "./save-run.mjs";
import { makeTemporaryFolder } from "../tests/support/temporary-folder.mjs";

/** The most milliseconds that a module of percodec may add. */
const BARS = { percodec: 8, "percodec/form": 13, "percodec/uri": 20, "percodec/inspect": 20 };
const OTHERS = ["qs", "fast-querystring", "whatwg-url", "ufo"];

const { values: flags } = parseArgs({
  options: { rounds: { type: "string", default: "11" }, save: { type: "boolean", default: false } },
});
installOnce("tests");
const { resolve } = createRequire(new URL("../tests/package.json", import.meta.url));

const folder = makeTemporaryFolder("load");
const addresses = {
  nothing: "data:text/javascript,",
  ...Object.fromEntries(Object.keys(BARS).map((name) => [name, import.meta.resolve(name)])),
  ...Object.fromEntries(OTHERS.map((name) => [name, pathToFileURL(resolve(name)).href])),
};
const names = Object.keys(addresses);
const programs = names.map((name, k) => {
  const file = join(folder, `${k}.mjs`);
  writeFileSync(
    file,
    `import ${JSON.stringify(addresses[name])}; process.stdout.write(JSON.stringify(process.cpuUsage()));`,
  );
  return { name, file, times: /** @type {number[]} */ ([]), used: /** @type {number[]} */ ([]) };
});
for (let round = 0; round < Number(flags.rounds); round++)
  for (const { name, file, times, used } of programs) {
    const from = performance.now();
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--no-warnings", file], { encoding: "utf8" });
    times.push(performance.now() - from);
    if (status !== 0) throw new Error(`${name}: ${stderr}`);
    const { user, system } = JSON.parse(stdout);
    used.push((user + system) / 1000);
  }
const [nothing, ...measured] = /** @type {[typeof programs[0], ...typeof programs]} */ (programs);
/** Returns how much more the median and the least of some times are than those without a module. */
const compare = (times, base) => {
  const [given, without] = [times, base].map((list) => list.toSorted((a, b) => a - b));
  return [Math.floor(given.length / 2), 0].map((at) => Number((given[at] - without[at]).toFixed(1)));
};
const workloads = measured.map(({ name, times, used }) => {
  const [median, least] = compare(times, nothing.times);
  const [processorMedian, processorLeast] = compare(used, nothing.used);
  return { id: name, median, least, processorMedian, processorLeast, must: BARS[name] };
});
console.table(Object.fromEntries(workloads.map(({ id, ...row }) => [`${id}, ms`, row])));
const missed = workloads.filter(({ median, must }) => must !== undefined && Number(median) > must);
for (const { id, median, must } of missed) console.log(`${id} takes ${median} ms, the bar is ${must}`);
if (flags.save) saveRun({ kind: "load", rounds: Number(flags.rounds), workloads });
process.exitCode = missed.length === 0 ? 0 : 1;
