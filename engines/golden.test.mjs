// The golden rows through `percodec records`, the program that ClickHouse, PostgreSQL and SQLite pipe through.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { compareGoldenRows, goldenRows } from "./golden.mjs";

const command = fileURLToPath(new URL("../tool/dist/percodec.cjs", import.meta.url));
const OPERATIONS = ["decode", "encode", "normalize", "form"];

test("through the command in one file: the golden rows", () =>
  compareGoldenRows(Object.fromEntries(OPERATIONS.map((op) => [op, op])), (op, inputs) => {
    const words = ["records", "--op", op, "--format", "jsonl", "--field", "input"];
    const input = inputs.map((text) => `${JSON.stringify({ input: text })}\n`).join("");
    const { stdout, status } = spawnSync(process.execPath, [command, ...words], { input, encoding: "utf8" });
    assert.equal(status, 0);
    return stdout.trimEnd().split("\n").map((line) => JSON.parse(line)); // prettier-ignore
  }));

test("there are golden rows of every status that a text can have", () => {
  const rows = OPERATIONS.flatMap(goldenRows);
  assert.deepEqual(new Set(rows.map(({ status }) => status)), new Set(["ok", "malformed", "invalid-utf8", "null"]));
  assert.ok(rows.length > 600);
});
