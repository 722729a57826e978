// The memory of the record module. tool/command/records/kernel/layout.ts has the same addresses, and fills the tables.

/** Two sets of tables: for the field that is decoded, and for fields that are copied. */
export const VALUE: usize = 0x400;
export const COPY: usize = 0x800;
// Offsets in a set of tables.
/** Bit h of byte l is 1 if the byte 16h + l is copied as it is; bytes above 7F never are. */
export const PLAIN: usize = 0;
/** For each byte: what to do with it. */
export const ACTIONS: usize = 0x10;
/** For each decoded byte: how it is written. */
export const ESCAPES: usize = 0x110;

/** The bit of each high nibble, and the digits of hex. */
export const BITS: usize = 0xc00;
export const DIGITS: usize = 0xc10;
/** For each byte: its value as a hex digit, or 0xff. */
export const NIBBLES: usize = 0xc20;
/** For each letter after a backslash: the byte, or 0xff. */
export const UNESCAPED: usize = 0xd20;

/** The numbers that JavaScript sets for a run, and its results. */
// @ts-ignore: decorator
@unmanaged
class Run {
  mark: u32;
  hasTabs: i32;
  hasNulls: i32;
  fields: u32;
  field: u32;
  maxRecord: u32;
  valueKind: i32;
  literalBytes: u32;
  copiesText: i32;
  /** Whether there are programs for faults. */
  writesFaults: i32;
  /** The end of the output. */
  at: u32;
  isFull: i32;
}
export const run: Run = changetype<Run>(0xe20);
/** How many records had each outcome: good, null, malformed, not UTF-8. JavaScript resets them. */
export const COUNTS: usize = 0xe50;

/** The programs that write a good record and a null, and the bytes that they contain. */
export const GOOD_PROGRAM: usize = 0x1000;
export const NULL_PROGRAM: usize = 0x1800;
/** A program for each code of a fault, from 1 on, and the size of each. */
export const FAULT_PROGRAMS: usize = 0x8000;
export const PROGRAM_BYTES: usize = 0x800;
/** The width of each column of RowBinary, or -1, and whether it is nullable. */
export const TYPES: usize = 0x2000;
/** The start and end of each field, and for RowBinary the start of its content. */
export const STARTS: usize = 0x2800;
export const ENDS: usize = 0x2c00;
export const CONTENTS: usize = 0x3000;

/** Buffers of a field in hex. */
export const UNHEXED: usize = 0x90000;
export const DECODED: usize = 0xb0000;

/** What to do with a byte. */
export enum Action {
  NONE,
  /** The byte is written with its escape. */
  WRITE,
  /** JavaScript decides. */
  STOP,
  /** A percent sign. */
  DECODE,
  /** A byte that becomes a space. */
  SPACE,
  /** A byte above 7F. */
  HIGH,
  /** A backslash that starts an escape of the input. */
  UNESCAPE,
  /** A backslash of an escape that is copied. */
  PAIR,
  /** A quote that is doubled in the input. */
  DOUBLED,
}

/** How a decoded byte is written; any other number is a letter that is written after a backslash. */
export enum Escape { AS_IS, REFUSED, BY_PERCENT, TWICE }

/** The kinds of values. */
export enum Kind { TEXT, BINARY, HEX, CSV }

/** The steps of a program. */
export enum Step {
  END,
  LITERAL,
  VALUE,
  COPY,
  /** The value is checked and not written. */
  CHECK,
  /** The offset of the fault in the field, in decimal. */
  OFFSET,
}
