// The suite over a command: PERCODEC_COMMAND (a JSON array of words) names another one than the built.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { allRows, expectedFailures, judge } from "./vectors.mjs";

const [program, ...prefix] = process.env.PERCODEC_COMMAND
  ? JSON.parse(process.env.PERCODEC_COMMAND)
  : [process.execPath, fileURLToPath(new URL("../dist/cli.cjs", import.meta.url))];

const FLAGS = {
  malformed: (policy) => ["--malformed", policy],
  invalidUtf8: (policy) => ["--invalid-utf8", policy],
  plus: (meaning) => ["--plus", meaning],
  percentU: () => ["--percent-u"],
};

function wordsOf({ op, set, options = {} }) {
  const flags = Object.entries(options).map(([name, value]) => FLAGS[name]?.(value));
  if (flags.includes(undefined) || !/^(en|de)code/.test(op)) return undefined;
  return [op.replace("Bytes", ""), ...(set ? ["--set", set] : []), ...flags.flat()];
}

function run(words, input) {
  const { stdout, status, error } = spawnSync(program, [...prefix, ...words], { input, maxBuffer: 1 << 26 });
  if (error) throw error;
  return { stdout, status };
}

/** What the command says of text, one process for all rows with the same options; NUL and lone surrogates cannot travel. */
function checkText(rows, words) {
  const { stdout } = run([...words, "-0", "--keep-going", "--json"], rows.map(({ input }) => `${input}\0`).join(""));
  const lines = stdout.toString().trimEnd().split("\n");
  return rows.map((row, i) => [row.id, compareText(row, JSON.parse(lines[i] ?? "null"))]);
}

function compareText(row, got) {
  if (got === null) return "no output";
  const bytes = (from, to) => Buffer.byteLength(row.input.slice(from, to));
  const inBytes = ([code, index, length]) => [code, bytes(0, index), bytes(index, index + length)];
  const triple = ({ code, index, length }) => [code, index, length];
  const report = { issues: got.issues?.map(triple), lossy: got.lossy, stillEncoded: got.stillEncoded };
  const seen = got.error ? { error: triple(got.error) } : { value: got.value, ...(row.issues && report) };
  const { value, issues, lossy, stillEncoded } = row;
  const expected = row.error
    ? { error: inBytes(row.error) }
    : { value, ...(issues && { issues: issues.map(inBytes), lossy, stillEncoded }) };
  const [a, b] = [JSON.stringify(seen), JSON.stringify(expected)];
  return a === b ? undefined : `${a} instead of ${b}`;
}

function checkBytes(row, words) {
  const input = row.op.endsWith("Bytes") ? Buffer.from(row.input, "hex") : row.input;
  const { stdout, status } = run(words, input);
  if (row.error) return status === 1 ? undefined : `exit ${status} instead of 1`;
  const value = row.op.endsWith("Bytes") ? stdout.toString("hex") : stdout.toString();
  return value === row.value ? undefined : `${value} instead of ${row.value}`;
}

test("the command agrees with the vectors that a process can be given", () => {
  const rows = allRows();
  const failures = new Map();
  const groups = new Map();
  for (const row of rows) {
    const words = wordsOf(row);
    if (words === undefined) failures.set(row.id, "the command has no such option");
    else if (!row.input.isWellFormed?.() && /[\ud800-\udfff]/u.test(row.input)) failures.set(row.id, "no UTF-8");
    else if (row.op.endsWith("Bytes") || row.input.includes("\0") || row.input === "") {
      const wrong = checkBytes(row, words);
      if (wrong) failures.set(row.id, wrong);
    } else {
      const key = words.join(" ");
      groups.set(key, { words, rows: [...(groups.get(key)?.rows ?? []), row] });
    }
  }
  for (const { words, rows: group } of groups.values()) {
    for (const [id, wrong] of checkText(group, words)) if (wrong) failures.set(id, wrong);
  }
  assert.deepEqual(judge(rows, failures, expectedFailures("command")), []);
});
