// Times percodec against the platform's own functions in every engine and checks the bars of rows.mjs: npm run bench -- engines
// WebKitGTK needs a screen: xvfb-run -a npm run bench -- engines
//   --engine NAMES   only these, separated by commas: node20, node24, node26, bun, deno, chromium, firefox, webkit
//   --build NAME     only these rows: light, kernel, or requests, which is measured only so
// runs.mjs has the other options.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { installOnce } from "../../tests/support/install.mjs";
import { ROUND_MS } from "../definitions.mjs";
import { compareWithBars, listMissed, tableText } from "../results.mjs";
import { printMissed, readOptions, saveRun } from "../runs.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const LEAST_ROUNDS = 9;
/** How many times as many rounds a row has that missed its bar. */
const MORE_ROUNDS = 3;

const options = readOptions(LEAST_ROUNDS, LEAST_ROUNDS, { engine: { type: "string" }, build: { type: "string" } });
const { only, rounds } = options;

if (!existsSync(`${here}../../library/dist/index.js`)) throw new Error("nothing is built: npm run build");
// The drivers of the browsers are those of the tests; the rows of requests call a competitor.
installOnce("bench", "tests", "tests/conformance/runtimes");
const [{ BROWSERS }, { RUNTIMES }, { BUILDS, ROWS }] = await Promise.all([
  import("./browsers.mjs"),
  import("./runtimes.mjs"),
  import("./rows.mjs"),
]);
const ENGINES = { ...RUNTIMES, ...BROWSERS };
const names = options.engine?.split(",") ?? Object.keys(ENGINES);
const builds = options.build === undefined ? BUILDS : [options.build];
const chosen = ROWS.filter(({ id, build }) => builds.includes(build) && id.includes(only));
if (chosen.length === 0) throw new Error(`no row of ${builds.join(" and ")} has "${only}" in its name`);

const failed = [];
for (const name of names) {
  try {
    failed.push(...(await measureIn(name)));
  } catch (error) {
    failed.push(`${name}: ${error.stack}`);
  }
}
printMissed(failed);

/** Measures all rows in an engine and returns the missed bars. */
async function measureIn(name) {
  const started = performance.now();
  const workloads = [];
  let version;
  for (const build of builds) {
    const rows = chosen.filter((row) => row.build === build);
    if (rows.length === 0) continue;
    const open = ENGINES[name];
    if (open === undefined) throw new Error(`--engine must be one of ${Object.keys(ENGINES).join(", ")}`);
    const engine = await open(await bundle(build, name in BROWSERS));
    version = engine.version;
    try {
      for (const row of rows) {
        workloads.push(await measureWorkload(engine, row));
      }
    } finally {
      await engine.close();
    }
  }
  console.log(`\n${version}\n\n${tableText(workloads)}`);
  // A run of one of the two builds of texts is not whole.
  if ((options.build ?? "requests") === "requests") {
    const seconds = Math.round((performance.now() - started) / 1000);
    const kind = `${options.build ?? "engine"}-${name}`;
    saveRun({ kind, browser: version, rounds, roundMs: ROUND_MS, seconds, workloads }, options);
  }
  return listMissed(workloads).map((line) => `${version}: ${line}`);
}

/** Measures a row. If it misses its bar, a second measurement with more rounds replaces the first: another program may have disturbed it. */
async function measureWorkload(engine, row) {
  const { table, id } = row;
  const first = await engine.measure(row, rounds, ROUND_MS);
  const ratios = compareRow(row, first);
  if (!ratios.some(({ mark }) => mark === "MISSED")) return { table, id, times: first, ratios };
  const times = await engine.measure(row, rounds * MORE_ROUNDS, ROUND_MS);
  return { table, id, rounds: rounds * MORE_ROUNDS, times, ratios: compareRow(row, times) };
}

function compareRow({ id, against = "native", must, wish }, times) {
  const candidates = [
    { name: "percodec", kind: "ours" },
    { name: against, kind: "native" },
  ];
  const bars = must === undefined ? [] : [{ against, must, wish }];
  return compareWithBars({ id, bars }, candidates, times);
}

/** Bundles the measured script with its imports. In a runtime, the kernel is the one of the package's conditions. */
async function bundle(build, isBrowser) {
  const input = `${here}${build}.mjs`;
  const made = await rolldown({
    input,
    platform: build === "light" || isBrowser ? "browser" : "node",
    logLevel: "warn",
  });
  const { output } = await made.generate({ format: isBrowser ? "iife" : "esm" });
  await made.close();
  return output[0].code;
}
