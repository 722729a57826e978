// The suite over the built library: runs on Node 20 to 26, Bun and Deno alike.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as charset from "../dist/charset/index.js";
import * as form from "../dist/form/index.js";
import * as codec from "../dist/index.js";
import * as sets from "../dist/sets/index.js";
import * as uri from "../dist/uri/index.js";
import { check } from "./suite.mjs";
import { allRows, expectedFailures, judge } from "./vectors.mjs";

const rows = allRows();

test(`the library agrees with all ${rows.length} vectors`, () => {
  const failures = new Map(
    rows.map((row) => [row.id, check(row, { codec, sets, charset, form, uri })]).filter(([, wrong]) => wrong),
  );
  assert.deepEqual(judge(rows, failures, expectedFailures("library")), []);
});

test("there are at least 1,400 vectors, and no id twice", () => {
  assert.ok(rows.length >= 1400);
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
});

test("every named set has vectors", () => {
  const named = new Set(rows.map((row) => row.set));
  assert.deepEqual(
    sets.setNames().filter((name) => !named.has(name)),
    [],
  );
});
