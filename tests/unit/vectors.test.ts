import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const FOLDER = "tests/vectors";
const read = (name: string) => JSON.parse(readFileSync(join(FOLDER, name), "utf8"));
const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
const schema = read("schema.json");

const findType = (value: any) =>
  value === null ? "null" : Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;

/** Returns where a value does not match a schema, for the keywords that schema.json uses. */
function* mismatches(value: any, rule: any, place: string): Generator<string> {
  const isValid = (other: any) => mismatches(value, other, place).next().done === true;
  for (const [keyword, wanted] of Object.entries<any>(rule)) {
    const object = findType(value) === "object" ? value : {};
    const items: any[] = Array.isArray(value) ? value : [];
    const nested: Record<string, () => Iterable<[any, any, string | number]>> = {
      $ref: () => [
        [
          value,
          wanted
            .slice(2)
            .split("/")
            .reduce((at: any, key: string) => at[key], schema),
          "",
        ],
      ],
      properties: () =>
        Object.keys(wanted).flatMap((key) => (Object.hasOwn(object, key) ? [[object[key], wanted[key], key]] : [])),
      items: () => items.map((item, k) => [item, wanted, k]),
      prefixItems: () => items.map((item, k) => [item, wanted[k], k]),
    };
    const simple: Record<string, () => boolean> = {
      type: () => [wanted].flat().includes(findType(value)),
      const: () => value === wanted,
      enum: () => wanted.includes(value),
      pattern: () => new RegExp(wanted, "u").test(value),
      required: () => wanted.every((key: string) => Object.hasOwn(object, key)),
      additionalProperties: () => Object.keys(object).every((key) => Object.hasOwn(rule.properties, key)),
      minItems: () => items.length >= wanted,
      maxItems: () => items.length <= wanted,
      anyOf: () => wanted.some(isValid),
      oneOf: () => wanted.filter(isValid).length === 1,
    };
    if (nested[keyword])
      for (const [inner, own, key] of nested[keyword]()) yield* mismatches(inner, own, `${place}/${key}`);
    else if (simple[keyword]?.() === false) yield `${place}: ${keyword}`;
    else if (!simple[keyword]) expect(["$schema", "$defs", "title", "description"]).toContain(keyword);
  }
}

test.each(files.filter((name) => name !== "schema.json"))("%s matches the schema", (name) => {
  const { rows = [], ...others } = read(name);
  expect([...mismatches(others, schema, name)]).toEqual([]);
  expect(rows.flatMap((row: any) => [...mismatches(row, schema.$defs.row, row.id)])).toEqual([]);
});

test("the schema refuses a row without a clause, with two results, and with another operation", () => {
  const row = { id: "a", op: "decode", input: "a", value: "a", clause: "https://e.com/" };
  const places = (edits: object) => [...mismatches({ ...row, ...edits }, schema.$defs.row, "row")];
  expect(places({})).toEqual([]);
  expect(places({ clause: "?" })).toEqual(["row/clause: pattern"]);
  expect(places({ error: ["a", 1] })).toEqual(["row/error/: minItems", "row: oneOf"]);
  expect(places({ op: "x" })).toEqual(["row: anyOf"]);
});

test.each(["percodec", "platform"])("the runner finds no failure of %s", (adapter) => {
  const runners = `${FOLDER}/runners`;
  const output = execFileSync(process.execPath, [`${runners}/run.mjs`, `${runners}/${adapter}.mjs`], {
    encoding: "utf8",
  });
  expect(output).toMatch(/^[1-9]\d+ passed, 0 failed, [1-9]\d* not supported\n$/);
});
