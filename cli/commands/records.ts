import type { Policy } from "../../src/index.ts";
import { kernelBuffers } from "../../src/simd.ts";
import { EXIT, Stop } from "../exit-codes.ts";
import type { FlagName, Invocation } from "../flags.ts";
import { isTerminal, openSource } from "../input.ts";
import { openSink, writeError } from "../output.ts";
import { Area } from "../records/area.ts";
import { ByteWriter } from "../records/byte-writer.ts";
import { RecordFilter } from "../records/filter.ts";
import { formatOf } from "../records/formats.ts";
import { RecordLoop } from "../records/loop.ts";
import { decodeOperation, encodeOperation, type Operation } from "../records/operations.ts";
import type { TextOperation } from "../records/text-operations.ts";
import { plusOf } from "./decode.ts";
import { setOf } from "./encode.ts";

const UNITS = { "": 1, K: 1 << 10, M: 1 << 20 };
const MEBIBYTE = 1 << 20;
/** What a record can become has to fit into one array, and its text into one string. */
const MOST_MEBIBYTES = 128;

/** The options that an operation reads, beside those that are about records. */
const POLICIES: Record<string, readonly FlagName[]> = {
  decode: ["malformed", "invalid-utf8", "plus", "form"],
  encode: ["set", "keep", "form", "invalid-utf8"],
  form: ["malformed", "invalid-utf8"],
  "query-param": ["malformed", "invalid-utf8"],
  normalize: ["invalid-utf8"],
  clean: ["invalid-utf8"],
  display: ["invalid-utf8"],
  inspect: ["invalid-utf8"],
};

/** `percodec records`: the n-th record in gives the n-th record out; bad ones are data. */
export async function records(invocation: Invocation): Promise<number | undefined> {
  const name = invocation.value("op") ?? "decode";
  const files = filesOf(invocation, name === "query-param");
  if (files === undefined) return undefined;
  checkPolicies(invocation, name);
  const maxRecord = maxRecordOf(invocation);
  // All that records go through lies in the memory of one kernel, so that nothing is copied in or out.
  const { source, target } = kernelBuffers();
  const unescaped = new Area(target.subarray(0, source.length));
  const operation = await operationOf(name, invocation, new Area(target.subarray(source.length)));

  const sink = await openSink(invocation.value("output"));
  const out = new ByteWriter(sink);
  try {
    const format = formatOf(invocation, out, unescaped);
    const filter = new RecordFilter(format.reader, format.writer, operation, {
      hex: invocation.value("field-enc") === "hex",
      escapeControls: invocation.value("controls") === "escape",
      textOnly: format.textOnly,
    });
    const loop = new RecordLoop(format.reader, filter, source, {
      maxRecord,
      chunkHeader: invocation.has("chunk-header"),
      beforeRead: () => out.flush(),
      ...format.open(filter),
    });
    for (const file of files) {
      const opened = openSource(file);
      try {
        loop.file(opened);
      } finally {
        opened.close();
      }
    }
    out.flush();
    sink.commit();
    if (invocation.has("summary")) {
      writeError(
        `${JSON.stringify({ records: loop.records, ...Object.fromEntries(filter.counts), bytes: loop.bytes })}\n`,
      );
    }
  } catch (error) {
    // What stands before a fault is written.
    try {
      out.send();
    } finally {
      sink.abandon();
    }
    throw error;
  }
  return EXIT.done;
}

/** The files to read; of `--op query-param NAME` the first operand is none. */
function filesOf(invocation: Invocation, takesName: boolean): readonly string[] | undefined {
  const { operands } = invocation;
  const [name] = operands;
  if (takesName && name === undefined) throw new Stop(EXIT.usage, "--op query-param needs the NAME of the parameter");
  const count = takesName ? 1 : 0;
  if (!invocation.has("file")) {
    if (operands.length > count)
      throw new Stop(EXIT.usage, "records reads standard input or --file, and takes no operands");
    return isTerminal(0) ? undefined : ["-"];
  }
  if (!takesName) return invocation.files;
  const at = invocation.files.indexOf(name!);
  return invocation.files.filter((_, k) => k !== at);
}

function checkPolicies(invocation: Invocation, operation: string): void {
  for (const [flag] of invocation.options) {
    const owners = Object.keys(POLICIES).filter((name) => POLICIES[name]!.includes(flag));
    if (owners.length > 0 && !owners.includes(operation))
      throw new Stop(EXIT.usage, `option --${flag} is for --op ${owners.join(", ")}`);
  }
}

function maxRecordOf(invocation: Invocation): number {
  const typed = invocation.value("max-record") ?? "1M";
  const [, digits, unit] = /^([0-9]{1,9})([KM]?)$/.exec(typed) ?? [];
  const bytes = Number(digits) * UNITS[unit as keyof typeof UNITS];
  if (digits === undefined || bytes === 0 || bytes > MOST_MEBIBYTES * MEBIBYTE)
    throw new Stop(EXIT.usage, `--max-record takes bytes, as 4096, 64K or 1M, up to ${MOST_MEBIBYTES}M`);
  return bytes;
}

async function operationOf(name: string, invocation: Invocation, area: Area): Promise<Operation> {
  const malformed = (invocation.value("malformed") ?? "throw") as Policy;
  const invalidUtf8 = (invocation.value("invalid-utf8") ?? "throw") as Policy;
  if (name === "decode") return decodeOperation({ malformed, invalidUtf8, plus: plusOf(invocation) }, area);
  if (name === "encode") return encodeOperation(await setOf(invocation), invalidUtf8, area);
  if (name === "form" || name === "query-param") {
    const { formOperation, queryParamOperation } = await import("../records/form-operations.ts");
    const options = { malformed, invalidUtf8 };
    return name === "form" ? formOperation(options) : queryParamOperation(invocation.operands[0]!, options);
  }
  const { textOperation } = await import("../records/text-operations.ts");
  return textOperation(name as TextOperation, invalidUtf8);
}
