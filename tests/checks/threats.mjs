// Checks the threat catalogue: its order, the tests and times that it names, and the literals of copied code. `npm test` runs its vectors
// and these tests: npm run check -- threats
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { percentDecode } from "percodec";
import { calibratedTime } from "./calibration.mjs";
import { conclude } from "./check.mjs";
import { loadSources } from "../support/sources.mjs";

const VECTORS = 300;
const ROWS = 43;

const read = (path) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
const { threats, rows, literals } = JSON.parse(read("tests/vectors/threats.json"));
const { isArgument, quoteFish, quotePosix, quotePowerShell, quotePython, toJson } = await loadSources([
  "tool/shared/literal.ts",
]);

/** The measured actions by their names in the catalogue. */
const MEASURED = {
  "percentDecode of 1 MB of `%ab`, kept": () => percentDecode("%ab".repeat(2 ** 20 / 3), { invalidUtf8: "keep" }),
  "percentDecode of `%` and a million of `25`": () => percentDecode(`%${"25".repeat(1_000_000)}`),
};

/** Returns the faults of a measurement, or of a test, which must be in its file; one that has its own command must be in `.ci/run`. */
async function checkProof({ file, test, command, measured, loops }) {
  if (measured === undefined) {
    const isRun = command === undefined || read(".ci/run").includes(`npm run ${command}`);
    // The rows of cases.json are the names of its tests.
    const texts = [file, ...(file.endsWith("/cases.test.ts") ? [file.replace("test.ts", "json")] : [])].map(read);
    return isRun && texts.some((text) => text.includes(test)) ? [] : [`${file}: ${test}: missing or not run`];
  }
  const times = await calibratedTime(MEASURED[measured]);
  console.log(`      ${measured}: ${times.toFixed(2)} times the calibration loop`);
  return times <= loops ? [] : [`${measured}: ${times.toFixed(1)} times the calibration loop, more than ${loops}`];
}

/** Returns the fault of a string in copied code, in a list. */
function checkLiteral({ id, input, value }) {
  const inShells = { posix: quotePosix, fish: quoteFish, powershell: quotePowerShell };
  const written = Object.entries({ ...inShells, javascript: toJson, python: quotePython }).map(([language, quote]) => [
    language,
    language in inShells && !isArgument(input) ? null : quote(input),
  ]);
  const differs = written.find(([language, literal]) => literal !== value[language]);
  return differs === undefined ? [] : [`${id}: ${differs.join(": ")} instead of ${value[differs[0]]}`];
}

const vectors = [...rows, ...literals];
const known = threats.map(({ id }) => id);
/** One measurement after the other. */
const measuredFaults = [];
for (const hold of threats.flatMap((threat) => threat.holds ?? [])) measuredFaults.push(...(await checkProof(hold)));
const faults = [
  ...literals.flatMap(checkLiteral),
  ...measuredFaults,
  ...known
    .filter((id, k) => k > 0 && Number(id.slice(1)) <= Number(known[k - 1].slice(1)))
    .map((id) => `${id} is not in order`),
  ...threats
    .filter(({ id, holds: own }) => !own && !vectors.some(({ threat }) => threat === id))
    .map(({ id }) => `${id}: has neither vectors nor tests`),
  ...vectors.filter(({ threat }) => !known.includes(threat)).map(({ id }) => `${id} belongs to no row`),
  ...(threats.length === ROWS ? [] : [`${threats.length} rows instead of ${ROWS}`]),
  ...(vectors.length < VECTORS ? [`${vectors.length} vectors`] : []),
];
conclude(
  "threats",
  `${threats.length} rows (${ROWS}), ${vectors.length} vectors (at least ${VECTORS}), ${literals.length} literals`,
  faults,
);
