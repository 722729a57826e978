import { BACKSLASH, HEX_VALUE, PERCENT, PLUS, QUOTE } from "../../../shared/text.ts";
import type { ByteWriter } from "../byte-writer.ts";
import type { OutColumn } from "../columns.ts";
import type { Field, RecordWriter } from "../format.ts";
import { RECORDS } from "./binary.generated.ts";
import type { KernelTraits } from "./layout.ts";
import * as layout from "./layout.ts";
import { writePrograms } from "./program.ts";

const { OUTPUT, OUTPUT_BYTES, SOURCE } = layout;

type Run = (from: number, to: number, at: number, limit: number, most: number) => number;

/** The exports of wasm/records/index.ts. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly delimited: Run;
  readonly rowBinary: Run;
  readonly write: (isNull: boolean, at: number) => number;
}

/** How the bytes of values are decoded and written. */
export interface KernelOptions {
  readonly plusAsSpace: boolean;
  readonly hex: boolean;
  /** The first byte that is not written as an escape, as in the options of the filter. */
  readonly escapesBelow: number;
  readonly refusesNul: boolean;
  readonly maxRecord: number;
}

/**
 * Handles records in WebAssembly: cuts them, decodes the field, checks its UTF-8, and writes the value, the null or the fault. It stops
 * before a record that it cannot handle, and leaves it to the filter.
 */
export class RecordKernel {
  /** The buffer for input, in the memory of the kernel. */
  readonly source: Uint8Array;
  /** The buffer for output. */
  readonly output: Uint8Array;
  readonly #wasm: Exports;
  readonly #memory: Uint8Array;
  readonly #words: Uint32Array;
  readonly #options: KernelOptions;
  /** The function that cuts and handles records, if the kernel does both. */
  cutter: Run | undefined;
  /** Whether the kernel writes records that the reader of the format has cut. */
  writes = false;
  #fieldCount = 0;

  /** @throws any error of a host that refuses to compile */
  constructor(options: KernelOptions) {
    const { Module, Instance } = WebAssembly;
    const binary = Uint8Array.from({ length: RECORDS.length / 2 }, (_, k) => {
      return (HEX_VALUE[RECORDS.charCodeAt(2 * k)]! << 4) | HEX_VALUE[RECORDS.charCodeAt(2 * k + 1)]!;
    });
    this.#wasm = new Instance(new Module(binary)).exports as unknown as Exports;
    this.#options = options;
    const { buffer } = this.#wasm.memory;
    this.#memory = new Uint8Array(buffer);
    this.#words = new Uint32Array(buffer);
    this.source = this.#memory.subarray(SOURCE, SOURCE + layout.SOURCE_BYTES);
    this.output = this.#memory.subarray(OUTPUT, OUTPUT + OUTPUT_BYTES);
  }

  /**
   * Chooses the columns; the kernel handles no records if it cannot write them.
   *
   * @param chosen the chosen fields; the first is the field to decode
   */
  choose(
    traits: KernelTraits,
    chosen: readonly Field[],
    columns: readonly OutColumn[],
    writer: RecordWriter,
    out: ByteWriter,
  ): void {
    this.cutter = undefined;
    this.writes = false;
    const { framing, kind } = traits;
    const { hex, maxRecord } = this.#options;
    // If the reader cuts, the kernel has only the places of the chosen fields.
    const numbers = framing === "reader" ? chosen.map((_, place) => place) : (chosen as readonly number[]);
    const count = Math.max(...numbers) + 1;
    if (count >= layout.MAX_FIELDS || (hex && kind !== layout.TEXT) || (hex && framing === "reader")) return;
    const programs = writePrograms(this.#memory, columns, numbers, writer, out, traits);
    if (programs === undefined) return;
    fillTables(this.#memory, traits, this.#options);
    const set = (address: number, value: number | boolean): void => {
      this.#words[address >> 2] = Number(value);
    };
    set(layout.FIELDS, count);
    set(layout.FIELD, framing === "reader" ? count : numbers[0]!);
    set(layout.HAS_NULLS, traits.hasNulls);
    set(layout.MAX_RECORD, maxRecord);
    set(layout.VALUE_KIND, hex ? layout.HEX : kind);
    set(layout.LITERAL_BYTES, programs.literalBytes);
    set(layout.WRITES_FAULTS, programs.writesFaults);
    set(layout.COPIES_TEXT, traits.copyActions !== undefined);
    this.#fieldCount = count;
    if (framing === "reader") {
      this.writes = true;
    } else if ("mark" in framing) {
      set(layout.MARK, framing.mark);
      set(layout.HAS_TABS, framing.hasTabs);
      this.cutter = this.#wasm.delimited;
    } else {
      const { types } = framing;
      if (types.length > layout.MAX_FIELDS) return;
      set(layout.FIELDS, types.length);
      for (const [k, { width, nullable }] of types.entries()) {
        this.#words.set([width >>> 0, nullable ? 1 : 0], (layout.TYPES >> 2) + 2 * k);
      }
      this.cutter = this.#wasm.rowBinary;
    }
  }

  /** Returns how many records had an outcome since the last call. */
  takeCount(outcome: number): number {
    const place = (layout.COUNTS >> 2) + outcome;
    const count = this.#words[place]!;
    this.#words[place] = 0;
    return count;
  }

  /**
   * Handles complete records.
   *
   * @param most how many records may be handled
   * @returns the start of the first record that was not handled
   */
  run(bytes: Uint8Array, from: number, to: number, out: ByteWriter, most: number): number {
    if (this.cutter === undefined || bytes.byteOffset !== SOURCE || bytes.buffer !== this.#memory.buffer) return from;
    const words = this.#words;
    let start = from;
    for (;;) {
      const wasEmpty = out.length === 0;
      const left = layout.OUTCOMES.reduce((rest, _, k) => rest - words[(layout.COUNTS >> 2) + k]!, most);
      start = this.cutter(SOURCE + start, SOURCE + to, OUTPUT + out.length, OUTPUT + OUTPUT_BYTES, left) - SOURCE;
      out.length = words[layout.AT >> 2]! - OUTPUT;
      if (words[layout.IS_FULL >> 2] === 0) return start;
      // A record that does not fit into the empty buffer is left to the filter.
      if (wasEmpty && out.length === 0) return start;
      out.send();
    }
  }

  /**
   * Writes a record that the reader has cut, except its end mark; returns whether it did. `takeCount` has its outcome.
   *
   * @param starts the start of each chosen field
   * @param from the start of the content of the field to decode, or -1 for null
   */
  write(bytes: Uint8Array, starts: Int32Array, ends: Int32Array, from: number, to: number, out: ByteWriter): boolean {
    if (!this.writes || bytes.byteOffset !== SOURCE || bytes.buffer !== this.#memory.buffer) return false;
    const words = this.#words;
    const count = this.#fieldCount;
    let length = to - from;
    for (let place = 0; place < count; place++) {
      if (starts[place]! < 0) return false;
      words[(layout.STARTS >> 2) + place] = SOURCE + starts[place]!;
      words[(layout.ENDS >> 2) + place] = SOURCE + ends[place]!;
      length += ends[place]! - starts[place]!;
    }
    words[(layout.STARTS >> 2) + count] = SOURCE + from;
    words[(layout.ENDS >> 2) + count] = SOURCE + to;
    const room = length * layout.GROWTH + words[layout.LITERAL_BYTES >> 2]! + layout.SLACK;
    if (room > OUTPUT_BYTES) return false;
    out.reserve(room);
    const end = this.#wasm.write(from < 0, OUTPUT + out.length);
    if (end === 0) return false;
    out.length = end - OUTPUT;
    return true;
  }
}

/** Returns a kernel, or undefined if the JavaScript engine refuses to compile it. */
export function openRecordKernel(options: KernelOptions): RecordKernel | undefined {
  try {
    return new RecordKernel(options);
  } catch {
    return undefined;
  }
}

/** Fills the tables that determine what happens to each byte. */
function fillTables(memory: Uint8Array, traits: KernelTraits, options: KernelOptions): void {
  for (let k = 0; k < 8; k++) memory[layout.BITS + k] = 1 << k;
  memory.set(Buffer.from("0123456789ABCDEF"), layout.DIGITS);
  memory.set(HEX_VALUE, layout.NIBBLES);
  memory.set(traits.unescaped ?? new Uint8Array(0x100).fill(layout.NO_ESCAPE), layout.UNESCAPED);

  const { unescaped, doublesQuotes = false } = traits;
  const { hex, plusAsSpace } = options;
  fill(memory, layout.VALUE, chooseEscapes(traits, options), (byte) => {
    if (byte === PERCENT) return layout.DECODE;
    if (byte === PLUS && plusAsSpace) return layout.SPACE;
    // In hex, a backslash and a quote are decoded bytes.
    if (byte === BACKSLASH && unescaped && !hex) return layout.UNESCAPE;
    if (byte === QUOTE && doublesQuotes && !hex) return layout.DOUBLED;
    return layout.NONE;
  });

  const { copyActions = new Uint8Array(0x100) } = traits;
  // A byte that is written with its escape is escaped as in a value.
  fill(
    memory,
    layout.COPY,
    traits.escapes.map((escape, byte) => (copyActions[byte] === layout.WRITE ? escape : 0)),
    (byte) => copyActions[byte]!,
  );
}

function chooseEscapes({ escapes }: KernelTraits, { hex, escapesBelow, refusesNul }: KernelOptions): Uint8Array {
  return escapes.map((letter, byte) => {
    if (byte === 0 && refusesNul) return layout.REFUSED;
    if (escapesBelow > 0 && (byte < escapesBelow || byte === PERCENT)) return layout.BY_PERCENT;
    return hex ? layout.AS_IS : letter;
  });
}

function fill(memory: Uint8Array, base: number, escapes: Uint8Array, actionOf: (byte: number) => number): void {
  memory.fill(0, base, base + layout.ACTIONS);
  for (let byte = 0; byte < 0x80; byte++) {
    const action = actionOf(byte) || (escapes[byte] === layout.AS_IS ? layout.NONE : layout.WRITE);
    memory[base + layout.ACTIONS + byte] = action;
    memory[base + layout.ESCAPES + byte] = escapes[byte]!;
    if (action === layout.NONE) memory[base + (byte & 15)]! |= 1 << (byte >> 4);
  }
  memory.fill(layout.HIGH, base + layout.ACTIONS + 0x80, base + layout.ACTIONS + 0x100);
}
