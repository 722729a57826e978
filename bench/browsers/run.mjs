// Times percodec and its competitors in a page in Chromium and Firefox: npm run bench -- browsers
//   --only WORDS       only the workloads whose name contains these words; does not save the run
//   --browser NAME     only chromium or firefox
//   --rounds N         the number of rounds (default 9, at least 9)
//   --label NAME       save as <date>-<browser>-NAME.json
//   --no-file          do not save the run
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { rolldown } from "rolldown";
import { ROUND_MS, TABLES, WORKLOADS } from "../definitions.mjs";
import { listen } from "../../tests/support/loopback.mjs";
import { saveRun } from "../save-run.mjs";
import { tableText } from "../results.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const LEAST_ROUNDS = 9;

const { values: flags } = parseArgs({
  options: {
    only: { type: "string" },
    browser: { type: "string" },
    rounds: { type: "string", default: String(LEAST_ROUNDS) },
    label: { type: "string" },
    "no-file": { type: "boolean", default: false },
  },
});
const rounds = Number(flags.rounds);
if (!(rounds >= LEAST_ROUNDS)) throw new Error(`at least ${LEAST_ROUNDS} rounds`);

if (!existsSync(`${here}../../dist/index.js`)) throw new Error("nothing is built: npm run build");
for (const folder of [here, `${here}../competitors/`]) {
  if (existsSync(`${folder}node_modules`)) continue;
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder, stdio: "inherit" });
}
const { BROWSERS } = await import("./browsers.mjs");
const names = Object.keys(BROWSERS).filter((name) => (flags.browser ?? name) === name);
if (names.length === 0) throw new Error(`--browser must be one of ${Object.keys(BROWSERS).join(", ")}`);

// Bytes in the kernel's memory are measured only in Node.
const chosen = WORKLOADS.filter(({ table, id }) => table !== "kernel" && id.includes(flags.only ?? ""));
if (chosen.length === 0) throw new Error(`no workload has "${flags.only}" in its name`);
const { server, port } = await serve(await bundle());
const failed = [];
for (const name of names) {
  try {
    await measureIn(name);
  } catch (error) {
    failed.push(`${name}: ${error.message}`);
  }
}
server.close();
server.closeAllConnections();
for (const line of failed) console.error(`FAILED  ${line}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function measureIn(name) {
  const started = performance.now();
  const browser = await BROWSERS[name](`http://127.0.0.1:${port}/`);
  const done = [];
  try {
    for (const { id } of chosen) {
      done.push(JSON.parse(await browser.measure(id, rounds)));
      if (process.stderr.isTTY) process.stderr.write(`\r${name}: ${done.length} of ${chosen.length} \r`);
    }
  } finally {
    await browser.close();
  }
  for (const [table, heading] of Object.entries(TABLES)) {
    const rows = done.filter((row) => row.table === table);
    if (rows.length > 0) console.log(`\n${browser.version}: ${heading}\n\n${tableText(rows)}`);
  }
  if (flags.only !== undefined || flags["no-file"]) return;
  const seconds = Math.round((performance.now() - started) / 1000);
  const run = { kind: name, browser: browser.version, rounds, roundMs: ROUND_MS, seconds, workloads: done };
  console.log(`\nsaved as ${saveRun(run, flags.label)}`);
}

/** Bundles the page and its imports into one script. */
async function bundle() {
  const build = await rolldown({ input: `${here}page.mjs`, platform: "browser", logLevel: "warn" });
  const { output } = await build.generate({ format: "iife" });
  await build.close();
  return output[0].code;
}

/** Starts a loopback server. Its headers isolate the page from other origins, for a finer clock. */
async function serve(script) {
  const created = createServer((request, response) => {
    const isScript = request.url === "/page.js";
    response.writeHead(200, {
      "content-type": isScript ? "text/javascript; charset=utf-8" : "text/html; charset=utf-8",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
    });
    response.end(isScript ? script : '<!doctype html><title>bench</title><script src="/page.js"></script>');
  });
  return { server: created, port: await listen(created) };
}
