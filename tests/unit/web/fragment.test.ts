import { fc, test as property } from "./property.ts";
import { describe, expect, test } from "vitest";
import { hasOther, hasText, MODE_NAMES, type ModeName } from "../../../tool/page/app/modes.ts";
import { EXAMPLES } from "../../../tool/page/app/examples.ts";
import { defaultChoice, findOption, findOptions, isValue } from "../../../tool/page/app/options.ts";
import {
  MAX_FRAGMENT_UNITS,
  type PageState,
  readFragment,
  START,
  readOption,
  withOption,
  writeFragment,
} from "../../../tool/page/app/state.ts";

/** Any state of the page with well-formed texts. */
const states: fc.Arbitrary<PageState> = fc.constantFrom<ModeName>(...MODE_NAMES).chain((mode) =>
  fc
    .record({
      text: hasText(mode) ? fc.string({ unit: "binary" }) : fc.constant(""),
      other: hasOther(mode) ? fc.string({ unit: "binary" }) : fc.constant(""),
      chosen: fc.subarray([...findOptions(mode)]),
      pick: fc.array(fc.nat(), { minLength: 16, maxLength: 16 }),
    })
    .map(({ text: typed, other, chosen, pick }) => {
      const options = chosen.flatMap((name, k) => {
        const row = findOption(mode, name);
        const value = row.choices
          ? row.choices[pick[k]! % row.choices.length]!
          : row.kind === "switch"
            ? "true"
            : ["a-z &", "76", "slash,empty"].find((one) => isValue(row, one))!;
        return value === defaultChoice(row) ? [] : [[name, value]];
      });
      return { mode, text: typed, other, options: Object.fromEntries(options) as PageState["options"] };
    }),
);

describe("the fragment", () => {
  property("contains every state exactly", states, (state) => {
    const fragment = writeFragment(state)!;
    expect(readFragment(fragment)).toEqual(state);
    expect(readFragment(`#${fragment}`)).toEqual(state);
    // A browser leaves every character of the fragment unchanged.
    expect(new URL(`http://e.com/#${fragment}`).hash).toBe(`#${fragment}`);
  });

  property("is read without an exception, whatever it is", fc.string({ unit: "binary" }), (text) => {
    for (const fragment of [text, `1/${text}`, `1/decode?${text}`, `1/decode?text=${text}`, `#${text}`]) {
      const read = readFragment(fragment);
      if (typeof read === "string") expect(["version", "length", "form"]).toContain(read);
      else expect(MODE_NAMES).toContain(read.mode);
    }
  });

  test("is empty for the start of the page", () => {
    expect(readFragment("")).toEqual(START);
    expect(readFragment("#")).toEqual(START);
    expect(writeFragment(START)).toBe("1/start");
    // A text of another view, which the shared view does not show.
    const other = "http://b.example/?token=SECRET";
    expect(writeFragment({ ...START, text: "a", other })).toBe("1/start?text=a");
    expect(writeFragment({ ...START, mode: "help", text: "a", other })).toBe("1/help");
    expect(writeFragment({ ...START, mode: "compare", text: "a", other: "b" })).toBe("1/compare?text=a&other=b");
  });

  test.each([
    ["another version", "2/decode", "version"],
    ["no version", "decode?text=a", "form"],
    ["an unknown view", "1/destroy", "form"],
    ["a property of every object", "1/constructor", "form"],
    ["an option of another view", "1/decode?level=basic", "form"],
    ["a property of every object as an option", "1/decode?toString=a", "form"],
    ["an unknown value", "1/decode?malformed=maybe", "form"],
    ["the same name twice", "1/decode?text=a&text=b", "form"],
    ["no equals sign", "1/decode?text", "form"],
    ["an empty value", "1/decode?text=", "form"],
    ["an empty pair", "1/decode?text=a&", "form"],
    ["a malformed escape", "1/decode?text=%zz", "form"],
    ["bytes that are not UTF-8", "1/decode?text=%FF", "form"],
    ["a second text for a view with one", "1/decode?text=a&other=b", "form"],
    ["a text for a view without one", "1/sets?text=a", "form"],
    ["too much", `1/decode?text=${"a".repeat(MAX_FRAGMENT_UNITS)}`, "length"],
  ])("refuses %s", (_, fragment, refusal) => {
    expect(readFragment(fragment)).toBe(refusal);
  });

  test("is not written if it would be too long, or a text contains a lone surrogate", () => {
    expect(writeFragment({ ...START, text: "a".repeat(MAX_FRAGMENT_UNITS) })).toBeUndefined();
    expect(writeFragment({ ...START, text: "é".repeat(MAX_FRAGMENT_UNITS / 4) })).toBeUndefined();
    expect(writeFragment({ ...START, text: "a\ud800" })).toBeUndefined();
  });

  test("leaves defaults out", () => {
    const decode: PageState = { ...START, mode: "decode" };
    const changed = { ...decode, options: withOption(decode, "malformed", "keep") };
    expect(readOption(changed, "malformed")).toBe("keep");
    expect(withOption(changed, "malformed", "throw")).toEqual({});
    expect(readOption(decode, "malformed")).toBe("throw");
    expect(readOption({ mode: "explain", options: {} }, "malformed")).toBe("keep");
  });
});

test("examples contain only options of their view", () => {
  for (const mode of MODE_NAMES) {
    for (const { options = {} } of EXAMPLES[mode] ?? []) {
      for (const [name, value] of Object.entries(options)) {
        const row = findOptions(mode).find((option) => option === name)!;
        expect(isValue(findOption(mode, row), value), `${mode} ${name}`).toBe(true);
      }
    }
  }
});
