// The memory of the record module. JavaScript imports these numbers too, and fills the tables.

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
/** For each letter after a backslash: the byte, or one of these: JavaScript resolves it, or it is not an escape. */
export const UNESCAPED: usize = 0xd20;
export const RESOLVED_ELSEWHERE: u32 = 0xfe;
export const NO_ESCAPE: u32 = 0xff;

/** The numbers that JavaScript sets for a run. */
export const MARK: usize = 0xe20;
export const HAS_TABS: usize = 0xe24;
export const HAS_NULLS: usize = 0xe28;
export const FIELDS: usize = 0xe2c;
export const FIELD: usize = 0xe30;
export const MAX_RECORD: usize = 0xe34;
export const VALUE_KIND: usize = 0xe38;
export const LITERAL_BYTES: usize = 0xe3c;
export const COPIES_TEXT: usize = 0xe40;
/** Whether there are programs for faults. */
export const WRITES_FAULTS: usize = 0xe44;
/** The results of a run. */
export const AT: usize = 0xe48;
export const IS_FULL: usize = 0xe4c;
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

/** The most bytes that one byte becomes (a control in JSON), and room for the bytes that a pass writes after the result: 32 or fewer. */
export const GROWTH: usize = 6;
export const SLACK: usize = 64;

// Actions.
export const NONE: u32 = 0;
/** The byte is written with its escape. */
export const WRITE: u32 = 1;
/** JavaScript decides. */
export const STOP: u32 = 2;
/** A percent sign. */
export const DECODE: u32 = 3;
/** A byte that becomes a space. */
export const SPACE: u32 = 4;
/** A byte above 7F. */
export const HIGH: u32 = 5;
/** A backslash that starts an escape of the input. */
export const UNESCAPE: u32 = 6;
/** A backslash of an escape that is copied. */
export const PAIR: u32 = 7;
/** A quote that is doubled in the input. */
export const DOUBLED: u32 = 8;

// Escapes; any other number is a letter that is written after a backslash.
export const AS_IS: u32 = 0;
export const REFUSED: u32 = 1;
export const BY_PERCENT: u32 = 2;
export const TWICE: u32 = 3;

// Kinds of values.
export const TEXT: i32 = 0;
export const BINARY: i32 = 1;
export const HEX: i32 = 2;
export const CSV: i32 = 3;

// Steps of a program.
export const END: i32 = 0;
export const LITERAL: i32 = 1;
export const WRITE_VALUE: i32 = 2;
export const WRITE_COPY: i32 = 3;
/** The value is checked and not written. */
export const CHECK_VALUE: i32 = 4;
/** The offset of the fault in the field, in decimal. */
export const WRITE_OFFSET: i32 = 5;
