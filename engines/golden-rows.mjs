// Runs the golden rows in every engine and prints one line for each: npm run suite -- golden [ENGINE...]
//   --mutants   also changes each adapter in a copy (in .ci/run half of them); the golden rows have to fail then
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { isInPart } from "../tests/support/part.mjs";
import { installOnce } from "../tests/support/install.mjs";
import { makeTemporaryFolder } from "../tests/support/temporary-folder.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A test file, of which only the tests of golden rows run; `name` selects some of them. */
const tests = (file, name = "") => ["--test", "--test-reporter=tap", `--test-name-pattern=${name}.*golden rows`, file];

/**
 * For each engine: its folder, the words for Node, a file of its adapter, and a mutation of that file.
 *
 * @type {Record<string, [folder: string, words: string[], file: string, from: string, to: string]>}
 */
const ENGINES = {
  command: ["", tests("golden.test.mjs"), "clickhouse/percodec_function.xml", "--op encode", "--op decode"],
  "spark-column": ["spark", ["run.mjs", "--golden"], "python/src/percodec/spark.py", "percent_decode, column, (), options)", 'percent_decode, column, (), {"plus": "space"})'],
  "spark-jar": ["spark", ["run.mjs", "--jar", "--golden"], "jvm/src/main/java/percodec/SparkRows.java", "toRow(decode(text, 0), text)", "toRow(decode(text, 1), text)"],
  clickhouse: ["clickhouse", tests("chdb.test.mjs"), "clickhouse/percodec_function.xml", "--op normalize", "--op clean"],
  duckdb: ["duckdb", tests("percodec-duckdb.test.mjs"), "functions.mjs", "percentEncode(text),", "percentEncode(text + text),"],
  bigquery: ["javascript", tests("sql.test.mjs", "bigquery"), "javascript/sql.mjs", '".value"', '".status"'],
  snowflake: ["javascript", tests("sql.test.mjs", "snowflake"), "javascript/sql.mjs", "word.toUpperCase()", "word"],
  quickjs: ["javascript", ["quickjs.mjs"], "javascript/quickjs.mjs", '["all", "charset"]', '["all"]'],
  postgresql: ["recipes", tests("recipes.test.mjs", "postgresql"), "recipes/postgresql.sh", " --controls refuse-nul", ""],
  sqlite: ["recipes", tests("recipes.test.mjs", "sqlite"), "recipes/sqlite.sh", " --controls refuse-nul", ""],
}; // prettier-ignore

const { values: flags, positionals } = parseArgs({ options: { mutants: { type: "boolean" } }, allowPositionals: true });
const unknown = positionals.find((name) => !Object.hasOwn(ENGINES, name));
if (unknown !== undefined) throw new Error(`no engine is named ${unknown}: ${Object.keys(ENGINES).join(", ")}`);
if (!existsSync(join(root, "tool/dist/percodec.cjs"))) throw new Error("nothing is built: npm run build");

installOnce("engines");
const mutated = Object.keys(ENGINES).filter(isInPart(2));
let failed = 0;
for (const [name, engine] of Object.entries(ENGINES)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const { passed, seconds, output } = run(root, engine);
  report(name, "the golden rows", passed, seconds, output);
  if (flags.mutants !== true || !mutated.includes(name)) continue;
  const mutant = runMutant(engine);
  report(name, `fails after a change of ${engine[2]}`, !mutant.passed, mutant.seconds, "it passed");
}
process.exitCode = failed === 0 ? 0 : 1;

function report(name, what, holds, seconds, output) {
  console.log(`${holds ? "pass" : "FAIL"}  ${name.padEnd(15)}  ${what}  ${seconds.toFixed(1)} s`);
  if (holds) return;
  failed++;
  console.log(output.slice(-5000));
}

function run(project, engine) {
  const [folder, words] = engine;
  const started = performance.now();
  const cwd = join(project, "engines", folder);
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
  // A runner that finds no tests exits with 0 too.
  const passed = status === 0 && /^# pass [1-9]|\b0 faults|^[1-9]\d* passed, 0 failed/m.test(stdout);
  return { passed, seconds: (performance.now() - started) / 1000, output: stdout + stderr };
}

/** Runs the engine in a copy of the project whose adapter is changed. */
function runMutant(engine) {
  const copy = makeTemporaryFolder("mutant");
  const ours = join(copy, "engines");
  for (const name of readdirSync(root)) {
    if (name !== "engines") symlinkSync(join(root, name), join(copy, name));
  }
  cpSync(join(root, "engines"), ours, { recursive: true, filter: (path) => !path.endsWith("node_modules") });
  symlinkSync(join(root, "engines", "node_modules"), join(ours, "node_modules"));
  const [, , path, before, after] = engine;
  const file = join(ours, path);
  const text = readFileSync(file, "utf8");
  if (!text.includes(before)) throw new Error(`${path} does not contain ${before}`);
  writeFileSync(file, text.replaceAll(before, after));
  return run(copy, engine);
}
