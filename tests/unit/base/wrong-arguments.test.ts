import { describe, expect, test } from "vitest";
import { type Argument, FUNCTIONS, MODULES, type PublicFunction } from "../../support/public-functions.ts";
import { makeRandom } from "../../support/random.ts";
import { WRONG } from "../../support/wrong-values.ts";

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
