import { type ByteWriter, MAX_PART_BYTES } from "../byte-writer.ts";
import { COLUMNS, type OutColumn } from "../columns.ts";
import type { RecordWriter } from "../format.ts";
import { GOOD_PROGRAM, LITERALS, LITERALS_END, NULL_PROGRAM, STEP, STEP_BYTES, TYPES } from "./layout.ts";
import type { KernelTraits } from "./traits.ts";

const NOTHING = new Uint8Array(0);

/** A step: the number of its kind, and the bytes or the field that it writes. */
type RecordPart = { readonly literal: Uint8Array } | { readonly field: number } | "value" | "check";

/**
 * Writes the programs for good records and for nulls. The writer of the format writes the bytes that are the same in each record.
 *
 * @param numbers the number of each chosen field
 * @returns the number of these bytes, or -1 if the kernel cannot write the columns
 */
export function writePrograms(
  memory: Uint8Array,
  columns: readonly OutColumn[],
  numbers: readonly number[],
  writer: RecordWriter,
  out: ByteWriter,
  { tail, framing }: KernelTraits,
): number {
  if (columns.some((column) => column < COLUMNS.byte_offset)) return -1;
  const capture = (write: () => void): Uint8Array => {
    out.reserve(MAX_PART_BYTES);
    const from = out.length;
    write();
    const bytes = out.bytes.slice(from, out.length);
    out.length = from;
    return bytes;
  };
  const listSteps = (hasValue: boolean): RecordPart[] => {
    // Without the column value, the value still decides whether the record is good.
    const steps: RecordPart[] = hasValue && !columns.includes(COLUMNS.value) ? ["check"] : [];
    for (const [place, column] of columns.entries()) {
      if (column === COLUMNS.value && hasValue) {
        const empty = capture(() => writer.text(place, NOTHING, 0, 0));
        const end = empty.length - tail.cut;
        steps.push({ literal: empty.subarray(0, end) }, "value", { literal: empty.subarray(end, end + tail.kept) });
      } else if (column === COLUMNS.status) {
        steps.push({ literal: capture(() => writer.status(place, Buffer.from(hasValue ? "ok" : "null"))) });
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
  const good = writeProgram(memory, GOOD_PROGRAM, NULL_PROGRAM, LITERALS, listSteps(true));
  const both = good < 0 ? -1 : writeProgram(memory, NULL_PROGRAM, TYPES, good, listSteps(false));
  return both < 0 ? -1 : both - LITERALS;
}

/** Writes a program, and returns the index after its literals; -1 if it does not fit. */
function writeProgram(
  memory: Uint8Array,
  from: number,
  to: number,
  literals: number,
  steps: readonly RecordPart[],
): number {
  const words = new Uint32Array(memory.buffer, from, (to - from) >> 2);
  let place = 0;
  let free = literals;
  if ((steps.length + 1) * STEP_BYTES > to - from) return -1;
  for (const step of steps) {
    if (step === "value" || step === "check") words.set([STEP[step], 0, 0], place);
    else if ("field" in step) words.set([STEP.copy, step.field, 0], place);
    else {
      const { literal } = step;
      // 15 more bytes are copied.
      if (free + literal.length + 16 > LITERALS_END) return -1;
      memory.set(literal, free);
      words.set([STEP.literal, free, literal.length], place);
      free += literal.length;
      if (literal.length === 0) continue;
    }
    place += STEP_BYTES >> 2;
  }
  words[place] = STEP.end;
  return free;
}
