import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { encoding } from "../../../library/src/charset/index.ts";
import { FormPairs, parseForm } from "../../../library/src/form/index.ts";
import { decodePath } from "../../../library/src/guard/index.ts";
import {
  percentDecode,
  percentDecodeBytes,
  PercentDecoder,
  percentDecodeReport,
  percentEncode,
  PercentEncodingError,
} from "../../../library/src/index.ts";
import { PercentDecodeStream, PercentEncodeStream } from "../../../library/src/stream.ts";
import { findFault } from "../../support/catch-fault.ts";

describe("PercentEncodingError", () => {
  test("is a URIError whose fields are properties of its own, which structuredClone loses with the error itself", () => {
    const fault = findFault(() => percentDecode("abc %G1"));
    expect(fault).toBeInstanceOf(URIError);
    const message = 'Cannot percent-decode: malformed escape "%G1" at 4';
    const fields = {
      name: "PercentEncodingError",
      code: "malformed-escape",
      index: 4,
      length: 1,
      unit: "utf-16",
      message,
    };
    // oxlint-disable-next-line typescript/no-misused-spread -- the doc comment recommends it
    expect(structuredClone({ ...fault, message: fault.message })).toMatchObject(fields);
    expect(structuredClone(fault)).not.toHaveProperty("code");
  });

  test("has the unit of its index", async () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    const sjis = encoding("shift_jis");
    const cases: [unit: string, ...calls: (() => unknown)[]][] = [
      ["utf-16", () => percentDecode("é%zz"), () => percentEncode("\ud800"), () => decodePath("/é/%2e")],
      ["byte", () => percentDecodeBytes(bytes("é%zz"))],
      ["byte", () => new PercentDecoder().decodeInto(bytes("%zz"), new Uint8Array(64))],
      ["utf-16", () => percentDecode("%82", { encoding: sjis })],
      ["utf-16", () => percentEncode("‽", undefined, { encoding: sjis, unencodable: "throw" })],
      ["utf-16", () => parseForm("a=\ud800"), () => parseForm("a&a").toObject()],
      ["byte", () => parseForm(bytes("a&a")).toObject()],
      ["pair", () => new FormPairs([["a", ""], ["a", ""]]).toObject()], // prettier-ignore
    ];
    for (const text of ["a=%zz", "a&".repeat(2000), "a=%FF", "_charset_=x"]) {
      const options = { charsetField: [sjis] };
      cases.push(["utf-16", () => parseForm(text, options)], ["byte", () => parseForm(bytes(text), options)]);
    }
    for (const [unit, ...calls] of cases) {
      for (const call of calls) expect(findFault(call).unit, String(call)).toBe(unit);
    }
    const sent = new Blob(["a%", "\ud800"]).stream().pipeThrough(new PercentDecodeStream()).getReader();
    await expect(sent.read().then(() => sent.read())).rejects.toMatchObject({ unit: "byte", index: 1 });
    const lone = new ReadableStream({ start: (to) => (to.enqueue("é\ud800"), to.close()) });
    const fault = lone.pipeThrough(new PercentEncodeStream()).pipeTo(new WritableStream());
    await expect(fault).rejects.toMatchObject({ unit: "byte", index: 2 });
  });

  test("a copy with another index differs only in the index", () => {
    const fault = findFault(() => percentDecode("%zz"));
    const others = { message: "other", name: "Other", stack: "", other: 1 };
    const moved = new PercentEncodingError({ ...others, ...fault, index: 5 });
    expect(moved.name).toBe("PercentEncodingError");
    expect({ ...moved }).toEqual({ ...fault, index: 5 });
    expect(moved.message).toBe('Cannot percent-decode: malformed escape "%zz" at 5');
  });

  test("shows only printable ASCII, at most 32 characters", () => {
    const texts = ["%\u202e\u0000", "%\x1b[31m", "%é", "%F0%9F%98", "%u202E%zz", "%\ud800\udc00"];
    for (const text of texts) {
      const { excerpt, message } = findFault(() => percentDecode(text));
      expect(excerpt).toMatch(/^[ -~]{1,32}$/);
      expect(message).toMatch(/^[ -~]+$/);
    }
    expect(findFault(() => percentDecode("%\x1b[")).excerpt).toBe("%\\u{1B}[");
    expect(findFault(() => percentDecodeBytes(Uint8Array.of(0x25, 0x9b, 0x41))).excerpt).toBe("%\\x9BA");
    expect(findFault(() => percentEncode("\udc00")).excerpt).toBe("\\u{DC00}");
  });

  test("keeps secrets: the message of a 10 MB input has less than 200 bytes", () => {
    const secret = "s3cr3t".repeat(1_700_000);
    const { message } = findFault(() => percentDecode(`${secret}%zz${secret}`));
    expect(message.length).toBeLessThan(200);
    expect(message).not.toContain("s3cr3t");
  });

  test("docs/errors.md has a row for every code, and no other rows", () => {
    const source = readFileSync("library/src/base/errors.ts", "utf8");
    const union = /type PercentEncodingErrorCode =([^;]+);/.exec(source)![1]!;
    const codes = [...union.matchAll(/"([a-z0-9-]+)"/g)].map(([, code]) => code);
    const page = readFileSync("docs/errors.md", "utf8");
    const rows = [...page.matchAll(/^\| `([a-z0-9-]+)` +\|/gm)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(5);
    expect(rows).toEqual([...codes, "percent-u-ascii"]);
  });
});

test("a report keeps 100 issues and counts them all", () => {
  const report = percentDecodeReport("%zz".repeat(1000));
  expect(report.issues.length).toBe(100);
  expect(report.issueCount).toBe(1000);
});

test("accept: a pattern with the flag g keeps no state, and in a report a refused character stays as it was written", () => {
  expect(percentDecode("aaa", { accept: /a/gu })).toBe("aaa");
  const report = percentDecodeReport("a%00%41b", { accept: /[a-b]/u });
  expect(report.value).toBe("a%00%41b");
  expect(report.issues).toEqual([
    { code: "not-accepted", index: 1, length: 3 },
    { code: "not-accepted", index: 4, length: 3 },
  ]);
  expect(report.lossy).toBe(false);
});
