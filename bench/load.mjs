// Times the start of a process that imports one module, less that of one that imports nothing: npm run bench -- load
// The processor time is that of the process, which other processes change less.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { installOnce } from "../tests/support/install.mjs";
import { median } from "./measure.mjs";
import { printMissed, readOptions, saveRun } from "./runs.mjs";
import { makeTemporaryFolder } from "../tests/support/temporary-folder.mjs";

/** The most milliseconds that a module of percodec may add. */
const BARS = { percodec: 8, "percodec/form": 13, "percodec/uri": 20, "percodec/inspect": 20 };
const OTHERS = ["qs", "fast-querystring", "whatwg-url", "ufo"];

const options = readOptions(11, 1);
const { rounds } = options;
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
for (let round = 0; round < rounds; round++)
  for (const { name, file, times, used } of programs) {
    const from = performance.now();
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--no-warnings", file], { encoding: "utf8" });
    times.push(performance.now() - from);
    if (status !== 0) throw new Error(`${name}: ${stderr}`);
    const { user, system } = JSON.parse(stdout);
    used.push((user + system) / 1000);
  }
const [nothing, ...measured] = /** @type {[typeof programs[0], ...typeof programs]} */ (programs);
const workloads = measured.map(({ name, times, used }) => {
  /** How much more a figure of these times is than that without a module. */
  const more = (figure, given, without) => Number((figure(given) - figure(without)).toFixed(1));
  const least = (list) => Math.min(...list);
  return {
    id: name,
    median: more(median, times, nothing.times),
    least: more(least, times, nothing.times),
    processorMedian: more(median, used, nothing.used),
    processorLeast: more(least, used, nothing.used),
    must: BARS[name],
  };
});
console.table(Object.fromEntries(workloads.map(({ id, ...row }) => [`${id}, ms`, row])));
saveRun({ kind: "load", rounds, workloads }, options);
const missed = workloads.filter((row) => row.median > (row.must ?? Infinity));
printMissed(missed.map((row) => `${row.id} takes ${row.median} ms, the bar is ${row.must}`));
