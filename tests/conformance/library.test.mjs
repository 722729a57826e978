// Runs the suite over the built library, on Node 20 to 26, Bun and Deno.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FINDINGS } from "../../library/dist/inspect/finding-table.js";
import { GRAMMAR_FAULTS } from "../../library/dist/uri/check/issue.js";
import { VALIDATION_ERRORS } from "../../library/dist/uri/check/issue.js";
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

test("every validation error of the URL Standard has at least five vectors, and every fault of the grammars has two", () => {
  const counts = new Map();
  for (const { op, value } of rows.filter((row) => row.op === "checkUri"))
    for (const code of new Set(value.issues.map(([name]) => name))) {
      counts.set(`${op} ${code}`, (counts.get(`${op} ${code}`) ?? 0) + 1);
    }
  const few = (names, least) => names.filter((name) => (counts.get(`checkUri ${name}`) ?? 0) < least);
  assert.equal(Object.keys(VALIDATION_ERRORS).length, 31);
  assert.deepEqual(few(Object.keys(VALIDATION_ERRORS), 5), []);
  assert.deepEqual(few(Object.keys(GRAMMAR_FAULTS), 2), []);
});

test("every finding has a file of vectors, and every threat to the library at least three inputs", () => {
  const files = new Set(rows.map(({ id }) => /^findings\/([^:]+): /.exec(id)?.[1]));
  const found = new Set(rows.flatMap(({ op, value }) => (op === "inspect" ? value.map(([code]) => code) : [])));
  const codes = Object.keys(FINDINGS).sort();
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
