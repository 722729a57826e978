// Runs the suite over the built library, on Node 20 to 26, Bun and Deno.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as library from "./library.mjs";
import { check } from "./suite.mjs";
import { allRows, expectedFailures, judge } from "./vectors.mjs";

const rows = allRows();

test(`the library agrees with all ${rows.length} vectors`, () => {
  const failures = new Map();
  for (const row of rows) {
    const wrong = check(row, library);
    if (wrong) failures.set(row.id, wrong);
  }
  assert.deepEqual(judge(rows, failures, expectedFailures("library")), []);
});

test("there are at least 3,000 vectors with distinct ids", () => {
  assert.ok(rows.length >= 3000);
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
});

test("forms of different pairs are not deep-equal, in every runtime", () => {
  const parse = (text) => ({ body: library.parseForm(text) });
  assert.deepEqual(parse("a=1&b=%32"), parse("%61=1&b=2"));
  assert.notDeepEqual(parse("a=1"), parse("a=2"));
  assert.notDeepEqual(parse("a=1"), parse("a=1&a=1"));
});

test("every named set has vectors", () => {
  const named = new Set(rows.map((row) => row.set));
  assert.deepEqual(
    library.setNames().filter((name) => !named.has(name)),
    [],
  );
});

test("every finding has a file of vectors, and every threat to the library at least three inputs", () => {
  const files = new Set(rows.map(({ id }) => /^findings\/([^:]+): /.exec(id)?.[1]));
  const found = new Set(rows.flatMap(({ op, value }) => (op === "inspect" ? value.map(([code]) => code) : [])));
  const codes = Object.keys(library.FINDINGS).sort();
  // Windows has no file named nul.
  const names = codes.map((code) => (code === "nul" ? "nul-character" : code));
  assert.deepEqual([...files].filter(Boolean).sort(), names.sort());
  assert.deepEqual([...found].sort(), codes);
  assert.ok(rows.filter(({ op }) => op === "inspect").length >= 300);
  // T22, T23 and T33 to T36 concern the terminal, records, the page and files, not the library.
  const numbers = [...Array.from({ length: 32 }, (_, k) => k + 1), 37, 40].filter(
    (number) => number !== 22 && number !== 23,
  );
  const threats = numbers.map((number) => `T${number}`);
  for (const name of threats) {
    const inputs = rows
      .filter(({ threat }) => threat === name)
      .map(({ op, input }) => `${op} ${JSON.stringify(input)}`);
    assert.ok(new Set(inputs).size >= 3, `${name} has ${inputs.length}`);
  }
});
