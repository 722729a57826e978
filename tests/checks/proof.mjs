// Proves that the decoder does what the specification says, for inputs of every length and every division into chunks:
// npm run check -- proof. docs/proof.md says what is proved and what is assumed. With --faults it only refutes the planted faults.
// Each of two threads does half of the steps and of the planted faults.
import { once } from "node:events";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { loadSources } from "../support/sources.mjs";
import { isInPart } from "../support/part.mjs";
import { conclude, counted } from "./check.mjs";
import { FAULTS } from "./proof/faults.mjs";
import { checkDecodeWindows, checkEncoder, checkTargets, checkTexts, checkValues } from "./proof/lemmas.mjs";
import { ALL_BYTES, CLASSES, walk } from "./proof/walk.mjs";

const isPart = process.env.PERCODEC_PART !== undefined;
/** The size of a block in the checks of its ends: as short as the search for an end, which goes back 12 units, allows. */
const SMALL_BLOCK = 16;
const SOURCES = [
  "library/src/index.ts",
  "library/src/sets/index.ts",
  "library/src/kernel/wasm.ts",
  "library/src/kernel/scalar.ts",
];
const SMALL = ["kernel/types.ts", "BLOCK_UNITS = 0x4000", `BLOCK_UNITS = ${SMALL_BLOCK}`];
Error.stackTraceLimit = 0;

const POLICIES = ["throw", "keep", "drop", "replace"];
const VOWELS = new Set([..."aeiou%/"].map((character) => character.charCodeAt(0)));
/** Every combination of the options, with one set and one predicate. */
const COMBINATIONS = POLICIES.flatMap((malformed) =>
  [undefined, ...POLICIES].flatMap((invalidUtf8) =>
    [false, true].flatMap((percentU) =>
      ["literal", "space"].flatMap((plus) =>
        [{}, { except: VOWELS }, { accept: (code) => code !== 0x67 && code < 0x3000 }].map((more) => ({
          malformed,
          invalidUtf8,
          percentU,
          plus,
          ...more,
        })),
      ),
    ),
  ),
);

/** What `.ci/run` walks: 13 has no factor in common with the number of choices of any option. */
const WALKED = isPart ? COMBINATIONS.filter((_, k) => k % 13 === 0) : COMBINATIONS;
/** The planted faults of this run. */
const PLANTED = FAULTS.filter(isInPart(6));
/** For the planted faults. */
const FEW = COMBINATIONS.filter((_, k) => k % 29 === 0);

/** The specification reads a set of character codes, the library its own sets. */
function toLibrary({ PercentEncodeSet }, { except, ...options }) {
  if (except === undefined) return options;
  return { ...options, except: PercentEncodeSet.encoding(String.fromCharCode(...except)) };
}

/**
 * The steps of the proof by name; each returns how much was compared, and a witness if something differs.
 *
 * @returns {Generator<[name: string, run: () => any]>}
 */
function* steps(library, small, combinations) {
  const { PercentDecoder, rfc3986, rfc3987, whatwg } = library;
  class Decoder extends PercentDecoder {
    constructor(options) {
      super(toLibrary(library, options));
    }
  }
  for (const options of combinations) yield ["walk of classes", () => walk(Decoder, options, CLASSES)];
  const all = [
    {},
    { invalidUtf8: "throw" },
    { malformed: "keep", invalidUtf8: "replace", percentU: true, plus: "space" },
  ];
  for (const options of isPart ? all.slice(2) : all)
    yield ["walk of all bytes", () => walk(Decoder, options, ALL_BYTES)];
  const two = { malformed: "keep", invalidUtf8: "keep", percentU: true, plus: "space" };
  yield ["walk of two bytes a chunk", () => walk(Decoder, isPart ? {} : two, CLASSES, 2)];
  yield ["windows of the kernel", () => checkDecodeWindows(library.makeWasmKernel().decode, library.decodeScalar)];
  for (const options of [
    {},
    { malformed: "replace", invalidUtf8: "keep", percentU: true },
    { malformed: "keep", plus: "space" },
  ])
    yield ["texts in blocks", () => checkTexts(small, options, SMALL_BLOCK, isPart ? 2 : 3)];
  for (const malformed of ["keep", "replace"])
    yield [
      "full targets",
      () => checkTargets(library, { malformed, invalidUtf8: malformed === "keep" ? "drop" : "replace" }),
    ];
  yield ["values", () => checkValues(library, { malformed: "replace", invalidUtf8: "replace" }, isPart ? 16 : 1)];
  for (const set of isPart ? [rfc3987.query] : [rfc3986.component, rfc3987.query, whatwg.form, whatwg.path])
    yield ["encoder", () => checkEncoder(library, set, isPart ? 1 : SMALL_BLOCK)];
}

/** Whether this thread takes a step or a planted fault. */
const isOwn = (_, k) => (k % 2 === 0) === isMainThread;

/** Runs the steps up to the first that differs, and adds what it compared to `totals`. */
function prove(own, totals = {}) {
  for (const [name, run] of own) {
    const { pairs = 0, steps: walked = 0, longest = 0, count = walked, witness, difference } = run();
    if (witness !== undefined) return { name, witness, difference };
    add(totals, name, { runs: 1, pairs, count, longest });
  }
  return {};
}

function add(totals, name, { runs, pairs, count, longest }) {
  const total = (totals[name] ??= { runs: 0, pairs: 0, count: 0, longest: 0 });
  total.runs += runs;
  total.pairs += pairs;
  total.count += count;
  total.longest = Math.max(total.longest, longest);
}

const show = (bytes) => JSON.stringify(Buffer.from(bytes).toString("latin1"));

/** Does the half of this thread. */
async function proveHalf() {
  /** @type {{ totals: object, refuted: string[], faults: string[] }} */
  const half = { totals: {}, refuted: [], faults: [] };
  if (!process.argv.includes("--faults")) {
    const [library, small] = await Promise.all([loadSources(SOURCES), loadSources(SOURCES, [SMALL])]);
    const { name, witness, difference } = prove([...steps(library, small, WALKED)].filter(isOwn), half.totals);
    if (witness !== undefined) half.faults.push(`${name}: ${show(witness)} ${JSON.stringify(difference)}`);
  }
  for (const { name, edits, longest } of PLANTED.filter(isOwn)) {
    const [library, small] = await Promise.all([loadSources(SOURCES, edits), loadSources(SOURCES, [SMALL, ...edits])]);
    const { name: step, witness } = prove(steps(library, small, FEW));
    if (witness === undefined) half.faults.push(`the planted fault "${name}" is not refuted`);
    else if (witness.length > longest) half.faults.push(`"${name}": ${show(witness)} has more than ${longest} bytes`);
    else half.refuted.push(`planted: ${name}: refuted by ${step}: ${show(witness)}`);
  }
  return half;
}

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) });
  const [own, [other]] = await Promise.all([proveHalf(), once(worker, "message")]);
  for (const [name, total] of Object.entries(other.totals)) add(own.totals, name, total);
  for (const [name, { runs, pairs, count, longest }] of Object.entries(own.totals)) {
    const walked = pairs > 0 ? `, ${counted(pairs)} pairs of states, at most ${longest} unread bytes` : "";
    console.log(`${name}: ${runs} times, ${counted(count)} comparisons${walked}`);
  }
  for (const line of [...own.refuted, ...other.refuted]) console.log(line);
  const comparisons = Object.values(own.totals).reduce((sum, { count }) => sum + count, 0);
  const faults = [...own.faults, ...other.faults];
  conclude("proof", `${counted(comparisons)} comparisons, ${PLANTED.length} planted faults`, faults);
} else {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(await proveHalf());
}
