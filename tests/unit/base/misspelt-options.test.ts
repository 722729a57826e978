import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Argument, FUNCTIONS, type PublicFunction } from "../../support/public-functions.ts";
import { makeRandom } from "../../support/random.ts";

/** One typing error each: two letters swapped, one missing, one doubled, another case. */
const SLIPS: readonly ((name: string) => string)[] = [
  (name) => name.slice(0, -2) + name.at(-1)! + name.at(-2)!,
  (name) => name.slice(0, -1),
  (name) => name.slice(0, 2) + name.slice(1),
  (name) => name.toUpperCase(),
];

/** Calls a function with one more property in an options object, which may be nested in another, and returns the message. */
async function messageWith(
  { args, call }: PublicFunction,
  [k, ...path]: readonly [number, ...string[]],
  property: string,
  value: unknown,
): Promise<string> {
  const random = makeRandom(1);
  const made = args.map(({ make }) => make(random));
  const within = (options: unknown, [name, ...rest]: readonly string[]): object =>
    name === undefined
      ? { ...(options as object), [property]: value }
      : { ...(options as object), [name]: within((options as Record<string, unknown> | undefined)?.[name], rest) };
  made[k] = within(made[k], path);
  const outcome: unknown = await (async () => call(...made))().catch((error: unknown) => error);
  return outcome instanceof TypeError ? outcome.message : `no TypeError: ${String(outcome)}`;
}

/** Finds the options objects of a function, each with its path in the arguments. */
function findOptionsObjects({
  args,
}: PublicFunction): [place: [number, ...string[]], options: Readonly<Record<string, Argument>>][] {
  return args.flatMap(({ options }, k) => {
    if (options === undefined) return [];
    const nested = Object.entries(options).flatMap(([name, own]) =>
      own.options === undefined ? [] : [[[k, name], own.options] as [[number, string], typeof own.options]],
    );
    return [[[k], options], ...nested] as [[number, ...string[]], Readonly<Record<string, Argument>>][];
  });
}

const WITH_OPTIONS = FUNCTIONS.filter((row) => findOptionsObjects(row).length > 0);

describe("a misspelt name is a TypeError that suggests the right one", () => {
  test.each(WITH_OPTIONS)("$name", async (row) => {
    for (const [place, options] of findOptionsObjects(row)) {
      for (const name of Object.keys(options)) {
        for (const slip of SLIPS) {
          const misspelt = slip(name);
          if (Object.hasOwn(options, misspelt)) continue;
          // An unknown name is an error even if its value is undefined.
          for (const value of ["keep", undefined]) {
            const message = await messageWith(row, place, misspelt, value);
            expect(message).toContain(`named "${misspelt}"; did you mean "`);
            expect(Object.keys(options)).toContain(/did you mean "(\w+)"\?$/.exec(message)?.[1]);
          }
        }
      }
      expect(await messageWith(row, place, "__proto__x", 1)).toMatch(/named "__proto__x"(?:$|; known: )/);
      expect(await messageWith(row, place, "toString", 1)).toMatch(/named "toString"(?:$|; known: )/);
    }
  });
});

test("the table has every name that src reads", () => {
  const sources = readdirSync("library/src", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const tables = sources.flatMap((name) => [
    ...readFileSync(`library/src/${name}`, "utf8").matchAll(
      /: OptionNames<[^=]+> = (?:\/\* @__PURE__ \*\/ \(\(\) => \()?\{([^}]*)\}/g,
    ),
  ]);
  const read = tables.flatMap(([, body]) => [...body!.matchAll(/(\w+): true/g)].map(([, name]) => name!));
  const tested = WITH_OPTIONS.flatMap((row) => findOptionsObjects(row).flatMap(([, options]) => Object.keys(options)));
  // Fastify passes these to every plugin.
  const passed = ["prefix", "logLevel", "logSerializers"];
  expect([...new Set([...tested, ...passed])].sort()).toEqual([...new Set(read)].sort());
  expect(tables.length).toBeGreaterThan(15);
});

test("only the options that Fastify passes to every plugin are ignored", async () => {
  const { formParser } = await import("../../../library/src/adapters/fastify.ts");
  const outcome = (options: object): unknown => {
    let failed: unknown = "nothing";
    formParser({ addContentTypeParser: () => {} }, options, (error) => (failed = error?.message));
    return failed;
  };
  expect(outcome({ prefix: "/v1", logLevel: "warn", logSerializers: {}, limits: { pairs: 1 } })).toBe(undefined);
  expect(outcome({ prefx: "/v1" })).toBe('formParser has no option named "prefx"; did you mean "prefix"?');
});
