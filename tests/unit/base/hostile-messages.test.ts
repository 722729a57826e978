import { describe, expect, test } from "vitest";
import { encoding } from "../../../library/src/charset/index.ts";
import { serializeForm } from "../../../library/src/form/index.ts";
import { namedSet } from "../../../library/src/sets/index.ts";
import { type Argument, FUNCTIONS, type PublicFunction } from "../../support/public-functions.ts";
import { makeRandom } from "../../support/random.ts";

/** Texts that would move, hide or rewrite a line of a terminal, or fill a log. */
const HOSTILE: readonly string[] = [
  "\u009b31m\u202e",
  "\u202e".repeat(60),
  "\u001b]0;x\u0007".repeat(20),
  "a".repeat(10_000),
  `"\n\r\t${"é".repeat(50)}`,
  "\ud800".repeat(40),
  "%\u202e%zz".repeat(20),
  `{${"\u2066".repeat(40)}}`,
  `http://\u202e${"x".repeat(300)}\u0000/`,
  `a${"\u0000".repeat(40)}=${"\u200b".repeat(5000)}`,
];

/** Returns calls with the hostile text as each argument, each option, and the name of a property. */
function hostileCalls({ args }: PublicFunction, hostile: string): (readonly unknown[])[] {
  const random = makeRandom(3);
  const good = args.map(({ make }) => make(random));
  const calls: unknown[][] = [];
  const put = (k: number, value: unknown): void => void calls.push(good.with(k, value));
  for (const [k, { options }] of args.entries()) {
    for (const value of [
      hostile,
      [hostile],
      { [hostile]: hostile },
      { [hostile]: {} },
      [[hostile, hostile]],
      [[hostile, {}]],
    ])
      put(k, value);
    for (const [name, nested] of Object.entries<Argument>(options ?? {})) {
      put(k, { [name]: hostile });
      if (nested.options !== undefined) put(k, { [name]: { [hostile]: 1 } });
    }
  }
  // The text as every argument at once.
  calls.push(args.map(() => hostile));
  return calls;
}

const catchError = async (call: () => unknown): Promise<unknown> =>
  (async () => call())().then(
    () => undefined,
    (error: unknown) => error,
  );

describe("every message that quotes input is short and printable ASCII", () => {
  test.each(FUNCTIONS.filter(({ args }) => args.length > 0))("$name", async (row) => {
    for (const hostile of HOSTILE) {
      for (const values of hostileCalls(row, hostile)) {
        const error = await catchError(() => row.call(...values));
        if (error === undefined) continue;
        expect(error).toBeInstanceOf(Error);
        const { message } = error as Error;
        expect(message).toMatch(/^[\x20-\x7e]*$/);
        expect(message.length, message).toBeLessThan(300);
        // No part of the input is longer than an excerpt.
        expect(message).not.toMatch(/a{33}|x{33}/);
      }
    }
  });

  test("calls that were reported as bugs", () => {
    const name = "\u009b31m\u202e";
    expect(() => serializeForm({ [name]: {} } as never)).toThrow('the value of "\\u{9B}31m\\u{202E}" must be');
    expect(() => encoding("\u202e".repeat(60))).toThrow(/^no encoding has the label "(?:\\u\{202E\}){4}"$/);
    expect(() => namedSet(`${"a".repeat(60)}\u001b`)).toThrow(`no set is named "${"a".repeat(32)}"`);
  });
});
