// Times a compiled match and the call of matchTemplate as it was before templates were compiled, in this process:
// npm run bench -- templates [-- --rounds N]
//
// The bar is a ratio of 4: a compiled match takes at most a quarter of the time. The earlier version is built from its commit.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { compileTemplate, matchTemplate } from "percodec/template";
import { rolldown } from "rolldown";
import { compare } from "./measure.mjs";
import { columns, timeText } from "./results.mjs";
import { saveRun } from "./save-run.mjs";

/** The last commit at which `matchTemplate` parsed the template at each call and there was no `compileTemplate`. */
const BEFORE = "7a651b1";
const BAR = 4;
/** The calls take about 1 µs, so short rounds suffice, and on a busy machine most of them are not interrupted. */
const ROUND_MS = 2;
const ROUNDS = 101;

/** Templates of APIs and of resources, with a URI that each matches. */
const TEMPLATES = [
  ["/users/{id}", "/users/12345"],
  ["/users/{id}{?q,page}", "/users/7?q=a%20b&page=2"],
  ["/repos/{owner}/{repo}/issues/{number}", "/repos/octocat/hello-world/issues/1347"],
  ["/files{/path*}", "/files/a/b/c/d%20e"],
  ["/search{?q,tag*}", "/search?q=caf%C3%A9&tag=x&tag=y"],
  ["https://api.example.com/v1/{kind}/{id}{?fields}", "https://api.example.com/v1/articles/42?fields=title"],
  ["file:///data/{name}", "file:///data/report"],
];

const { values: flags } = parseArgs({
  options: { rounds: { type: "string", default: String(ROUNDS) }, save: { type: "boolean", default: false } },
});
const folder = mkdtempSync(join(tmpdir(), "percodec-bench-"));
const workloads = [];
const missed = [];
try {
  const earlier = await buildEarlier(folder);
  for (const [template, uri] of TEMPLATES) {
    const { match } = compileTemplate(template);
    const candidates = [
      { name: "compiled", call: (text) => match(text), touch: "none" },
      { name: "matchTemplate", call: (text) => matchTemplate(template, text), touch: "none" },
      { name: "before", call: (text) => earlier(template, text), touch: "none" },
    ];
    const [wanted, ...others] = candidates.map(({ call }) => ({ ...call(uri) }));
    if (!others.every((values) => isDeepStrictEqual(values, wanted))) throw new Error(`${template}: other values`);
    if (Object.keys(wanted).length === 0) throw new Error(`${template} does not match ${uri}`);
    const times = compare(candidates, [uri], { rounds: Number(flags.rounds), roundMs: ROUND_MS });
    const ratio = Number((times.before.ns / times.compiled.ns).toPrecision(3));
    if (ratio < BAR) missed.push(`${template}: ${ratio}, the bar is ${BAR}`);
    workloads.push({ id: template, uri, times, ratio, must: BAR });
  }
} finally {
  rmSync(folder, { recursive: true });
}

const rows = workloads.map(({ id, times, ratio }) => [id, ...Object.values(times).map(timeText), String(ratio)]);
console.log(columns([["template", "compiled", "matchTemplate", `before, ${BEFORE}`, "ratio"], ...rows]));
console.log(`\n${workloads.length} bars, ${missed.length} missed (${flags.rounds} rounds of ${ROUND_MS} ms)`);
for (const line of missed) console.log(`MISSED  ${line}`);
if (flags.save) console.log(saveRun({ kind: "templates", before: BEFORE, rounds: Number(flags.rounds), workloads }));
process.exitCode = missed.length === 0 ? 0 : 1;

/** Bundles the earlier `matchTemplate` from its commit. */
async function buildEarlier(folder) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const archive = execFileSync("git", ["archive", BEFORE, "src", "tsconfig.json"], { cwd: root, maxBuffer: 2 ** 26 });
  mkdirSync(join(folder, "before"));
  execFileSync("tar", ["-x", "-C", join(folder, "before")], { input: archive });
  const src = join(folder, "before/src");
  const bundle = await rolldown({
    input: `${src}/template/index.ts`,
    platform: "node",
    resolve: { alias: { "#kernel": `${src}/kernel/automatic.ts` } },
  });
  const file = join(folder, "before.mjs");
  await bundle.write({ file, format: "esm" });
  await bundle.close();
  return (await import(pathToFileURL(file).href)).matchTemplate;
}
