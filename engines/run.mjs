// Installs what the engines need and runs their tests: npm run suite -- engines [ENGINE...]. Those of Spark are suites of their own.
//   --golden    only the golden rows, in Spark too: npm run suite -- golden [ENGINE...]
//   --mutants   with --golden: also changes each adapter in a copy (in .ci/run a third of them); the golden rows have to fail then
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { isInPart } from "../tests/support/part.mjs";
import { installOnce } from "../tests/support/install.mjs";
import { makeTemporaryFolder } from "../tests/support/temporary-folder.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * For each engine the program of its tests, a file of its adapter, and a mutation of that file. In a test file, the tests of golden rows
 * have names that begin with the engine.
 *
 * @type {Record<string, [program: string, file: string, from: string, to: string]>}
 */
const ENGINES = {
  clickhouse: ["clickhouse/chdb.test.mjs", "clickhouse/percodec_function.xml", "--op normalize", "--op clean"],
  duckdb: ["duckdb/percodec-duckdb.test.mjs", "functions.mjs", "percentEncode(text),", "percentEncode(text + text),"],
  bigquery: ["javascript/sql.test.mjs", "javascript/sql.mjs", ".value`", ".status`"],
  snowflake: ["javascript/sql.test.mjs", "javascript/sql.mjs", "word.toUpperCase()", "word"],
  quickjs: ["javascript/quickjs.mjs", "javascript/quickjs.mjs", '["all", "charset"]', '["all"]'],
  postgresql: ["recipes/recipes.test.mjs", "recipes/postgresql.sh", " --controls refuse-nul", ""],
  sqlite: ["recipes/recipes.test.mjs", "recipes/sqlite.sh", " --controls refuse-nul", ""],
  "spark-column": ["spark/run.mjs --golden", "python/src/percodec/spark.py", '"percent_decode", _udf(partial(_functions.percent_decode))', '"percent_decode", _udf(partial(_functions.percent_decode, plus="space"))'],
  "spark-jar": ["spark/run.mjs --jar --golden", "jvm/src/main/java/percodec/SparkRows.java", "toRow(decode(text, 0), text)", "toRow(decode(text, 1), text)"],
}; // prettier-ignore

const { values: flags, positionals } = parseArgs({
  options: { golden: { type: "boolean" }, mutants: { type: "boolean" } },
  allowPositionals: true,
});
const all = Object.keys(ENGINES).filter((name) => flags.golden || !name.startsWith("spark"));
const unknown = positionals.find((name) => !all.includes(name));
if (unknown !== undefined) throw new Error(`no engine is named ${unknown}: ${all.join(", ")}`);
if (!existsSync(join(root, "tool/dist/percodec.cjs"))) throw new Error("nothing is built: npm run build");

installOnce("engines");
const chosen = positionals.length > 0 ? positionals : all;
const mutated = flags.mutants ? all.filter(isInPart(3)) : [];
if (!flags.golden) {
  const programs = new Set(chosen.map((name) => ENGINES[name]?.[0] ?? ""));
  for (const program of programs) report(program, run(root, program));
}
for (const name of flags.golden ? chosen : []) {
  const [program = "", file = "", from = "", to = ""] = ENGINES[name] ?? [];
  report(`${name}: the golden rows`, run(root, program, name));
  if (!mutated.includes(name)) continue;
  const { passed, seconds } = run(copyWith(file, from, to), program, name);
  report(`${name} fails after a change of ${file}`, { passed: !passed, seconds, output: "it passed" });
}

function report(what, { passed, seconds, output }) {
  console.log(`${passed ? "pass" : "FAIL"}  ${what}  ${seconds.toFixed(1)} s`);
  if (passed) return;
  process.exitCode = 1;
  console.log(output.slice(-20_000));
}

/** Runs a program of a project: all its tests, or those of the golden rows of an engine. */
function run(project, program, engine) {
  const [file = "", ...words] = program.split(" ");
  const pattern = engine === undefined ? [] : [`--test-name-pattern=${engine}.*golden rows`];
  // The summary is read below; the default reporter differs by version.
  const test = file.endsWith(".test.mjs") ? ["--test", "--test-reporter=tap", ...pattern] : [];
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [...test, basename(file), ...words], {
    cwd: join(project, "engines", dirname(file)),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  // A runner that finds no tests exits with 0 too.
  const passed = status === 0 && /^# pass [1-9]|\b0 faults|^[1-9]\d* passed, 0 failed/m.test(stdout);
  return { passed, seconds: (performance.now() - started) / 1000, output: stdout + stderr };
}

/** Returns a copy of the project with another text in a file of an engine. */
function copyWith(path, before, after) {
  const copy = makeTemporaryFolder("mutant");
  const ours = join(copy, "engines");
  for (const name of readdirSync(root)) {
    if (name !== "engines") symlinkSync(join(root, name), join(copy, name));
  }
  cpSync(join(root, "engines"), ours, { recursive: true, filter: (from) => !from.endsWith("node_modules") });
  symlinkSync(join(root, "engines", "node_modules"), join(ours, "node_modules"));
  const text = readFileSync(join(ours, path), "utf8");
  if (!text.includes(before)) throw new Error(`${path} does not contain ${before}`);
  writeFileSync(join(ours, path), text.replaceAll(before, after));
  return copy;
}
