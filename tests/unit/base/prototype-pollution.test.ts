import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { ENCODINGS } from "../../../web/app/encodings.ts";
import { formParser as expressParser } from "../../../src/adapters/express.ts";
import { encoding, percentEncodeAfterEncoding } from "../../../src/charset/index.ts";
import { parseFormRequest } from "../../../src/form/index.ts";
import { FormParseStream, PercentDecodeStream, PercentEncodeStream } from "../../../src/stream.ts";
import { FUNCTIONS } from "../../support/public-functions.ts";
import { numbers, pick, type Random } from "../../support/random.ts";
import { seed } from "../../support/seed.ts";
import { through } from "../../support/streams.ts";
import { countInputs } from "../../support/counters.ts";
import { readSize } from "../../support/sizes.ts";

/** How many calls are compared: 10,000 where nothing else is said. */
const CALLS = readSize("POLLUTED");
/** How many calls share the same added properties. */
const BATCH = 200;

/** What the language itself reads of any object: an iterator's methods, a thenable's, a descriptor's fields. */
const OF_THE_LANGUAGE = [
  "return",
  "throw",
  "next",
  "then",
  "get",
  "set",
  "value",
  "writable",
  "enumerable",
  "configurable",
];

const CODE: string = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(`src/${name}`, "utf8").replace(/\/\*[^]*?\*\/|\/\/.*/g, ""))
  .join("\n");

/** What an expression finds in the code of src, but for what every object has or the language reads. */
function wordsIn(pattern: RegExp): readonly string[] {
  const words = Array.from(CODE.matchAll(pattern), ([, word]) => word!);
  const known = new Set([...OF_THE_LANGUAGE, ...Object.getOwnPropertyNames(Object.prototype)]);
  return [...new Set(words)].filter((word) => !known.has(word)).sort();
}

/** Every word: each option, each part of a result, each field of an object inside, and much more. */
const WORDS = wordsIn(/([A-Za-z_$][\w$]*)/g);
/** The options, and the fields of what is taken and returned. */
const FIELDS = wordsIn(/\b(?:readonly (?=\w+\??:)|(?=\w+: true\b))(\w+)/g);

/** What an attacker may add. */
const PLANTS: readonly unknown[] = ["javascript", "keep", "", true, 0, 7, Infinity, {}, [], () => true, /./u];

/** A descriptor without a prototype: one with it would have the added fields too. */
const OWN = Object.freeze({ __proto__: null, writable: true, enumerable: true, configurable: true });

/** From which almost every object inherits. */
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

function uproot(): void {
  for (const name of added.splice(0)) delete ROOT[name];
}

afterEach(uproot);

/** Plants a getter for every word, which says that it was read; a word that is set becomes a property of its object. */
function addGetters(words: readonly string[], tell: (word: string) => void): void {
  for (const word of words) {
    addProperty(word, {
      get: () => tell(word),
      set(this: object, value: unknown) {
        Object.defineProperty(this, word, { ...OWN, value } as PropertyDescriptor);
      },
    });
  }
}

// Their tables are loaded when they are first used, by the host's own loader.
for (const label of ENCODINGS) {
  percentEncodeAfterEncoding("é", encoding(label), undefined, { unencodable: "reference" });
}

/** Only what is done at once, since what goes on later would see the properties of another call; and the state of the kernel changes. */
const SYNCHRONOUS = FUNCTIONS.filter(({ name }) => !["parseFormRequest", "wasmStatus", "enableWasm"].includes(name));

interface Call {
  readonly name: string;
  readonly run: () => unknown;
}

/** Two equal calls, each with arguments of its own. */
function randomCalls(random: Random): [clean: Call, other: Call] {
  const { name, args, call } = pick(random, SYNCHRONOUS);
  const start = random(2 ** 31);
  const made = (): Call => {
    const own = numbers(start);
    const values = args.map(({ make }) => make(own));
    return { name, run: () => call(...values) };
  };
  return [made(), made()];
}

/** What a call does: what it returns, or the error that it throws. */
function outcomeOf({ run }: Call): { readonly value: unknown } | { readonly error: unknown } {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
}

/** What can be compared, when nothing is added any more: of an error all that it says, of a stream whether there is one. */
function described(name: string, outcome: ReturnType<typeof outcomeOf>): unknown {
  if ("error" in outcome) return { ...(outcome.error as object), text: String(outcome.error) };
  return /Stream$|^formParser/.test(name) ? typeof outcome.value : outcome.value;
}

describe("what is added to Object.prototype changes no call", () => {
  test("each call gives what it gives in a clean run", () => {
    const random = numbers(seed);
    for (let done = 0; done < CALLS; done += BATCH) {
      const pairs = Array.from({ length: BATCH }, () => randomCalls(random));
      const clean = pairs.map(([call]) => outcomeOf(call));
      const value = pick(random, PLANTS);
      const chosen = WORDS.filter(() => random(2) === 0);
      const outcomes: ReturnType<typeof outcomeOf>[] = [];
      for (const word of chosen) addProperty(word, { value, writable: true });
      try {
        for (const [, call] of pairs) outcomes.push(outcomeOf(call));
      } finally {
        uproot();
      }
      for (const [k, [{ name }]] of pairs.entries()) {
        const wanted = described(name, clean[k]!);
        expect(described(name, outcomes[k]!), `seed ${seed}: ${name} with ${String(value)}`).toEqual(wanted);
      }
    }
    countInputs(CALLS);
    expect(WORDS.length).toBeGreaterThan(500);
  });

  test("no call reads an inherited word", () => {
    const random = numbers(seed + 1);
    const calls = Array.from({ length: CALLS }, () => randomCalls(random)[0]);
    const found = new Map<string, string>();
    let running = "";
    addGetters(WORDS, (word) => void found.set(word, running));
    try {
      for (const call of calls) {
        running = call.name;
        outcomeOf(call);
      }
    } finally {
      uproot();
    }
    expect(Object.fromEntries(found)).toEqual({});
  });

  test("what goes on later reads none either: streams, requests and the parsers of servers", async () => {
    const text = "a=1&b=%C3%A9;c&&d=%zz\ud800";
    const bytes = new TextEncoder().encode("a=1&b=%C3%A9;c&&d=x+y");
    const type = { "content-type": 'application/x-www-form-urlencoded; charset="utf-8"' };
    const found = new Set<string>();
    // What the host's own code reads of its own objects is not ours.
    addGetters(FIELDS, (word) => {
      const [, , caller = ""] = new Error("for its stack").stack!.split("\n").slice(1);
      if (/\/src\//.test(caller)) found.add(word);
    });
    try {
      await through(new PercentDecodeStream({ malformed: "keep", loneSurrogate: "replace" }), [text, bytes]);
      await through(new PercentEncodeStream(undefined, { loneSurrogate: "replace" }), [text, bytes]);
      await through(new FormParseStream({ rules: "whatwg" }), [text, bytes]);
      await through(new FormParseStream(), [bytes]);
      await parseFormRequest(new Request("http://localhost/", { method: "POST", headers: type, body: bytes }));
      const request = { headers: type, body: bytes } as never;
      await new Promise((next) => expressParser({ limits: { pairs: 100 } })(request, undefined, next));
      const refused = new Request("http://localhost/", { method: "POST", headers: type, body: "a=%zz" });
      await parseFormRequest(refused).catch(() => {});
    } finally {
      uproot();
    }
    expect([...found]).toEqual([]);
    expect(FIELDS.length).toBeGreaterThan(100);
  });
});
