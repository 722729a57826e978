import { expect, test } from "vitest";
import { findBlockEnd } from "../../../library/src/codec/strategy.ts";
import { BLOCK_UNITS } from "../../../library/src/kernel/types.ts";

/** Returns the ends of the blocks of a text, up to the first block without one. */
function blockEnds(text: string): number[] {
  const ends = [0];
  for (let end = 0; end < text.length; ends.push(end)) {
    const next = findBlockEnd(text, end, text.length);
    if (next === end) break;
    end = next;
  }
  return ends.slice(1);
}

test("a block may end before each character, so a text that is only escapes is cut up to its end", () => {
  for (const character of ["%41", "%C3%A9", "%E2%9C%93", "%F0%9F%98%80"]) {
    for (let shift = 0; shift < 12; shift++) {
      const text = "x".repeat(shift) + character.repeat(BLOCK_UNITS / 2);
      const ends = blockEnds(text);
      expect(ends.at(-1), `${character} ${shift}`).toBe(text.length);
      const blocks = ends.map((end, k) => text.slice(ends[k - 1] ?? 0, end));
      expect(blocks.map((block) => decodeURIComponent(block)).join("") === decodeURIComponent(text)).toBe(true);
    }
  }
});

test("blocks are as large as possible, and do not end inside an escape", () => {
  const whole = "%41".padStart(BLOCK_UNITS, "x");
  expect(blockEnds(whole)).toEqual([BLOCK_UNITS]);
  expect(blockEnds("a".repeat(2 * BLOCK_UNITS + 5))).toEqual([BLOCK_UNITS, 2 * BLOCK_UNITS, 2 * BLOCK_UNITS + 5]);
  expect(blockEnds(`x${whole}`)).toEqual([BLOCK_UNITS - 2, BLOCK_UNITS + 1]);
  // The nearest index outside an escape is further away than the length of any character.
  expect(blockEnds(`${"x".repeat(BLOCK_UNITS - 12)}${"%4".repeat(8)}`)).toEqual([]);
  expect(blockEnds(`${"x".repeat(BLOCK_UNITS - 11)}%F0%9F%98%80y`)).toEqual([BLOCK_UNITS - 11, BLOCK_UNITS + 2]);
});
