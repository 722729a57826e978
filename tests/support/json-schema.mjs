import assert from "node:assert/strict";

const findType = (value) =>
  value === null ? "null" : Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;

/** Returns a part of the schema by a reference within it. */
const follow = (schema, reference) => reference.slice(2).split("/").reduce((at, key) => at[key], schema); // prettier-ignore

/** Returns where a value does not match a rule of a JSON Schema, for the keywords of tests/vectors/schema.json. */
export function* findMismatches(value, rule, place, schema) {
  const isValid = (other) => findMismatches(value, other, place, schema).next().done === true;
  for (const [keyword, wanted] of Object.entries(rule)) {
    const object = findType(value) === "object" ? value : {};
    const items = Array.isArray(value) ? value : [];
    const nested = {
      $ref: () => [[value, follow(schema, wanted), ""]],
      properties: () =>
        Object.keys(wanted).flatMap((key) => (Object.hasOwn(object, key) ? [[object[key], wanted[key], key]] : [])),
      items: () => items.map((item, k) => [item, wanted, k]),
      prefixItems: () => items.map((item, k) => [item, wanted[k], k]),
    };
    const simple = {
      type: () => [wanted].flat().includes(findType(value)),
      const: () => value === wanted,
      enum: () => wanted.includes(value),
      pattern: () => new RegExp(wanted, "u").test(value),
      required: () => wanted.every((key) => Object.hasOwn(object, key)),
      additionalProperties: () => Object.keys(object).every((key) => Object.hasOwn(rule.properties, key)),
      minItems: () => items.length >= wanted,
      maxItems: () => items.length <= wanted,
      anyOf: () => wanted.some(isValid),
      oneOf: () => wanted.filter(isValid).length === 1,
    };
    if (nested[keyword]) {
      for (const [inner, own, key] of nested[keyword]()) yield* findMismatches(inner, own, `${place}/${key}`, schema);
    } else if (simple[keyword]) {
      if (!simple[keyword]()) yield `${place}: ${keyword}`;
    } else {
      assert.ok(["$schema", "$defs", "title", "description"].includes(keyword), keyword);
    }
  }
}
