import { splitInput, assertLaw, same } from "../laws.mjs";

const FORMATS = ["lines", "nul", "tsv", "csv", "rowbinary", "jsonl"];
/** Options that the reference implementation supports too, and operations for which only different cuts are compared. */
const COMPARED = [{}, { op: "encode" }, { hex: true }, { controls: true, maxRecord: 40 }];
const OTHERS = ["form", "normalize", "clean", "display", "inspect"];
const BUFFER_BYTES = 96;

/** The writer and the operations keep their buffers and are reused for all inputs. */
const invocations = new Map();
const operations = new Map();
let out;
let written = "";

/** The n-th input record is the n-th output record, for every cut of the input, and agrees with the reference implementation. */
export const records = {
  tokens: [
    '\n \r\n \0 \t , " "" \\ \\N \\n \\t \\\\ %41 %0A %09 %00 %22 % %zz'.split(" "),
    '%C3%A9 %FF \xc3\xa9 \xff \xef\xbb\xbf { } {"u":" "} "id": : null [ ] \\u0041'.split(" "),
    ["\\ud83d\\ude00", "\\ud800", "1e9", "ab\0\x03", "ab\x01", "41", "http://e.com/", "?a=", "&"],
  ].flat(),
  run(input, library, { toArguments, referenceOutput }) {
    const { pick, rest } = splitInput(input);
    const format = FORMATS[pick(FORMATS.length)];
    const choice = pick(COMPARED.length + OTHERS.length);
    const options = COMPARED[choice] ?? { op: OTHERS[choice - COMPARED.length] };
    const sizes = [1 + pick(40), 1 + pick(9)];
    const bytes = new Uint8Array(Buffer.from(rest, "latin1"));
    const args = toArguments({ format, ...options });
    const whole = filtered(library, args, options, bytes, [bytes.length]);
    same(filtered(library, args, options, bytes, sizes), whole, "a cut does not change the output");
    if (typeof whole !== "string") return;
    if (format !== "rowbinary") assertLaw(isUtf8(whole), "the output is UTF-8");
    if (format === "lines" || format === "nul" || format === "jsonl") {
      const end = format === "nul" ? "\0" : "\n";
      const count = (text) => text.split(end).length - (text === "" || text.endsWith(end) ? 1 : 0);
      const mark = format === "jsonl" ? /^\xef\xbb\xbf/ : /^(?!)/;
      same(count(whole), count(toLatin1(rest).replace(mark, "")), "the n-th input record is the n-th output record");
    }
    if (format === "jsonl")
      for (const line of whole.split("\n").slice(0, -1)) JSON.parse(Buffer.from(line, "latin1").toString());
    else if (choice < COMPARED.length)
      same(
        whole,
        referenceOutput(toLatin1(rest), { format, ...options }),
        "the reference implementation writes the same",
      );
  },
  long: (library, text, { toArguments }) =>
    filtered(library, toArguments({ format: "csv" }), {}, Buffer.from(text), [0x4000]),
};

const toLatin1 = (text) => Buffer.from(text, "latin1").toString("latin1");

function isUtf8(bytes) {
  const text = Buffer.from(bytes, "latin1").toString();
  return Buffer.from(text).toString("latin1") === bytes;
}

/** Runs the filter on an input in chunks of the given sizes. Returns its output or the error that stops it. */
function filtered(library, args, options, input, sizes) {
  const { ScratchBuffer, ByteWriter, openFormat, RecordFilter, RecordLoop, CliError } = library;
  const invocation = findInvocation(library, args);
  const maxRecord = options.maxRecord ?? 1 << 20;
  written = "";
  out ??= new ByteWriter({
    write: (bytes, length) => void (written += Buffer.from(bytes.buffer, bytes.byteOffset, length).toString("latin1")),
    flush: () => {},
  });
  const { open, reader, textOnly, writer } = openFormat(
    invocation,
    ["value"],
    out,
    new ScratchBuffer(new Uint8Array(64)),
    maxRecord,
  );
  const operation = findOperation(library, options.op ?? "decode");
  const { controls = false, hex = false } = options;
  const filter = new RecordFilter(reader, writer, operation, { hex, escapesBelow: controls ? 0x20 : 0, textOnly, out });
  const loop = new RecordLoop(reader, filter, new Uint8Array(BUFFER_BYTES), {
    maxRecord,
    chunkHeader: false,
    beforeRead: () => out.flush(),
    ...open(filter),
  });
  try {
    loop.file(makeSource(input, sizes));
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { stopped: error.message };
  } finally {
    out.flush();
  }
  return written;
}

function makeSource(input, sizes) {
  let at = 0;
  let turn = 0;
  return {
    name: "input",
    read: (buffer, from) => {
      const end = Math.min(input.length, at + Math.max(1, sizes[turn++ % sizes.length]), at + buffer.length - from);
      buffer.set(input.subarray(at, end), from);
      const count = end - at;
      at = end;
      return count;
    },
  };
}

function findInvocation({ readArguments }, args) {
  const key = args.join(" ");
  if (!invocations.has(key)) invocations.set(key, readArguments({ args: ["records", ...args] }));
  return invocations.get(key);
}

function findOperation(library, op) {
  if (!operations.has(op)) operations.set(op, makeOperation(library, op));
  return operations.get(op);
}

function makeOperation(library, op) {
  const { ScratchBuffer, decodeOperation, encodeOperation, formOperation, codec, textOperation, TEXT_OPERATIONS } =
    library;
  if (op === "decode")
    return decodeOperation({ malformed: "throw", invalidUtf8: "throw", plus: "literal" }, new ScratchBuffer());
  if (op === "encode") return encodeOperation(new codec.PercentEncoder(), "throw", new ScratchBuffer());
  if (op === "form") return formOperation({ malformed: "throw", invalidUtf8: "throw" });
  const run = op === "clean" ? library.uris.cleanUri : TEXT_OPERATIONS[op];
  return textOperation((text) => run(text), "throw");
}
