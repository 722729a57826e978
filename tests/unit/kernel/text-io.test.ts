import { afterEach, describe, expect, test, vi } from "vitest";
import { scalarKernel, scalarOnly } from "../../support/scalar-only.ts";
import { PercentEncodingError } from "../../../library/src/index.ts";
import { makeRandom, pick } from "../../support/random.ts";
import { referenceDecode, referenceEncode } from "../../support/reference.ts";
import { seed } from "../../support/seed.ts";
import { readSize } from "../../support/sizes.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

interface Library {
  codec: typeof import("../../../library/src/index.ts");
  sets: typeof import("../../../library/src/sets/index.ts");
  simd: typeof import("../../../library/src/wasm.ts");
}

/** Loads the library in a host without these globals. */
async function loadWithout(...names: string[]): Promise<Library> {
  vi.resetModules();
  for (const name of names) vi.stubGlobal(name, undefined);
  return {
    codec: await import("../../../library/src/index.ts"),
    sets: await import("../../../library/src/sets/index.ts"),
    simd: await import("../../../library/src/wasm.ts"),
  };
}

const HOSTS: Record<string, { missing: string[]; state: string; scalar?: boolean }> = {
  "Buffer over the kernel's memory": { missing: [], state: "on" },
  "TextEncoder and TextDecoder": { missing: ["Buffer"], state: "on" },
  "bytes alone": { missing: ["Buffer", "TextEncoder"], state: "on" },
  "the language's own functions": { missing: ["WebAssembly"], state: "refused" },
  "the scalar code": { missing: [], state: "on", scalar: true },
};

const SHORT_TEXTS = readSize("TEXTS");
/** The step between positions of a block's end: all of them, or some for fewer texts. */
const SHIFT = SHORT_TEXTS < 3000 ? 5 : 1;

/** Texts in which every kind of piece is next to every other: short texts, and long ones with each piece at the end of a block. */
function texts(): string[] {
  const random = makeRandom(seed);
  const pieces = [
    "a", "bc-_.~", "%41", "%C3%A9", "%E2%9C%93", "%F0%9F%98%80", "é", "ÿ", "中", "я", "😀", " ", "+", "!'()*", "/?&", "%25",
    "\0", "\x7f", "\x80", "\u07ff", "\u0800", "\uffff",
  ]; // prettier-ignore
  const faults = ["%", "%4", "%zz", "%ff", "%C3", "%ED%A0%80", "\ud800", "\udc00", "%u0041", "%C0%AF"];
  const made: string[] = [];
  for (let k = 0; k < SHORT_TEXTS; k++) {
    const kinds = Array.from({ length: 1 + random(4) }, () => pick(random, pieces));
    if (k % 4 === 0) kinds.push(pick(random, faults));
    const count = random(k % 100 === 0 ? 300 : 30);
    made.push(Array.from({ length: count }, () => pick(random, kinds)).join(""));
  }
  for (let shift = 0; shift < 13; shift += SHIFT) {
    const long = "x".repeat(0x4000 - 7 - shift);
    made.push(
      `${long}%F0%9F%98%80%C3%A9 😀é%41`.repeat(2),
      `${long}%E2%9C%93%E2%9C`,
      `${long}😀%zz`,
      `${long}é+%41\ud800`,
      // Every index near the end of the block is inside something that may be an escape.
      `${long.slice(0, -4)}${"%4".repeat(8)}%41%C3%A9%41`,
    );
  }
  return made;
}

/** Returns the value of a call, or the properties of its error. */
function outcome(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    const { name, code, index, length, message } = error as PercentEncodingError;
    return { name, code, index, length, message };
  }
}

/** Returns the results of all calls for a text. */
function results({ codec, sets }: Library, text: string): unknown[] {
  const { rfc3986, rfc3987, whatwg, ecmascript, all } = sets;
  return [
    ...[rfc3986.component, ecmascript.encodeURIComponent, whatwg.form, rfc3987.query, whatwg.c0Control, all].flatMap(
      (set) => [
        outcome(() => codec.percentEncode(text, set)),
        outcome(() => codec.percentEncode(text, set, { loneSurrogate: "replace" })),
      ],
    ),
    outcome(() => codec.percentDecode(text)),
    outcome(() => codec.percentDecode(text, { plus: "space" })),
    outcome(() => codec.percentDecode(text, { malformed: "keep" })),
    outcome(() => codec.percentDecode(text, { malformed: "keep", percentU: true, invalidUtf8: "replace" })),
    outcome(() => codec.percentDecode(text, { malformed: "drop", invalidUtf8: "keep", plus: "space" })),
    outcome(() => codec.percentDecodeReport(text)),
  ];
}

describe("every way of copying text in and out has the same results, errors and issues", () => {
  const inputs = texts();
  let wanted: unknown[][] | undefined;

  for (const [name, { missing, state, scalar }] of Object.entries(HOSTS).toReversed()) {
    test(`${name} (seed ${seed})`, async () => {
      const library = await loadWithout(...missing);
      if (scalar) {
        const { activateKernel } = await import("../../../library/src/kernel/active.ts");
        activateKernel(scalarOnly(scalarKernel));
      } else {
        library.simd.enableWasm();
      }
      expect(library.simd.wasmStatus()).toBe(state);
      const got = inputs.map((text) => results(library, text));
      wanted ??= got;
      for (const [k, text] of inputs.entries()) expect(got[k], JSON.stringify(text.slice(0, 200))).toEqual(wanted[k]);
    });
  }

  test("the results are those of the reference implementation", () => {
    for (const [k, text] of inputs.entries()) {
      if (text.length > 2000) continue;
      const expected = referenceDecode(text);
      const decoded = wanted![k]![12] as string | { index: number };
      if (expected.error) expect(decoded).toMatchObject({ ...expected.error });
      else expect(decoded).toBe(expected.value);
      expect(wanted![k]![1]).toBe(referenceEncode(text, (code) => !/[\w\-.~]/.test(String.fromCodePoint(code))));
    }
  });
});

describe("the kernel is compiled only when there is enough to do", () => {
  test("short strings do not start it; a long one or many short ones do", async () => {
    const { codec, simd } = await loadWithout();
    expect(simd.wasmStatus()).toBe("waiting");
    for (let k = 0; k < 50; k++) codec.percentDecode(codec.percentEncode("ein kürzerer Text"));
    expect(simd.wasmStatus()).toBe("waiting");
    codec.percentDecode("%41".repeat(1000));
    expect(simd.wasmStatus()).toBe("on");

    const other = await loadWithout();
    for (let k = 0; k < 5000; k++) other.codec.percentEncode("ein kürzerer Text");
    expect(other.simd.wasmStatus()).toBe("on");
  });

  test("it is not an error if the host refuses to compile, and a compiled module may still be passed", async () => {
    const { Instance, Module } = WebAssembly;
    const binary = (await loadWithout()).simd.wasmBinary();
    const module = new Module(binary);
    const refuse = function (): never {
      throw new Error("a policy");
    };
    vi.stubGlobal("WebAssembly", { Instance, Module: refuse });
    const { codec, simd } = await loadWithout();
    expect(simd.enableWasm()).toBe(false);
    expect(simd.wasmStatus()).toBe("refused");
    expect(codec.percentDecode("%C3%A9".repeat(1000))).toBe("é".repeat(1000));
    expect(simd.allocateBuffers().target.length).toBe(simd.allocateBuffers().source.length * 3);
    const empty = new Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
    expect(() => simd.enableWasm(empty)).toThrow(TypeError);
    expect(simd.enableWasm(module)).toBe(true);
    expect(simd.wasmStatus()).toBe("on");
    expect(codec.percentDecode("%C3%A9".repeat(1000))).toBe("é".repeat(1000));
  });

  test("after a wrong module was passed, the kernel still starts", async () => {
    const { codec, simd } = await loadWithout();
    const empty = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
    expect(() => simd.enableWasm(empty)).toThrow(TypeError("enableWasm takes the kernel of this version"));
    expect(simd.wasmStatus()).toBe("waiting");
    expect(codec.percentDecode("%C3%A9".repeat(1000))).toBe("é".repeat(1000));
    expect(simd.wasmStatus()).toBe("on");
  });

  test("a function that replaces one of the host later is not called", async () => {
    const { codec, simd } = await loadWithout();
    simd.enableWasm();
    const wrong = (): never => {
      throw new Error("patched");
    };
    vi.stubGlobal("Buffer", wrong);
    vi.stubGlobal("TextDecoder", wrong);
    vi.stubGlobal("encodeURIComponent", wrong);
    vi.stubGlobal("decodeURIComponent", wrong);
    expect(codec.percentDecode(codec.percentEncode("é ".repeat(500)))).toBe("é ".repeat(500));
    expect(codec.percentDecode(codec.percentEncode("a b"))).toBe("a b");
  });
});

describe("calls do not share state", () => {
  test("callbacks may call the library again", async () => {
    const { codec, simd } = await loadWithout();
    simd.enableWasm();
    const inner = "%D0%BF ".repeat(300);
    const accept = (): boolean => codec.percentDecode(inner) === "п ".repeat(300);
    expect(codec.percentDecode("%41%C3%A9 b".repeat(50), { accept })).toBe("Aé b".repeat(50));
    const seen: number[] = [];
    const decoder = new codec.PercentDecoder({
      malformed: "keep",
      onIssue: ({ index }) => seen.push(codec.percentEncode("я".repeat(index)).length),
    });
    const { source, target } = simd.allocateBuffers();
    source.set(Buffer.from("%41%zz%C3%A9".repeat(20)));
    const { written } = decoder.decodeInto(source, target, { to: 240 });
    expect(Buffer.from(target.subarray(0, written)).toString()).toBe("A%zzé".repeat(20));
    expect(seen.length).toBe(20);
  });

  test("each pair of buffers is separate, and each write stays in its target", async () => {
    const { codec, simd } = await loadWithout();
    const [one, two] = [simd.allocateBuffers(), simd.allocateBuffers()];
    expect(one.source.buffer).toBe(one.target.buffer);
    one.source.fill(0x20);
    two.source.fill(0x41);
    one.target.fill(7);
    const part = one.target.subarray(64, 64 + 96);
    expect(new codec.PercentEncoder().encodeInto(one.source, part)).toEqual({ read: 32, written: 96 });
    expect(one.target[63]).toBe(7);
    expect(one.target[64 + 96]).toBe(7);
    expect(new codec.PercentDecoder().decodeInto(two.source, two.target)).toEqual({ read: 0x40000, written: 0x40000 });
    expect(two.target[0]).toBe(0x41);
    expect(one.source[0]).toBe(0x20);
  });

  test("bytes are counted alike in the kernel's memory and elsewhere", async () => {
    const { simd } = await loadWithout();
    const { source } = simd.allocateBuffers();
    for (let i = 0; i < 256; i++) source[i] = i % 7 === 0 || i > 200 ? 0x0a : i;
    const elsewhere = source.slice(0, 256);
    for (let from = 0; from <= 20; from++) {
      for (let to = from; to <= 256; to++) {
        const counted = simd.countByte(0x0a, source, from, to);
        if (counted !== simd.countByte(0x0a, elsewhere, from, to)) expect.unreachable(`${from} to ${to}: ${counted}`);
      }
    }
    expect(simd.countByte(0x0a, elsewhere)).toBe(85);
    expect(() => simd.countByte(0x0a, elsewhere, 0, 257)).toThrow(TypeError);
    for (const byte of [-1, 256, 1.5])
      expect(() => simd.countByte(byte, source)).toThrow(
        TypeError(`the byte of countByte must be a number from 0 to 255, not ${byte}`),
      );
  });
});
