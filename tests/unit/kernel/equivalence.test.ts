import { describe, expect, test } from "vitest";
import { scalarKernel } from "../../support/scalar-only.ts";
import type { Kernel } from "../../../library/src/kernel/types.ts";
import { makeWasmKernel, ownBuffers } from "../../../library/src/kernel/wasm.ts";
import { byteTable } from "../../../library/src/sets/byte-table.ts";
import { all, ecmascript, rfc3986, rfc3987, whatwg } from "../../../library/src/sets/index.ts";
import { referenceDecodeBytes } from "../../support/reference.ts";
import { makeRandom, pick } from "../../support/random.ts";
import { seed } from "../../support/seed.ts";
import { readSize } from "../../support/sizes.ts";

/** How many byte strings are compared. */
const STRINGS = readSize("STRINGS");
const IS_FULL = STRINGS >= 1_000_000;

const simd = makeWasmKernel();
const { source, target } = ownBuffers();
const scalarTarget = new Uint8Array(4096);
const heapTarget = new Uint8Array(4096);
const SETS = [rfc3986.component, whatwg.form, whatwg.c0Control, rfc3987.query, all, ecmascript.encodeURI].map((set) =>
  byteTable(set),
);

type Run = (kernel: Kernel, input: Uint8Array, output: Uint8Array) => { read: number; written: number };

const RUNS: Run[] = [
  (kernel, input, output) => kernel.decode(input, 0, input.length, output, 0, false),
  (kernel, input, output) => kernel.decode(input, 0, input.length, output, 0, true),
  ...SETS.map(
    ({ bytes, spaceAsPlus }): Run =>
      (kernel, input, output) =>
        kernel.encode(input, 0, input.length, output, 0, bytes, spaceAsPlus),
  ),
];

/** Describes how the kernel differs from the scalar one. In its own memory it must stop at the same index and write the same bytes. */
function difference(input: Uint8Array): string | undefined {
  for (const [k, run] of RUNS.entries()) {
    const want = run(scalarKernel, input, scalarTarget);
    const output = target.subarray(0, want.written + 48);
    output.fill(0xa5, want.written);
    const got = run(simd, input, output);
    const same =
      got.read === want.read &&
      got.written === want.written &&
      Buffer.compare(output.subarray(0, got.written), scalarTarget.subarray(0, got.written)) === 0;
    if (!same) return `run ${k} of ${Buffer.from(input).toString("latin1")}: ${JSON.stringify({ got, want })}`;
  }
  const [got, want] = [simd, scalarKernel].map((kernel) => kernel.validUtf8Until(input, 0, input.length));
  return got === want ? undefined : `validity of ${Buffer.from(input).toString("hex")}: ${got}, not ${want}`;
}

test("every length × every alignment × each special byte at every index of the first 64", () => {
  const special = [0x25, 0x2b, 0x20, 0x00, 0x7f, 0x80, 0xc3, 0xe2, 0xf0, 0xff, 0x2f, 0x47];
  const alignments = IS_FULL ? Array.from({ length: 16 }, (_, k) => k) : [0, 1, 15];
  const failures: unknown[] = [];
  for (const alignment of alignments) {
    for (let length = 0; length <= 129; length++) {
      const input = source.subarray(256 + alignment, 256 + alignment + length);
      for (let k = 0; k < length; k++) input[k] = k % 7 === 3 ? 0x25 : k % 7 < 3 ? 0x61 : 0x34;
      for (const byte of special) {
        for (let index = 0; index < Math.min(length, 64); index += IS_FULL ? 1 : 5) {
          const before = input[index]!;
          input[index] = byte;
          const found = failures.length < 5 ? difference(input) : undefined;
          if (found) failures.push(found);
          input[index] = before;
        }
      }
    }
  }
  expect(failures).toEqual([]);
}, 600_000);

test(`${STRINGS} seeded byte strings (seed ${seed}), in the kernel's memory and outside, some with the reference implementation`, () => {
  const random = makeRandom(seed);
  const pieces = [..."%41 %C3%A9 %e2%9c%93 % %4 %zz +".split(" "), " ", ..."é 中 😀 \xff abcdefgh /?&= %2".split(" ")];
  const bytes = pieces.map((piece) => Buffer.from(piece, piece === "\xff" ? "latin1" : "utf8"));
  const failures: unknown[] = [];
  for (let k = 0; k < STRINGS && failures.length < 5; k++) {
    const length = random(k % 50 === 0 ? 1200 : 80);
    // Few kinds of pieces per string: long runs of one kind reach the dense loops.
    const kinds = Array.from({ length: 1 + random(5) }, () => pick(random, bytes));
    let end = 0;
    while (end < length) {
      const piece = pick(random, kinds);
      source.set(piece, end);
      end += piece.length;
    }
    const input = source.subarray(0, end);
    const found = difference(input);
    if (found) failures.push(found);
    if (k % 64 > 0) continue;
    const outside = input.slice();
    for (const run of RUNS) {
      // Copied bytes may be read in part: then the output has to match that part.
      const want = run(scalarKernel, outside, scalarTarget);
      const got = run(simd, outside, heapTarget);
      const part = run(scalarKernel, outside.subarray(0, got.read), scalarTarget);
      if (got.read > want.read || got.written !== part.written) failures.push({ got, want, part });
      if (Buffer.compare(heapTarget.subarray(0, got.written), scalarTarget.subarray(0, got.written)) !== 0) {
        failures.push(Buffer.from(outside).toString("latin1"));
      }
    }
    const expected = referenceDecodeBytes([...outside], { malformed: "throw" });
    const { read, written } = simd.decode(input, 0, end, target, 0, false);
    if (read !== (expected.issues[0]?.index ?? end)) failures.push({ read, issues: expected.issues });
    if (read === end) expect([...target.subarray(0, written)]).toEqual(expected.value);
  }
  expect(failures).toEqual([]);
}, 600_000);

describe("only UTF-8 that the decoder of the host accepts is valid", () => {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  /** The bytes before the first U+FFFD, unless it is in the input. */
  function validUntil(bytes: Uint8Array): number {
    const text = decoder.decode(bytes);
    const fault = text.indexOf("\ufffd");
    if (fault < 0 || Buffer.compare(Buffer.from(text), bytes) === 0) return bytes.length;
    return Buffer.byteLength(text.slice(0, fault));
  }

  const edges = [0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xe0, 0xf0, 0xff];
  const everyByte = Array.from({ length: 256 }, (_, byte) => byte);
  const third = IS_FULL ? everyByte : edges;

  /** Checks a sequence in the middle of a block, at the end of one, and at the end of the input. */
  function check(sequence: readonly number[], failures: unknown[]): void {
    for (const [at, length] of [
      [3, 40],
      [14, 40],
      [21, 21 + sequence.length],
    ] as const) {
      const input = source.subarray(0, length);
      input.fill(0x61);
      input.set(sequence, at);
      const [got, want] = [simd.validUtf8Until(input, 0, length), validUntil(input)];
      if (got !== want && failures.length < 5) failures.push({ sequence, at, got, want });
    }
  }

  test("all one-, two- and three-byte sequences", () => {
    const failures: unknown[] = [];
    for (const a of everyByte) {
      check([a], failures);
      for (const b of everyByte) {
        check([a, b], failures);
        if (a >= 0x80) for (const c of third) check([a, b, c], failures);
      }
    }
    expect(failures).toEqual([]);
  }, 600_000);

  test("all leads and second bytes of four-byte sequences", () => {
    const failures: unknown[] = [];
    for (let a = 0xf0; a < 0x100; a++) {
      for (const b of everyByte) for (const c of edges) for (const d of edges) check([a, b, c, d], failures);
    }
    expect(failures).toEqual([]);
  }, 600_000);
});
