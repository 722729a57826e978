import { describe, expect, test } from "vitest";
import { percodec } from "../../support/command.ts";
import { filterText as filter } from "./records-run.ts";

describe("--out NAME=COLUMN names a column", () => {
  test("the value keeps the name of its field, in CSV, TSV and JSON lines", async () => {
    expect(await filter("--format csv --header --field url --out id,url=value,status", "id,url\n1,%41\n2,%zz\n")).toBe(
      "id,url,status\n1,A,ok\n2,,malformed\n",
    );
    expect(
      await filter("--format tsv --columns a,url --header --field url --out url=value,raw=url", "x\ty\n1\t%41\n"),
    ).toBe("url\traw\nA\t%41\n");
    const rows = '{"id":7,"url":"%41"}\n{"id":8,"url":"%zz"}\n[]\n';
    expect(await filter("--format jsonl --field url --out id,url=value,at=byte_offset", rows)).toBe(
      '{"id":7,"url":"A","at":null}\n{"id":8,"url":null,"at":0}\n{"id":null,"url":null,"at":null}\n',
    );
    expect(await filter("--format jsonl --field /a/0 --out a=value,status=/status", '{"a":["%41"],"status":5}')).toBe(
      '{"a":"A","status":5}\n',
    );
  });

  test("a field with = in its name is read by that name", async () => {
    expect(await filter("--format csv --header --field a=b --out a=b,c=a=b,value", "a=b\n%41\n")).toBe(
      "a=b,c,value\n%41,%41,A\n",
    );
    expect(await filter("--format jsonl --field /a=b --out /a=b,c=a=b", '{"a=b":"%41"}')).toBe(
      '{"/a=b":"%41","c":"%41"}\n',
    );
  });

  test.each([
    ["--format jsonl --field url --out url=value,url", 'two columns are named "url"'],
    ["--format jsonl --field url --out status,status", 'two columns are named "status"'],
    ["--format csv --header --field url --out id=url,id", 'two columns are named "id"'],
    ["--format csv --header --field url --out url=valu", 'no column or field is named "valu"; did you mean value?'],
    [
      "--format csv --field 2 --out url=value",
      '--out "url=value" names a column, and the output has no names: add --header',
    ],
    ["--out url=value", '--out "url=value" names a column, and the output has no names: use --format jsonl'],
    ["--format rowbinary --out url=value", "the output has no names: use --format jsonl"],
    ["--format jsonl --field url --out =value", "--out takes column names separated by commas"],
    ["--format jsonl --field url --out url=", "--out takes column names separated by commas"],
    ["--format jsonl --field u --op query-param --param a --param b --out x=value", "value is 2 columns here"],
  ])("%s is refused", async (args, message) => {
    await expect(filter(args, "id,url\n1,%41\n")).rejects.toThrow(message);
  });

  test("without names in the output a column may be written twice", async () => {
    expect(await filter("--format tsv --out 1,1,value", "%41\n")).toBe("%41\t%41\tA\n");
  });
});

describe("a field that no record can have is a usage error", () => {
  test("JSON objects without --field", async () => {
    for (const rows of ['{"url":"%41"}\n', '\n[\n{"url":"%41"}\n', '{"url":']) {
      const result = await percodec(["records", "--format", "jsonl"], rows);
      expect(result.status, rows).toBe(2);
      expect(result.stderr).toContain(
        "the records are JSON objects: name the member with --field, such as --field url",
      );
    }
    const rows = '"%41"\n["%42"]\n{"url":"%43"}\n';
    expect(await filter("--format jsonl --out value,code", rows)).toBe(
      '{"value":"A","code":null}\n{"value":"B","code":null}\n{"value":null,"code":"missing-field"}\n',
    );
    expect(await filter("--format jsonl --field 1 --out code", '{"url":"%41"}\n')).toBe('{"code":"missing-field"}\n');
  });

  test("a number after the last name of a header or of --columns", async () => {
    const message = "no field has the number 3: 2 fields are named";
    for (const format of ["csv", "tsv"]) {
      const header = format === "csv" ? "id,url\n" : "id\turl\n";
      await expect(filter(`--format ${format} --header --field 3`, header)).rejects.toThrow(message);
      await expect(filter(`--format ${format} --header --field 2 --out 3`, header)).rejects.toThrow(message);
      await expect(filter(`--format ${format} --columns id,url --field 3`, "")).rejects.toThrow(message);
    }
    await expect(filter("--format rowbinary --columns id,url --field 3", "")).rejects.toThrow(message);
  });
});
