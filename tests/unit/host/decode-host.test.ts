import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeHost } from "../../../library/src/host/host.ts";
import { percentDecode } from "../../../library/src/index.ts";
import { toWellFormed } from "../../../library/src/base/utf8.ts";
import { forAll } from "../../support/for-all.ts";

const part = fc.oneof(
  fc.integer({ min: 0, max: 0xff }).map((byte) => `%${byte.toString(16).padStart(2, "0")}`),
  fc.constantFrom("%E2", "%82", "%AC", "%C3", "%A9", "%ed", "%a0", "%80", "%F0", "%9F", "%f4", "%90", "%C0", "%AF"),
  fc.constantFrom("%", "%4", "%zz", "a", "é", "\ud800", "\udc00", ".", "€"),
);

test("a host is decoded as by percentDecode with malformed escapes kept and invalid UTF-8 replaced", () => {
  forAll(5000, fc.array(part, { maxLength: 12 }), (parts) => {
    const host = parts.join("");
    expect(toWellFormed(decodeHost(host))).toBe(
      percentDecode(toWellFormed(host), { malformed: "keep", invalidUtf8: "replace" }),
    );
  });
});
