import { afterEach, expect, test } from "vitest";
import { loneSurrogateIn, toWellFormed, UnitWriter } from "../../../library/src/base/utf8.ts";

const isWellFormed = Object.getOwnPropertyDescriptor(String.prototype, "isWellFormed")!;

afterEach(() => {
  Reflect.defineProperty(String.prototype, "isWellFormed", isWellFormed);
});

test.for([0, 1, 8191, 8192, 8193, 30_000])(
  "a text of %i units is the same when written by unit, by part, and by both",
  (length) => {
    const text = Array.from({ length }, (_, k) => String.fromCharCode(0x41 + (k % 0x500))).join("");
    const units = new UnitWriter();
    for (let i = 0; i < length; i++) units.write(text.charCodeAt(i));
    const parts = new UnitWriter();
    parts.append(text, 0, length >> 1);
    parts.append(text, length >> 1, length);
    expect(units.text() === text && parts.text() === text).toBe(true);
    parts.write(0x40);
    expect(parts.text() === `${text}@`).toBe(true);
  },
);

test.for([
  ["plain é 😀", -1],
  ["", -1],
  ["\ud800", 0],
  ["a😀\udc00b\ud83d", 3],
  ["\ud83d\ud83d\ude00", 0],
  ["\ude00\ud83d", 0],
] as const)("the first lone surrogate of %j is at %i, in old engines too", ([text, wanted]) => {
  const formed = Array.from(text, (character) => (/\p{Surrogate}/u.test(character) ? "\ufffd" : character)).join("");
  for (const old of [false, true]) {
    if (old) Reflect.deleteProperty(String.prototype, "isWellFormed");
    expect([loneSurrogateIn(text), toWellFormed(text)]).toEqual([wanted, formed]);
  }
});
