import { escapeInvisible } from "../../../library/src/base/invisible.ts";
import { expect, test } from "vitest";
import { escapeInJson, toJson } from "../../../tool/shared/literal.ts";
import type { Sink } from "../../../tool/command/io/sink.ts";
import { terminalSink } from "../../../tool/command/io/terminal.ts";

/** Every code point, lone surrogates among them, in texts of 4096. */
const TEXTS = Array.from({ length: 0x110 }, (_, k) =>
  Array.from({ length: 0x1000 }, (_character, i) => String.fromCodePoint(0x1000 * k + i)).join("x"),
);

/** Writes the bytes of a text to a terminal, and returns the output. */
function shown(text: string, show?: (text: string) => string): string {
  let output = "";
  const sink = { writeText: (part: string) => (output += part), flush: () => {} } as unknown as Sink;
  const terminal = terminalSink(sink, {}, show);
  const bytes = new TextEncoder().encode(text);
  // Chunks end in the middle of characters.
  for (let from = 0; from < bytes.length; from += 1001) {
    const part = bytes.slice(from, from + 1001);
    terminal.write(part, part.length);
  }
  terminal.end(false);
  return output;
}

// tests/unit/web/literal.test.ts has every invisible character.
test("a pair of surrogates is two escapes, in upper case, and a backslash before text like an escape is kept", () => {
  expect(toJson("\u{E0001}\u202E\u00AD")).toBe(String.raw`"\uDB40\uDC01\u202E\u00AD"`);
  expect(toJson("\\u{41}\u200B")).toBe(String.raw`"\\u{41}\u200B"`);
});

test("JSON lines on a terminal are JSON with the same values", () => {
  for (const text of TEXTS.filter((one) => !/\p{Surrogate}/u.test(one))) {
    const line = JSON.stringify({ text, tab: 1 }).replace('"tab"', '\t"tab"');
    const [first, second, end] = shown(`${line}\n${line}\n`, escapeInJson).split("\n");
    expect([JSON.parse(first!), JSON.parse(second!), end]).toEqual([{ text, tab: 1 }, { text, tab: 1 }, ""]);
    expect(escapeInvisible(first!, "\t")).toBe(first);
  }
});
