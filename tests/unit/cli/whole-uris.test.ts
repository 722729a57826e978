import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { done, percodec, temporaryFolder } from "../../support/command.ts";

const folder = temporaryFolder();

const json = async (...args: string[]): Promise<Record<string, unknown>> =>
  JSON.parse((await percodec(args)).stdout) as Record<string, unknown>;

describe("parts", () => {
  test.each([
    ["urn:a%20b", "COMPONENT  RAW    DECODED\nscheme     urn    urn\npath       a%20b  a b\n"],
    ["//?#", "COMPONENT  RAW  DECODED\nhost            \npath            \nquery           \nfragment        \n"],
    // Fields are in the order asked, and empty for an absent component.
    ["--get host,path https://u:p@e.com:8080/a%20b?q=1#f", "e.com\t/a%20b\n"],
    ["--get port --get=scheme,host,host https://u:p@e.com:8080/", "8080\thttps\te.com\te.com\n"],
    ["--get query,fragment,userinfo /x /y?z", "\t\t\nz\t\t\n"],
    ["--decoded --get path https://e.com/a%20b", "/a b\n"],
    ["--get query:é,query:x,host //e.com/?%C3%A9=c%26d+e&x", "c&d e\t\te.com\n"],
    ["--get query:constructor,query:__proto__ ?a=1", "\t\n"],
    // A value never ends a field or a record.
    ["--decoded --get path,host a:/b%09c%0Ad%0D%00\\x", "/b\\tc\\nd\\r\\0\\\\x\t\n"],
    ["--get query:q ?q=%0D%0A%09", "\\r\\n\\t\n"],
    [
      "--segments --allow empty /%61dmin/caf%C3%A9 a/ / // /a?b/c#d",
      '["admin","café"]\n["a",""]\n[]\n["",""]\n["a"]\n',
    ],
    ["--segments https://e.com/a%20b/?c/d mailto:a", '["a b",""]\n["a"]\n'],
    ["--segments --allow slash /a%2Fb /aux.txt", '["a/b"]\n["aux.txt"]\n'],
  ])("%s", async (line, stdout) => expect(await percodec(["parts", ...line.split(" ")])).toEqual(done(stdout)));

  test("a raw tab in a file never ends a field", async () => {
    writeFileSync(`${folder}/tabs`, "/a\tb%09c%0Ad%0D%00\\x\n");
    expect(await percodec(["parts", "--decoded", "--get", "path,host", "-f", `${folder}/tabs`])).toEqual(
      done("/a\\tb\\tc\\nd\\r\\0\\\\x\t\n"),
    );
  });

  test("a bad line is reported, and the next one follows with --keep-going", async () => {
    const input = "http://a/\nhttp:///b\n\xff\nhttp://c/\n";
    const { stdout, stderr, status } = await percodec(["parts", "--get", "host", "-k"], Buffer.from(input, "latin1"));
    expect(stderr.split("\n").map((line) => /record \d+ \(byte \d+\)/.exec(line)?.[0])).toEqual([
      "record 2 (byte 10)",
      "record 3 (byte 20)",
      undefined,
    ]);
    expect([stdout.startsWith("a\nhttp:///b\n"), stdout.endsWith("\nc\n"), status]).toEqual([true, true, 1]);
    const objects = (await percodec(["parts", "--json", "--get", "host", "-k"], "http://a/\nhttp:///b\n")).stdout;
    expect(objects.split("\n").slice(0, -1).map((line) => (JSON.parse(line) as { error?: { code: string } }).error?.code)).toEqual([undefined, "host-ambiguous"]); // prettier-ignore
  });

  // tests/unit/same-answers.test.ts asks --segments for the faults of decodePath.
  // prettier-ignore
  test.each<[words: string[], status: number, message: string, ...texts: string[]]>([
    [["--get", "host"], 1, 'Cannot split the authority: invalid URI "" at 11: checkUri explains each fault of a URI\n', "http://[::1"],
    [[], 1, 'Cannot split the authority: invalid URI "z" at 8:', "http://[zz]"],
    [[], 1, 'Cannot split the authority: invalid URI ":" at 15:', "http://e.com:80:90"],
    [[], 1, 'Cannot split the authority: invalid URI "abc" at 13:', "http://e.com:abc"],
    [[], 1, 'Cannot split the authority: invalid URI " " at 9:', "  x://exa mple.com/"],
    [[], 1, 'Cannot split the authority: invalid URI "%" at 5:', "x://u%zz@e.com"],
    [["--get", "query:q"], 1, 'Cannot percent-decode: malformed escape "%zz" at 5\n', " /?q=%zz"],
    [[], 1, " at 7: ", "http://good.com\\@evil.com/", "http://0x7f.1/"],
    [["--get", "host"], 1, " at 9: ", "  http://good.com\\@evil.com/"],
    [["--json"], 1, " at 0: ", "http:e.com", "/\\evil.com"],
    [["--json"], 1, " at 5: ", "http:///e.com"],
    [["--segments"], 1, " at 17: ", " https://e.com/x/%2e%2e"],
    [["--segments", "--file-system", "windows"], 1, " at 3: ", "/x/aux.txt"],
    [["--get", "hots"], 2, "did you mean host?", "x"],
    [["--get", ""], 2, "--get takes scheme, ", "x"],
    [["--decoded"], 2, "--decoded applies to --get", "x"],
    [["--segments", "--get", "path"], 2, "", "/a"],
    [["--segments", "--compare"], 2, "", "/a"],
    [["--compare", "--decoded"], 2, "", "/a"],
    [["--file-system", "posix"], 2, "", "/a"],
  ])("%j: exit %i, %s", async (words, status, message, ...texts) => {
    const stderr = expect.stringContaining(message) as unknown;
    for (const text of texts) {
      const stdout = words.includes("--json") ? expect.stringContaining('"value":null') as unknown : "";
      expect(await percodec(["parts", ...words, "--", text])).toEqual({ stdout, stderr, status });
    }
  });
});

describe("resolve", () => {
  test("trims base and references", async () => {
    const lines = done("http://e.com/a/b\nhttp://e.com/a/c\n");
    expect(await percodec(["resolve", " http://e.com/a/ ", "\tb \n", "c"])).toEqual(lines);
  });

  test("reads references from lines and files; the base is never a file", async () => {
    writeFileSync(`${folder}/references`, "b\r\n../c\n");
    const lines = done("http://e.com/a/b\r\nhttp://e.com/c\n");
    expect(await percodec(["resolve", "http://e.com/a/"], "b\r\n../c\n")).toEqual(lines);
    expect(await percodec(["resolve", "http://e.com/a/", "-f", `${folder}/references`])).toEqual(lines);
    expect(await percodec(["resolve", "-f", `${folder}/references`, "http://e.com/a/"])).toEqual(lines);
    expect(await percodec(["resolve", "-f", "-", "http://e.com/a/"], "b")).toEqual(done("http://e.com/a/b"));
  });

  test("notes on stderr that a browser sees another host, and still follows the RFC", async () => {
    for (const [reference, value] of [
      ["http:g", "http:g"],
      ["/\\evil.example", "http://e.com/\\evil.example"],
    ] as const) {
      const { stdout, stderr, status } = await percodec(["resolve", "http://e.com/a/", reference]);
      expect([stdout, status]).toEqual([`${value}\n`, 0]);
      expect(stderr).toContain("see different hosts");
      expect(await json("resolve", "--json", "http://e.com/a/", reference)).toMatchObject({
        value,
        hostAmbiguous: true,
      });
    }
  });
});

// The vectors of uriToIri, cleanUri and of the option `except` run in tests/conformance/command.test.mjs.
test("display --iri trims nothing, and has no profile", async () => {
  expect(await percodec(["display", "--iri", "--json", "/%C3%A9"])).toEqual(done('{"value":"/é"}\n'));
  expect((await percodec(["display", "--iri", " /%C3%A9 "])).stdout).toBe(" /é \n");
  expect(await percodec(["display", "--iri", "--profile", "basic", "x"])).toMatchObject({ status: 2 });
});

const EMPTY = { scheme: null, userinfo: null, host: null, port: null, path: "a", query: "", fragment: "" };

/** Words, and what the object of JSON has. */
// prettier-ignore
const OBJECTS: readonly (readonly [what: string, words: readonly string[], wanted: object])[] = [
  ["an absent component is null, and an empty one is an empty text", ["parts", "a?#"], { ...EMPTY, decoded: EMPTY, issues: [], repairs: [] }],
  ["an absent component is null with --get too", ["parts", "--get", "host,query", "//e.com"], { host: "e.com", query: null, repairs: [] }],
  ["escapes of delimiters and of % stay in decoded components", ["parts", "//a%3Ab%25:c%40@e.com/%2f%252F%C3%A9%3F?a%26b=%3D%2B%20%25#%25%23%2F"],
    { decoded: { userinfo: "a%3Ab%25:c@", path: "/%2f%252Fé?", query: "a%26b=%3D%2B %25", fragment: "%#/" } }],
  ["faults stay as they are written, with their places in the text", ["parts", " //u%41@e.com:80/%FF?%#%C0%AF"], {
    decoded: { userinfo: "uA", path: "/%FF", query: "%", fragment: "%C0%AF" },
    issues: [{ code: "invalid-utf8", index: 17, length: 3 }, { code: "truncated-escape", index: 21, length: 1 }, { code: "overlong-utf8", index: 23, length: 6 }],
    repairs: [{ index: 0, length: 1, repair: "trimmed" }],
  }],
  ["what is trimmed is reported", ["resolve", " http://e.com/a/", "b \u001f"],
    { value: "http://e.com/a/b", hostAmbiguous: false, repairs: [{ index: 1, length: 2, repair: "trimmed" }], baseRepairs: [{ index: 0, length: 1, repair: "trimmed" }] }],
  ["what is still encoded, and the findings of the path", ["parts", "--segments", "/x/%2541+%41"], {
    segments: ["x", "%41+A"],
    stillEncoded: true,
    findings: [{ code: "multiple-encoding", index: 3, length: 5 }, { code: "plus-in-path", index: 8, length: 1 }, { code: "needless-escape", index: 9, length: 3 }],
  }],
  ["the place of a finding in a relative path", ["parts", "--segments", "a/b:%41"], { findings: [{ index: 4 }] }],
  ["%uXXXX is still encoded", ["parts", "--segments", "/%25u0041"], { stillEncoded: true }],
  ["what --repair-double repairs and what stays", ["clean", "--repair-double", " /a%2541/%252e%252e"],
    { repairs: [{ index: 0, length: 1, repair: "trimmed" }, { index: 3, length: 3, repair: "decoded" }], kept: [{ index: 9, length: 10, reason: "dot-segment" }] }],
  ["an escape that --keep leaves", ["decode", "--keep", "/%", "%2F"], { value: "%2F", stillEncoded: false }],
];

test.each(OBJECTS)("in JSON: %s", async (_, words, wanted) =>
  expect(await json("--json", ...words)).toMatchObject(wanted),
);

test("decode --keep leaves escapes in lines", async () => {
  expect(await percodec(["decode", "--keep", "/%", "--lines"], "%2f%41\n%25\r\n")).toEqual(done("%2fA\n%25\r\n"));
});
