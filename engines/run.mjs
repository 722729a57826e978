// Installs what the engines need and runs their tests: node engines/run.mjs [javascript] [duckdb] [clickhouse] [recipes].
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installOnce } from "../tests/support/install.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

/** The summary is read below; the default reporter differs by version. */
const TEST = ["--test", "--test-reporter=tap"];
const ENGINES = {
  javascript: [[...TEST, "sql.test.mjs"], ["quickjs.mjs"]],
  duckdb: [[...TEST, "percodec-duckdb.test.mjs"]],
  clickhouse: [[...TEST, "chdb.test.mjs"]],
  recipes: [[...TEST, "recipes.test.mjs"]],
};

if (!existsSync(`${here}../tool/dist/percodec.cjs`)) throw new Error("nothing is built: npm run build");
installOnce("engines");
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(ENGINES);
const failed = [];
for (const name of names) {
  const cwd = `${here}${name}`;
  for (const words of ENGINES[name]) {
    const started = Date.now();
    const { status, stdout, stderr } = spawnSync(process.execPath, words, {
      cwd,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    // A runner that finds no tests exits with 0 too.
    const passed = status === 0 && /^# pass [1-9]|\b0 faults/m.test(stdout);
    console.log(
      `${passed ? "pass" : "FAIL"}  ${name}: ${words.at(-1)}  ${((Date.now() - started) / 1000).toFixed(1)} s`,
    );
    if (!passed) {
      failed.push(name);
      console.log(`${stdout}${stderr}`.slice(0, 20_000));
    }
  }
}
process.exitCode = failed.length === 0 ? 0 : 1;
