// Checks every row of the threat catalogue: its vectors have to match exactly, and the tests that it names have to pass:
// npm run check -- threats
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { check } from "../conformance/suite.mjs";
import * as library from "../conformance/library.mjs";
import { calibratedTime } from "./calibration.mjs";
import { conclude } from "./check.mjs";
import { loadSources } from "../support/sources.mjs";
import { makeTemporaryFolder } from "../support/temporary-folder.mjs";

const VECTORS = 300;
const ROWS = 43;

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path) => readFileSync(root + path, "utf8");
const { threats, rows, literals } = JSON.parse(read("tests/vectors/threats.json"));
const { isArgument, quoteFish, quotePosix, quotePowerShell, quotePython, toJson } = await loadSources([
  "tool/shared/literal.ts",
]);
const faults = [];

/** The measured actions by their names in the catalogue. */
const MEASURED = {
  "percentDecode of 1 MB of `%ab`, kept": () =>
    library.percentDecode("%ab".repeat(2 ** 20 / 3), { invalidUtf8: "keep" }),
  "percentDecode of `%` and a million of `25`": () => library.percentDecode(`%${"25".repeat(1_000_000)}`),
};

/** Runs the named tests and returns those that passed, as `FILE: TEST`. */
function passed(tests) {
  const folder = makeTemporaryFolder("check");
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
}

const isHere = ({ folder }) => folder === undefined || existsSync(root + folder);
const held = threats.flatMap(({ holds = [] }) => holds.filter(isHere));
const run = passed(held.filter(({ file, command }) => file !== undefined && command === undefined));

/** Returns the faults of a test or measurement that a row names. */
async function checkProof({ file, test, command, measured, loops }) {
  if (measured !== undefined) {
    const times = await calibratedTime(MEASURED[measured]);
    return times <= loops ? [] : [`${measured}: ${times.toFixed(1)} times the calibration loop, more than ${loops}`];
  }
  if (command === undefined) return run.has(`${file}: ${test}`) ? [] : [`${file}: ${test}: missing or fails`];
  // Tests that need a browser or shells have their own command, which .ci/run has to run.
  const isThere =
    existsSync(root + file) && read(file).includes(test) && read(".ci/run").includes(`npm run ${command}`);
  return isThere ? [] : [`${file}: ${test}: missing or not run`];
}

/** Returns the fault of a string in copied code. */
function checkLiteral({ input, value }) {
  const inShells = { posix: quotePosix, fish: quoteFish, powershell: quotePowerShell };
  const written = Object.entries({ ...inShells, javascript: toJson, python: quotePython }).map(([language, quote]) => [
    language,
    language in inShells && !isArgument(input) ? null : quote(input),
  ]);
  const differs = written.find(([language, literal]) => literal !== value[language]);
  return differs && `${differs.join(": ")} instead of ${value[differs[0]]}`;
}

const vectors = [...rows, ...literals];
for (const [k, { id, holds = [] }] of threats.entries()) {
  if (k > 0 && Number(id.slice(1)) <= Number(threats[k - 1].id.slice(1))) faults.push(`${id} is not in order`);
  const own = vectors.filter(({ threat }) => threat === id);
  const wrong = own
    .map((row) => [row.id, row.op === undefined ? checkLiteral(row) : check(row, library)])
    .filter(([, fault]) => fault !== undefined);
  faults.push(...wrong.map(([name, fault]) => `${name}: ${fault}`));
  const here = holds.filter(isHere);
  const broken = [];
  for (const hold of here) broken.push(...(await checkProof(hold)));
  faults.push(...broken.map((fault) => `${id}: ${fault}`));
  if (own.length + holds.length === 0) faults.push(`${id}: has neither vectors nor tests`);
  const tests = holds.length === 0 ? "" : `${here.length - broken.length} of ${here.length} tests`;
  const absent = here.length < holds.length ? `; ${holds.find((hold) => !isHere(hold)).folder}/ is missing` : "";
  console.log(
    `      ${id.padEnd(4)} ${`${own.length - wrong.length} of ${own.length} vectors`.padEnd(20)} ${tests}${absent}`,
  );
}
const known = new Set(threats.map(({ id }) => id));
faults.push(...vectors.filter(({ threat }) => !known.has(threat)).map(({ id }) => `${id} belongs to no row`));
if (threats.length !== ROWS) faults.push(`${threats.length} rows instead of ${ROWS}`);
if (vectors.length < VECTORS) faults.push(`${vectors.length} vectors`);
conclude(
  "threats",
  `${threats.length} rows (${ROWS}), ${vectors.length} vectors (at least ${VECTORS}), code, index and length exact; ` +
    `${held.length} tests and time limits`,
  faults,
);
