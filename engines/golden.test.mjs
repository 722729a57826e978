// The golden rows through `percodec records`, which is what Spark and ClickHouse see.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { goldenRows } from "./golden.mjs";

const command = fileURLToPath(new URL("../dist/percodec.cjs", import.meta.url));
const rows = goldenRows();

for (const op of new Set(rows.map((row) => row.op))) {
  test(`${op}, through the command in one file`, () => {
    const chosen = rows.filter((row) => row.op === op);
    const words = ["records", "--op", op, "--format", "jsonl", "--field", "input"];
    const input = chosen.map((row) => `${JSON.stringify(row)}\n`).join("");
    const { stdout, status } = spawnSync(process.execPath, [command, ...words], { input, encoding: "utf8" });
    assert.equal(status, 0);
    assert.deepEqual(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
      chosen.map(({ value, status: word, code, at }) => ({ value, status: word, code, at })),
    );
  });
}

test("there are golden rows of every status that a text can have", () => {
  assert.deepEqual(new Set(rows.map(({ status }) => status)), new Set(["ok", "malformed", "invalid-utf8"]));
  assert.ok(rows.length > 500);
});
