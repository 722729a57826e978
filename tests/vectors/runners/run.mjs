// Runs the vectors against an implementation: node run.mjs ADAPTER.mjs. The adapter exports `operations`, which maps names of operations
// to functions of a row; a function returns the value, throws to refuse the input, or returns undefined for a row that it does not
// support. It may export `deviations`: the ids of the rows that it is expected to fail.
import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";

const { operations, deviations = [] } = await import(pathToFileURL(process.argv[2] ?? "").href);
const folder = new URL("../", import.meta.url);
const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
const rows = names.sort().flatMap((name) => {
  const { rows: own = [] } = JSON.parse(readFileSync(new URL(name.replaceAll("\\", "/"), folder), "utf8"));
  // The rows with `prototype` are for a changed Object.prototype.
  return own.filter((row) => row.prototype === undefined).map((row) => ({ ...row, id: `${name.replaceAll("\\", "/").replace(".json", "")}: ${row.id}` }));
});

/** Returns a value as JSON has it: without undefined. */
const plain = (value) => JSON.parse(JSON.stringify(value));

/** Returns undefined for a row that is not supported, whether the answer is right, and the answer. */
function judge(row) {
  const { value, pairs, error, allowed = [] } = row;
  let answer;
  try {
    answer = operations[row.op]?.(row);
  } catch (thrown) {
    const place = [thrown.code, thrown.index, thrown.length];
    // Only an error with an index has a place that can be compared.
    const isRight = error !== undefined && (thrown.index === undefined || isDeepStrictEqual(place, error));
    return { isRight, answer: String(thrown) };
  }
  if (answer === undefined) return undefined;
  const right = error === undefined ? [pairs ?? value, ...allowed] : allowed;
  return { isRight: right.some((one) => isDeepStrictEqual(plain(answer), plain(one))), answer: JSON.stringify(answer) };
}

let passed = 0;
let skipped = 0;
let failed = 0;
for (const row of rows) {
  const judged = judge(row);
  const isDeviation = deviations.includes(row.id);
  if (judged === undefined) skipped++;
  else if (judged.isRight !== isDeviation) passed++;
  else {
    failed++;
    const wanted = isDeviation ? "a deviation" : JSON.stringify(row.error ?? row.value ?? row.pairs);
    console.log(`FAIL  ${row.id}: ${judged.answer}, not ${wanted} (${row.clause})`);
  }
}
console.log(`${passed} passed, ${failed} failed, ${skipped} not supported`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
