// Compares the answers of every order of strategies for 1,000,000 random texts with those of the scalar code, and those of short texts
// also with the reference implementation: npm run check -- orders [-- --seed N]
import { fileURLToPath } from "node:url";
import { compileFunction } from "node:vm";
import { rolldown } from "rolldown";
import { chooseSize } from "../support/part.mjs";
import { random } from "../support/random.mjs";
import { loadSources } from "../support/sources.mjs";
import { conclude, counted, readSeed } from "./check.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const TEXTS = chooseSize(1_000_000, 30_000);
/** The reference implementation is slow: it checks short texts. */
const REFERENCE_UNITS = 100;

/** How many of the calls that encode are compared for each text, besides all other calls. */
const ENCODINGS = 4;

// Most calls for faulty texts throw: without stack traces they take a quarter of the time.
Error.stackTraceLimit = 0;

const seed = readSeed();
console.log(`seed ${seed}`);
const { referenceDecode, referenceEncode } = await loadSources(["tests/support/reference.ts"]);
const below = random(seed);
const pick = (list) => list[below(list.length)];

const { WebAssembly, Buffer, TextEncoder, TextDecoder } = globalThis;
/** A function of the platform that only answers for single characters: the library then uses the scalar code. */
const refuse = (native) => (text) => {
  if (text.length === 1) return native(text);
  throw new URIError("refused");
};

const [light, full] = await Promise.all(["browser", "node"].map(bundle));
/** Each order, with the globals of its host. The first is the scalar code. */
const ORDERS = {
  "the scalar code": load(light, {}, refuse(encodeURIComponent), refuse(decodeURIComponent)),
  "the platform, without a kernel": load(light, {}),
  "the platform, and the kernel for bytes": load(light, { WebAssembly }, undefined, undefined, true),
  "the platform, then the kernel by TextEncoder": load(light, { WebAssembly, TextEncoder, TextDecoder }, undefined, undefined, true), // prettier-ignore
  "the kernel by Buffer": load(full, { WebAssembly, Buffer, TextEncoder, TextDecoder }, undefined, undefined, true),
  "the kernel by TextEncoder, without the platform": load(light, { WebAssembly, TextEncoder, TextDecoder }, refuse(encodeURIComponent), refuse(decodeURIComponent), true), // prettier-ignore
};

/** Bundles the library for one condition of package.json. */
async function bundle(platform) {
  const entry = `export * from "${root}library/dist/index.js"; export * as sets from "${root}library/dist/sets/index.js";
    export { parseForm, serializeForm } from "${root}library/dist/form/index.js"; export { enableWasm, wasmStatus } from "${root}library/dist/wasm.js";`;
  const made = await rolldown({
    input: "entry",
    platform,
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === "entry" ? `${root}entry.mjs` : null),
        load: (id) => (id === `${root}entry.mjs` ? entry : null),
      },
    ],
  });
  const { output } = await made.generate({ format: "iife", name: "library" });
  await made.close();
  return output[0].code;
}

/** Runs a bundle with the globals of a host, and enables the kernel if asked. */
function load(code, host, encode = encodeURIComponent, decode = decodeURIComponent, enable = false) {
  const parameters = ["globalThis", "encodeURIComponent", "decodeURIComponent"];
  const library = compileFunction(`${code}; return library;`, parameters)(host, encode, decode);
  if (enable && !library.enableWasm()) throw new Error("the host refuses the kernel");
  return { library, calls: listCalls(library) };
}

/** Returns the calls that are compared, by name. */
function listCalls({ percentEncode, percentDecode, percentDecodeReport, parseForm, serializeForm, sets }) {
  const { rfc3986, rfc3987, whatwg, ecmascript, all } = sets;
  const chosen = {
    component: rfc3986.component,
    path: rfc3986.path,
    encodeURIComponent: ecmascript.encodeURIComponent,
    encodeURI: ecmascript.encodeURI,
    fixedEncodeURI: ecmascript.fixedEncodeURI,
    form: whatwg.form,
    c0Control: whatwg.c0Control,
    iri: rfc3987.query,
    letters: rfc3986.component.add("aF"),
    all,
  };
  const replace = { loneSurrogate: "replace" };
  const keep = { malformed: "keep", invalidUtf8: "keep" };
  return {
    encode: (text) => percentEncode(text),
    ...Object.fromEntries(
      Object.entries(chosen).flatMap(([name, set]) => [
        [`encode ${name}`, (text) => percentEncode(text, set)],
        [`encode ${name}, replacing`, (text) => percentEncode(text, set, replace)],
      ]),
    ),
    decode: (text) => percentDecode(text),
    "decode, plus as space": (text) => percentDecode(text, { plus: "space" }),
    "decode, keeping malformed escapes": (text) => percentDecode(text, { malformed: "keep", plus: "space" }),
    "decode, keeping": (text) => percentDecode(text, { ...keep, percentU: true }),
    "decode, replacing": (text) => percentDecode(text, { malformed: "drop", invalidUtf8: "replace" }),
    report: (text) => percentDecodeReport(text, { plus: "space" }),
    "parse a form": (text) => [...parseForm(text)],
    "serialize a form": (text) => serializeForm([[text, text]]),
  };
}

const PIECES = [
  "a", "bc-_.~", "xyz0123456789", "%41", "%C3%A9", "%E2%9C%93", "%F0%9F%98%80", "%ef%bf%bf", "%EF%BB%BF", "%00", "%7F", "%25", "%2B",
  "é", "ÿ", "中", "я", "😀", "\uffff", "\ufeff", " ", "+", "!'()*", "!", "'", "(", "/?&=", "%26", "\0", "\x7f", "\x80", "\u07ff", "\u0800",
]; // prettier-ignore
const FAULTS = [
  "%", "%4", "%zz", "%4g", "%ff", "%C3", "%E2%9C", "%ED%A0%80", "%C0%AF", "%F4%90%80%80", "%F8", "\ud800", "\udc00", "%u0041", "\ud83d%F0",
]; // prettier-ignore
/** How many pieces a string has at most: 1 of 100 texts is long enough for the kernel, 1 of 10,000 has several blocks. */
const LENGTHS = [
  { every: 10_000, longest: 12_000 },
  { every: 100, longest: 1000 },
  { every: 10, longest: 80 },
  { every: 1, longest: 16 },
];

function makeText(k) {
  const { longest } = LENGTHS.find(({ every }) => k % every === 0) ?? { longest: 1 };
  const kinds = Array.from({ length: 1 + below(4) }, () => pick(PIECES));
  const count = below(longest);
  const pieces = Array.from({ length: count }, () => pick(kinds));
  if (k % 3 === 0) pieces.splice(below(count + 1), 0, pick(FAULTS));
  return pieces.join("");
}

/** Returns the value of a call, or the properties of its error. */
function outcome(call, text) {
  try {
    const value = call(text);
    return typeof value === "string" ? value : JSON.stringify(value);
  } catch (error) {
    const { name, code, index, length, unit, excerpt, message } = error;
    return `throws ${JSON.stringify([name, code, index, length, unit, excerpt, message])}`;
  }
}

/** Returns what the reference implementation answers, in the form of {@link outcome} but with the index alone of an error. */
function referenceAnswers(text) {
  const decoded = referenceDecode(text);
  return {
    "encode component, replacing": referenceEncode(text, (code) => !/[\w\-.~]/.test(String.fromCodePoint(code))),
    ...(decoded.error ? {} : { decode: decoded.value }),
  };
}

const { "the scalar code": scalar, ...rest } = ORDERS;
/** @type {Record<string, (text: string) => unknown>} */
const wanted = scalar.calls;
const compared = Object.entries(rest);
const encodings = Object.keys(wanted).filter((name) => name.startsWith("encode "));
const others = Object.keys(wanted).filter((name) => !name.startsWith("encode "));
const faults = [];
let comparisons = 0;
for (let k = 0; k < TEXTS && faults.length < 20; k++) {
  const text = makeText(k);
  const shown = JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
  const reference = text.length <= REFERENCE_UNITS ? referenceAnswers(text) : {};
  const first = below(encodings.length);
  const some = [...encodings, ...encodings].slice(first, first + ENCODINGS);
  for (const name of [...others, ...some]) {
    const answer = outcome(wanted[name], text);
    if (reference[name] !== undefined && reference[name] !== answer) faults.push(`${name}: the scalar code, ${shown}`);
    for (const [order, { calls }] of compared) {
      comparisons++;
      if (outcome(calls[name], text) !== answer) faults.push(`${name}: ${order}, ${shown}`);
    }
  }
}
for (const [name, { library }] of Object.entries(ORDERS)) console.log(`${library.wasmStatus().padEnd(8)}${name}`);
conclude(
  "orders",
  `${counted(TEXTS)} texts, ${counted(compared.length + 1)} orders, ${counted(comparisons)} comparisons, ` +
    `${faults.length === 0 ? 0 : "some"} differ, seed ${seed}`,
  faults,
);
