// Describes the outcome of a call in a string that is equal for equal outcomes.

/** After a change of words, `--no-messages` compares all but the messages of errors and findings. */
const hasMessages = !process.argv.includes("--no-messages");
const WORDS = ["message", "operation", "detail"];

/** Describes a value: its class, its properties, and the values of its accessors and its iterator. */
export function describe(value) {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "function") return "function";
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : String(value);
  if (ArrayBuffer.isView(value)) return describeBytes(value);
  if (Array.isArray(value)) return `[${value.map(describe).join(", ")}]`;
  if (value instanceof Map || value instanceof Set || value instanceof URLSearchParams) return named(value, [...value]);
  if (value instanceof Error) return named(value, hasMessages ? value.message : "") + describeOwn(value);
  const all = describeOwn(value) + describeAccessors(value);
  return Symbol.iterator in value ? named(value, [...value]) + all : findName(value) + all;
}

const findName = (value) => {
  const name = Object.getPrototypeOf(value)?.constructor?.name ?? "null";
  return name === "Object" ? "" : name;
};
const named = (value, content) => `${findName(value)}(${describe(content)})`;

function describeBytes(value) {
  return `${findName(value)}(${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")})`;
}

function describeOwn(value) {
  const entries = Object.entries(value).filter(([name]) => hasMessages || !WORDS.includes(name));
  const properties = entries.map(([name, own]) => `${name}: ${describe(own)}`);
  return `{${properties.join(", ")}}`;
}

const accessors = new Map();

/** Lists the accessors of a prototype and of the prototypes that it inherits from. */
function listAccessors(prototype) {
  if (prototype === null || prototype === Object.prototype) return [];
  if (!accessors.has(prototype)) {
    const all = Object.entries(Object.getOwnPropertyDescriptors(prototype));
    const names = all.flatMap(([name, property]) => (property.get === undefined ? [] : [name]));
    accessors.set(prototype, [...names, ...listAccessors(Object.getPrototypeOf(prototype))]);
  }
  return accessors.get(prototype);
}

function describeAccessors(value) {
  return listAccessors(Object.getPrototypeOf(value))
    .map((name) => `.${name} ${describe(value[name])}`)
    .join("");
}
