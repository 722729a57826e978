// Runs the suite over the single files in a V8 context without host objects: accessing one throws.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";
import { CODEC_OPS, SUITE, singleFile } from "./single-file.mjs";
import { allRows, expectedFailures, judge } from "./vectors.mjs";

const rows = allRows();

/** Globals that engines add to the language or may lack, and `globalThis`, which is used to detect a host. */
const HOST = `WebAssembly Intl console Atomics SharedArrayBuffer eval globalThis escape unescape
  window self document navigator location XMLHttpRequest postMessage require module exports
  load print read std os scriptArgs bigquery snowflake`.split(/\s+/);

/** Functions added after ES2020. (The build already limits the syntax to ES2020.) */
const SINCE_ES2020 = {
  Array: ["at", "findLast", "findLastIndex", "toSorted", "toReversed", "toSpliced", "with"],
  Object: ["hasOwn", "groupBy"],
  RegExp: ["hasIndices", "unicodeSets"],
  String: ["at", "replaceAll", "isWellFormed", "toWellFormed"],
  TypedArray: ["at", "findLast", "findLastIndex", "toSorted", "toReversed", "with"],
  global: ["AggregateError", "FinalizationRegistry", "WeakRef"],
};

/** Creates a context with only the language. Globals that Node or other hosts add are defined to throw when accessed. */
function bareContext() {
  const context = createContext({}, { codeGeneration: { strings: false, wasm: false } });
  const language = runInContext("Object.getOwnPropertyNames(globalThis)", context);
  const added = Object.getOwnPropertyNames(globalThis).filter((name) => !language.includes(name));
  const define = runInContext(
    `const object = globalThis, { Error, Object: { defineProperty } } = globalThis;
     (name) => defineProperty(object, name, { get() { throw new Error(name + " was touched"); } })`,
    context,
  );
  const traps = [...new Set([...added, ...HOST])];
  assert.ok(traps.includes("TextDecoder") && traps.includes("Buffer") && traps.includes("setTimeout"));
  traps.forEach(define);
  for (const name of traps) assert.throws(() => runInContext(name, context), /was touched/, name);
  return context;
}

function contextWith(...files) {
  const context = bareContext();
  for (const file of files) runInContext(singleFile(file), context, { filename: `percodec.${file}.js` });
  runInContext(SUITE, context);
  return context;
}

function findFailures(context, chosen) {
  context.rows = JSON.stringify(chosen);
  return new Map(JSON.parse(runInContext("checkRows(rows)", context)));
}

test(`two single files agree with all ${rows.length} vectors without host objects`, () => {
  const failures = findFailures(contextWith("all", "charset"), rows);
  assert.deepEqual(judge(rows, failures, expectedFailures("without TextDecoder")), []);
});

test("the file of the codec agrees with every vector of the codec", () => {
  const chosen = rows.filter(({ op }) => CODEC_OPS.includes(op));
  assert.ok(chosen.length > 650, `${chosen.length}`);
  assert.deepEqual([...findFailures(contextWith("codec"), chosen)], []);
});

test("the other encodings work with the codec's file too and throw its error class", () => {
  const found = runInContext(
    `const big5 = percodec.encoding("big5");
     let fault;
     try { percodec.percentDecode("%FF", { encoding: big5 }); } catch (error) { fault = error; }
     [percodec.percentEncode("\\u4e00/", percodec.whatwg.path, { encoding: big5 }), fault instanceof percodec.PercentEncodingError].join()`,
    contextWith("codec", "charset"),
  );
  assert.equal(found, "%A4@/,true");
});

test("nothing newer than ES2020 is used, except by the other encodings", () => {
  const context = bareContext();
  context.since = JSON.stringify(SINCE_ES2020);
  runInContext(
    `{ const { Array, Object, RegExp, String, Uint8Array } = object;
       const owners = { Array: Array.prototype, Object, RegExp: RegExp.prototype, String: String.prototype,
         TypedArray: Object.getPrototypeOf(Uint8Array.prototype), global: object };
       for (const [owner, names] of Object.entries(JSON.parse(since)))
         for (const name of names) if (!delete owners[owner][name]) throw new Error(name); }`,
    context,
  );
  runInContext(`${singleFile("all")}\n${SUITE}`, context);
  const chosen = rows.filter(({ options }) => !options?.encoding && !options?.charsetField);
  assert.deepEqual(judge(chosen, findFailures(context, chosen), expectedFailures("without TextDecoder")), []);
});

test("a file is ASCII, defines one global, and can be embedded in a Snowflake function and in an HTML script", () => {
  for (const name of ["codec", "all", "charset"]) {
    const text = singleFile(name);
    // oxlint-disable-next-line no-control-regex -- the class is ASCII
    assert.match(text, /^[\0-\x7f]*$/, name);
    assert.ok(!text.includes("$$") && !/<\/script/i.test(text), name);
  }
  const context = createContext({});
  const before = runInContext("Object.getOwnPropertyNames(globalThis)", context);
  runInContext(singleFile("all"), context);
  runInContext(singleFile("charset"), context);
  const after = [...runInContext("Object.getOwnPropertyNames(globalThis)", context)];
  assert.deepEqual(
    after.filter((name) => !before.includes(name)),
    ["percodec"],
  );
});
