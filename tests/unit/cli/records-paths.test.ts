import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSize } from "../../support/sizes.ts";
import { filterChunks } from "./records-run.ts";

const ROW =
  '{"request": {"url":"%41","n":1e400, "a.b":"%42","x/y":"%43","~":"%44","":"%45", "list":[["%46"],{"u":"%47"}]},"request.url":"%48"}';
const MISSING = '{"code":"missing-field"}';

/** Returns the output of `percodec records --format jsonl` for a row, with a field. */
async function read(field: string, row: string, out = "value,status,code"): Promise<string> {
  const { output } = await filterChunks(["--format", "jsonl", "--field", field, "--out", out], Buffer.from(`${row}\n`));
  return output.toString().trimEnd();
}

const readValue = async (field: string, row = ROW): Promise<unknown> => {
  const { value, status, code } = JSON.parse(await read(field, row)) as Record<string, unknown>;
  return status === "ok" ? value : (code ?? status);
};

describe("a path leads into nested objects and arrays", () => {
  /** The outcome of each field. */
  const outcomes: readonly (readonly [outcome: string, fields: string])[] = [
    ["A", "request.url /request/url"],
    ["H", "/request.url"],
    ["B", "/request/a.b"],
    ["C", "/request/x~1y"],
    ["D", "/request/~0"],
    ["E", "/request/"],
    ["F", "/request/list/0/0"],
    ["G", "/request/list/1/u"],
    ["not-a-string", "request.list /request/n"],
    ["missing-field", "request.url.x /request/list/2 /request/list/- /request/list/00 /request/list/length"],
    ["missing-field", "request.list.1.u a.b"],
  ];
  test.each(outcomes.flatMap(([wanted, fields]) => fields.split(" ").map((field) => [field, wanted] as const)))(
    "%s",
    async (field, wanted) => expect(await readValue(field)).toBe(wanted),
  );

  const request = ROW.slice(12, ROW.lastIndexOf(',"request.url"'));
  // prettier-ignore
  test.each<[what: string, ...rows: [field: string, row: string, out: string, output: string][]]>([
    ["numbers count from 1 on at the top, also beside pointers, which count from 0 on",
      ["1", '["%41","%42"]', "value,1,/0,/1", '{"value":"A","1":"%41","/0":"%41","/1":"%42"}'],
      ["1", '{"1":"%41","0":"%42"}', "value,/0,/1", '{"value":"A","/0":"%42","/1":"%41"}'],
      ["1", '"%41"', "value", '{"value":"A"}'],
      ["/0", '"%41"', "code", MISSING]],
    ["of members with the same name only the last one counts, with all that is in it",
      ["a.b", '{"a":{"b":"%41"},"a":{"c":"%42"}}', "code", MISSING],
      ["a.b", '{"a":{"b":"%41"},"a":"%42"}', "code", MISSING],
      ["a.b", '{"a":1,"\\u0061":{"b":"%41","b":"%42"}}', "value", '{"value":"B"}']],
    ["a null is null, and a value inside it is missing",
      ["a.b", '{"a":{"b":null}}', "status", '{"status":"null"}'],
      ["a.b", '{"a":null}', "code", MISSING]],
    ["copied values stay exactly as written, whole objects too",
      ["request.url", ROW, "/request/n,request.list,value,request.url,/request/url", '{"/request/n":1e400,"request.list":[["%46"],{"u":"%47"}],"value":"A","request.url":"%41","/request/url":"%41"}'],
      ["request.url", ROW, "request,value", `{"request":${request},"value":"A"}`],
      ["a", '{"a":"%41","status":[1]}', "value,/status", '{"value":"A","/status":[1]}']],
    ["malformed JSON anywhere in the row is bad-json",
      ...['{"a":{"b":"x"}', '{"a":{"b":"x",}}', '{"a":{"b":"x"},"c":[}', '{"a":{"b":tru}}', '{"a":{"b":"x"}}x'].map((row): [string, string, string, string] => ["a.b", row, "code", '{"code":"bad-json"}'])],
  ])("%s", async (_, ...rows) => {
    for (const [field, row, out, output] of rows) expect(await read(field, row, out), row).toBe(output);
  });

  test("any depth of nesting of the input works", async () => {
    const deep = `${'{"a":'.repeat(100_000)}"%41"${"}".repeat(100_000)}`;
    expect(await readValue("a.a", deep)).toBe("not-a-string");
    expect(await readValue(`/${"a/".repeat(999)}a`, `${'{"a":'.repeat(1000)}"%41"${"}".repeat(1000)}`)).toBe("A");
  });
});

const name = fc.constantFrom("a", "b", "", "0", "1", "x.y", "x/y", "~", "~1");
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('"%41"', '"\\u0025\\u00342"', "null", "1.50"),
    fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(" ,")}]`),
    fc
      .array(fc.tuple(name, tie("value")), { maxLength: 4 })
      .map((members) => `{${members.map(([key, item]) => `${JSON.stringify(key)}: ${item as string}`).join(",")}}`),
  ),
}));
const escape = (token: string): string => token.replaceAll("~", "~0").replaceAll("/", "~1");

/** The value of a path, by RFC 6901. */
const find = (row: unknown, path: readonly string[]): unknown => {
  let found = row;
  for (const token of path) {
    const isIndex = Array.isArray(found) && /^(?:0|[1-9]\d*)$/.test(token);
    if (typeof found !== "object" || found === null || (Array.isArray(found) && !isIndex)) return undefined;
    found = Object.hasOwn(found, token) ? (found as Record<string, unknown>)[token] : undefined;
  }
  return found;
};

test("a JSON Pointer finds the same as in JSON.parse, for any value and chunks", async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(value, { minLength: 1, maxLength: 3 }),
      fc.array(name, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 40 }),
      async (rows, path, size) => {
        const field = path.map((token) => `/${escape(token)}`).join("");
        const args = ["--format", "jsonl", "--field", field, "--out", `value,status,${field},code`];
        const { output } = await filterChunks(args, Buffer.from(rows.map((row) => `${row}\n`).join("")), [size]);
        for (const [k, line] of output.toString().trimEnd().split("\n").entries()) {
          const wanted = find(JSON.parse(rows[k]!), path);
          const status = wanted === null ? "null" : typeof wanted === "string" ? "ok" : "bad-record";
          const code = wanted === undefined ? "missing-field" : status === "bad-record" ? "not-a-string" : null;
          const decoded = typeof wanted === "string" ? decodeURIComponent(wanted) : null;
          expect(JSON.parse(line)).toEqual({ value: decoded, status, [field]: wanted ?? null, code });
          if (status === "ok") found++;
        }
      },
    ),
    // Few random paths lead to a string: this one does in each run.
    { numRuns: readSize("RECORDS") * 4, examples: [[['{"a": "%41"}'], ["a"], 5]] },
  );
  expect(found).toBeGreaterThan(0);
});
