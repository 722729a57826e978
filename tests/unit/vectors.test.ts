import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findMismatches, type Rule } from "../support/json-schema.mjs";

const FOLDER = "tests/vectors";
const read = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, name), "utf8"));
const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
const schema = read("schema.json") as Rule & { readonly $defs: { readonly row: Rule } };

const mismatches = (value: unknown, rule: Rule, place: string) => [...findMismatches(value, rule, place, schema)];

test.each(files.filter((name) => name !== "schema.json"))("%s matches the schema", (name) => {
  const { rows = [], ...others } = read(name) as { readonly rows?: readonly { readonly id: string }[] };
  expect(mismatches(others, schema, name)).toEqual([]);
  expect(rows.flatMap((row) => mismatches(row, schema.$defs.row, row.id))).toEqual([]);
});

test("the schema refuses a row without a clause, with two results, and with another operation", () => {
  const row = { id: "a", op: "decode", input: "a", value: "a", clause: "https://e.com/" };
  const places = (edits: object) => mismatches({ ...row, ...edits }, schema.$defs.row, "row");
  expect(places({})).toEqual([]);
  expect(places({ clause: "?" })).toEqual(["row/clause: pattern"]);
  expect(places({ error: ["a", 1] })).toEqual(["row/error/: minItems", "row: oneOf"]);
  expect(places({ op: "x" })).toEqual(["row: anyOf"]);
});

test.each(["percodec", "platform"])("the runner finds no failure of %s", (adapter) => {
  const runners = `${FOLDER}/runners`;
  const output = execFileSync(process.execPath, [`${runners}/run.mjs`, `${runners}/${adapter}.mjs`], {
    encoding: "utf8",
  });
  expect(output).toMatch(/^[1-9]\d+ passed, 0 failed, [1-9]\d* not supported\n$/);
});
