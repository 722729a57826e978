// Times a compiled match and the call of matchTemplate as it was before templates were compiled, in this process:
// npm run bench -- templates [-- --rounds N --save]
//
// The bar is a ratio of 4: a compiled match takes at most a quarter of the time. The earlier version, which
// cached parsed templates, is built from its commit.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { compileTemplate, matchTemplate } from "../dist/template/index.js";
import { rolldown } from "rolldown";
import { compare } from "./measure.mjs";
import { columns, compareWithBars, listMissed, timeText } from "./results.mjs";
import { saveRun } from "./save-run.mjs";

/** The last commit at which `matchTemplate` parsed the template at each call and there was no `compileTemplate`. */
const BEFORE = "7a651b1";
const EARLIER = `matchTemplate at ${BEFORE}`;
const BAR = 4;
/** The calls take about 1 µs, so short rounds suffice, and on a busy machine most of them are not interrupted. */
const ROUND_MS = 2;
const ROUNDS = 101;

/** Templates of APIs and of resources, with a URI that each matches. */
const TEMPLATES = [
  { id: "/users/{id}", uri: "/users/12345" },
  { id: "/users/{id}{?q,page}", uri: "/users/7?q=a%20b&page=2" },
  { id: "/repos/{owner}/{repo}/issues/{number}", uri: "/repos/octocat/hello-world/issues/1347" },
  { id: "/files{/path*}", uri: "/files/a/b/c/d%20e" },
  { id: "/search{?q,tag*}", uri: "/search?q=caf%C3%A9&tag=x&tag=y" },
  { id: "https://api.example.com/v1/{kind}/{id}{?fields}", uri: "https://api.example.com/v1/articles/42?fields=title" },
  { id: "file:///data/{name}", uri: "file:///data/report" },
];

const { values: flags } = parseArgs({
  options: { rounds: { type: "string", default: String(ROUNDS) }, save: { type: "boolean", default: false } },
});
const folder = mkdtempSync(join(tmpdir(), "percodec-bench-"));
const workloads = [];
try {
  const earlier = await buildEarlier(folder);
  for (const { id, uri } of TEMPLATES) {
    const { match } = compileTemplate(id);
    const candidates = [
      { name: "percodec", call: (text) => match(text), touch: "none" },
      { name: EARLIER, call: (text) => earlier(id, text), touch: "none" },
      { name: "matchTemplate, which parses", call: (text) => matchTemplate(id, text), touch: "none" },
    ];
    const [wanted, ...others] = candidates.map(({ call }) => ({ ...call(uri) }));
    if (!others.every((values) => isDeepStrictEqual(values, wanted))) throw new Error(`${id}: other values`);
    if (Object.keys(wanted).length === 0) throw new Error(`${id} does not match ${uri}`);
    const times = compare(candidates, [uri], { rounds: Number(flags.rounds), roundMs: ROUND_MS });
    const row = { table: "templates", id, bars: [{ against: EARLIER, must: BAR }] };
    workloads.push({ table: row.table, id, times, ratios: compareWithBars(row, candidates, times) });
  }
} finally {
  rmSync(folder, { recursive: true });
}

const rows = workloads.map(({ id, times, ratios }) => [id, ...Object.values(times).map(timeText), ratios[0].ratio]);
console.log(columns([["template", ...Object.keys(workloads[0].times), "ratio"], ...rows]));
const missed = listMissed(workloads);
console.log(`\n${workloads.length} bars, ${missed.length} missed (${flags.rounds} rounds of ${ROUND_MS} ms)`);
for (const line of missed) console.log(`MISSED  ${line}`);
if (flags.save) console.log(saveRun({ kind: "templates", rounds: Number(flags.rounds), workloads }));
process.exitCode = missed.length === 0 ? 0 : 1;

/** Bundles the earlier `matchTemplate` from its commit. */
async function buildEarlier(target) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const archive = execFileSync("git", ["archive", BEFORE, "src", "tsconfig.json"], { cwd: root, maxBuffer: 2 ** 26 });
  mkdirSync(join(target, "before"));
  execFileSync("tar", ["-x", "-C", join(target, "before")], { input: archive });
  const src = join(target, "before/src");
  const bundle = await rolldown({
    input: `${src}/template/index.ts`,
    platform: "node",
    resolve: { alias: { "#kernel": `${src}/kernel/automatic.ts` } },
  });
  const file = join(target, "before.mjs");
  await bundle.write({ file, format: "esm" });
  await bundle.close();
  return (await import(pathToFileURL(file).href)).matchTemplate;
}
