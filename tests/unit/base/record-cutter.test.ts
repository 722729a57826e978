import { describe, expect, test } from "vitest";
import { DelimiterFraming, LINE_FEED, NUL, UNFRAMED } from "../../../tool/shared/files/framing.ts";
import { RecordCutter } from "../../../tool/shared/files/record-cutter.ts";
import { everyText } from "../../support/every-text.ts";
import { readSize } from "../../support/sizes.ts";

/** The length of the longest inputs, in bytes. */
const LENGTH = readSize("DEPTH") + 1;

/** A record as the handler sees it: its content, its end mark, and whether it is longer than the limit. */
type Seen = readonly [content: string, mark: string, isLong: boolean];

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

/** The reference implementation: a regular expression over the whole input. */
function expectedRecords(input: string, mark: number, maxRecord: number): Seen[] {
  const expression = mark === NUL ? /([^\0]*)(\0|$)/g : /([^\n]*?)(\r?\n|$)/g;
  const records = Array.from(input.matchAll(expression), ([, content, end]) => [content!, end!] as const).slice(0, -1);
  return records.map(([content, end]) => [content, end, content.length > maxRecord]);
}

/**
 * Cuts an input that arrives in parts, in a buffer of four bytes, which has to grow.
 *
 * @param take how many records `block` handles at once; undefined for no `block`
 */
function cut(parts: readonly string[], mark: number, maxRecord: number, take: number | undefined): Seen[] {
  const seen: Seen[] = [];
  let excess = "";
  const offsets: number[] = [];
  const add = (content: string, end: string): void => void seen.push([content, end, false]);
  const framing = new DelimiterFraming(mark);
  const cutter = new RecordCutter(
    framing,
    {
      block:
        take === undefined
          ? undefined
          : (bytes, from, to) => {
              const all = expectedRecords(latin1(bytes.subarray(from, to)), mark, maxRecord);
              expect(all.some(([, end, isLong]) => end === "" || isLong)).toBe(false);
              const taken = all.slice(0, take);
              for (const [content, end] of taken) add(content, end);
              return from + taken.reduce((sum, [content, end]) => sum + content.length + end.length, 0);
            },
      record: (bytes, from, end, next) => {
        offsets.push(cutter.before + from);
        if (framing.crLf !== (next - end === 2)) throw new Error(`${JSON.stringify(parts)}: crLf is ${framing.crLf}`);
        add(latin1(bytes.subarray(from, end)), latin1(bytes.subarray(end, next)));
      },
      excess: (bytes, from, to, isFirst, isLast) => {
        expect(isFirst).toBe(excess === "");
        if (isFirst) offsets.push(cutter.before + from);
        excess += latin1(bytes.subarray(from, to));
        if (!isLast) return;
        const [, content, end] = (mark === NUL ? /^([^\0]*)(\0?)$/ : /^([^\n]*?)((?:\r?\n)?)$/).exec(excess)!;
        if (framing.crLf !== (end === "\r\n")) throw new Error(`${JSON.stringify(parts)}: crLf is ${framing.crLf}`);
        seen.push([content!, end!, true]);
        excess = "";
      },
    },
    { maxRecord, buffer: new Uint8Array(4) },
  );
  cutter.start();
  for (const part of [...parts, ""]) {
    let bytes = Buffer.from(part, "latin1");
    do {
      const count = Math.min(bytes.length, cutter.space.length - cutter.held);
      cutter.space.set(bytes.subarray(0, count), cutter.held);
      bytes = bytes.subarray(count);
      cutter.take(count, part === "");
    } while (bytes.length > 0);
  }
  expect(excess).toBe("");
  if (take === undefined) expect(offsets).toEqual(toOffsets(seen));
  return seen;
}

/** Where each record begins in the input. */
function toOffsets(records: readonly Seen[]): number[] {
  let at = 0;
  return records.map(([content, end]) => (at += content.length + end.length) - content.length - end.length);
}

/** Every way to cut a text into parts that are not empty. */
function* cuts(text: string): Iterable<string[]> {
  if (text === "") yield [];
  for (let at = 1; at <= text.length; at++) for (const rest of cuts(text.slice(at))) yield [text.slice(0, at), ...rest];
}

describe("every short input, cut at every position, has the records of the reference implementation", () => {
  const ways = [["lines", LINE_FEED, "a\r\n"], ["NUL records", NUL, "a\n\0"]] as const; // prettier-ignore
  for (const [name, mark, alphabet] of ways) {
    for (const maxRecord of [1, 2, 8]) {
      test(`${name}, at most ${maxRecord} bytes`, () => {
        for (const input of everyText(alphabet, LENGTH)) {
          const expected = JSON.stringify(expectedRecords(input, mark, maxRecord));
          for (const parts of cuts(input)) {
            for (const take of [undefined, 0, 1, 8]) {
              const seen = JSON.stringify(cut(parts, mark, maxRecord, take));
              if (seen !== expected) expect(seen, JSON.stringify([parts, take])).toBe(expected);
            }
          }
        }
      });
    }
  }
});

test("after a long record the cutter uses its first buffer again, and a second input is cut independently", () => {
  const records: string[] = [];
  const buffer = new Uint8Array(16);
  const cutter = new RecordCutter(
    new DelimiterFraming(LINE_FEED),
    {
      record: (bytes, from, end) =>
        void records.push(`${latin1(bytes.subarray(from, end))} at ${cutter.before + from}`),
      excess: () => expect.unreachable(),
    },
    { maxRecord: 100, buffer },
  );
  const put = (text: string): void => {
    for (const unit of text) {
      cutter.space.set(Buffer.from(unit), cutter.held);
      cutter.take(1, false);
    }
  };
  put("a".repeat(100));
  expect(cutter.space.buffer).not.toBe(buffer.buffer);
  put("\nb\nc");
  expect(cutter.space.buffer).toBe(buffer.buffer);
  cutter.take(0, true);
  cutter.start();
  put("d\n");
  expect(records).toEqual([`${"a".repeat(100)} at 0`, "b at 101", "c at 103", "d at 0"]);
});

test("bytes before a record are skipped, and records may be handled in runs, wherever the input is cut", () => {
  // Each record follows a digit that says how many dots come before it.
  const input = "0a\n2..bc\r\n1.\n0d";
  for (const parts of cuts(input)) {
    for (const runs of [false, true]) {
      const records: string[] = [];
      let isSkipped = false;
      const add = (bytes: Uint8Array, from: number, end: number): void => {
        records.push(`${latin1(bytes.subarray(from, end))} at ${cutter.before + from}`);
        isSkipped = false;
      };
      const cutter = new RecordCutter(
        new DelimiterFraming(LINE_FEED),
        {
          prefix: (bytes, from, to, final) => {
            if (isSkipped) return from;
            if (from === to) return final ? from : ~from;
            const begin = from + 1 + Number(String.fromCharCode(bytes[from]!));
            isSkipped = begin <= to;
            return isSkipped ? begin : ~from;
          },
          run: runs
            ? (bytes, from, to) => {
                // It handles a record of one letter.
                if (to < from + 2 || bytes[from + 1] !== LINE_FEED) return from;
                add(bytes, from, from + 1);
                return from + 2;
              }
            : undefined,
          record: add,
          excess: () => expect.unreachable(),
        },
        { maxRecord: 10, buffer: new Uint8Array(16) },
      );
      cutter.start();
      for (const part of [...parts, ""]) {
        cutter.space.set(Buffer.from(part), cutter.held);
        cutter.take(part.length, part === "");
      }
      expect(records, JSON.stringify(parts)).toEqual(["a at 1", "bc at 6", " at 12", "d at 14"]);
    }
  }
});

test("an input without records throws the handler's error, or a RangeError without one", () => {
  const framing = { ...new DelimiterFraming(LINE_FEED), end: () => UNFRAMED, finish: () => {} };
  const read = (unframed?: (from: number) => Error) => {
    const cutter = new RecordCutter(
      framing,
      { record: () => {}, excess: () => {}, ...(unframed && { unframed }) },
      { maxRecord: 10, buffer: new Uint8Array(16) },
    );
    cutter.start();
    cutter.space.set(Buffer.from("abc"));
    cutter.take(3, true);
  };
  expect(() => read()).toThrow(RangeError);
  expect(() => read((from) => new SyntaxError(`at ${from}`))).toThrow(new SyntaxError("at 0"));
});
