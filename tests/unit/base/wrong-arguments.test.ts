import { describe, expect, test } from "vitest";
import { type Argument, FUNCTIONS, MODULES, type PublicFunction } from "../../support/public-functions.ts";
import { makeRandom } from "../../support/random.ts";
import { Instance, WRONG } from "../../support/wrong-values.ts";

/** Messages of engines and hosts, which do not name the function or the argument. */
const ENGINE_MESSAGES =
  /is not (?:a function|iterable|defined|an object|a constructor)|Cannot (?:read|convert|destructure|set|create)|undefined \(|Invalid|is null|must be of type|Converting|non-object|incompatible|WebAssembly\.\w+\(\)/;

/** Returns arguments with which a call succeeds. */
async function goodArguments({ args, call }: PublicFunction): Promise<readonly unknown[]> {
  for (let seed = 1; seed < 1000; seed++) {
    const random = makeRandom(seed);
    const made = args.map(({ make }) => make(random));
    const outcome: unknown = await (async () => call(...made))().catch((error: unknown) => error);
    if (outcome instanceof Error) continue;
    const again = makeRandom(seed);
    return args.map(({ make }) => make(again));
  }
  throw new Error("no arguments are good");
}

const catchMessage = async (call: () => unknown): Promise<string> => {
  const outcome: unknown = await (async () => call())().then(
    () => "nothing thrown",
    (error: unknown) => error,
  );
  return outcome instanceof TypeError ? outcome.message : String(outcome);
};

const escaped = (name: string): RegExp => new RegExp(name.replace(/[.()]/g, "\\$&"));

/** Returns every argument and option with every wrong value for it. */
function findPlaces({ name, args }: PublicFunction) {
  const places: { called: RegExp; wrong: unknown; put: (good: readonly unknown[]) => readonly unknown[] }[] = [];
  const add = (k: number, { accepts, options, called }: Argument, otherwise: RegExp, within?: string): void => {
    for (const wrong of WRONG) {
      if (accepts(wrong)) continue;
      const put = (good: readonly unknown[]) =>
        good.map((value, at) =>
          at !== k ? value : within === undefined ? wrong : { ...(value as object), [within]: wrong },
        );
      places.push({ called: called ?? otherwise, wrong, put });
    }
    if (within !== undefined) return;
    for (const [option, own] of Object.entries(options ?? {})) add(k, own, escaped(option), option);
  };
  for (const [k, argument] of args.entries()) add(k, argument, escaped(name));
  return places;
}

describe("every wrong argument and option is a TypeError that names the function, the argument or the option", () => {
  test.each(FUNCTIONS.filter(({ args }) => args.length > 0))("$name", async (row) => {
    for (const { called, wrong, put } of findPlaces(row)) {
      const message = await catchMessage(async () => row.call(...put(await goodArguments(row))));
      expect(message, String(wrong)).toMatch(called);
      expect(message, String(wrong)).not.toMatch(ENGINE_MESSAGES);
      expect(message.length, message).toBeLessThan(200);
    }
  });
});

describe("the table has every public function", () => {
  const known = new Set(FUNCTIONS.map(({ name }) => name));
  const isClass = (value: unknown): value is { readonly prototype: object } =>
    typeof value === "function" && /^class\b/.test(Function.prototype.toString.call(value));

  for (const [module, names] of Object.entries(MODULES)) {
    test(module, () => {
      const missing: string[] = [];
      for (const [name, value] of Object.entries(names)) {
        if (typeof value !== "function") continue;
        // PercentEncodeSet has no public constructor.
        if (!known.has(name) && name !== "PercentEncodeSet") missing.push(name);
        if (!isClass(value) || /Stream$|Error$/.test(name)) continue;
        const methods = Object.entries(Object.getOwnPropertyDescriptors(value.prototype));
        for (const [method, { value: own }] of methods) {
          if (typeof own === "function" && method !== "constructor" && !known.has(`${name}.${method}`)) {
            missing.push(`${name}.${method}`);
          }
        }
      }
      expect(missing).toEqual([]);
    });
  }
});

describe("the message names the remedy for the function", () => {
  const { percentDecode, percentDecodeBytes, percentEncode } = MODULES.codec;
  const { rfc3986 } = MODULES.sets;
  const { cleanUri, normalizeUri, uri } = MODULES.uri;
  const bytes = new Uint8Array(1);

  test.each([
    [
      () => percentDecode(bytes as never),
      "percentDecode takes a string, not a Uint8Array; percentDecodeBytes takes bytes",
    ],
    [
      () => percentDecodeBytes("a" as never),
      "percentDecodeBytes takes a Uint8Array, not a string; percentDecode takes text",
    ],
    [
      () => percentDecodeBytes(bytes.buffer as never),
      "percentDecodeBytes takes a Uint8Array, not an ArrayBuffer; pass new Uint8Array(buffer)",
    ],
    [
      () => normalizeUri(bytes as never),
      "normalizeUri takes a string, not a Uint8Array; pass new TextDecoder().decode(bytes)",
    ],
    [
      () => normalizeUri(Object("http://e.com") as never),
      "normalizeUri takes a string, not a String; pass String(value)",
    ],
    [() => normalizeUri(undefined as never), "normalizeUri takes a string, not undefined"],
    [
      () => uri("x" as never),
      "uri is a tag and cannot be called with a string: write uri`/path/${value}`; cleanUri takes a string",
    ],
    [
      () => percentEncode("a", rfc3986 as never),
      "percentEncode takes a PercentEncodeSet, not an Object; pass a member of the group, such as rfc3986.component",
    ],
    [
      () => percentEncode("a", "rfc3986-path" as never),
      'percentEncode takes a PercentEncodeSet, not a string; pass namedSet("rfc3986-path") of percodec/sets',
    ],
    [
      () => ["a b"].map(cleanUri as never),
      "the options of cleanUri must be a plain object, not a number; map passes an index too: write (value) => cleanUri(value)",
    ],
    [
      () => cleanUri("a", new Instance() as never),
      "the options of cleanUri must be a plain object, not one that inherits",
    ],
  ])("%# %s", (call, message) => {
    expect(call).toThrow(new TypeError(message));
  });
});
