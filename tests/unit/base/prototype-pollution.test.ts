import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { ENCODINGS } from "../../../tool/page/app/options.ts";
import { formParser as expressParser } from "../../../library/src/adapters/express.ts";
import { percentEncode } from "../../../library/src/index.ts";
import { encoding } from "../../../library/src/charset/index.ts";
import { parseFormRequest } from "../../../library/src/form/index.ts";
import { FormParseStream, PercentDecodeStream, PercentEncodeStream } from "../../../library/src/stream.ts";
import { FUNCTIONS } from "../../support/public-functions.ts";
import { makeRandom, pick, type Random } from "../../support/random.ts";
import { seed } from "../../support/seed.ts";
import { collectOutput } from "../../support/streams.ts";
import { countInputs } from "../../support/counters.ts";
import { readSize } from "../../support/sizes.ts";

/** How many calls are compared. */
const CALLS = readSize("POLLUTED");
/** How many calls share the same added properties. */
const BATCH = 200;

/** Properties that the language itself reads from any object: methods of iterators and thenables, fields of descriptors. */
const LANGUAGE_PROPERTIES = "return throw next then get set value writable enumerable configurable".split(" ");

const CODE: string = readdirSync("library/src", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(`library/src/${name}`, "utf8").replace(/\/\*[^]*?\*\/|\/\/.*/g, ""))
  .join("\n");

/** Finds the matches of a pattern in the code of src, except names that every object has or that the language reads. */
function wordsIn(pattern: RegExp): readonly string[] {
  const words = Array.from(CODE.matchAll(pattern), ([, word]) => word!);
  const known = new Set([...LANGUAGE_PROPERTIES, ...Object.getOwnPropertyNames(Object.prototype)]);
  return [...new Set(words)].filter((word) => !known.has(word)).sort();
}

/** Every word in the code: all options, properties of results, internal fields, and more. */
const WORDS = wordsIn(/([A-Za-z_$][\w$]*)/g);
/** The options, and the fields of arguments and results. */
const FIELDS = wordsIn(/\b(?:readonly (?=\w+\??:)|(?=\w+: true\b))(\w+)/g);

/** The values that an attacker may add. */
const ADDED_VALUES: readonly unknown[] = ["javascript", "keep", "", true, 0, 7, Infinity, {}, [], () => true, /./u];

/** A descriptor without a prototype: otherwise it would inherit the added fields. */
const DATA_PROPERTY = Object.freeze({ __proto__: null, writable: true, enumerable: true, configurable: true });

/** The object from which almost every object inherits. */
const ROOT = Object.prototype as Record<string, unknown>;
const added: string[] = [];

function addProperty(name: string, descriptor: PropertyDescriptor): void {
  Object.defineProperty(ROOT, name, {
    __proto__: null,
    configurable: true,
    enumerable: true,
    ...descriptor,
  } as PropertyDescriptor);
  added.push(name);
}

function removeProperties(): void {
  for (const name of added.splice(0)) delete ROOT[name];
}

afterEach(removeProperties);

/** Adds a getter for every word that reports each read; setting the property defines it on its object. */
function addGetters(words: readonly string[], onRead: (word: string) => void): void {
  for (const word of words) {
    addProperty(word, {
      get: () => onRead(word),
      set(this: object, value: unknown) {
        Object.defineProperty(this, word, { ...DATA_PROPERTY, value } as PropertyDescriptor);
      },
    });
  }
}

// Loads the tables of the encodings now, since the loader of the host would read added properties.
for (const label of ENCODINGS) {
  percentEncode("é", undefined, { encoding: encoding(label), unencodable: "reference" });
}

/** The functions without asynchronous work, which would see the properties added for another call, and without state, which changes. */
const SYNCHRONOUS = FUNCTIONS.filter(({ name }) => !["parseFormRequest", "wasmStatus", "enableWasm"].includes(name));

interface Call {
  readonly name: string;
  readonly run: () => unknown;
}

/** Returns two equal calls, each with its own arguments. */
function randomCalls(random: Random): [clean: Call, other: Call] {
  const { name, args, call } = pick(random, SYNCHRONOUS);
  const start = random(2 ** 31);
  const made = (): Call => {
    const own = makeRandom(start);
    const values = args.map(({ make }) => make(own));
    return { name, run: () => call(...values) };
  };
  return [made(), made()];
}

/** Runs a call and returns its value or its error. */
function runCall({ run }: Call): { readonly value: unknown } | { readonly error: unknown } {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
}

/** Returns a comparable form of an outcome: of an error all its properties, of a stream only its type. */
function toComparable(name: string, outcome: ReturnType<typeof runCall>): unknown {
  if ("error" in outcome) return { ...(outcome.error as object), text: String(outcome.error) };
  return /Stream$|^formParser/.test(name) ? typeof outcome.value : outcome.value;
}

describe("properties added to Object.prototype do not change any call", () => {
  test("each call has the same outcome as without them", () => {
    const random = makeRandom(seed);
    for (let done = 0; done < CALLS; done += BATCH) {
      const pairs = Array.from({ length: BATCH }, () => randomCalls(random));
      const clean = pairs.map(([call]) => runCall(call));
      const value = pick(random, ADDED_VALUES);
      const chosen = WORDS.filter(() => random(2) === 0);
      const outcomes: ReturnType<typeof runCall>[] = [];
      for (const word of chosen) addProperty(word, { value, writable: true });
      try {
        for (const [, call] of pairs) outcomes.push(runCall(call));
      } finally {
        removeProperties();
      }
      for (const [k, [{ name }]] of pairs.entries()) {
        const wanted = toComparable(name, clean[k]!);
        expect(toComparable(name, outcomes[k]!), `seed ${seed}: ${name} with ${String(value)}`).toEqual(wanted);
      }
    }
    countInputs(CALLS);
    expect(WORDS.length).toBeGreaterThan(500);
  });

  test("no call reads an inherited word", () => {
    const random = makeRandom(seed + 1);
    const calls = Array.from({ length: CALLS }, () => randomCalls(random)[0]);
    const found = new Map<string, string>();
    let running = "";
    addGetters(WORDS, (word) => void found.set(word, running));
    try {
      for (const call of calls) {
        running = call.name;
        runCall(call);
      }
    } finally {
      removeProperties();
    }
    expect(Object.fromEntries(found)).toEqual({});
  });

  test("asynchronous code does not read them either: streams, requests and the parsers of servers", async () => {
    const text = "a=1&b=%C3%A9;c&&d=%zz\ud800";
    const bytes = new TextEncoder().encode("a=1&b=%C3%A9;c&&d=x+y");
    const type = { "content-type": 'application/x-www-form-urlencoded; charset="utf-8"' };
    const found = new Set<string>();
    // Reads by the host's own code do not count.
    addGetters(FIELDS, (word) => {
      const [, , caller = ""] = new Error("for its stack").stack!.split("\n").slice(1);
      if (/\/src\//.test(caller)) found.add(word);
    });
    try {
      await collectOutput(new PercentDecodeStream({ malformed: "keep", loneSurrogate: "replace" }), [text, bytes]);
      await collectOutput(new PercentEncodeStream(undefined, { loneSurrogate: "replace" }), [text, bytes]);
      await collectOutput(new FormParseStream({ rules: "whatwg" }), [text, bytes]);
      await collectOutput(new FormParseStream(), [bytes]);
      await parseFormRequest(new Request("http://localhost/", { method: "POST", headers: type, body: bytes }));
      const request = { headers: type, body: bytes } as never;
      await new Promise((next) => expressParser({ limits: { pairs: 100 } })(request, undefined, next));
      const refused = new Request("http://localhost/", { method: "POST", headers: type, body: "a=%zz" });
      await parseFormRequest(refused).catch(() => {});
    } finally {
      removeProperties();
    }
    expect([...found]).toEqual([]);
    expect(FIELDS.length).toBeGreaterThan(100);
  });
});
