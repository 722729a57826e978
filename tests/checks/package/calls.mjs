// Runs every example and tries every set in a project that has the package installed. Its arguments are the modules.
import { isDeepStrictEqual } from "node:util";

// tests/checks/package/examples.mjs writes this module next to this file in that project.
const { examples } = await import(new URL("examples.mjs", import.meta.url).href);
const modules = {};
for (const name of process.argv.slice(2)) modules[name] = await import(name);

const called = new Set();
let checked = 0;

function load(name, names) {
  for (const one of names) called.add(`${name} ${one}`);
  return modules[name];
}

function check(got, wanted) {
  checked++;
  if (!isDeepStrictEqual(plain(got), plain(wanted)))
    throw new Error(`${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`);
}

/** Removes prototypes and properties that are `undefined`, which the examples do not show. */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  const there = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(there.map(([key, one]) => [key, plain(one)]));
}

for (const example of examples) await example(load, check);

const { percentDecode, percentEncode } = modules.percodec;
const { PercentEncodeSet } = modules["percodec/sets"];
for (const [name, exports] of Object.entries(modules)) {
  for (const [key, value] of Object.entries(exports)) {
    if (typeof value === "function" && !called.has(`${name} ${key}`))
      throw new Error(`no example calls ${key} of ${name}`);
    for (const set of [value, ...Object.values(Object(value))].filter((one) => one instanceof PercentEncodeSet)) {
      const encoded = percentEncode("a b/é?", set);
      if (set.reversible) check(percentDecode(encoded, { plus: set.spaceAsPlus ? "space" : "literal" }), "a b/é?");
    }
  }
}
console.log(checked);
