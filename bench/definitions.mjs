// The workloads, the competitors and the bars, as data. The calls of the competitors are in candidates/ and cli/.
// A ratio is the competitor's median time divided by ours. `must` is the bar, `wish` the goal.

export const ROUNDS = 15;
export const ROUND_MS = 20;

const bar = (against, must, wish) => ({ against, must, wish });

/** The default set, and the set of the native function. */
const SETS = ["rfc3986.component", "ecmascript.encodeURIComponent"];

/** The npm packages with bars. Packages that wrap the native function are measured too, but the native bars cover them. */
const ENCODER = "fast-querystring";
const DECODER = "fast-decode-uri-component";

const strings = (direction, peer, rows) =>
  rows.map(([density, units, native, npm]) => ({
    direction,
    density,
    units,
    bars: [...(native ? [bar("native", ...native)] : []), ...(npm ? [bar(peer, ...npm)] : [])],
  }));

const ENCODING = strings("encode", ENCODER, [
  ["clean", 40, [2.2, 3.5], [0.95, 1.9]],
  ["typical", 40, [0.8, 1], [1.4, 1.8]],
  ["dense", 40, [1.7, 2.7], [4, 5]],
  ["clean", 200],
  ["typical", 200, [1.3, 1.8], [3.3, 4.2]],
  ["dense", 200, [3, 4.8], [8, 9.5]],
  ["clean", 10_000, [12, 30], [10, 20]],
  ["typical", 10_000, [2.2, 3.3], [5.5, 8]],
  ["dense", 10_000, [4, 6], [10, 15]],
]);

const DECODING = strings("decode", DECODER, [
  ["clean", 40, [5, 8], [0.95]],
  ["typical", 40, [1.1, 1.5], [1.2, 1.6]],
  ["dense", 40, [2, 2.6], [8, 11]],
  ["clean", 200, undefined, [0.95]],
  ["typical", 200, [1.55, 2.3], [2.7, 3.3]],
  ["dense", 200, [3.3, 4.7], [14, 20]],
  ["clean", 10_000, [150, 200], [0.95]],
  ["typical", 10_000, [1.8, 2.7], [4.5, 6.5]],
  ["dense", 10_000, [3.4, 7.5], [16, 40]],
]);

const title = ({ direction, density, units }) => `${direction} ${density} ${units === 10_000 ? "10k" : units}`;

/** Texts: encoding runs once for each of the two sets, under the same bars. */
export const STRINGS = [
  ...ENCODING.flatMap((row) =>
    SETS.map((set) => ({ ...row, table: "strings", set, id: `${title(row)}, ${set.split(".")[1]}` })),
  ),
  ...DECODING.map((row) => ({ ...row, table: "strings", id: title(row) })),
  // In the other rows for decoding, `units` is the length of the result; here it is the length of the input.
  ...[40, 200].flatMap((units) =>
    ["typical", "dense"].map((density) => {
      const row = { direction: "decode", density, units, sizedByInput: true, bars: [] };
      return { ...row, table: "strings", id: `decode ${density}, ${units} units of input` };
    }),
  ),
  // The result is discarded, as by a caller that only passes it on. Every other row reads the last character.
  {
    ...DECODING[0],
    table: "strings",
    id: "decode clean 40, result not touched",
    discardsResult: true,
    bars: [bar("native", 12, 18)],
  },
];

const FORM_SHAPES = [
  { shape: "tiny", count: 3, name: "tiny, 3 pairs" },
  { shape: "api", count: 10, name: "API, 10 keys" },
  { shape: "fields", count: 10, name: "10 pairs" },
  { shape: "fields", count: 200, name: "200 pairs" },
  { shape: "fields", count: 10_000, name: "10k pairs" },
];

/** The bars of the five forms, in that order. */
const FORM_BARS = {
  parse: { URLSearchParams: [1.4, 1.8, 3.2, 3.7, 2.9], "fast-querystring": [2, 2.2, 5.5, 7, 5.2] },
  object: { "fast-querystring": [1, 1.2, 2.8, 2.9, 2.5] },
  build: { URLSearchParams: [undefined, 1.8, 2.4, 2.1, 2.8] },
  read: {},
};

const FORM_TITLES = {
  parse: "parse to pairs",
  object: "parse to an object",
  // Parses and then iterates over all pairs, so that lazy parsing counts too.
  read: "parse and read every pair",
  build: "build",
};

export const FORMS = Object.entries(FORM_BARS).flatMap(([task, bars]) =>
  FORM_SHAPES.map((form, k) => ({
    ...form,
    table: "forms",
    task,
    id: `${FORM_TITLES[task]}: ${form.name}`,
    bars: Object.entries(bars).flatMap(([against, row]) => (row[k] === undefined ? [] : [bar(against, row[k])])),
  })),
);

/**
 * For each function its inputs (uri-corpus.mjs) and peers; each peer has a row of its own, with the inputs on which both agree.
 *
 * @type {[task: string, kinds: string[], peers: (string | undefined)[]][]}
 */
const URI_TASKS = [
  ["cleanUri", ["plain", "typed"], ["encodeurl", "whatwg-url"]],
  ["normalizeUri", ["plain", "variant"], ["fast-uri", "uri-js", "normalize-url", "whatwg-url"]],
  ["compareUris", ["variant"], ["fast-uri", "uri-js", "whatwg-url"]],
  ["displayUri", ["plain", "letters"], ["uri-js"]],
  ["inspect", ["plain", "variant"], [undefined]],
  ["uri", ["values"], ["url-template", "std-uritemplate"]],
  ["expandTemplate", ["values", "list"], ["url-template", "std-uritemplate"]],
  ["compileTemplate", ["values", "list"], ["url-template"]],
  ["editUri", ["queries"], ["fast-querystring"]],
];

/** What the inputs of a kind are, in the names of workloads. */
const URI_KINDS = { plain: "normal URLs", typed: "typed URLs", variant: "URLs to normalize", letters: "URLs with escaped letters", values: "three values", list: "a list", queries: "queries" }; // prettier-ignore

/** `displayUri` calls so many functions that V8 compiles for 300 ms: before that a call takes up to ten times as long. */
const URI_WARM_MS = 400;

export const URIS = URI_TASKS.flatMap(([task, kinds, peers]) =>
  kinds.flatMap((kind) =>
    peers.map((against) => ({
      table: "uris",
      task,
      kind,
      against,
      warmMs: URI_WARM_MS,
      id: `${task}, ${URI_KINDS[kind]}${against === undefined ? "" : `, as ${against}`}`,
      bars: against === undefined ? [] : [bar(against, 1)],
    })),
  ),
);

/** The number of bytes that the command reads at a time. */
const BYTES_SIZE = 0x40000;

const BYTE_BARS = [
  ["decode", "clean", 6.5, 10],
  ["decode", "typical", 3, 4],
  ["decode", "dense", 9.5, 16],
  ["decode", "log lines", 4.5, 5.8],
  ["encode", "clean", 16, 20],
  ["encode", "typical", 4, 5],
  ["encode", "dense", 7.5, 9],
];

/** Bytes in the caller's arrays. They have no bars because the competitors process text. */
export const BYTES = BYTE_BARS.map(([direction, density]) => ({
  table: "bytes",
  direction,
  density,
  size: BYTES_SIZE,
  id: `${direction} ${density}, 256 kB`,
  bars: [],
}));

/** Bytes that are already in the kernel's memory, as many as its buffers hold, compared with our scalar path. */
const KERNEL_BYTES = BYTE_BARS.map(([direction, density, must, wish]) => ({
  table: "kernel",
  direction,
  density,
  size: BYTES_SIZE - 0x4000,
  id: `${direction} ${density}, in the kernel's memory`,
  bars: [bar("scalar", must, wish)],
}));

export const WORKLOADS = [...STRINGS, ...FORMS, ...URIS, ...BYTES, ...KERNEL_BYTES];

/** The tables in order, with their headings. */
export const TABLES = {
  strings: "Strings",
  forms: "Forms",
  uris: "URIs",
  bytes: "Bytes",
  kernel: "Bytes in the kernel's memory",
  links: "Links in prose",
  cli: "The command, whole processes",
  short: "The command, one short call",
};

export const CLI_ROUNDS = 9;
export const SHORT_ROUNDS = 21;

/** The bars of the programs for 64 MB. A competitor without numbers is measured but has no bar. */
const PROGRAM_BARS = {
  decode: { rust: [2, 2.8], c: [0.6, 1], php: [3, 4], node: [8, 11], java: [18, 26], perl: [22, 33], python: [24, 35], go: [] },
  encode: { rust: [1.2, 1.6], c: [0.6, 0.85], php: [2.7, 4], node: [7, 10], java: [16, 24], perl: [27, 40], python: [40, 57], jq: [33, 50], go: [] },
}; // prettier-ignore

const command = (direction, megabytes, bars, toFile = false) => ({
  table: "cli",
  id: `${direction} ${megabytes} MB${toFile ? ", file to file" : ""}`,
  direction,
  size: megabytes * 1e6,
  toFile,
  bars: Object.entries(bars).map(([against, [must, wish]]) => bar(against, must, wish)),
});

/** Processes on lines of URLs. */
export const CLI = [
  command("decode", 64, PROGRAM_BARS.decode),
  command("encode", 64, PROGRAM_BARS.encode),
  command("decode", 512, { c: [1.2, 1.7] }),
  command("encode", 512, { c: [1.05, 1.3] }),
  command("decode", 64, { duckdb: [5, 8] }, true),
  command("encode", 64, { duckdb: [] }, true),
];

/** Short calls. The bars are ms beyond the start of Node without a script. */
export const SHORT = [
  { id: "percodec decode abc", words: ["decode", "abc"], prints: "abc\n", must: 15, wish: 5 },
  { id: "percodec encode 'a b'", words: ["encode", "a b"], prints: "a%20b\n", must: 15, wish: 5 },
];
