import { allocateBuffers } from "percodec/wasm";
import { refuse } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import { readMaxRecord } from "../run/input.ts";
import type { Source } from "../io/source.ts";
import type { Sink } from "../io/sink.ts";
import { ByteWriter, ScratchBuffer } from "./byte-writer.ts";
import { type ChosenOperation, chooseOperation, loadOperation } from "./choose-operation.ts";
import { type FilterOptions, RecordFilter } from "./filter.ts";
import type { Field } from "./format.ts";
import { openFormat } from "./formats.ts";
import type { RecordKernel } from "./kernel/record-kernel.ts";
import { createLoop } from "./loop.ts";
import { findDecodedNul, type Status } from "./result.ts";

/** The number of records, the number with each status, and the number of bytes read. */
export type Summary = { readonly records: number; readonly bytes: number } & { readonly [status in Status]?: number };

/** Filters the records of sources, and says what was done. */
export type OpenedFilter = Awaited<ReturnType<typeof openFilter>>;

/** Opens the filter that the options describe. */
export async function openFilter(invocation: Invocation, sink: Sink) {
  const chosen = await chooseOperation(invocation);
  const maxRecord = readMaxRecord(invocation);
  const controls = readControls(invocation, chosen.name);
  const kernel = await openKernel(invocation, chosen, controls, maxRecord);
  const { source, unescaped, decoded } = kernel
    ? { source: kernel.source, unescaped: new ScratchBuffer(), decoded: new ScratchBuffer() }
    : sharedBuffers();
  const operation = await loadOperation(chosen, invocation, decoded);
  const { params } = chosen;
  const out = new ByteWriter(sink, kernel?.output);
  const format = openFormat(invocation, params.length > 1 ? params : ["value"], out, unescaped, maxRecord, kernel);
  const filter = new RecordFilter(format.reader, format.writer, operation, {
    hex: invocation.value("field-enc") === "hex",
    ...controls,
    kernel,
    out,
    keepsBad: invocation.value("bad") === "keep",
    textOnly: format.textOnly,
  });
  const loop = createLoop(format.reader, filter, source, {
    maxRecord,
    chunkHeader: invocation.has("chunk-header"),
    beforeRead: () => out.flush(),
    onMark: invocation.value("out")?.startsWith("*") === true ? (mark) => out.copy(mark, 0, mark.length) : undefined,
    ...format.open(filter),
  });
  return {
    /** Applies the operation to the records of a source. If it throws, the output before the error is written. */
    read: (file: Source): void => {
      try {
        loop.file(file);
      } finally {
        out.flush();
      }
    },
    /** Returns what was done, and the chosen fields that no record had. */
    finish: (): { readonly summary: Summary; readonly absent: readonly Field[] } => ({
      summary: { records: filter.records, ...Object.fromEntries(filter.counts), bytes: loop.countBytes() },
      absent: filter.absent,
    }),
  };
}

/** Returns buffers in the memory of one kernel of the library, so that nothing is copied in or out. */
function sharedBuffers() {
  const { source, target } = allocateBuffers();
  const unescaped = new ScratchBuffer(target.subarray(0, source.length));
  return { source, unescaped, decoded: new ScratchBuffer(target.subarray(source.length)) };
}

/** Returns the kernel that handles most records, if it supports the operation. */
async function openKernel(
  invocation: Invocation,
  { name, encoding, accept }: ChosenOperation,
  { escapesBelow, findNul }: Pick<FilterOptions, "escapesBelow" | "findNul">,
  maxRecord: number,
): Promise<RecordKernel | undefined> {
  const policies = [invocation.choice("records", "malformed"), invocation.choice("records", "invalid-utf8")];
  // The kernel writes the value of a bad record as null.
  const keepsBad = invocation.value("bad") === "keep";
  if (name !== "decode" || accept !== undefined || encoding !== undefined || keepsBad) return undefined;
  if (policies.some((policy) => policy !== undefined && policy !== "throw")) return undefined;
  const { openRecordKernel } = await import("./kernel/record-kernel.ts");
  return openRecordKernel({
    plusAsSpace: invocation.has("form"),
    hex: invocation.value("field-enc") === "hex",
    escapesBelow,
    refusesNul: findNul !== undefined,
    maxRecord,
  });
}

/** Returns which bytes of the value `--controls` escapes or refuses. */
function readControls(invocation: Invocation, operation: string): Pick<FilterOptions, "escapesBelow" | "findNul"> {
  const controls = invocation.choice("records", "controls");
  const escapesBelow = controls === "escape" ? 0x20 : controls === "escape-nul" ? 1 : 0;
  if (controls !== undefined && controls !== "keep" && invocation.value("bad") === "keep")
    refuse(`--bad keep keeps the value as it is: leave out --controls ${controls}`);
  if (controls !== "refuse-nul") return { escapesBelow };
  return { escapesBelow, findNul: operation === "decode" ? findDecodedNul : () => -1 };
}
