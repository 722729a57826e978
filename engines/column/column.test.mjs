// Both builds of the column module in V8: every vector that it can run, and hostile rows beside the library.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PercentDecoder, PercentEncodingError } from "../../library/dist/index.js";
import { parseForm } from "../../library/dist/form/index.js";
import { GOLDEN_LAYERS } from "../golden.mjs";
import { columnCases } from "./cases.mjs";
import { BUILDS, ColumnModule, FLAGS } from "./host.mjs";
import { countLayers, toStatus } from "../record.mjs";
import { hostileRows } from "./hostile.mjs";

/** The full check has 1,000,000. */
const HOSTILE_ROWS = Number(/^ROWS=(\d+)$/.exec(process.env["PERCODEC_SIZE"] ?? "")?.[1] ?? 50_000);
const PARAM_ROWS = Math.min(HOSTILE_ROWS, 20_000);
const BLOCK_ROWS = 10_000;

const modules = BUILDS.map((build) => ({ build, module: new ColumnModule(build) }));
const cases = columnCases();

const hex = (bytes) => Buffer.from(bytes).toString("hex");

/** One test of each build. */
function testEach(name, run) {
  for (const { build, module } of modules) test(`${build}: ${name}`, () => run(module));
}

test("there are cases of each operation and status", () => {
  const findStatuses = (op) => new Set(cases.flatMap(({ call, status }) => (call.op === op ? [status] : [])));
  assert.deepEqual(findStatuses("decode"), new Set(["ok", "malformed", "invalid-utf8"]));
  assert.deepEqual(findStatuses("encode"), new Set(["ok", "invalid-utf8"]));
  assert.ok(cases.length > 600);
});

testEach("every vector, in one batch for each call, with nulls between them", (module) => {
  const groups = new Map();
  for (const one of cases) {
    const key = JSON.stringify([one.call.op, one.call.flags, [...(one.call.set ?? [])]]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  for (const group of groups.values()) {
    const [{ call }] = group;
    for (const flags of [call.flags, call.flags | FLAGS.large]) {
      const results = module.run({ ...call, flags }, group.flatMap(({ input }) => [input, null])); // prettier-ignore
      group.forEach(({ id, value, status, code, byte_offset, length }, k) => {
        const found = results[2 * k];
        const expected = { value: value && hex(value), status, code, byte_offset, length };
        assert.deepEqual({ ...found, value: found.value && hex(found.value) }, expected, id);
        assert.deepEqual(results[2 * k + 1], { value: null, status: "null", code: null, byte_offset: null, length: null }); // prettier-ignore
      });
    }
  }
});

testEach(`${HOSTILE_ROWS} hostile rows are decoded as by the library`, (module) => {
  for (let from = 0; from < HOSTILE_ROWS; from += BLOCK_ROWS) {
    const rows = hostileRows(20261123, Math.min(BLOCK_ROWS, HOSTILE_ROWS - from), from);
    const results = module.run({ op: "decode" }, rows);
    rows.forEach((row, k) => assert.deepEqual(results[k], byLibrary(row), row.toString("latin1")));
  }
});

testEach("parameters are found as by parseForm", (module) => {
  const rows = hostileRows(20261124, PARAM_ROWS);
  const name = Buffer.from("q");
  for (const flags of [FLAGS.form, 0]) {
    const results = module.run({ op: "queryParam", flags, name }, rows);
    rows.forEach((row, k) =>
      assert.deepEqual(results[k], paramByLibrary(row, "q", flags === 0), row.toString("latin1")),
    );
  }
});

testEach("layers are counted as by the command", (module) => {
  const parts = ["%", "2", "5", "4", "1", "25", "%25", "%2525", "%41", "%3", "%32%35", "x"];
  const nested = hostileRows(20261128, PARAM_ROWS).map((row) => Buffer.from(Array.from(row, (byte) => parts[byte % parts.length]).join(""))); // prettier-ignore
  const rows = [...GOLDEN_LAYERS.map(([text]) => Buffer.from(text)), ...hostileRows(20261128, PARAM_ROWS), ...nested, null]; // prettier-ignore
  const found = module.run({ op: "layers" }, rows).map(({ value }) => value);
  assert.deepEqual(found, rows.map((row) => row && countLayers(row))); // prettier-ignore
  assert.deepEqual(found.slice(0, GOLDEN_LAYERS.length), GOLDEN_LAYERS.map(([, layers]) => layers)); // prettier-ignore
  assert.ok(new Set(found).size >= 10);
});

testEach("texts beyond the limit of the host are too long", (module) => {
  const tooLong = { value: null, status: "too-long", code: "limit-exceeded", byte_offset: null, length: null };
  const rows = ["%41%42", "%zz%42%", null, "%zzzzz"].map((text) => text && Buffer.from(text));
  for (const op of /** @type {const} */ (["decode", "encode", "queryParam", "layers"])) {
    const whole = module.run({ op }, rows);
    assert.deepEqual(module.run({ op, limit: 6 }, rows), [whole[0], tooLong, whole[2], whole[3]]);
  }
});

testEach("parameters beyond the limits of a form", (module) => {
  const rows = [
    "a&".repeat(1000) + "q=1",
    "a&".repeat(999) + "q=1",
    `${"n".repeat(1024)}=1&q=2`,
    `${"n".repeat(1025)}=1&q=2`,
    `q=${"v".repeat(1 << 20)}`,
    `q=${"v".repeat((1 << 20) + 1)}`,
    `a=${"v&".repeat(1 << 22)}v`,
    "",
    "&&",
    "q",
    "=q",
    "q&q=1",
    "%71=%71",
    "a=1&q=%zz",
    "q=1&%FF",
    "%FF=1&a=%zz&q=2",
    "q=%zz&q=1",
  ].map((text) => Buffer.from(text));
  const results = module.run({ op: "queryParam", flags: FLAGS.form, name: Buffer.from("q") }, rows);
  rows.forEach((row, k) =>
    assert.deepEqual(results[k], paramByLibrary(row, "q", false), row.toString("latin1", 0, 40)),
  );
});

testEach("a batch that does not fit is refused, and so is a memory that cannot grow", ({ exports }) => {
  assert.equal(exports.reserve(1, 4, 1), 1);
  const offsets = new Uint32Array(exports.memory.buffer, exports.areas.value, 11)[1];
  const words = new Int32Array(exports.memory.buffer, offsets, 2);
  words.set([0, 5]);
  assert.equal(exports.decode(1, 0, 0n), -1);
  words.set([3, 2]);
  assert.equal(exports.decode(1, 0, 0n), -1);
  words.set([0, 4]);
  assert.equal(exports.decode(2, 0, 0n), -1);
  assert.equal(exports.encode(1, 0, 0n), -1);
  assert.ok(exports.decode(1, 0, 0n) >= 0);
  assert.equal(exports.reserve(1, 0x7fffffff, 3), 0);
});

function byLibrary(bytes) {
  const output = new Uint8Array(bytes.length + 64);
  const decoder = new PercentDecoder({ invalidUtf8: "throw" });
  return toRecord(0, () => {
    for (let i = 0, o = 0; ;) {
      const { read, written } = decoder.decodeInto(bytes, output.subarray(o), { from: i, to: bytes.length });
      i += read;
      o += written;
      if (i === bytes.length) return output.slice(0, o);
    }
  });
}

function paramByLibrary(bytes, name, isUri) {
  const hash = bytes.indexOf("#");
  const to = isUri && hash >= 0 ? hash : bytes.length;
  const mark = bytes.indexOf("?");
  const from = !isUri ? 0 : mark < 0 || mark > to ? to : mark + 1;
  const parse = (start, end, options) => parseForm(new Uint8Array(bytes.subarray(start, end)), options);
  const readPair = (start, end) => [...parse(start, end)][0] ?? [];
  // Without its faults the form is parsed only for its limits.
  const absent = toRecord(from, () => {
    parse(from, to, { malformed: "keep", invalidUtf8: "keep" });
    return null;
  });
  if (absent.status !== "ok") return absent;
  let start = from;
  for (const text of bytes.latin1Slice(from, to).split("&")) {
    const end = start + text.length;
    const found = toRecord(start, () => readPair(start, start + text.split("=", 1)[0].length)[0]);
    if (text !== "" && found.value === name)
      return toRecord(start, () => new Uint8Array(Buffer.from(readPair(start, end)[1] ?? "")));
    start = end + 1;
  }
  return absent;
}

/** Returns the record of what `run` returns or throws; `offset` is where its bytes begin. */
function toRecord(offset, run) {
  try {
    return { value: run(), status: "ok", code: null, byte_offset: null, length: null };
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    const { code, index, length } = error;
    return { value: null, status: toStatus(code), code, byte_offset: index + offset, length };
  }
}
