// What is called otherwise in builds up to commit 8c12ea5. A build that has the modules of today has the names of today.

/** The modules that were not there, and the one that had most of their functions. */
export const MODULES = {
  "guard/index.js": "inspect/index.js",
  "template/index.js": "uri/index.js",
  "legacy.js": "index.js",
  "wasm.js": "simd.js",
};

/**
 * Where a function was, and its name there.
 *
 * @type {Record<string, Record<string, [path: string, name: string]>>}
 */
export const NAMES = {
  "inspect/index.ts": {
    inspect: ["inspect/index.js", "findings"],
    compareDecoders: ["inspect/index.js", "compareReadings"],
    escapeInvisible: ["sets/index.js", "visible"],
  },
  "sets/index.ts": { namedSet: ["sets/index.js", "setNamed"] },
  "wasm.ts": {
    allocateBuffers: ["simd.js", "kernelBuffers"],
    enableWasm: ["simd.js", "startKernel"],
    wasmBinary: ["simd.js", "kernelBinary"],
    wasmStatus: ["simd.js", "kernelState"],
  },
};

/** Options of the functions that an expression names, and their values, as they were. */
export const OPTIONS = [
  { functions: /\.(?:de|en)codeInto$|^decode in chunks$/, now: "final", before: "last" },
  { functions: /^cleanUri/, now: "encoding", before: "queryEncoding" },
  { functions: /^cleanUri/, now: "addressBar", before: "profile" },
  { functions: /[Ff]orm|[Rr]equest/, now: "rules", before: "profile" },
  { functions: /^decodePath/, now: "encodedSlash", values: { throw: "refuse" } },
  { functions: /^FormPairs\.toObject$|^edited form$/, now: "duplicates", values: { throw: "error" } },
  { functions: /^formParser|^Express|^Fastify/, now: "object", values: { throw: "error" } },
];

/** Words of outcomes, before and now; what only one of both says is taken off both. */
export const WORDS = [
  [/Whoever decodes more than once meets/g, "Decoding a second time reveals"],
  [/\breadings: /g, "results: "],
  [/\breader: /g, "decoder: "],
  [/\breaders: /g, "decoders: "],
  [/FormRequestError/g, "PercentEncodingError"],
  [/, status: undefined/g, ""],
  [/\boperation: "(?:[^"\\]|\\.)*", /g, ""],
  [/ unit: "[a-z0-9-]+",/g, ""],
  [/, detail: (?:undefined|"(?:[^"\\]|\\.)*")/g, ""],
  [/\bfindings(?= takes)/g, "inspect"],
  [/\bcompareReadings(?= takes)/g, "compareDecoders"],
  [/\bvisible(?= takes| must be)/g, "escapeInvisible"],
  [/\bsetNamed\b/g, "namedSet"],
  [/\bstartKernel(?= takes)/g, "enableWasm"],
  [/\bkernelBinary\b/g, "wasmBinary"],
  [/\bqueryEncoding\b/g, "encoding"],
  [/\blast(?= must be)/g, "final"],
  [/\bemptyPieces\b/g, "emptyPairs"],
  [/\bprofile(?= must be one of firefox-10)/g, "addressBar"],
  [/\bprofile(?= must be one of strict, whatwg)/g, "rules"],
  [/one of (?:refuse|error)\b/, "one of throw"],
];
