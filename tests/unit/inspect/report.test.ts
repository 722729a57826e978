import { describe, expect, test } from "vitest";
import { inspect } from "../../../library/src/inspect/index.ts";
import { guess } from "../../../tool/shared/reading/guess.ts";
import { findOwner } from "../../../tool/shared/reading/owner.ts";
import { mend } from "../../../tool/page/app/fix.ts";
import { isReason, reportText } from "../../../tool/shared/reading/report.ts";

const report = (text: string) => reportText(guess(text)[0]!, findOwner);
const HOSTILE = "https://paypal.com@xn--pypal-4ve.com/%2e%2e/a?u=https%253A%252F%252Fb.org&q=%83A%83C";

const PAIRS_AFTER = " There are pairs after #, in the fragment, which no server receives: if # is data, write %23.";

describe("the report of a text", () => {
  test("of a hostile URL: parts, values in layers, and the reasons of the verdict before the other findings", () => {
    const { parts, parameters, findings } = report(HOSTILE);
    expect(parts.map(({ name, index, value }) => [name, index, value])).toEqual([
      ["scheme", 0, "https"],
      ["userinfo", 8, "paypal.com"],
      ["host", 19, "xn--pypal-4ve.com"],
      ["path", 36, "/../a"],
      ["query", 46, "u=https%253A%252F%252Fb.org&q=%83A%83C"],
    ]);
    expect(parameters.map(({ name, layers, inner, charsets }) => ({ name, layers, inner, charsets }))).toEqual([
      { name: "u", layers: ["https%3A%2F%2Fb.org", "https://b.org"], inner: undefined, charsets: undefined },
      { name: "q", layers: ["%83A%83C"], inner: undefined, charsets: ["Shift_JIS"] },
    ]);
    expect(findings.slice(0, 2).map(({ code }) => code)).toEqual(["host-like-user", "look-alike-host"]);
    const severities = findings.slice(2).map(({ severity }) => severity);
    expect(severities).toEqual([...severities].sort((a, b) => rank(a) - rank(b)));
    expect(severities[0]).toBe("danger");
  });

  test.each([
    "100 % sure",
    "50% off & more",
    "a 100 %",
    "100% sicher",
    "%zz",
    "100%",
    "\u6700\u592750%off",
    "line\n100 %",
  ])("of plain text, a %% is a percent sign: %j", (text) => {
    const codes = report(text).findings.map(({ code }) => code);
    expect(codes.filter((code) => code !== "illegal-character" && code !== "raw-non-ascii")).toEqual([]);
  });

  test("a line without hex digits after its % is a fault beside a line with an escape", () => {
    const { findings, lines } = report("a%20b\ncaf%C3%A9\n%zz");
    expect(findings.map(({ code, index }) => [code, index])).toContainEqual(["malformed-escape", 16]);
    expect(lines.map(({ severity }) => severity !== undefined)).toEqual([false, false, true]);
  });

  test.each(["a %41 100 %", "5%a", "/100% a", "see http://e.com/100% a", "x=5%", "https://e.com/100%", "%u0041 100 %"])(
    "of a text with an escape or the syntax of a URL, a %% without its digits is a fault: %j",
    (text) => {
      const codes = report(text).findings.map(({ code }) => code);
      expect(codes.some((code) => code === "malformed-escape" || code === "truncated-escape")).toBe(true);
    },
  );

  test.each([
    ["http://0x7f.1/%00", ["host-ambiguous", "non-public-host"]],
    ["javascript:alert('%00')", ["script-url"]],
    ["//evil.com/%00?next=//evil.com", ["scheme-relative"]],
    ["http://a b/%00", ["invalid-host"]],
    ["%2525%2500", ["multiple-encoding"]],
    ["%93%FA%00%96%7B%8C%EA", ["invalid-utf8", "invalid-utf8", "invalid-utf8", "legacy-charset"]],
    ["?a=%00", []],
    ["/%00", []],
  ])("of %s lists the reasons of its verdict first", (text, codes) => {
    const found = report(text);
    const reasons = found.findings.filter((finding) => isReason(found, finding));
    expect(reasons.map(({ code }) => code)).toEqual(expect.arrayContaining(codes));
    expect(reasons.length > 0).toBe(codes.length > 0);
    expect(found.findings.slice(0, reasons.length)).toEqual(reasons);
    expect(found.findings.length).toBeGreaterThan(reasons.length);
    const ranks = reasons.map(({ severity }) => rank(severity));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  });

  test.each([
    [
      HOSTILE,
      "Goes to pаypal.com (Cyrillic а), not paypal.com, and perhaps on to b.org. The text before @, paypal.com, is only a user name.",
    ],
    ["https://e.com/a", "Goes to e.com."],
    ["http://0x7f.1/", "Goes to 127.0.0.1, which is this machine itself."],
    ["http://169.254.169.254/latest", "Goes to 169.254.169.254, which is not on the public internet (link-local)."],
    ["http://134744072/", "Goes to 8.8.8.8."],
    ["http://[2606:4700::1111]/", "Goes to 2606:4700::1111."],
    ["http://[::1]/", "Goes to ::1, which is this machine itself."],
    ["http://localhost/", "Goes to localhost, which is this machine itself."],
    ["foo://a_b/", "Goes to a_b."],
    ["//evil.com/x", "Leaves the site and goes to evil.com."],
    ["javascript:alert(1)", "Runs or shows what follows javascript: as a script or document."],
    [
      "http://good.com\\@evil.com/",
      "Programs do not agree where it leads: a browser goes to good.com, and others to evil.com.",
    ],
    ["http://a b/", "Leads nowhere: browsers refuse the host a b."],
    ["mailto:a@b.example", "A mail to a@b.example."],
    ["mailto:a@b.example?body=1%0D%0A2", "A mail to a@b.example, whose body has 2 lines: line breaks belong in it."],
    ["mailto:?subject=x", "A mail."],
    ["/a/b", "A path: it stays on the site that it is used on."],
    ["https://e.com/?q=a#funny&name=Helen", `Goes to e.com.${PAIRS_AFTER}`],
    ["/s?q=C#&lang=en", `A path: it stays on the site that it is used on.${PAIRS_AFTER}`],
    ["https://e.com/?q=a#funny", "Goes to e.com."],
    ["https://e.com/?q=a#token=b&type=c", "Goes to e.com."],
    ["https://e.com/?q=a#/route&x=1", "Goes to e.com."],
    ["https://e.com/a#b&c=d", "Goes to e.com."],
    ["q=1&r=2", "A query of 2 pairs."],
    ["caf%C3%A9", 'A text that was encoded once: "café".'],
    ["caf%25C3%25A9", 'A text that was encoded twice; decoded once it is "caf%C3%A9".'],
    ["%93%FA%96%7B%8C%EA", 'A text in Shift_JIS, not in UTF-8: "日本語".'],
    ["aGVsbG8gd29ybGQ=", 'It looks like Base64, which is not percent-encoding; it stands for "hello world".'],
    ["a=1\nb=2", "2 lines, each with its own reading."],
    ["See hxxps://e[.]com/a\nbefore noon.", "2 lines, 1 with links, each with its own reading."],
    ["a\nhttps://e.com\\@evil.com/", "2 lines, 1 with links, each with its own reading; 1 with a danger."],
    ["Go to\nhttps://a@b.com@c.org/ now", "2 lines, 1 with links, each with its own reading; 1 with a danger."],
    [
      "a\nhttps://e.com/?u=https%3A%2F%2Fb.org",
      "2 lines, 1 with links, each with its own reading; 1 link leads to another owner.",
    ],
    ["https://e.com/\r\n\r\n/%2e%2e/a\n", "2 lines, 1 with links, each with its own reading; 1 with a danger."],
    ["hello world & co", "Plain text: it has to be encoded before it becomes part of a URL."],
  ])("says of %s where it leads", (text, verdict) => {
    expect(report(text).verdict).toBe(verdict);
  });

  test("inspects each of several lines by itself, and finds no line break", () => {
    const text = "https://e.com/a\r\nhttps://xn--pypal-4ve.com/b\na=%2541\n \n/%2e%2e/c";
    const { findings, lines, notJudged } = report(text);
    const look = text.indexOf("xn--");
    expect(findings.find(({ code }) => code === "look-alike-host")).toMatchObject({ index: look, severity: "danger" });
    expect(findings.find(({ code }) => code === "multiple-encoding")).toMatchObject({ component: "query" });
    expect(findings.find(({ code }) => code === "traversal")).toMatchObject({ index: text.indexOf("%2e") });
    expect(findings.some(({ code }) => code === "crlf")).toBe(false);
    expect(lines.map(({ text: line, severity }) => [line, severity])).toEqual([
      ["https://e.com/a", undefined],
      ["https://xn--pypal-4ve.com/b", "danger"],
      ["a=%2541", "warning"],
      ["/%2e%2e/c", "danger"],
    ]);
    expect(notJudged).toEqual(inspect("https://e.com/a").notJudged);
  });

  test("reads the pairs of a query as forms do, and finds what is inside", () => {
    const { parameters } = report("q=caf%C3%A9+noir&k&j=%7B%22a%22%3A1%7D&t=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln");
    expect(parameters.map(({ name, layers, hasValue, inner }) => [name, layers[0], hasValue, inner])).toEqual([
      ["q", "café noir", true, undefined],
      ["k", "", false, undefined],
      ["j", '{"a":1}', true, "json"],
      ["t", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", true, "token"],
    ]);
  });

  test("places the findings of a query without its ?", () => {
    const { findings } = report("a=%zz");
    expect(findings.map(({ code, index, component }) => [code, index, component])).toEqual([
      ["malformed-escape", 2, "query"],
    ]);
  });
});

function rank(severity: string): number {
  return ["danger", "warning", "info"].indexOf(severity);
}

describe("a remedy", () => {
  test.each([
    ["/100%/a", "malformed-escape", "/100%25/a"],
    ["/%u0041", "percent-u-ascii", "/A"],
    ["/a%2520b", "multiple-encoding", "/a%20b"],
    ["/a\u202eb", "bidi-control", "/ab"],
    ["https://xn--pypal-4ve.com/", "look-alike-host", "https://paypal.com/"],
    ["http://0x7f.1/", "non-public-host", "http://127.0.0.1/"],
    ["https://a@e.com/", "credentials", "https://e.com/"],
    ["/Ã©", "mojibake", "/%C3%A9"],
    ["/?a=1&amp;b=2", "html-reference", "/?a=1&b=2"],
    ["/?a=1\\u0026b=2", "javascript-escape", "/?a=1&b=2"],
    ["http://e.com/%7Eu", "needless-escape", "http://e.com/~u"],
    ["http://e.com/a b", "illegal-character", "http://e.com/a%20b"],
  ])("of %s for %s", (text, code, mended) => {
    const finding = inspect(text).findings.find((each) => each.code === code)!;
    expect(mend(text, [finding])?.text).toBe(mended);
  });

  test.each([
    ["/%zz/%41/%zy/", "malformed-escape", "write %25 at all 2 places", "/%25zz/%41/%25zy/"],
    ["/a\u200bb\u200b", "invisible-character", "remove it at all 2 places", "/ab"],
    ["http://e.com/%41/b/%42", "needless-escape", "normalize", "http://e.com/A/b/B"],
    ["/%2500/%2541", "nul", undefined, undefined],
    ["javascript:alert(1)", "script-url", undefined, undefined],
    ["http://169.254.169.254/", "non-public-host", undefined, undefined],
  ])("of %s for every %s", (text, code, label, mended) => {
    const found = inspect(text).findings.filter((each) => each.code === code);
    expect(mend(text, found)).toEqual(mended === undefined ? undefined : { label, text: mended });
  });

  test("is absent for plain text, in which the rules of URLs would leave delimiters", () => {
    for (const text of ["Tom & Jerry 100 %", "é {x} & y"]) {
      const { findings } = inspect(text);
      const found = findings.filter(({ code }) => code === "illegal-character" || code === "raw-non-ascii");
      expect(found.length).toBeGreaterThan(0);
      for (const finding of found) expect(mend(text, [finding])).toBeUndefined();
    }
  });
});

test("the verdict counts the pairs that are not listed too", () => {
  const { verdict, parameters } = report(Array.from({ length: 300 }, (_, k) => `a${k}=1`).join("&"));
  expect([verdict, parameters.length]).toEqual(["A query of 300 pairs.", 200]);
});
