import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CLI, done, percodec, percodecProcess, shell, temporaryFolder } from "../../support/command.ts";
import { filterChunks, filterText as filter } from "./records-run.ts";

const folder = temporaryFolder();
const MEBIBYTE = 1 << 20;

const FAULTS = "--out status,code,byte_offset --op";
const POLICIES = "--out value,status --op encode --invalid-utf8";
const PARAMETER = "--out value,status,byte_offset --op query-param --param";
const REFUSE_NUL = "--controls refuse-nul --out value,status,code,byte_offset";
const JSON_VALUE = "--format jsonl --out value,status,code,byte_offset";
const EXACT = '{"a":1e400,"u":"","b":12345678901234567890,"c":{"x":[1, 2.50,"\\u00e9"]},"d":-0.0}';
const LONG = "a".repeat(300);
const DEEP = `{"u":"%41","d":${"[".repeat(400_000)}${"]".repeat(400_000)}}`;

/** Rows of arguments, input and output. RowBinary has one unit per byte. */
// prettier-ignore
const ROWS: Readonly<Record<string, readonly (readonly [args: string, input: string, output: string])[]>> = {
  "faults have their byte offset, whatever the operation": [
    [`${FAULTS} form`, "é=1&b=%4", "malformed\ttruncated-escape\t7\n"],
    [`${FAULTS} query-param --param a`, "é?x=%zz&a=%FF", "invalid-utf8\tinvalid-utf8\t11\n"],
    [`${FAULTS} clean`, "http://e.com\\@x/", "malformed\thost-ambiguous\t7\n"],
    [`${FAULTS} form`, "a&".repeat(1001), "malformed\tlimit-exceeded\t2000\n"],
    ...["b&", "%&"].map((bad) => [`${FAULTS} query-param --param q`, `?${bad}${"a&".repeat(1000)}q=1`, "malformed\tlimit-exceeded\t2001\n"] as const),
  ],
  "each operation writes its value as its format does": [
    ["--op inspect --out value", "/%zz%zz%2F\n", "malformed-escape,encoded-slash\n"],
    ["--op form --out value --format nul", "q=a+b&q=%22\0", '[["q","a b"],["q","\\\\""]]\0'],
    ["--op form --out value,1 --format tsv --field 2", "7\tq=a+b&q=%22\n", '[["q","a b"],["q","\\\\""]]\t7\n'],
    ["--op form --out value --format csv", "q=a+b&q=%22\n", '"[[""q"",""a b""],[""q"",""\\""""]]"\n'],
    ["--op form --out value --format rowbinary", "\x0bq=a+b&q=%22", '\0\x18[["q","a b"],["q","\\""]]'],
    ["--op display --out value --format csv", "http://xn--caf-dma.fr/%C3%BC\n", "http://café.fr/ü\n"],
  ],
  "a missing parameter is null, and the record is good": [
    [`${PARAMETER} q`, "/a?b=1\n/a\n?q\n", "\\N\tok\t\\N\n\\N\tok\t\\N\n\tok\t\\N\n"],
    [`${PARAMETER} q`, "/#?q=1\n/?q=%zz&x=1\n/?%FF=1&x=%zz&q=2&q=%\n", "\\N\tok\t\\N\n\\N\tmalformed\t4\n2\tok\t\\N\n"],
  ],
  "with a policy the record is good": [
    ["--malformed keep --invalid-utf8 keep --out value,status", "%zz%41%FF\n", "%zzA%FF\tok\n"],
    ["--malformed drop --invalid-utf8 replace --out value,status", "%zz%41%FF\n", "zzA\ufffd\tok\n"],
    ["--form", "a+b\n", "a b\n"],
    ["--op encode --form", "a b~\n", "a+b%7E\n"],
    ["--op encode --set all", "a\n", "%61\n"],
  ],
  "copied fields stay unchanged, except raw bytes that could end a record": [
    ["--format tsv --field 2 --out 1,value,3", "a\\tb\t%41\tc\\\\\\N\n", "a\\tb\tA\tc\\\\\\N\n"],
    ["--format tsv --out 2", "x\ta\r\0\\\n", "a\\r\\0\\\\\n"],
    ["--format tsv --out 2,3 --escapes none", "x\ta\\tb\r\t\\N\n", "a\\\\tb\\r\t\\N\n"],
  ],
  "--header names the fields, and a header is written": [
    ["--format tsv --header --field id", "", ""],
    ["--format tsv --header --field url --out id,value,status", "\ufeffid\turl\n1\t%41\n2\n", "id\tvalue\tstatus\n1\tA\tok\n2\t\\N\tbad-record\n"],
    ["--format tsv --columns id,url --field url --out id,value", "1\t%41\n", "1\tA\n"],
  ],
  "copied values of JSON lines stay exactly as written": [
    ["--format jsonl --field u --out a,b,c,d", EXACT, `${EXACT.replace('"u":"",', "")}\n`],
  ],
  "arrays by number, single strings, the last of equal names, names with escapes": [
    ["--format jsonl --field 2 --out value,code", '[1,"%41"]\n["x"]\n"%42"\n', '{"value":"A","code":null}\n{"value":null,"code":"missing-field"}\n{"value":null,"code":"missing-field"}\n'],
    ["--format jsonl --field 2 --out value,code", '{"2":"%43","2":"%44"}\n{"\\u0032":"%45"}\n', '{"value":"D","code":null}\n{"value":"E","code":null}\n'],
    ["--format jsonl --out value", '"%42"\r\n', '{"value":"B"}\r\n'],
  ],
  "escapes of JSON are resolved first, and a lone surrogate is a fault at its index": [
    [JSON_VALUE, '"\\u002541\\ud83d\\ude00\\/\\b"', '{"value":"A😀/\\b","status":"ok","code":null,"byte_offset":null}\n'],
    [JSON_VALUE, '"é\\ud800x"', '{"value":null,"status":"invalid-utf8","code":"lone-surrogate","byte_offset":2}\n'],
  ],
  "any depth of nesting works, and brackets have to match": [
    ["--format jsonl --field u --out value", DEEP, '{"value":"A"}\n'],
    ...[...String.raw`{"u":"a" {"u":"a"] [{] {"u"} {,} [1,] {"u":"a",} "\x" 01`.split(" "), "", " ", '"\t"'].map((bad) => ["--format jsonl --field u --out code", `${bad}\n`, '{"code":"bad-json"}\n'] as const),
  ],
  "CSV: a record ends with the line end of its input record": [["--format csv --out value", '%41\r\n"%42\r\n"\n%43', 'A\r\n"B\r\n"\nC\n']],
  "a copied field with a raw carriage return is quoted": [
    ["--format csv --field 2 --out 1,value", 'a\rb,%41\n"c\rd",%42\n\r,%43', '"a\rb",A\n"c\rd",B\n"\r",C\n'],
  ],
  "a value that other readers would read as null is quoted": [
    ["--format csv --field 2 --out value,status", "1,%5CN\n1,\\N\n1\n", '"\\N",ok\n"\\N",ok\n,bad-record\n'],
    ["--format csv --header --field u --out \\N,value", "\\N,u\na,b\n", '"\\N",value\na,b\n'],
  ],
  "null, empty and blank in CSV": [
    ["--format csv --op query-param --param q --out value,status", "?q\n/\n", '"",ok\n,ok\n'],
    ["--format csv --field 2 --out 1,value,status", '1,\n2,""\n', '1,,null\n2,"",ok\n'],
    ["--format csv --out value", "%20a\n\n", '" a"\n\n'],
    ["--format csv --header --field url --out url,value", '"url"\r\n%41\r\n', "url,value\r\n%41,A\r\n"],
  ],
  "a byte order mark is skipped before the records, and nowhere else": [
    ["--format csv --out status", 'a\n\ufeff"%41"\n', "ok\nbad-record\n"],
    ["--format csv --header --field h --out value", '\ufeff"h"\n%41\n', "value\nA\n"],
    // The offset counts within the field; a mark that is not skipped is part of the field.
    ["--format csv --out byte_offset", "\ufeff%zz\n", "0\n"],
    ["--format tsv --out byte_offset", "\ufeff%zz\n", "3\n"],
  ],
  "RowBinary: a long length, and a row that is too long": [
    ["--format rowbinary --out value", `\xac\x02${LONG}`, `\0\xac\x02${LONG}`],
    ["--format rowbinary --max-record 100 --out value,status", `\xac\x02${LONG}\x01b`, "\x01\x08too-long\0\x01b\x02ok"],
  ],
  "RowBinary in another encoding: the value is UTF-8, and a raw byte that is not UTF-8 is invalid": [
    ["--format rowbinary --field u --encoding gbk --columns id:UInt16,u:Nullable(String) --out id,value,status", "\x07\x01\0\x0c%C4%E3%BA%C3\x08\x01\x01\x09\x01\0\x01\xc4\x0a\x01\0\x03%FF", "\0\x07\x01\0\x06\xe4\xbd\xa0\xe5\xa5\xbd\x02ok\0\x08\x01\x01\x04null\0\x09\x01\x01\x0cinvalid-utf8\0\x0a\x01\x01\x09malformed"],
  ],
  "the form with colons names the same columns": [
    ...["id:UInt64,url:String", "`id`:UInt64,`url`:String"].map((columns) => [`--format rowbinary --columns ${columns} --field url --out id,value`, "11111111\x03%41", "\x0011111111\0\x01A"] as const),
    ["--format tsv --columns id:UInt64,url:String --field url --out id,value", "1\t%41\n", "1\tA\n"],
  ],
  "a record that is too long keeps the copied fields that end before the limit": [
    ["--max-record 100 --format csv --field 3 --out 1,2,value,status", `7,"a,""",%41${LONG}\n`, '7,"a,""",,too-long\n'],
    ["--max-record 100 --format csv --field 2 --out 1,3,status", `7,${LONG},9\n`, "7,,too-long\n"],
    ["--max-record 100 --format tsv --field 2 --out 1,3,status --bad keep", `7\t${LONG}\t9\n`, "7\t\\N\ttoo-long\n"],
    ["--max-record 100 --format tsv --field 1 --out value,1,status", `%41\t${LONG}\n`, "\\N\t%41\ttoo-long\n"],
    ["--max-record 100 --format jsonl --field u --out id,n,status", `{"id":{"a":7},"u":"${LONG}","n":9}\n`, '{"id":{"a":7},"n":null,"status":"too-long"}\n'],
    ["--max-record 100 --format rowbinary --columns id:UInt8,u:String,n:UInt8 --field u --out id,n", `\x07\xac\x02${LONG}\x09`, "\0\x07\x01"],
  ],
  "CR LF after a header, the count of a chunk, and a last record without line end; in the other formats they are data": [
    ["--format tsv --header --field u --out u,value", "u\r\n%41\r\n%42", "u\tvalue\r\n%41\tA\r\n%42\tB\n"],
    ["--format csv --header --field u --out u,value", "u\r\n%41\r\n%42", "u,value\r\n%41,A\r\n%42,B\n"],
    ["--chunk-header", "2\r\n%41\r\n%42\n1\n%43\r\n", "A\r\nB\nC\r\n"],
    ["--format lines", "%41\r\n%42\r", "A\r\nB\\r\n"],
    ["--format nul", "a\r\0b\r\n\0", "a\\r\0b\\r\\n\0"],
    ["--format rowbinary --out value", "\x02\r\n", "\0\x02\r\n"],
  ],
  "chunks have their number of records before them": [
    ["--chunk-header", "2\n%41\n%42\n0\n1\n3\n", "A\nB\n3\n"],
    ["--chunk-header --format rowbinary --out value", "2\n\x01a\x0310\n1\n\x00", "\0\x01a\0\x0310\n\0\0"],
  ],
  "--out NAME=COLUMN names a column, so that the value keeps the name of its field": [
    ["--format csv --header --field url --out id,url=value,status", "id,url\n1,%41\n2,%zz\n", "id,url,status\n1,A,ok\n2,,malformed\n"],
    ["--format tsv --columns a,url --header --field url --out url=value,raw=url", "x\ty\n1\t%41\n", "url\traw\nA\t%41\n"],
    ["--format jsonl --field url --out id,url=value,at=byte_offset", '{"id":8,"url":"%zz"}\n[]\n', '{"id":8,"url":null,"at":0}\n{"id":null,"url":null,"at":null}\n'],
    ["--format jsonl --field /a/0 --out a=value,status=/status", '{"a":["%41"],"status":5}', '{"a":"A","status":5}\n'],
    // A field with = in its name is read by that name; without names in the output a column may be written twice.
    ["--format csv --header --field a=b --out a=b,c=a=b,value", "a=b\n%41\n", "a=b,c,value\n%41,%41,A\n"],
    ["--format jsonl --field /a=b --out /a=b,c=a=b", '{"a=b":"%41"}', '{"/a=b":"%41","c":"%41"}\n'],
    ["--format tsv --out 1,1,value", "%41\n", "%41\t%41\tA\n"],
  ],
  "JSON objects without --field": [
    ["--format jsonl --out value,code", '"%41"\n["%42"]\n{"url":"%43"}\n', '{"value":"A","code":null}\n{"value":"B","code":null}\n{"value":null,"code":"missing-field"}\n'],
    ["--format jsonl --field 1 --out code", '{"url":"%41"}\n', '{"code":"missing-field"}\n'],
    ["--format lines --field 1 --out 1,value", "%41\n", "%41\tA\n"],
  ],
  "--controls refuse-nul makes the record bad, with the place of the NUL if the operation decodes the field": [
    [REFUSE_NUL, "a%41%00b\na\0\nok%25\n", "\\N\tmalformed\tnot-accepted\t4\n\\N\tmalformed\tnot-accepted\t1\nok%\tok\t\\N\t\\N\n"],
    [REFUSE_NUL, "%2500\n", "%00\tok\t\\N\t\\N\n"],
    [`${REFUSE_NUL} --malformed keep`, "%%00\n", "\\N\tmalformed\tnot-accepted\t1\n"],
    [`${REFUSE_NUL} --op query-param --param a`, "?a=%00\n?a=1&b=%00\n", "\\N\tmalformed\tnot-accepted\t\\N\n1\tok\t\\N\t\\N\n"],
  ],
  "one decoding returns the value of --controls": [
    ["--controls escape --out value,status", "a%2500b%00%25\n", "a%2500b%00%25\tok\n"],
    ["--controls escape-nul --out value,status", "50%25%00%0A\n", "50%25%00\\n\tok\n"],
  ],
  "--out layers counts how often the value can be decoded": [
    ["--out layers", "a\n%41\n%2541\n%252541\n%25zz\n%2525\n%252541%2541\n", "0\n0\n1\n2\n0\n1\n2\n"],
    ["--out value,layers", "%zz\n", "\\N\t\\N\n"],
    ["--format jsonl --out layers", '"%2541"', '{"layers":1}\n'],
    ["--format rowbinary --out layers", "\x05%2541", "\0\x01\0\0\0\0\0\0\0"],
    ["--field-enc hex --out value,layers", "2532353431\n", "253431\t1\n"],
  ],
};

const NUMBERED = "no field has the number 3: 2 fields are named";

/** Rows of arguments, input, and the message of the error. */
// prettier-ignore
const REFUSED: readonly (readonly [args: string, input: string, message: string | RegExp])[] = [
  ["--format tsv --header --field ip", "id\n", 'no field is named "ip"; did you mean id?'],
  ["--format tsv --header --field ip", "a\tb\n", /no field is named "ip"$/],
  ["--out value,statuss", "", 'no column or field is named "statuss"; did you mean status?'],
  ["--out user", "", 'no column or field is named "user": use a number from 1 on'],
  ["--format rowbinary --columns url --out value,ulr", "", 'no column or field is named "ulr"; did you mean url?'],
  ["--format tsv --field url", "", 'no field is named "url": use a number from 1 on'],
  ["--format jsonl --field url --out url=value,url", "", 'two columns are named "url"'],
  ["--format jsonl --field url --out status,status", "", 'two columns are named "status"'],
  ["--format csv --header --field url --out id=url,id", "id,url\n1,%41\n", 'two columns are named "id"'],
  ["--format csv --header --field url --out url=valu", "id,url\n1,%41\n", 'no column or field is named "valu"; did you mean value?'],
  ["--format csv --field 2 --out url=value", "", '--out "url=value" names a column, and the output has no names: add --header'],
  ["--out url=value", "", '--out "url=value" names a column, and the output has no names: use --format jsonl'],
  ["--format rowbinary --out url=value", "", "the output has no names: use --format jsonl"],
  ["--format jsonl --field url --out =value", "", "--out takes column names separated by commas"],
  ["--format jsonl --field url --out url=", "", "--out takes column names separated by commas"],
  ["--format jsonl --field u --op query-param --param a --param b --out x=value", "", "value is 2 columns here"],
  ...["--field 2", "--out 2,value", "--columns a,b --field b", "--field 999999"].flatMap((wrong) =>
    ["lines", "nul"].map((format) => [`--format ${format} ${wrong}`, "", `records of --format ${format} have one field`] as const)),
  ...["csv --header --field 3", "csv --header --field 2 --out 3", "csv --columns id,url --field 3", "rowbinary --columns id,url --field 3"].map((args) =>
    [`--format ${args}`, args.includes("header") ? "id,url\n" : "", NUMBERED] as const),
  ["--format tsv --header --field 3", "id\turl\n", NUMBERED],
  ["--format rowbinary --columns u:String --out value", "\x01a\xff\xff\xff\xff\xff\xff", "standard input: record 2 (byte 2): a length of more than 1 GiB"],
  ["--format rowbinary --columns u:UInt8 --out value", "", "has to be a String"],
];

test.each(REFUSED)("%s is refused", (args, input, message) => expect(filter(args, input)).rejects.toThrow(message));

test.each(Object.entries(ROWS))("%s", async (_, rows) => {
  for (const [args, input, output] of rows)
    for (const sizes of input.length > 2000 ? [[MEBIBYTE]] : [[1], [5, 7], [MEBIBYTE]])
      expect(await filter(args, input, sizes), args).toBe(output);
});

test("a record that is not UTF-8 has the offset of its byte, and follows the policy", async () => {
  const run = async (args: string, bytes: string) =>
    (await filterChunks(args.split(" "), Buffer.from(bytes, "latin1"))).output.toString();
  for (const op of ["encode", "normalize", "clean", "display", "inspect"])
    expect(await run(`${FAULTS} ${op}`, "a%zz\xc3\xa9%\xc3(")).toBe("invalid-utf8\tinvalid-utf8\t7\n");
  expect(await run("--malformed keep --invalid-utf8 keep", "%zz\xff%41\n")).toBe("%zz%FFA\n");
  expect(await run(`${POLICIES} keep`, "%zz\xff%41%FF\n")).toBe("%25zz%FF%2541%25FF\tok\n");
  expect(await run(`${POLICIES} replace`, "%zz\xff\n")).toBe("%25zz%EF%BF%BD\tok\n");
  expect(await run(`${POLICIES} drop --keep %`, "%zz\xff%41\n")).toBe("%zz%41\tok\n");
  expect(await run("--op inspect --invalid-utf8 keep", "%zz\xff\n")).toContain("malformed-escape");
  expect(await run("--format csv --out byte_offset", "\xef\xbb")).toBe("0\n");
  expect(await run("--op encode --for query-value --out value,status", "\xff\na\n")).toBe("\\N\tinvalid-utf8\na\tok\n");
  // In another encoding they are a fault too before an escape that they would complete.
  const gbk = async (args: string) => run(`--encoding gbk --out value,code ${args}`, "%C4\xff\n\xc4%E3\n");
  expect(await gbk("--op decode")).toBe("\\N\tundecodable\n\\N\tinvalid-utf8\n");
  expect(await gbk("--invalid-utf8 keep")).toBe("%C4%FF\t\\N\n%C4%E3\t\\N\n");
  expect(await gbk("--op form --invalid-utf8 keep")).toBe("\\N\tinvalid-utf8\n\\N\tinvalid-utf8\n");
  expect(await gbk("--op encode --invalid-utf8 drop")).toBe("%25C4\t\\N\n%25E3\t\\N\n");
});

test("CSV: an unclosed quote takes at most --max-record bytes and the rest of that line, for any chunks", async () => {
  const input = `1,"a\n${"2,b\n".repeat(20)}`;
  expect(await filter("--format csv --field 2 --out status,code", input)).toBe("bad-record,bad-csv\n");
  // 5 bytes and 7 lines are 33 bytes; after 32 the quote no longer counts.
  for (const sizes of [[1], [5, 7], [MEBIBYTE]]) {
    expect(await filter("--format csv --field 2 --out status --max-record 30", input, sizes)).toBe(
      `too-long\n${"ok\n".repeat(13)}`,
    );
  }
  const rows = `"a\n${"b\n".repeat(MEBIBYTE)}`;
  const { summary } = await filterChunks(["--format", "csv"], Buffer.from(rows));
  expect(summary).toMatchObject({ records: MEBIBYTE / 2 + 1, "too-long": 1, ok: MEBIBYTE / 2 });
});

describe("RowBinary", () => {
  const run = async (columns: string, args: string, input: string) => {
    const bytes = Buffer.from(input, "latin1");
    const words = ["--format", "rowbinary", "--columns", columns, ...args.split(" ")];
    return (await filterChunks(words, bytes, [1])).output.toString("latin1");
  };

  test("columns of every width are skipped, and copied as Nullable", async () => {
    const types =
      "a UInt8, b Int16, c Float32, d DateTime64(3, 'UTC'), e UUID, f FixedString(3), g LowCardinality(Nullable(String)), h Bool";
    const row = `1223333${"4".repeat(8)}${"5".repeat(16)}666\0\x03%41\x01`;
    expect(await run(types, "--field g --out a,f,g,value", row + row)).toBe("\x001\x00666\0\x03%41\0\x01A".repeat(2));
  });

  test("quoted parentheses, commas and names are parsed, or refused with a clear message", async () => {
    const columns = "e Enum8('a)' = 1, 'b,\\'(' = 2, 'c''(' = 3), `a ``b`:UInt8, `c,\\`` Nullable(String)";
    expect(await run(columns, "--field 3 --out 1,2,value", "\x01\x02\0\x03%41")).toBe("\0\x01\0\x02\0\x01A");
    const words = ["--format", "tsv", "--columns", "`a ``b`, `c,\\``", "--field", "c,`", "--out", "a `b,value"];
    expect((await filterChunks(words, Buffer.from("1\t%41\n"))).output.toString()).toBe("1\tA\n");
    for (const [list, message] of [
      ["e Enum8('a)' = 1", "parentheses"],
      ["u String)", "parentheses"],
      ["e Enum8('a), u String", 'a quote is not closed in "\'a), u String"'],
      ["`u String", "a quote is not closed"],
      ["u`x` String", "is not a column"],
      ["u String,", '"" is not a column'],
      ["u FixedString(3)x", "is not a supported type"],
      ["u Map(String, String)", "is not a supported type"],
    ] as const) {
      await expect(run(list, "--out value", ""), list).rejects.toThrow(message);
    }
  });
});

test("a byte order mark is skipped before each file's records, and `--out '*'` keeps that of the first file", async () => {
  writeFileSync(`${folder}/marked`, '\ufeff"%41"\n');
  writeFileSync(`${folder}/header`, "\ufeffh\n");
  writeFileSync(`${folder}/rows`, "\ufeffh\n%41\n");
  const run = async (line: string) => (await percodec(line.split(" "), "", { cwd: folder })).stdout;
  expect(await run("records --format csv --out value -f marked marked")).toBe("A\nA\n");
  expect(await run("records --format csv --header --field h --out * -f header rows")).toBe("\ufeffh\nA\n");
});

describe("records that are too long", () => {
  const end = { lines: "\n", nul: "\0", tsv: "\n", jsonl: "\n", csv: "\r\n" };
  for (const [format, mark] of Object.entries(end)) {
    test(`${format}: a record of exactly the limit is good, one byte more is not, and the next records are`, async () => {
      const quote = format === "jsonl" ? '"' : "";
      const record = (length: number) => `${quote}${"a".repeat(length - 2 * quote.length)}${quote}${mark}`;
      const input = record(100) + record(101) + record(5000) + record(102) + record(8);
      for (const sizes of [[1], [7, 64], [MEBIBYTE]]) {
        const { summary } = await filterChunks(["--format", format, "--max-record", "100"], Buffer.from(input), sizes);
        expect(summary).toMatchObject({ records: 5, ok: 2, "too-long": 3 });
      }
    });
  }

  test("the default limit is one mebibyte", async () => {
    const input = `${"%41".repeat(MEBIBYTE / 3)}a\n${"a".repeat(MEBIBYTE + 1)}\n%42`;
    const { output, summary } = await filterChunks(["--out", "value,status"], Buffer.from(input));
    expect(output.toString()).toBe(`${"A".repeat(MEBIBYTE / 3)}a\tok\n\\N\ttoo-long\nB\tok\n`);
    expect(summary).toMatchObject({ records: 3, bytes: input.length });
  });
});

test("a chunk that is not counted right is an error, and the records before it are written", async () => {
  for (const [input, message] of [
    ["1\n%41\nx\n", 'byte 6: a chunk begins with its number of records, not "x"'],
    ["1\n%41\n1", 'byte 6: a chunk begins with its number of records, not "1"'],
    ["2\n%41\n", "the input ended 1 record before the end of its chunk"],
    ["3\n%41\n", "the input ended 2 records before the end of its chunk"],
    ["1".repeat(40), "byte 0: a chunk begins with"],
  ]) {
    const { stdout, stderr, status } = await percodec(["records", "--chunk-header"], input);
    expect([stdout, status]).toEqual([input!.includes("%") ? "A\n" : "", 1]);
    expect(stderr).toContain(message);
  }
});

describe("the process", () => {
  test("answers each record when more input is awaited, before the input ends", async () => {
    const child = spawn(process.execPath, [CLI, "records", "--format", "jsonl", "--out", "value"]);
    const answers: string[] = [];
    child.stdout.on("data", (chunk: Buffer) => answers.push(chunk.toString()));
    for (const [k, letter] of ["A", "B", "C"].entries()) {
      child.stdin.write(`"%4${k + 1}"`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      child.stdin.write("\n");
      while (answers.length === k) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(answers[k]).toBe(`{"value":"${letter}"}\n`);
    }
    child.stdin.end();
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
  });

  test("a bad record is data: exit 0; --summary counts on stderr", async () => {
    expect(await percodec(["records", "--summary"], "%41\n%zz\n%FF\n\n")).toEqual({
      stdout: "A\n\\N\n\\N\n\n",
      stderr:
        '{"records":4,"ok":2,"malformed":1,"invalid-utf8":1,"invalid-uri":0,"too-long":0,"bad-record":0,"null":0,"bytes":13}\n',
      status: 0,
    });
  });

  test("files are read one after the other, each with its header, and the output is written whole", async () => {
    writeFileSync(`${folder}/one`, "id\tu\n1\t%41");
    writeFileSync(`${folder}/two`, "u\tid\n%42\t2\n");
    const run = (line: string) => percodec(line.split(" "), "", { cwd: folder });
    expect(await run("records --format tsv --header --field u --out id,value -f one two -o out")).toEqual(done());
    expect(readFileSync(`${folder}/out`, "utf8")).toBe("id\tvalue\n1\tA\n2\tB\n");
    expect(await run("records --op query-param --param one -f one -o out2")).toMatchObject({ status: 0 });
    expect(readFileSync(`${folder}/out2`, "utf8")).toBe("\\N\n\\N\n");
    expect(await run("records -f one none")).toMatchObject({ status: 3 });
  });

  test("V8 receives no flag that its version may lack, since it would print a warning on stderr", () => {
    const fake = (version: string) => `
      const v8 = require("node:v8");
      v8.setFlagsFromString = (flag) => process.stderr.write(flag + "\\n");
      Object.defineProperty(process, "versions", { value: { ...process.versions, v8: ${version} } });`;
    for (const [version, flags] of [
      ['"10.9"', 0],
      ['"11.3"', 3],
      ['"15.0"', 3],
      ['"16.0"', 0],
      ["undefined", 0],
    ] as const) {
      writeFileSync(`${folder}/fake.cjs`, fake(version));
      const line = "echo %41 | NODE_OPTIONS='--require ./fake.cjs' percodec records";
      const { stdout, stderr } = shell(line, folder);
      expect([stdout, stderr.split("\n").length - 1], version).toEqual(["A\n", flags]);
    }
    expect(percodecProcess(["records"], "%41\n").stderr).toBe("");
  });
});
