import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { findTable, writeCommand } from "../../../tool/shared/reading/table.ts";
import { readSize } from "../../support/sizes.ts";
import { filterChunks } from "./records-run.ts";

// All runs take the same buffers, which take most of the time.
vi.mock("percodec/wasm", async (load) => {
  const original = await load<typeof import("percodec/wasm")>();
  const buffers = original.allocateBuffers();
  return { ...original, allocateBuffers: () => buffers };
});

const read = (text: string) => findTable(Buffer.from(text));

test.each([
  ["2,https://e.com/?q=a%2Cb,7\n3,https://e.com/,8", "csv --field 2 --op clean"],
  ["id,the url\r\n1,https://e.com/a b\r\n", "csv --header '--field=the url' --op clean"],
  ['a,b\n1,"%41 ""x"",\n y"\n', "csv --header --field=b --op decode"],
  ["1,1\n%41,2\n", "csv --field 1 --op decode"],
  ["n\turl\n1\thttps://e.com/a,b\n", "tsv --header --field=url --op clean"],
  ['1\t"https://e.com/\t"\n2\t"https://e.com/"', "tsv --escapes quotes --field 2 --op clean"],
])("%j is a table", (text, words) => {
  expect(writeCommand(read(text)!, "f")).toBe(`percodec records --format ${words} --out '*' --bad keep --file=f`);
});

test.each([
  "https://e.com/@1,2\nhttps://e.com/@3,4",
  "See https://e.com/, and more.\nBye, you.",
  '{"u":"https://e.com/","n":1}\n{"u":"https://e.com/","n":2}',
  "https://e.com/\nhttps://e.com/b",
  "a,b",
  "",
])("%j is no table", (text) => expect(read(text)).toBeUndefined());

/** Splits CSV or TSV into its fields as they are written, by RFC 4180, and the line ends: a reader of its own. */
function split(text: string, separator: string): string[][] {
  const pattern = new RegExp(`("(?:[^"]|"")*"|[^${separator}\\r\\n]*)(${separator}|\\r?\\n|$)`, "y");
  const rows: string[][] = [[]];
  while (pattern.lastIndex < text.length) {
    const [, field = "", end = ""] = pattern.exec(text)!;
    rows.at(-1)!.push(field);
    if (end !== separator) rows.at(-1)!.push(end);
    if (end.endsWith("\n")) rows.push([]);
  }
  return rows;
}

const url = fc
  .array(fc.constantFrom("a", "é", " ", "%41", "%2C", "%22", "%0A", "%09", "%zz", "|", "%", "/", "?", "=", "'"), {
    maxLength: 8,
  })
  .map((parts) => `https://e.com/${parts.join("")}`);
const cell = fc
  .array(fc.constantFrom("a", "é", "%41", "%zz", " ", "7", "'", "\\n", "\\"), { maxLength: 5 })
  .map((parts) => parts.join(""));
const special = fc.constantFrom("", ",", '""', "\n", "\r\n", "\t");

/** A file with a column of links; only quoted fields have separators, line ends and quotation marks. */
const file = fc
  .record({
    format: fc.constantFrom("csv", "tsv" as const),
    quotes: fc.boolean(),
    crLf: fc.boolean(),
    mark: fc.boolean(),
    final: fc.boolean(),
    header: fc.boolean(),
    column: fc.nat(3),
    rows: fc.array(fc.tuple(fc.array(fc.tuple(cell, special), { minLength: 3, maxLength: 3 }), url, special), {
      minLength: 2,
      maxLength: 6,
    }),
  })
  .map(({ format, quotes, crLf, mark, final, header, column, rows }) => {
    const separator = format === "csv" ? "," : "\t";
    const write = ([text, extra]: readonly [string, string]) => (quotes ? `"${text}${extra}"` : text);
    const lines = rows.map(([cells, link, extra]) =>
      cells
        .map(write)
        .toSpliced(column, 0, write([link, extra]))
        .join(separator),
    );
    if (header) lines.unshift(["id", "n", "x"].toSpliced(column, 0, "url").join(separator));
    const end = crLf ? "\r\n" : "\n";
    return { separator, column, mark, text: (mark ? "\ufeff" : "") + lines.join(end) + (final ? end : "") };
  });

test("the command changes only the column", async () => {
  let tables = 0;
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(file, async ({ separator, column, mark, text }) => {
      const table = read(text);
      if (table === undefined) return;
      tables++;
      expect(table.column).toBe(column + 1);
      const { output } = await filterChunks([...table.options], Buffer.from(text));
      if (output.toString() !== text) changed++;
      const [before, after] = [text, output.toString()].map((whole) => [
        [whole.slice(0, +mark)],
        ...split(whole.slice(+mark), separator).map((row) => row.map((field, k) => (k === column ? "" : field))),
      ]);
      expect(JSON.stringify(after)).toBe(JSON.stringify(before));
    }),
    { numRuns: readSize("TABLES") },
  );
  expect(tables * 2).toBeGreaterThan(readSize("TABLES"));
  expect(changed * 4).toBeGreaterThan(tables);
});
