import { fc, test as property } from "./property.ts";
import { describe, expect, test } from "vitest";
import { encoding } from "../../../library/src/charset/index.ts";
import { explainDecode, explainEncode } from "../../../tool/shared/explain/explain.ts";
import { groupSteps, describeCell } from "../../../tool/page/components/cells.ts";

const roles = (text: string) => groupSteps(explainDecode(text)).map(({ cells }) => cells.map(({ role }) => role));

/** Texts with many escapes and faults in them. */
const texts = fc
  .array(
    fc.constantFrom(" ", "plain text", "\ud800", ..."a é % %41 %C3 %A9 %E2%9C%93 %F0%9F%8E%89 %C0%AF %zz +".split(" ")),
  )
  .map((parts) => parts.join(""));

describe("the cells of an explanation", () => {
  test("escapes of one character are one group", () => {
    expect(roles("caf%C3%A9")).toEqual([["raw"], ["lead", "last"]]);
    expect(roles("%F0%9F%8E%89%41")).toEqual([["lead", "continuation", "continuation", "last"], ["escape"]]);
  });

  test("a fault is one group, and two faults are two", () => {
    expect(roles("%C0%AF%C0%AF")).toEqual([["error", "error"], ["error", "error"]]); // prettier-ignore
    expect(roles("%zz%")).toEqual([["error"], ["raw"], ["error"]]);
    expect(roles("%E2%9C%zz")).toEqual([["error", "error"], ["error"], ["raw"]]);
  });

  property("cover the text, and their outputs are the result", texts, (text) => {
    const steps = explainDecode(text);
    const cells = groupSteps(steps).flatMap((group) => group.cells);
    expect(cells.map(({ step }) => step.input).join("")).toBe(text);
    expect(cells.map(({ step }) => step.output).join("")).toBe(steps.map(({ output }) => output).join(""));
    expect(cells.map(({ order }) => order)).toEqual(cells.map((_, k) => k));
    let at = 0;
    for (const { step } of cells) {
      expect(step.index).toBe(at);
      at += step.length;
    }
    for (const cell of cells) expect(describeCell(cell, false)).toMatch(/^\S/);
  });

  test("a long run is split", () => {
    const groups = groupSteps(explainDecode("a".repeat(1200)));
    expect(groups).toHaveLength(100);
    expect(groups.every(({ output }) => output.length <= 12)).toBe(true);
  });

  test("encoding has its own descriptions", () => {
    const [kept, encoded] = groupSteps(explainEncode("aé")).flatMap(({ cells }) => cells);
    expect(describeCell(kept!, true)).toBe("Kept by the set");
    expect(describeCell(encoded!, true)).toBe("Encoded: 2 bytes of UTF-8, each as its escape");
  });
});

test("the bytes of another encoding are described without the lengths of UTF-8", () => {
  const describeAll = (text: string, label: string) =>
    groupSteps(explainDecode(text, { encoding: encoding(label) })).flatMap(({ cells }) =>
      cells.map((cell) => describeCell(cell, false)),
    );
  expect(describeAll("%83A%FF", "shift_jis")).toEqual([
    "Lead byte",
    "Last byte: completes ア (U+30A2)",
    expect.stringContaining("the output is %FF"),
  ]);
  expect(describeAll("%1B%24B", "iso-2022-jp").at(-1)).toBe("Last byte of an escape sequence, which has no character");
});
