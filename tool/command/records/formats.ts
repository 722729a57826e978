import { refuse } from "../io/errors.ts";
import { TAB } from "../../shared/text.ts";
import type { Invocation } from "../line/arguments.ts";
import type { ByteWriter, ScratchBuffer } from "./byte-writer.ts";
import { type Column, parseColumns, type Layout, type LayoutOptions, readLayout } from "./columns.ts";
import { CSV_TRAITS, CsvReader, CsvWriter } from "./csv.ts";
import { DelimitedReader, delimitedTraits, DelimitedWriter, type Delimiters } from "./delimited.ts";
import type { RecordFilter } from "./filter.ts";
import { readNames, type RecordReader, type RecordWriter } from "./format.ts";
import { JSONL_TRAITS, JsonlReader, JsonlWriter } from "./jsonl.ts";
import type { RecordKernel } from "./kernel/record-kernel.ts";
import type { KernelTraits } from "./kernel/layout.ts";
import type { LoopOptions } from "./loop.ts";
import { columnTypes, RowBinaryReader, rowBinaryTraits, RowBinaryWriter } from "./rowbinary.ts";

/**
 * Opens the reader and the writer of the format of `--format`.
 *
 * @param values the names of the values of the operation
 * @param scratch the buffer for unescaped fields
 * @param maxRecord the most bytes of a record
 * @param kernel handles most records, unless they are written in place
 */
export function openFormat(
  invocation: Invocation,
  values: readonly string[],
  out: ByteWriter,
  scratch: ScratchBuffer,
  maxRecord: number,
  kernel?: RecordKernel,
) {
  const name = invocation.value("format") ?? "lines";
  const lines = name === "lines" || name === "nul";
  const typed = invocation.value("columns");
  const declared = typed !== undefined || name === "rowbinary" ? parseColumns(typed ?? "1") : undefined;
  const names = declared?.map((column) => column.name);
  const header = invocation.has("header");
  const canHaveHeader = name === "tsv" || name === "csv";
  if (header && !canHaveHeader) refuse("--header is for --format tsv and csv");
  if (header && invocation.has("chunk-header"))
    refuse("--header and --chunk-header cannot be combined; --columns names the fields");
  if (invocation.has("escapes") && ["jsonl", "csv", "rowbinary"].includes(name))
    refuse(`--escapes is for --format lines, nul and tsv`);
  if (lines && invocation.value("escapes") === "quotes") refuse("--escapes quotes is for --format tsv");

  const options: LayoutOptions = {
    format: name,
    field: invocation.value("field") ?? "1",
    out: invocation.value("out") ?? (lines ? "value" : "value,status,code,byte_offset"),
    escapes: invocation.value("escapes"),
    header,
    values,
  };
  const { reader, writer, traits } = openCodec(options, invocation.has("field"), declared, out, scratch, maxRecord);
  /** Chooses the fields and the columns. */
  const choose = (filter: RecordFilter, known: readonly string[] | undefined): Layout => {
    const layout = readLayout(options, known);
    reader.starts = new Int32Array(layout.fields.length);
    reader.ends = new Int32Array(layout.fields.length);
    reader.choose(layout.fields);
    filter.choose(layout);
    if (!layout.inPlace && traits) kernel?.choose(traits, layout.fields, layout.columns, writer, out);
    return layout;
  };
  let written = false;
  return {
    reader,
    writer,
    /** Whether the output must be UTF-8. */
    textOnly: name !== "rowbinary",
    /** Chooses the fields, now or when the header is read. */
    open: (filter: RecordFilter): Pick<LoopOptions, "onHeader"> => {
      if (!header) {
        choose(filter, names);
        return {};
      }
      return {
        onHeader: (bytes, from, to) => {
          const read = readNames(reader, bytes, from, to);
          if (read === undefined) return false;
          const { inPlace, labels } = choose(filter, names ?? read);
          // Only the header of the first file is written.
          if (written) return true;
          if (inPlace) out.copy(bytes, from, to);
          for (const [column, label] of labels.entries()) {
            const text = Buffer.from(label);
            writer.text(column + (inPlace ? 1 : 0), text, 0, text.length);
          }
          writer.end(reader.framing.crLf);
          written = true;
          return true;
        },
      };
    },
  };
}

/** Opens the reader and the writer, and returns what the kernel needs for them. */
function openCodec(
  options: LayoutOptions,
  fieldNamed: boolean,
  declared: readonly Column[] | undefined,
  out: ByteWriter,
  scratch: ScratchBuffer,
  maxRecord: number,
): { reader: RecordReader; writer: RecordWriter; traits?: KernelTraits } {
  const { format: name, escapes } = options;
  if (name === "jsonl") {
    const reader = new JsonlReader(scratch, fieldNamed);
    const { labels, inPlace } = readLayout(options);
    return { reader, writer: new JsonlWriter(labels, out, inPlace !== undefined), traits: JSONL_TRAITS };
  }
  if (name === "rowbinary") {
    const types = columnTypes(declared ?? []);
    const { fields, columns } = readLayout(
      options,
      types.map((type) => type.name),
    );
    // A value that is kept is copied from the field.
    const nullable = columns.map((place) => types[fields[Math.max(place, 0)] as number]?.nullable ?? false);
    const traits = rowBinaryTraits(types);
    return { reader: new RowBinaryReader(types), writer: new RowBinaryWriter(columns, nullable, out), traits };
  }
  if (name === "csv")
    return { reader: new CsvReader(scratch, maxRecord), writer: new CsvWriter(out), traits: CSV_TRAITS };
  const tabs = name === "tsv";
  if (tabs && escapes === "quotes")
    return { reader: new CsvReader(scratch, maxRecord, TAB), writer: new CsvWriter(out, TAB) };
  const delimiters: Delimiters = {
    end: name === "nul" ? 0 : 0x0a,
    tabs,
    escapes: (escapes ?? (tabs ? "backslash" : "none")) === "backslash",
  };
  return {
    reader: new DelimitedReader(delimiters, scratch),
    writer: new DelimitedWriter(delimiters, out),
    traits: delimitedTraits(delimiters),
  };
}
