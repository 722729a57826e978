import type { PercentEncodingErrorCode } from "percodec";
import type { Status } from "../result.ts";

// The addresses and numbers of wasm/records/layout.ts, which describes them.

export const VALUE_TABLES = 0x400;
export const COPY_TABLES = 0x800;
// Offsets in a set of tables.
export const ACTIONS = 0x10;
export const ESCAPES = 0x110;

export const BITS = 0xc00;
export const DIGITS = 0xc10;
export const NIBBLES = 0xc20;
export const UNESCAPED = 0xd20;

/** The addresses of numbers. */
export const NUMBERS = {
  mark: 0xe20,
  hasTabs: 0xe24,
  hasNulls: 0xe28,
  fields: 0xe2c,
  field: 0xe30,
  maxRecord: 0xe34,
  valueKind: 0xe38,
  literalBytes: 0xe3c,
  copiesText: 0xe40,
  writesFaults: 0xe44,
  at: 0xe48,
  isFull: 0xe4c,
  counts: 0xe50,
} as const;

/** The outcomes of a record, in the order of their counts. */
export const OUTCOMES = ["ok", "null", "malformed", "invalid-utf8"] as const satisfies readonly Status[];
/** The codes of faults that the module finds, in the order of their programs. */
export const FAULT_CODES = ["malformed-escape", "truncated-escape", "invalid-utf8", "overlong-utf8", "encoded-surrogate", "code-point-out-of-range"] as const satisfies readonly PercentEncodingErrorCode[]; // prettier-ignore

export const GOOD_PROGRAM = 0x1000;
export const NULL_PROGRAM = 0x1800;
export const FAULT_PROGRAMS = 0x8000;
export const PROGRAM_BYTES = 0x800;
export const TYPES = 0x2000;
export const STARTS = 0x2800;
export const ENDS = 0x2c00;
/** The most fields and columns. */
export const MAX_FIELDS = 0x100;
/** The bytes of the programs that are the same in each record. */
export const LITERALS = 0x4000;
export const LITERALS_END = 0x8000;

/** The input, and room for a load after its end. */
export const SOURCE = 0x10000;
export const SOURCE_BYTES = 0x40000;
/** The output, and room for a store after its end. */
export const OUTPUT = 0x60000;
export const OUTPUT_BYTES = 0x20000;

/** What the module does with a byte of a field. */
export const ACTION = {
  none: 0,
  write: 1,
  stop: 2,
  decode: 3,
  space: 4,
  high: 5,
  unescape: 6,
  pair: 7,
  doubled: 8,
} as const;
/** How the module writes a decoded byte; any other number is a letter after a backslash. */
export const ESCAPE = { asIs: 0, refused: 1, byPercent: 2, twice: 3 } as const;
/** How the module writes a value. */
export const VALUE_KIND = { text: 0, binary: 1, hex: 2, csv: 3 } as const;
/** The steps of a program: each has three numbers of 32 bits. */
export const STEP = { end: 0, literal: 1, value: 2, copy: 3, check: 4, offset: 5 } as const;
export const STEP_BYTES = 12;

/** What a letter after a backslash means: JavaScript resolves it, or it is not an escape. */
export const RESOLVED_ELSEWHERE = 0xfe;
export const NO_ESCAPE = 0xff;
/** The most bytes that one byte becomes, and the most bytes that are written after the result. */
export const GROWTH = 6;
export const SLACK = 64;
