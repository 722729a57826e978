import { expect, test } from "vitest";
import { encoding } from "../../../library/src/charset/index.ts";
import { rfc3986 } from "../../../library/src/sets/index.ts";
import { findCharacter, groupSteps } from "../../../tool/page/components/cells.ts";
import { type BytePicture, pictureBytes } from "../../../tool/page/app/byte-picture.ts";
import { explainDecode } from "../../../tool/shared/explain/explain.ts";
import { groupDecoders, groupEncoders } from "../../../tool/page/app/language-groups.ts";
import { fc, test as property } from "../web/property.ts";

/** Checks that the drawn bits of each byte are the byte, and returns the joined escapes and the joined bits of the code point. */
function join({ bytes }: BytePicture): readonly [escapes: string, bits: string] {
  let [escapes, bits] = ["", ""];
  for (const { escape, marker, payload } of bytes) {
    if (escape !== undefined && parseInt(escape.slice(1), 16) !== parseInt(marker + payload, 2))
      throw new Error(escape);
    escapes += escape ?? "";
    bits += payload;
  }
  return [escapes, bits];
}

test("the drawn bits of every character are its code point, its bytes and its escapes", () => {
  const encoder = new TextEncoder();
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code === 0xd800) code = 0xe000;
    const character = String.fromCodePoint(code);
    const picture = pictureBytes([...encoder.encode(character)]);
    const [escapes, bits] = join(picture);
    const isSame = parseInt(bits, 2) === code && picture.codePoint === code && picture.kind === "character";
    if (!isSame || decodeURIComponent(escapes) !== character) throw new Error(`U+${code.toString(16)}`);
  }
});

test("the drawn bits of every fault are its bytes, and its kind is that of the number", () => {
  const second = [0x41, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xe0, 0xf0, 0xff];
  const kinds = new Set<string>();
  const toEscapes = (bytes: readonly number[]) => bytes.map((byte) => `%${byte.toString(16).toUpperCase()}`).join("");
  for (let lead = 0x80; lead < 0x100; lead++)
    for (const [b, c] of second.flatMap((byte) => [0x41, 0x80, 0xbf, 0xe0].map((last) => [byte, last] as const)))
      for (const { cells } of groupSteps(explainDecode(toEscapes([lead, b, c, 0x80])))) {
        const bytes = cells.flatMap(({ step }) => step.bytes);
        const picture = pictureBytes(bytes, cells[0].step.code);
        const { kind, codePoint } = picture;
        kinds.add(kind);
        const [escapes, bits] = join(picture);
        const missing = picture.bytes.length - bytes.length;
        expect([escapes, bits.replace(/^[01]*/, "")]).toEqual([toEscapes(bytes), "??????".repeat(missing)]);
        expect(codePoint).toBe(missing > 0 || kind === "stray" ? undefined : parseInt(bits, 2));
        const least = [0, 0, 0x80, 0x800, 0x10000][picture.bytes.length]!;
        if (codePoint !== undefined && kind !== "character")
          expect(kind).toMatch(codePoint < least ? /^overlong/ : codePoint > 0x10ffff ? /range$/ : /surrogate$/);
        expect(kind === "cut" && missing === 0).toBe(false);
      }
  const faults = "code-point-out-of-range cut encoded-surrogate overlong-utf8 stray";
  expect([...kinds].sort().join(" ")).toBe(`character ${faults}`);
});

test("bytes of another encoding have no markers", () => {
  const { kind, bytes, codePoint } = pictureBytes([0xe9, 0x41], undefined, false);
  expect([kind, codePoint]).toEqual(["foreign", undefined]);
  expect(bytes.map(({ escape, marker, payload }) => escape + marker + payload)).toEqual(["%E911101001", "%4101000001"]);
});

const parts = "a + % é 😀 \ud83d %4 %zz %41 %C3 %A9 %E2 %82 %AC %F0%9F %98%80 %80%80%80%80 %C0%AF %FF %83A".split(" ");
property("the character at each index is that of the whole text", fc.array(fc.constantFrom(...parts)), (list) => {
  const text = list.join("");
  for (const charset of [undefined, encoding("shift_jis")]) {
    const groups = groupSteps(explainDecode(text, { encoding: charset }));
    for (const { cells } of groups)
      for (let index = cells[0].step.index; index < cells.at(-1)!.step.index + cells.at(-1)!.step.length; index++) {
        const { steps, encoding: isEncoded } = findCharacter(text, index, charset, rfc3986.component);
        if (!isEncoded) expect(steps).toEqual(cells.map(({ step }) => step));
        const input = steps.map((step) => step.input).join("");
        expect(text.startsWith(input, steps[0]!.index) && steps[0]!.index <= index).toBe(true);
        expect(steps[0]!.index + input.length).toBeGreaterThan(index);
      }
  }
});

test("each decoder and each encoder is in one group, with its reason", () => {
  const samples = "é ~ + % %41 %2F %C3%A9 %E9 %E2%82 %C0%AF %ED%A0%80 %zz %4 %u00e9 %+1 \ud800".split(" ");
  for (const sample of [...samples, " "])
    for (const groups of [groupDecoders(sample), groupEncoders(sample)]) {
      const names = groups.flatMap((group) => group.names);
      expect([names.length, new Set(names).size]).toEqual(names.length > 14 ? [16, 16] : [14, 14]);
      expect(groups.map(({ why }) => typeof why)).toEqual(groups.map(() => "string"));
    }
  expect(groupDecoders("%C3%A9").map(({ result }) => result)).toEqual(["é", "Ã©"]);
});
