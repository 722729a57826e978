import { expect, test } from "vitest";
import { percentDecode, percentEncode } from "../../../library/src/index.ts";
import { encoding, utf8 } from "../../../library/src/charset/index.ts";
import { editUri } from "../../../library/src/uri/index.ts";
import { FormPairs, parseForm, serializeForm } from "../../../library/src/form/index.ts";
import { FormParseStream } from "../../../library/src/stream.ts";
import { WORST_PAIRS } from "../../checks/worst.mjs";
import { startClock } from "../../support/cpu-time.ts";
import { testLinearTime } from "../../support/linear.ts";

const limits = { pairs: Infinity, name: Infinity, value: Infinity, body: Infinity };
const lenient = {
  rules: "whatwg",
  malformed: "keep",
  invalidUtf8: "keep",
  loneSurrogate: "replace",
  onIssue: () => {},
  limits,
} as const;
const legacy = ["gb18030", "iso-2022-jp", "windows-1253"].map(encoding);

/** Inputs that provoke quadratic time, of about the given length. */
const WORST: Record<string, (units: number) => string> = {
  ...WORST_PAIRS,
  "names without =": (n) => "a&".repeat(n / 2),
  "empty pairs": (n) => "&".repeat(n),
  "only =": (n) => "=".repeat(n),
  "one long value": (n) => `a=${"%zz".repeat(n / 3)}`,
  "escapes that end early": (n) => "a=%E2%82&".repeat(n / 9),
  "lone surrogates": (n) => "\ud800&".repeat(n / 2),
  "one name again and again": (n) => "a=1&".repeat(n / 4),
  semicolons: (n) => ";&".repeat(n / 2),
  "bad sequences": (n) => `a=${"%FF%81%30".repeat(n / 9)}`,
  "white space within": (n) => `a${" ".repeat(n)}x`,
  "switches of state": (n) => `a=${"%1B$B%1B(B".repeat(n / 10)}`,
};

const RUN: Record<string, (text: string) => unknown> = {
  "parseForm, reporting": (text) => parseForm(text, { ...lenient, separator: "&;" }),
  "parseForm, whatwg": (text) => parseForm(text, { rules: "whatwg", limits }),
  "parseForm, bytes": (text) => parseForm(new TextEncoder().encode(text), lenient),
  "parseForm, charsetField": (text) => parseForm(text, { ...lenient, charsetField: legacy }),
  ...Object.fromEntries(
    legacy.map((one) => [`parseForm, ${one.name}`, (text: string) => parseForm(text, { ...lenient, encoding: one })]),
  ),
  "utf8.hasLabel": (text) => utf8.hasLabel(text),
  percentDecode: (text) => percentDecode(text, { encoding: legacy[1]!, malformed: "keep", invalidUtf8: "keep" }),
  percentEncode: (text) => percentEncode(text, undefined, { encoding: legacy[0]!, loneSurrogate: "replace" }),
  editUri: (text) => {
    const editor = editUri(`?${text}`).set("a", "2").rename("a", "b").delete("");
    return editor.append("c", "3").toString();
  },
  "FormPairs: every method": (text) => {
    const pairs = parseForm(text, { rules: "whatwg", limits });
    for (const [name] of pairs) pairs.has(name);
    pairs.set("a", "1").append("a", "2").delete("a");
    return [pairs.toMap(), pairs.toObject({ duplicates: "array" }), serializeForm(pairs)];
  },
  "FormPairs: deletes one by one": (text) => {
    const pairs = new FormPairs(
      text
        .slice(0, text.length / 4)
        .split("&")
        .map((_, k) => [`n${k}`, ""] as const),
    );
    for (const [name] of pairs) pairs.delete(name);
    return pairs.size;
  },
};

testLinearTime(RUN, WORST);

testLinearTime(Object.fromEntries([utf8, ...legacy].map((one) => [`hasLabel of ${one.name}`, one.hasLabel])), {
  "white space within a label": (n) => `x${" ".repeat(n)}x`,
  "white space before it": (n) => `${" ".repeat(n)}utf-8`,
});

test("a stream of one-byte chunks is linear too", async () => {
  const time = async (units: number): Promise<number> => {
    const bytes = new TextEncoder().encode(`a=${"x".repeat(units)}`);
    const stream = new FormParseStream({ limits });
    const clock = startClock();
    const read = stream.readable.getReader().read();
    const writer = stream.writable.getWriter();
    for (const byte of bytes) await writer.write(Uint8Array.of(byte));
    await writer.close();
    await read;
    return clock();
  };
  await time(1000);
  expect((await time(1 << 16)) / (await time(1 << 13))).toBeLessThan(32);
});
