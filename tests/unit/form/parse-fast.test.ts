import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { makeRandom, pick, type Random } from "../../support/random.ts";
import { seed } from "../../support/seed.ts";
import { countInputs } from "../../support/counters.ts";
import { readSize } from "../../support/sizes.ts";

const FORMS = readSize("URIS");

type Form = typeof import("../../../library/src/form/index.ts");
type Parse = typeof import("../../../library/src/form/parse.ts");
type Options = typeof import("../../../library/src/form/options.ts");

const CLEAN = ["&", "&", "&", "=", "=", "+", "a", "name", "123", "%20", "%26", "%3D", "%2B", "%C3%A9", "%E2%9C%93", "%F0%9F%98%80", "é", "✓", "\u{1f600}", "%c3%BC", "%41%2f", "%00", "\ufeff", "%EF%BB%BF", "%EF%BF%BF"]; // prettier-ignore
const HOSTILE = ["%", "%4", "%zz", "%G1", "%FF", "%FE", "%C3", "%A9", "%E2%9C", "%ED%A0%80", "%F4%90%80%80", "%C0%AF", "\ud83d", "\ude00", "\x1e", "\x1f", "%1E", "%1F", "\0", "%25", "%2526"]; // prettier-ignore

/** Mostly clean, so that the fast path handles most of it, and each of its exits is taken. */
function hostileForm(random: Random): string {
  const faults = random(3) === 0 ? 1 + random(3) : 0;
  const tokens = Array.from({ length: random(4) === 0 ? random(200) : random(24) }, () => pick(random, CLEAN));
  for (let k = 0; k < faults; k++) tokens.splice(random(tokens.length + 1), 0, pick(random, HOSTILE));
  const form = tokens.join("");
  // Sometimes longer than a block of the kernel.
  return random(400) === 0 ? form.repeat(Math.ceil(20_000 / (form.length + 1))) : form;
}

const LIMITS = [undefined, undefined, undefined, { pairs: 3 }, { name: 4 }, { value: 6.5 }, { body: 30 }, { name: 0 }, { value: 0 }]; // prettier-ignore

const POLICIES = [{}, {}, { rules: "whatwg" }, { malformed: "keep", invalidUtf8: "drop" }] as const;

/** The value of a call, or its fault; the class of errors is another one each time that the library is loaded. */
function attempt(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    const { code, index, length, message } = error as { code?: string; index: number; length: number; message: string };
    if (code === undefined) throw error;
    return [code, index, length, message];
  }
}

/** The pairs, and the indexes of the names, as far as errors show them. */
const outcome = (action: () => InstanceType<Form["FormPairs"]>): unknown =>
  attempt(() => {
    const pairs = action();
    const list = [...pairs];
    expect(pairs.size).toBe(list.length);
    return [list, pairs.emptyPairs, attempt(() => Object.entries(pairs.toObject()))];
  });

/** Bytes that are mostly not UTF-8, which are left to the scalar code. */
const invalidBytes = (random: Random): Uint8Array =>
  Uint8Array.from({ length: random(60) }, () => [0x26, 0x3d, 0x61, 0xc3, 0xa9, 0xff, 0xed, 0xa0, 0x80, 0x1f][random(10)]!); // prettier-ignore

/** How text is processed: by the kernel through a Buffer or through TextEncoder, or without the kernel. */
const WAYS = {
  "the kernel through Buffer": {},
  "the kernel through TextEncoder": { Buffer: undefined },
  "plain code": { WebAssembly: undefined },
};

describe.each(Object.entries(WAYS))("the fast path equals the scalar code: %s", (way, globals) => {
  let form: Form;
  let parse: Parse;
  let options: Options;

  beforeEach(async () => {
    vi.resetModules();
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    const { startWasm } = await import("../../../library/src/kernel/wasm.ts");
    expect(startWasm()).toBe(way !== "plain code");
    form = await import("../../../library/src/form/index.ts");
    parse = await import("../../../library/src/form/parse.ts");
    options = await import("../../../library/src/form/options.ts");
  });
  afterEach(() => vi.unstubAllGlobals());

  test("forms are parsed to the same pairs, as text and as bytes", async () => {
    const { parseClean } = await import("../../../library/src/form/parse-fast.ts");
    const random = makeRandom(seed);
    const encoder = new TextEncoder();
    let taken = 0;
    for (let run = 0; run < FORMS; run++) {
      const limits = pick(random, LIMITS);
      const plan = options.readFormOptions({ ...pick(random, POLICIES), ...(limits && { limits }) }, "a test");
      const text = hostileForm(random);
      const source = random(11) === 0 ? invalidBytes(random) : random(3) === 0 ? encoder.encode(text) : text;
      const slow = outcome(() => new form.FormPairs(parse.parseWhole(source, { ...plan, plain: false })));
      expect(
        outcome(() => new form.FormPairs(parse.parseWhole(source, plan))),
        `seed ${seed}: ${typeof source === "string" ? JSON.stringify(source) : source.join()}`,
      ).toEqual(slow);
      if (parseClean(source, plan.limits) !== undefined) taken++;
    }
    countInputs(FORMS);
    // Otherwise the scalar code would be compared with itself.
    // On average 11 % and 41 % of the forms.
    expect(taken).toBeGreaterThan(FORMS * (way === "plain code" ? 0.06 : 0.3));
  });

  test("changing the bytes afterwards changes no index", () => {
    const bytes = new TextEncoder().encode(`a=${"%20".repeat(99)}&b&a`);
    const pairs = form.parseForm(bytes);
    bytes.fill(0x26);
    expect(() => pairs.single("a")).toThrow(expect.objectContaining({ code: "duplicate-name", index: 302 }));
  });

  test("pairs are serialized to the same form", () => {
    const random = makeRandom(seed + 2);
    const tokens = ["a", "name", " ", "+", "&", "=", "%", "é", "✓", "\u{1f600}", "*-._", "~", "\n", "'", ";"];
    const rare = ["\ud83d", "\ude00", "\x1f", "\x1e", "\0", "\x7f", "long ".repeat(30), "x".repeat(20_000)];
    const text = () =>
      Array.from({ length: random(8) }, () =>
        random(60) === 0 ? rare[random(random(40) === 0 ? 8 : 7)]! : pick(random, tokens),
      ).join("");
    for (let run = 0; run < FORMS / 4; run++) {
      const count = random(300) === 0 ? 2000 : random(12);
      const pairs = Array.from({ length: count }, (): [string, string] => [text(), text()]);
      const given = {
        ...(random(3) === 0 && { separator: ";" as const }),
        ...(random(3) === 0 && { space: "%20" as const }),
        ...(random(3) === 0 && { loneSurrogate: "replace" as const }),
      };
      const built = (more: object) => attempt(() => form.serializeForm(pairs, { ...given, ...more }));
      const fast = built({});
      expect(fast, `seed ${seed}, run ${run}`).toEqual(built({ unencodable: "reference" }));
      if (typeof fast === "string") expect(new form.FormPairs(pairs).toString(given)).toBe(fast);
    }
    countInputs(FORMS / 4);
  });
});
