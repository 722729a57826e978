/** The exports of wasm/index.ts; wasm/README.md draws the memory. */
export interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly revision: { readonly value: number };
  decode(from: number, to: number, at: number, flags: number): number;
  encode(from: number, to: number, at: number): number;
  count(from: number, to: number, byte: number): number;
  find(from: number, to: number): number;
  valid(from: number, to: number): number;
  encodeText(count: number, wide: boolean, changes: boolean): number;
  decodeText(count: number, wide: boolean, flags: number): number;
  cutForm(count: number, flags: number, longestName: number, longestValue: number): number;
  joinForm(count: number, flags: number, marks: number, separator: number): number;
}

// The addresses in memory and the flags of wasm/memory.ts.
const SET = 0x1900;
const SET_FLAGS = 0x1910;
const END = 0x1920;
export const UNITS = 0x10000;
export const BYTES = 0x20100;
export const OUT = 0x40000;
export const SOURCE = 0x90000;
export const TARGET = 0xd0100;
const HIGH_STAYS = 1;
const HIGH_DECIDES = 2;
const SPACE_AS_PLUS = 4;
export const PLUS_AS_SPACE = 1;
export const KEEP = 2;

/** An instance of the kernel, with its own memory. */
export interface Instance {
  readonly wasm: Exports;
  readonly memory: Uint8Array;
  readonly words: Int32Array;
  /** The table of the set that was used last. */
  table: Uint8Array | undefined;
}

/** Returns the end of what the last call wrote. */
export const readEnd = ({ words }: Instance): number => words[END >> 2]!;

/** The 16 bytes and the flags of each set in memory, by its table. */
const rows = /* @__PURE__ */ new WeakMap<Uint8Array, Uint8Array>();

export function setTable(instance: Instance, table: Uint8Array, spaceAsPlus: boolean): void {
  if (instance.table === table) return;
  let row = rows.get(table);
  if (row === undefined) {
    row = new Uint8Array(SET_FLAGS - SET + 4);
    for (let code = 0; code < 0x80; code++) if (table[code] === 0) row[code & 15]! |= 1 << (code >> 4);
    row[SET_FLAGS - SET] = [HIGH_STAYS, 0, HIGH_DECIDES][table[0x80]!]! | (spaceAsPlus ? SPACE_AS_PLUS : 0);
    rows.set(table, row);
  }
  instance.memory.set(row, SET);
  instance.table = table;
}
