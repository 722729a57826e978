// The golden rows through `percodec records`, the program that ClickHouse, PostgreSQL and SQLite pipe through.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { goldenRows } from "./golden.mjs";

const command = fileURLToPath(new URL("../tool/dist/percodec.cjs", import.meta.url));
const rows = goldenRows();

for (const op of new Set(rows.map((row) => row.op))) {
  test(`${op}, through the command in one file: the golden rows`, () => {
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
      chosen.map(({ value, status: word, code, byte_offset }) => ({ value, status: word, code, byte_offset })),
    );
  });
}

/** The commands of the ClickHouse functions by name, split at spaces as ClickHouse does. */
const commands = new Map();
const xml = readFileSync(new URL("clickhouse/percodec_function.xml", import.meta.url), "utf8");
for (const [, name, words = ""] of xml.matchAll(/<name>(percodec\w+)<\/name>[^]*?<command>percodec (.*)<\/command>/g))
  commands.set(name, words.split(" "));

test("as ClickHouse runs it, in chunks of RowBinary: the golden rows", () => {
  const names = {
    decode: "percodecDecode",
    encode: "percodecEncode",
    normalize: "percodecNormalize",
    form: "percodecForm",
  };
  for (const [op, name] of Object.entries(names)) {
    const chosen = rows.filter((row) => row.op === op);
    const input = Buffer.concat([
      Buffer.from("1\n\x01"),
      Buffer.from(`${chosen.length}\n`),
      ...chosen.map((row) => Buffer.from([0, ...string(row.input)])),
    ]);
    const { stdout, status } = spawnSync(process.execPath, [command, ...commands.get(`${name}Report`)], { input });
    assert.equal(status, 0);
    assert.deepEqual(parseRecords(stdout), [
      { value: null, status: "null", code: null, byte_offset: null },
      ...chosen.map(({ value, status: word, code, byte_offset }) => ({ value, status: word, code, byte_offset })),
    ]);
  }
});

test("there are golden rows of every status that a text can have", () => {
  assert.deepEqual(new Set(rows.map(({ status }) => status)), new Set(["ok", "malformed", "invalid-utf8"]));
  assert.ok(rows.length > 500);
});

/** Writes a string in RowBinary (https://clickhouse.com/docs/interfaces/formats/RowBinary). */
function string(text) {
  const bytes = Buffer.from(text);
  const length = [];
  let rest = bytes.length;
  for (; rest >= 0x80; rest >>= 7) length.push((rest & 0x7f) | 0x80);
  return [...length, rest, ...bytes];
}

/** Reads rows of Tuple(Nullable(String), String, Nullable(String), Nullable(UInt64)). */
function parseRecords(bytes) {
  let i = 0;
  const text = () => {
    let length = 0;
    let shift = 0;
    do length |= (bytes[i] & 0x7f) << shift;
    while (((shift += 7), bytes[i++] >= 0x80));
    return bytes.toString("utf8", i, (i += length));
  };
  const number = () => Number(bytes.readBigUInt64LE((i += 8) - 8));
  const nullable = (read) => (bytes[i++] === 1 ? null : read());
  const found = [];
  while (i < bytes.length) {
    found.push({ value: nullable(text), status: text(), code: nullable(text), byte_offset: nullable(number) });
  }
  return found;
}
