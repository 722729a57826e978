import { type ByteWriter, MAX_PART_BYTES } from "../byte-writer.ts";
import { COLUMNS, type OutColumn } from "../columns.ts";
import type { RecordWriter } from "../format.ts";
import { toStatus } from "../../../../engines/record.mjs";
import type { KernelTraits } from "./layout.ts";
import * as layout from "./layout.ts";

const NOTHING = new Uint8Array(0);

/** A step: its kind, or the bytes or the field that it writes. */
type RecordPart = { readonly literal: Uint8Array } | { readonly field: number } | number;

/** The outcome that a program writes: a value, a null, or the code of a fault. */
type Outcome = "value" | "null" | (typeof layout.FAULT_CODES)[number];

/**
 * Writes the programs for good records, nulls and faults. The writer of the format writes the bytes that are the same in each record.
 *
 * @param numbers the number of each chosen field
 * @returns the number of literal bytes of all programs, and whether there are programs for faults; undefined if the kernel cannot write
 *   the columns
 */
export function writePrograms(
  memory: Uint8Array,
  columns: readonly OutColumn[],
  numbers: readonly number[],
  writer: RecordWriter,
  out: ByteWriter,
  { tail, framing }: KernelTraits,
): { readonly literalBytes: number; readonly writesFaults: boolean } | undefined {
  if (columns.some((column) => column < COLUMNS.byte_offset)) return undefined;
  const capture = (write: () => void): Uint8Array => {
    out.reserve(MAX_PART_BYTES);
    const from = out.length;
    write();
    const bytes = out.bytes.slice(from, out.length);
    out.length = from;
    return bytes;
  };
  const listSteps = (outcome: Outcome): RecordPart[] => {
    const hasValue = outcome === "value";
    const fault = hasValue || outcome === "null" ? undefined : outcome;
    // Without the column value, the value still decides whether the record is good.
    const steps: RecordPart[] = hasValue && !columns.includes(COLUMNS.value) ? [layout.CHECK_VALUE] : [];
    for (const [place, column] of columns.entries()) {
      if (column === COLUMNS.value && hasValue) {
        const empty = capture(() => writer.text(place, NOTHING, 0, 0));
        const end = empty.length - tail.cut;
        steps.push({ literal: empty.subarray(0, end) }, layout.WRITE_VALUE, {
          literal: empty.subarray(end, end + tail.kept),
        });
      } else if (column === COLUMNS.status || (column === COLUMNS.code && fault !== undefined)) {
        const status = fault === undefined ? (hasValue ? "ok" : "null") : toStatus(fault);
        const word = Buffer.from(column === COLUMNS.status ? status : fault!);
        steps.push({ literal: capture(() => writer.text(place, word, 0, word.length)) });
      } else if (column === COLUMNS.byte_offset && fault !== undefined) {
        // The number is written in place of the digit 0.
        steps.push({ literal: capture(() => writer.number(place, 0)).subarray(0, -1) }, layout.WRITE_OFFSET);
      } else if (column >= 0) {
        steps.push({ literal: capture(() => writer.copy(place, NOTHING, 0, 0)) }, { field: numbers[column]! });
      } else {
        steps.push({ literal: capture(() => writer.none(place)) });
      }
    }
    // The end mark of a record is the one of the input.
    const end = capture(() => writer.end(false));
    const hasMark = framing === "reader" || "mark" in framing;
    steps.push({ literal: end.subarray(0, end.length - (hasMark ? 1 : 0)) });
    return steps;
  };
  const good = writeProgram(memory, layout.GOOD_PROGRAM, layout.LITERALS, listSteps("value"));
  const both = writeProgram(memory, layout.NULL_PROGRAM, good, listSteps("null"));
  if (both < 0) return undefined;
  let all = both;
  // RowBinary does not write numbers in decimal.
  if (framing !== "reader" && "types" in framing) all = -1;
  for (const [k, code] of layout.FAULT_CODES.entries())
    all = writeProgram(memory, layout.FAULT_PROGRAMS + k * layout.PROGRAM_BYTES, all, listSteps(code));
  return { literalBytes: Math.max(both, all) - layout.LITERALS, writesFaults: all >= 0 };
}

/** Writes a program, and returns the index after its literals; -1 if it does not fit, or `literals` is negative. */
function writeProgram(memory: Uint8Array, from: number, literals: number, steps: readonly RecordPart[]): number {
  const words = new Uint32Array(memory.buffer, from, layout.PROGRAM_BYTES >> 2);
  let place = 0;
  let free = literals;
  if (literals < 0 || (steps.length + 1) * layout.STEP_BYTES > layout.PROGRAM_BYTES) return -1;
  for (const step of steps) {
    if (typeof step === "number") words.set([step, 0, 0], place);
    else if ("field" in step) words.set([layout.WRITE_COPY, step.field, 0], place);
    else {
      const { literal } = step;
      // A copy reads 15 bytes on.
      if (free + literal.length + 16 > layout.LITERALS_END) return -1;
      memory.set(literal, free);
      words.set([layout.LITERAL, free, literal.length], place);
      free += literal.length;
      if (literal.length === 0) continue;
    }
    place += layout.STEP_BYTES >> 2;
  }
  words[place] = layout.END;
  return free;
}
