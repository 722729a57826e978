/**
 * How many inputs the long tests take. The first number is for `npm test` and `npm run ok`, the second for `npm run test:full`,
 * which sets PERCODEC_FULL. A check sets a variable of its own, as PERCODEC_URIS.
 */
const SIZES = {
  /** Random URIs, forms and texts of each law. */
  URIS: [1000, 100_000],
  /** Random cases of the other laws. */
  RUNS: [200, 1000],
  /** Random strings through each kernel. */
  STRINGS: [5000, 1_000_000],
  /** Short texts on every path of strings. */
  TEXTS: [500, 3000],
  /** Random inputs of each record format. */
  RECORDS: [60, 2000],
  /** Malformed inputs whose position is checked. */
  POSITIONS: [1000, 10_000],
  /** Calls with properties on Object.prototype. */
  POLLUTED: [2000, 10_000],
  /** The units of all texts over a small alphabet. */
  DEPTH: [3, 5],
  /** UTF-16 units of the worst inputs. */
  WORST: [1 << 17, 1 << 20],
  /** Of a long list each so-many-th item; odd, so that no pattern of powers of two is left out. */
  EVERY: [67, 1],
} as const;

const column = process.env["PERCODEC_FULL"] === undefined ? 0 : 1;

/** Returns how many inputs a test takes. */
export function sizeOf(name: keyof typeof SIZES): number {
  return Number(process.env[`PERCODEC_${name}`] ?? SIZES[name][column]);
}

/** Whether every item of a list is taken. */
export const isFull = column === 1;
