/**
 * The number of inputs of the long tests. The first number is for `npm test` and `npm run ok`, the second for
 * `npm run test:full`, which sets PERCODEC_SIZE=full. A check names other sizes: PERCODEC_SIZE=URIS=40000,RUNS=10000.
 */
const SIZES = {
  /** Random URIs, forms and texts of each law. */
  URIS: [500, 100_000],
  /** Random cases of each other law. */
  RUNS: [200, 1000],
  /** Random strings through each kernel. */
  STRINGS: [5000, 1_000_000],
  /** Templates that match what they expand to. */
  TEMPLATES: [5000, 100_000],
  /** Short texts through every code path for strings. */
  TEXTS: [500, 3000],
  /** Random lines through the prefilter of `inspect`. */
  LINES: [5000, 1_000_000],
  /** Hosts of hostile URLs, most of them addresses. */
  HOSTS: [5000, 100_000],
  /** Random inputs of each record format. */
  RECORDS: [60, 2000],
  /** Random CSV and TSV files through the command that changes one column. */
  TABLES: [1000, 100_000],
  /** Malformed inputs whose position is checked. */
  POSITIONS: [1000, 10_000],
  /** Calls with properties on Object.prototype. */
  POLLUTED: [2000, 10_000],
  /** The length in units of the strings over a small alphabet; all of them are tried. */
  DEPTH: [3, 5],
  /** The length of the worst inputs in UTF-16 units. */
  WORST: [1 << 16, 1 << 20],
  /** The step through long lists: every N-th item is tested. It is odd so that the samples cover all residues of powers of two. */
  EVERY: [67, 1],
  /** The number of cuts, one less than the chunks; all combinations are tried. */
  CUTS: [1, 2],
  /** Random partitions of each kind into chunks. */
  PARTITIONS: [100, 1000],
  /** The step through the lead bytes of encodings, and through the blocks of scripts whose characters behave alike. */
  LEADS: [7, 1],
} as const;

const given = process.env["PERCODEC_SIZE"] ?? "";
/** The sizes that PERCODEC_SIZE names. */
const own = new Map(Array.from(given.matchAll(/(\w+)=(\d+)/g), ([, name, size]) => [name, Number(size)]));

/** Whether the run uses the full sizes. */
export const isFull = given === "full";

/** Returns the size with this name for the current run. */
export function readSize(name: keyof typeof SIZES): number {
  return own.get(name) ?? SIZES[name][isFull ? 1 : 0];
}
