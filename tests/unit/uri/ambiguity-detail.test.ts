import fc from "fast-check";
import { expect, test } from "vitest";
import { catchFault } from "../../support/catch-fault.ts";
import { cleanUri, splitUri } from "../../../library/src/uri/index.ts";
import { cutAuthority } from "../../../library/src/uri/reference.ts";
import { anyUri, hostile } from "./arbitrary.ts";
import { readSize } from "../../support/sizes.ts";

const RUNS = { numRuns: 4 * readSize("URIS") };

/** The detail of a `host-ambiguous` error; undefined if there is none. */
function findDetail(text: string, level: "basic" | "advanced" = "basic"): string | undefined {
  const error = catchFault(() => void cleanUri(text, { level }), (fault) => fault); // prettier-ignore
  if (error?.code !== "host-ambiguous") return undefined;
  expect(error.message.length, error.message).toBeLessThan(200);
  expect(error.message).toMatch(/^[ -~]+$/);
  return / at \d+: (.+)$/.exec(error.message)![1]!;
}

const withHost = (given: string, address: string): string => {
  const text = given.replace(/^[\0-\x20]+/, "");
  const { authority } = splitUri(text);
  const { userinfo, host } = cutAuthority(authority!);
  const at = text.indexOf("//") + 2 + (userinfo === undefined ? 0 : userinfo.length + 1);
  return text.slice(0, at) + address + text.slice(at + host.length);
};

/** The repair that each detail suggests. */
const REMEDIES: readonly [detail: RegExp, remedy: (text: string, word: string) => string][] = [
  [/removes spaces and controls around/, (text) => text.replace(/^[\0-\x20]+|[\0-\x20]+$/g, "")],
  [/removes TAB, LF and CR/, (text) => text.replace(/[\t\n\r]/g, "")],
  [/reads "\\" as "\/"/, (text) => text.replaceAll("\\", "/")],
  [/write "(\w+:)\/\/"$/, (text, scheme) => text.replace(/^[^:]+:[/\\]*/, `${scheme}//`)],
  [/skips slashes after/, (text) => text.replace(/^([^/]*)\/\/[/\\]*/, "$1//")],
  [/write "(file:\/\/\/..)"$/, (text, drive) => text.replace(/^[^/]*\/\/../, drive)],
  [/reads it as the address ([\d.]+),/, withHost],
];

const token = fc.constantFrom(
  ..."http: HTTPS: ws: file: foo: / // \\ .. . C: C| e.com @ :80 ? # %41 % 1 [::1] a 0x7f.1 1.1 é １ | localhost".split(" "), // prettier-ignore
  ..." \t\n\x01",
);
const start = fc.constantFrom("", "", "", "file://C:", "file://c|/");
const anyText = fc.tuple(start, fc.array(token, { maxLength: 7 })).map(([first, tokens]) => first + tokens.join(""));

test("the detail of an ambiguous host names a remedy after which that reason is gone", () => {
  const counts = REMEDIES.map(() => 0);
  fc.assert(
    fc.property(fc.oneof(anyUri, hostile, anyText), (text) => {
      const detail = findDetail(text);
      if (detail === undefined) return;
      const k = REMEDIES.findIndex(([words]) => words.test(detail));
      expect(k, detail).toBeGreaterThanOrEqual(0);
      counts[k]!++;
      const [words, remedy] = REMEDIES[k]!;
      const repaired = remedy(text, words.exec(detail)![1]!);
      expect(findDetail(repaired), JSON.stringify([text, repaired])).not.toBe(detail);
      if (detail.includes('level "advanced"')) {
        expect(findDetail(text, "advanced")?.split(";")[0], JSON.stringify(text)).not.toBe(detail.split(";")[0]);
      }
    }),
    // Random texts seldom have spaces before two slashes.
    { ...RUNS, examples: [[" //"]] },
  );
  expect(Math.min(...counts), counts.join()).toBeGreaterThan(0);
});
