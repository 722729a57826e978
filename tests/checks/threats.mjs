// Every row of the threat catalogue by its vectors, exactly, and what no vector can hold by the tests that it names:
// npm run check:threats
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { check } from "../conformance/suite.mjs";
import * as library from "../conformance/library.mjs";
import { calibratedTime } from "./calibration.mjs";
import { conclude } from "./check.mjs";

const VECTORS = 300;
const ROWS = 39;

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path) => readFileSync(root + path, "utf8");
const { threats, rows } = JSON.parse(read("tests/vectors/threats.json"));
const faults = [];

/** What the catalogue says is measured, by its words. */
const MEASURED = {
  "percentDecode of 1 MB of `%ab`, kept": () =>
    library.percentDecode("%ab".repeat(2 ** 20 / 3), { invalidUtf8: "keep" }),
  "percentDecode of `%` and a million of `25`": () => library.percentDecode(`%${"25".repeat(1_000_000)}`),
};

/** Runs the tests that are named, and gives the places of those that passed, as `FILE: TEST`. */
function passed(tests) {
  const folder = mkdtempSync(join(tmpdir(), "percodec-check-"));
  try {
    const report = join(folder, "report.json");
    const names = tests.map(({ test }) => test.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|");
    const files = [...new Set(tests.map(({ file }) => file))];
    const words = [
      "--config",
      "tests/vitest.config.ts",
      "--reporter",
      "json",
      "--outputFile",
      report,
      "-t",
      `(${names})$`,
    ];
    spawnSync(`${root}node_modules/.bin/vitest`, ["run", ...words, ...files], { cwd: root });
    const { testResults } = JSON.parse(readFileSync(report, "utf8"));
    return new Set(
      testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === "passed")
          .map(({ title }) => `${name.slice(root.length)}: ${title}`),
      ),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const isHere = ({ room }) => room === undefined || existsSync(root + room);
const held = threats.flatMap(({ holds = [] }) => holds.filter(isHere));
const run = passed(held.filter(({ file, command }) => file !== undefined && command === undefined));

/** What is wrong with a proof of a row: a list of one fault, or of none. */
async function faultsOf({ file, test, command, measured, loops }) {
  if (measured !== undefined) {
    const times = await calibratedTime(MEASURED[measured]);
    return times <= loops ? [] : [`${measured}: ${times.toFixed(1)} times the calibration loop, more than ${loops}`];
  }
  if (command === undefined) return run.has(`${file}: ${test}`) ? [] : [`${file}: ${test}: not there, or fails`];
  // What needs a browser has its own command: it is there, and .ci/run runs it.
  const isThere =
    existsSync(root + file) && read(file).includes(test) && read(".ci/run").includes(`npm run ${command}`);
  return isThere ? [] : [`${file}: ${test}: not there, or not run`];
}

for (const [k, { id, holds = [] }] of threats.entries()) {
  if (id !== `T${k + 1}`) faults.push(`${id} stands where T${k + 1} should`);
  const own = rows.filter(({ threat }) => threat === id);
  const wrong = own.map((row) => [row.id, check(row, library)]).filter(([, fault]) => fault !== undefined);
  faults.push(...wrong.map(([name, fault]) => `${name}: ${fault}`));
  const here = holds.filter(isHere);
  const broken = [];
  for (const hold of here) broken.push(...(await faultsOf(hold)));
  faults.push(...broken.map((fault) => `${id}: ${fault}`));
  if (own.length + holds.length === 0) faults.push(`${id}: nothing holds it`);
  const tests = holds.length === 0 ? "" : `${here.length - broken.length} of ${here.length} tests`;
  const absent = here.length < holds.length ? `; ${holds.find((hold) => !isHere(hold)).room}/ is not here` : "";
  console.log(
    `      ${id.padEnd(4)} ${`${own.length - wrong.length} of ${own.length} vectors`.padEnd(20)} ${tests}${absent}`,
  );
}
const known = new Set(threats.map(({ id }) => id));
faults.push(...rows.filter(({ threat }) => !known.has(threat)).map(({ id }) => `${id} belongs to no row`));
if (threats.length !== ROWS) faults.push(`${threats.length} rows instead of ${ROWS}`);
if (rows.length < VECTORS) faults.push(`${rows.length} vectors`);
conclude(
  "threats",
  `${threats.length} rows (${ROWS}), ${rows.length} vectors (at least ${VECTORS}), code, index and length exact; ` +
    `${held.length} tests and times beside them`,
  faults,
);
