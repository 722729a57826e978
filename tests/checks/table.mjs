// All checks. `npm run check` runs those of SUITES and QUICK one after the other, and .ci/run runs each as a stage.

/**
 * Unit tests that run with larger sizes. Each number has the size of the named command and the size of `.ci/run`.
 *
 * @typedef {Object} Suites
 * @property {readonly string[]} files test files or folders, relative to tests/unit
 * @property {Readonly<Record<string, readonly [all: number, part: number]>>} sizes sizes of tests/support/sizes.ts
 * @property {Readonly<Record<string, readonly [all: number, part: number]>>} least the fewest inputs of each kind;
 *   `cases` are those of all kinds
 * @property {string} fault what a failure means
 * @property {readonly Seeded[]} [seeded] faults that the tests have to find
 */

/**
 * A fault in the sources that a test file has to find, or its tests of the name `only`.
 *
 * @typedef {{ what: string, test: string, only?: string, edit: readonly [file: string, before: string, after: string] }} Seeded
 */

/** @satisfies {Record<string, Suites>} */
export const SUITES = {
  /** A stream has the result of the whole for every division into two or three chunks, and for random partitions. The check `proof` has all others. */
  chunks: {
    files: ["codec/chunk-boundaries", "form/chunks"],
    // Three streams have random partitions.
    sizes: { CUTS: [2, 1], PARTITIONS: [4000, 800] },
    least: { cuts: [24_000, 1500], partitions: [12_000, 2400] },
    fault: "a cut changes the result",
  },
  /** editUri agrees with URLSearchParams, changes no byte outside of the edited pairs, and no value leaves its place. */
  edits: {
    files: ["uri/edit"],
    // Three edits each.
    sizes: { URIS: [33_334, 6667] },
    least: { edits: [100_000, 20_000], attempts: [1000, 1000] },
    fault: "an edit changes something else, or a value adds a host, a segment, a parameter, a header or a fragment",
  },
  /** The reports of texts agree with the reference implementation on every input of certain kinds. */
  exhaustive: {
    files: ["codec/exhaustive"],
    sizes: { DEPTH: [5, 5] },
    least: { cases: [540_000, 540_000] },
    fault: "a report and the reference implementation differ",
  },
  /** describeHost calls no host public that the URL Standard turns into a loopback, private or link-local address. */
  hosts: {
    files: ["uri/describe-host"],
    sizes: { HOSTS: [100_000, 50_000] },
    least: { cases: [100_000, 50_000] },
    fault: "a host is called public, or is read otherwise than by the standard",
  },
  /** A formatted link is found whole in a text; the address of a found link is the one in the text, and a browser sees its host there. */
  links: {
    files: ["links/round-trip", "links/address", "links/find"],
    sizes: { STRINGS: [1_000_000, 120_000] },
    least: { links: [1_000_000, 120_000], addresses: [1_000_000, 120_000], hosts: [250_000, 30_000] },
    fault: "a link is not found where it was written, or leads elsewhere",
  },
  /** The faults that were put into inputs have their code, index and length. */
  positions: {
    files: ["positions"],
    sizes: { POSITIONS: [100_000, 100_000] },
    least: { cases: [100_000, 100_000] },
    fault: "a fault is not reported where it was inserted",
  },
  /** No line that `percodec inspect` skips has a finding. */
  prefilter: {
    files: ["inspect/prefilter"],
    sizes: { LINES: [1_000_000, 100_000], EVERY: [1, 1] },
    least: { cases: [1_000_000, 100_000] },
    fault: "a line with a finding is skipped",
  },
  /** All laws of codec, forms, URIs and inspection. The check `linear` measures the worst inputs, which are short here. */
  properties: {
    files: ["codec/properties", "form", "uri/agreement", "uri/compose", "uri/laws", "template/template", "inspect"],
    sizes: { URIS: [40_000, 7500], RUNS: [10_000, 2000], WORST: [4096, 4096] },
    least: { cases: [1_000_000, 150_000] },
    fault: "a law does not hold",
    seeded: [
      {
        what: "a value may be one unit longer than its limit",
        test: "form/limits",
        edit: ["library/src/form/scan.ts", "if (i - equals > value)", "if (i - equals > value + 1)"],
      },
      {
        what: "all text before each escape is read again: quadratic time",
        test: "linear",
        only: "uri normalizeUri",
        edit: [
          "library/src/uri/normalize.ts",
          "const kept =",
          "const kept = [...text.slice(0, index)].length < 0 ? 3 :",
        ],
      },
      {
        what: "any name of the right length matches",
        test: "template/template",
        edit: [
          "library/src/template/uri-reader.ts",
          "if (end > to || !startsWithPart(this.#uri, name, at))",
          "if (end > to)",
        ],
      },
    ],
  },
  /** The record filter agrees with its reference implementation, and with itself without the kernel, at random cuts. */
  records: {
    files: ["cli/records.test.ts", "cli/records-kernel", "cli/records-values"],
    sizes: { RECORDS: [10_000, 500] },
    least: { cases: [300_000, 15_000] },
    fault: "a law does not hold",
    seeded: [
      {
        what: "the CSV reader loses its state in quotes at the end of a block",
        test: "cli/records.test.ts",
        edit: ["tool/shared/files/csv-framing.ts", "this.#state = state;", ""],
      },
    ],
  },
  /** The offered command changes only one column of random CSV and TSV files. */
  tables: {
    files: ["cli/tables"],
    sizes: { TABLES: [100_000, 20_000] },
    least: { cases: [100_000, 20_000] },
    fault: "a byte outside the column changes",
  },
  /** What `displayUri` shows by the profile advanced is equal by the table of schemes, by which equality is an equivalence relation. */
  schemes: {
    files: ["uri/schemes"],
    sizes: { URIS: [1_000_000, 40_000] },
    least: { shown: [1_000_000, 40_000], triples: [1_000_000, 40_000] },
    fault: "what is shown is another URI, or two URIs are equal to a third and not to each other",
  },
  /** Matching inverts expanding, and no value adds labels to the host of a template or of the tag uri. */
  templates: {
    files: ["template/law", "template/host", "uri/compose-host", "uri/compose-plain", "template/plain"],
    sizes: { TEMPLATES: [1_000_000, 60_000] },
    least: { same: [1_000_000, 60_000], hosts: [1_000_000, 60_000], "hosts of uri": [1_000_000, 60_000] },
    fault: "a match is not what was expanded, or a host has other labels",
  },
  /** checkUri agrees with whatwg-url and with the grammars of RFC 3986 and RFC 3987. */
  uris: {
    files: ["uri/check-oracle"],
    // Three grammars.
    sizes: { URIS: [1_000_000, 60_000] },
    least: { cases: [3_000_000, 180_000] },
    fault: "a text is called valid or invalid otherwise than by the standard, or a place is wrong",
  },
};

/** Files of this folder that take at most minutes. */
export const QUICK = [
  ..."differential faults file-uris memory package proof template-examples terminal".split(" "),
  ..."threats url-readers".split(" "),
];

/** Files that take longer, or need a second build, the compiler of wasm/ or shells. */
export const LONG = ["builds", "column-mutants", "linear", "mutants", "shells"];
