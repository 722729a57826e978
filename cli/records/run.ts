import { allocateBuffers } from "../../src/wasm.ts";
import { loadAccept } from "../accept.ts";
import { readPlus } from "../commands/decode.ts";
import { loadSet } from "../commands/encode.ts";
import { CliError, EXIT } from "../io/errors.ts";
import type { Invocation } from "../arguments.ts";
import type { FlagName } from "../flags.ts";
import type { Source } from "../io/input.ts";
import { readMaxRecord } from "../max-record.ts";
import type { Sink } from "../io/sink.ts";
import { ScratchBuffer } from "./scratch-buffer.ts";
import { ByteWriter } from "./byte-writer.ts";
import { type FilterOptions, RecordFilter } from "./filter.ts";
import { openFormat } from "./formats.ts";
import type { RecordKernel } from "./kernel/record-kernel.ts";
import { RecordLoop } from "./loop.ts";
import { findDecodedNul } from "./refused-nul.ts";
import { decodeOperation, encodeOperation, type Operation } from "./operations.ts";
import type { Status } from "./result.ts";
import type { TextOperation } from "./text-operations.ts";

/** The options of each operation, besides the options for records. */
const OPERATION_FLAGS: Record<string, readonly FlagName[]> = {
  decode: ["malformed", "invalid-utf8", "plus", "form", "accept"],
  encode: ["set", "keep", "form", "invalid-utf8"],
  form: ["malformed", "invalid-utf8", "accept"],
  "query-param": ["param", "malformed", "invalid-utf8", "accept"],
  normalize: ["invalid-utf8"],
  clean: ["invalid-utf8"],
  display: ["invalid-utf8"],
  inspect: ["invalid-utf8"],
};

/** The first byte after the C0 controls. */
const FIRST_PRINTABLE = 0x20;

/** The number of records, the number with each status, and the number of bytes read. */
export type Summary = { readonly records: number; readonly bytes: number } & { readonly [status in Status]?: number };

/** Applies the operation to the records of all sources. The output before an error is written. */
export async function filterRecords(invocation: Invocation, sources: Iterable<Source>, sink: Sink): Promise<Summary> {
  const name = invocation.value("op") ?? "decode";
  checkPolicies(invocation, name);
  const maxRecord = readMaxRecord(invocation);
  const controls = readControls(invocation, name);
  const kernel = await openKernel(invocation, name, controls, maxRecord);
  const { source, unescaped, decoded } = kernel ? { source: kernel.source, ...scratchBuffers() } : sharedBuffers();
  const params = readParams(invocation, name);
  const operation = await loadOperation(name, invocation, params, decoded);
  const out = new ByteWriter(sink, kernel?.output);
  const format = openFormat(invocation, params.length > 1 ? params : ["value"], out, unescaped, maxRecord, kernel);
  const filter = new RecordFilter(format.reader, format.writer, operation, {
    hex: invocation.value("field-enc") === "hex",
    ...controls,
    kernel: kernel && { records: kernel, out },
    textOnly: format.textOnly,
  });
  const loop = new RecordLoop(format.reader, filter, source, {
    maxRecord,
    chunkHeader: invocation.has("chunk-header"),
    beforeRead: () => out.flush(),
    ...format.open(filter),
  });
  try {
    for (const opened of sources) loop.file(opened);
  } finally {
    out.flush();
  }
  return { records: loop.records, ...Object.fromEntries(filter.counts), bytes: loop.bytes };
}

interface Buffers {
  readonly unescaped: ScratchBuffer;
  readonly decoded: ScratchBuffer;
}

function scratchBuffers(): Buffers {
  return { unescaped: new ScratchBuffer(), decoded: new ScratchBuffer() };
}

/** Returns buffers in the memory of one kernel of the library, so that nothing is copied in or out. */
function sharedBuffers(): Buffers & { readonly source: Uint8Array } {
  const { source, target } = allocateBuffers();
  const unescaped = new ScratchBuffer(target.subarray(0, source.length));
  return { source, unescaped, decoded: new ScratchBuffer(target.subarray(source.length)) };
}

/** Returns the kernel that handles good records, if it supports the operation. */
async function openKernel(
  invocation: Invocation,
  operation: string,
  { escapesBelow, findNul }: Pick<FilterOptions, "escapesBelow" | "findNul">,
  maxRecord: number,
): Promise<RecordKernel | undefined> {
  const policies = [invocation.choice("records", "malformed"), invocation.choice("records", "invalid-utf8")];
  if (operation !== "decode" || invocation.has("accept")) return undefined;
  if (policies.some((policy) => policy !== undefined && policy !== "throw")) return undefined;
  const { openRecordKernel } = await import("./kernel/record-kernel.ts");
  return openRecordKernel({
    plusAsSpace: readPlus(invocation) === "space",
    hex: invocation.value("field-enc") === "hex",
    escapesBelow,
    refusesNul: findNul !== undefined,
    maxRecord,
  });
}

function checkPolicies(invocation: Invocation, operation: string): void {
  for (const [flag] of invocation.options) {
    const owners = Object.keys(OPERATION_FLAGS).filter((name) => OPERATION_FLAGS[name]!.includes(flag));
    if (owners.length > 0 && !owners.includes(operation))
      throw new CliError(EXIT.usage, `option --${flag} is for --op ${owners.join(", ")}`);
  }
}

/** Returns which bytes of the value `--controls` and `--nul` escape or refuse. */
function readControls(invocation: Invocation, operation: string): Pick<FilterOptions, "escapesBelow" | "findNul"> {
  const nul = invocation.choice("records", "nul");
  const escapesControls = invocation.choice("records", "controls") === "escape";
  if (escapesControls && nul === "keep")
    throw new CliError(EXIT.usage, "--controls escape escapes NUL too: leave out --nul keep");
  const escapesBelow = escapesControls ? FIRST_PRINTABLE : nul === "escape" ? 1 : 0;
  if (nul !== "throw") return { escapesBelow };
  return { escapesBelow, findNul: operation === "decode" ? findDecodedNul : () => -1 };
}

/** Returns the names of the parameters that `--op query-param` extracts. */
function readParams({ options }: Invocation, operation: string): string[] {
  const names = options.flatMap(([flag, value]) => (flag === "param" ? [value] : []));
  if (operation === "query-param" && names.length === 0)
    throw new CliError(EXIT.usage, "--op query-param needs --param NAME, which can be repeated");
  return names;
}

async function loadOperation(
  name: string,
  invocation: Invocation,
  params: readonly string[],
  scratch: ScratchBuffer,
): Promise<Operation> {
  const malformed = invocation.choice("records", "malformed") ?? "throw";
  const invalidUtf8 = invocation.choice("records", "invalid-utf8") ?? "throw";
  const accept = await loadAccept(invocation);
  if (name === "decode")
    return decodeOperation({ malformed, invalidUtf8, accept, plus: readPlus(invocation) }, scratch);
  if (name === "encode") return encodeOperation(await loadSet(invocation), invalidUtf8, scratch);
  if (name === "form" || name === "query-param") {
    const { formOperation, queryParamOperation } = await import("./form-operations.ts");
    const options = { malformed, invalidUtf8, accept };
    return name === "form" ? formOperation(options) : queryParamOperation(params, options);
  }
  const { textOperation } = await import("./text-operations.ts");
  return textOperation(name as TextOperation, invalidUtf8);
}
