import { describe, expect, test } from "vitest";
import { decodePath, encodeFor } from "../../../library/src/guard/index.ts";
import { percentEncode } from "../../../library/src/index.ts";
import { expandTemplate, matchTemplate } from "../../../library/src/template/index.ts";
import { type AllowedInSegment, editUri, filePath, fileUri, uri } from "../../../library/src/uri/index.ts";
import { valueOrCode } from "../../support/catch-fault.ts";

/** A segment, and why it is unsafe on every system; otherwise whether it is unsafe under the rules of Windows. */
interface Row {
  readonly text: string;
  readonly fault?: AllowedInSegment | "encoded";
  readonly windows?: boolean;
}

/** Returns the rows of all texts that have one piece of each list. */
function rows(verdict: Omit<Row, "text">, ...lists: readonly (readonly string[])[]): Row[] {
  const texts = lists.reduce<readonly string[]>(
    (starts, list) => starts.flatMap((start) => list.map((piece) => start + piece)),
    [""],
  );
  return texts.map((text) => ({ text, ...verdict }));
}

const widen = (text: string) => text.replace(/[!-~]/g, (unit) => String.fromCharCode(unit.charCodeAt(0) + 0xfee0));

const DOT = [".", "%2e", "%252E", "．", "․", "﹒", "%u002e", "%EF%BC%8E", "％2e", "％２Ｅ"];
const TWO_DOTS = [...DOT.map((dot) => dot + dot), "‥", ".%2e", "%2E.", ". ."];
const UNSEEN = ["", " ", "\u200b", "\u00a0"];
const NAME_ENDS = ["", ";a", "?x", "#x", " ", " x", "\u200b", "；a", "%3Ba", "%20", "\u3000"];
const CONTROLS = ["\0", "\t", "\n", "\r", "\u001b", "\u007f", "\u0085"];
const SLASHES = ["/", "\\", "／", "＼", "%2f", "%5C", "%252F", "℀", "％2f", "％２Ｆ", "%EF%BC%8F"];
const OVERLONG = ["%c0%ae%c0%ae", "%C0%AF", "a%e0%80%afb", "%f0%80%80%ae", "%25c0%25ae"];
const DEVICES = ["CON", "prn", "Aux", "NUL", "COM0", "com1", "LPT9", "COM¹", "lpt³", "CONIN$", "conout$"];
const DEVICE_ENDS = ["", ".txt", ".tar.gz", " .x", "  .x", ";a", "#a", "\u200b", "．a"];
const RESERVED = ["<", ">", ":", '"', "|", "?", "*"];
const OUTLINED_CON = "\u{1ccd8}\u{1cce4}\u{1cce3}";

const TABLE: readonly Row[] = [
  ...rows({ fault: "empty" }, [""]),
  ...rows({ fault: "dot" }, UNSEEN, [...DOT, ...TWO_DOTS], NAME_ENDS),
  ...rows({ fault: "dot" }, ["a/", "/", "a\\", "a%2f", "a／"], ["..", ".", "．．", "%2e%2e"], ["", "/b", "\\", "%5c"]),
  ...rows({ fault: "control" }, ["", "a"], [...CONTROLS, ...CONTROLS.map(encodeURIComponent), "%2500", "%u000a"]),
  ...rows({ fault: "slash" }, ["a", "a."], SLASHES, ["", "b", ".b"]),
  ...rows({ fault: "slash" }, ["/etc", "//e", "/", "https://e.com/", "\\\\s\\a"]),
  ...rows({ fault: "encoded" }, ["", "a"], [...OVERLONG, `%${"25".repeat(17)}41`]),
  ...rows({ windows: true }, ["a", ".a"], [...DOT, ...UNSEEN.slice(3), " ", "…", "\u3000"], ["", ";x", "\u200b"]),
  ...rows({ windows: true }, [...DEVICES, ...DEVICES.map(widen), "%43ON", OUTLINED_CON, "C\u00adON"], DEVICE_ENDS),
  ...rows({ windows: true }, [..."COM\u{1fbf1} \ua7f2ON 𝐂𝐨𝐧 ⓝⓤⓛ File:Foo a::$DATA ... a﹕b a|".split(" "), '"']),
  ...rows(
    { windows: true },
    ["a"],
    [...RESERVED, ...RESERVED.map(widen), ...RESERVED.slice(0, -1).map(encodeURIComponent)],
    ["b"],
  ),
  ...rows({}, ["a", "_", "é", "日本"], ["", ".b", "..b", ";b", "#b", " b", "%41", "%zz", "100%", "😀", "\u200bb", "½"]),
  ...rows({}, [...DOT.slice(0, 6), "..", "..."], ["a", "％", "~"]),
  ...rows({}, [
    "Con Air.mkv",
    " a",
    ..."auxiliary nul- conin ＣＯＮsole lpt comx console COM COM10 xCON a.con % %2 %25b ~ - (x) ﬁ %EF".split(" "),
  ]),
];

const UNSAFE = "unsafe-segment";

test("every character that NFKC turns into one of a device name makes one", () => {
  const NAMES = { c: "?on", o: "c?n", n: "co?", p: "?rn", r: "p?n", a: "?ux", u: "a?x", x: "au?", l: "nu?", t: "lp?1", m: "co?1", i: "con?n$", $: "conin?" }; // prettier-ignore
  const devices = new Map([...Object.entries(NAMES), ...Array.from("0123456789", (digit) => [digit, "com?"] as const)]);
  let found = 0;
  for (let code = 0; code < 0x110000; code++) {
    const character = String.fromCodePoint(code);
    const device = devices.get(character.normalize("NFKC").toLowerCase());
    if (device === undefined || (code >= 0xd800 && code < 0xe000)) continue;
    found++;
    const path = `/${encodeURIComponent(device.replace("?", () => character))}`;
    expect(valueOrCode(() => decodePath(path, { fileSystem: "windows" })), path).toBe(UNSAFE); // prettier-ignore
  }
  expect(found).toBeGreaterThan(400);
});

test("the table has at least 400 segments, each once", () => {
  expect(TABLE.length).toBeGreaterThan(1000);
  expect(TABLE.filter(({ text }, k) => TABLE.findIndex((row) => row.text === text) !== k)).toEqual([]);
});

/** Each function that writes a text as the segment between `/x/` and `/y`. */
const WRITERS: Readonly<Record<string, (text: string, allow?: readonly AllowedInSegment[]) => string>> = {
  uri: (text, allow) => uri.with({ allow })`/x/${text}/y`,
  "uri, an item of an array": (text, allow) => uri.with({ allow })`/x/${[text, "y"]}`,
  encodeFor: (text, allow) => `/x/${encodeFor("path-segment", text, { allow })}/y`,
  appendPath: (text, allow) => editUri("/x").appendPath(text, "y", { allow }).toString(),
};

describe("functions that write refuse exactly the unsafe names, and encode separators", () => {
  const expectWritten = (write: () => string, { text, fault }: Row) => {
    const path = valueOrCode(write);
    if (fault !== undefined && fault !== "slash") return expect(path, JSON.stringify(text)).toBe(UNSAFE);
    expect(path.split(/[/\\]/).map(decodeURIComponent), JSON.stringify(text)).toEqual(["", "x", text, "y"]);
  };

  test.each(Object.entries(WRITERS))("%s", (_, write) => {
    for (const row of TABLE) expectWritten(() => write(row.text), row);
  });

  test("expandTemplate", () => {
    // RFC 6570 writes an empty value.
    for (const row of TABLE.slice(1)) expectWritten(() => expandTemplate("/x/{s}/y", { s: row.text }), row);
  });

  test.each(Object.entries(WRITERS))("%s: a list replaces the default", (_, write) => {
    for (const { text, fault } of TABLE) {
      const label = JSON.stringify(text);
      expect(valueOrCode(() => write(text, [])), label).toBe(fault === undefined ? write(text) : UNSAFE); // prettier-ignore
      if (fault === undefined || fault === "slash") continue;
      const others = (["slash", "empty", "control", "dot"] as const).filter((name) => name !== fault);
      if (fault !== "encoded") expect(valueOrCode(() => write(text, others)), label).toBe(UNSAFE); // prettier-ignore
      expect(decodeURIComponent(write(text, fault === "encoded" ? others : ["slash", fault]))).toBe(`/x/${text}/y`);
    }
  });
});

describe("functions that read refuse both, and return every other segment", () => {
  const READERS: Readonly<Record<string, readonly [system: "posix" | "windows", read: (path: string) => unknown]>> = {
    "decodePath on POSIX": ["posix", (path) => decodePath(path)[1]],
    "decodePath on Windows": ["windows", (path) => decodePath(path, { fileSystem: "windows" })[1]],
    matchTemplate: ["posix", (path) => matchTemplate("/x/{s}/y", path)?.s],
  };
  test.each(Object.entries(READERS))("%s", (name, [system, read]) => {
    // Templates have a rule of their own for an empty value.
    for (const { text, fault, windows } of name === "matchTemplate" ? TABLE.slice(1) : TABLE) {
      const isRefused = fault !== undefined || (windows === true && system === "windows");
      const found = valueOrCode(() => read(`/x/${percentEncode(text)}/y`));
      expect(found, JSON.stringify(text)).toEqual(isRefused ? UNSAFE : text);
    }
  });

  test("decodePath returns what it allows", () => {
    for (const { text, fault } of TABLE) {
      // What is encoded more than once, and what is not between slashes, cannot be allowed.
      if (fault === undefined || fault === "encoded" || (fault === "slash" && !/^[^/\\]*\/[^/\\%％／]*$/.test(text)))
        continue;
      if (fault === "dot" && /[/\\／]|%2f/i.test(text)) continue;
      const isAbsolute = text.startsWith("/");
      const allow = isAbsolute ? ([fault, "empty"] as const) : [fault];
      expect(decodePath(`/x/${encodeURIComponent(text)}/y`, { allow }), JSON.stringify(text)).toEqual(["x", text, "y"]);
      if (isAbsolute)
        expect(valueOrCode(() => decodePath(`/${encodeURIComponent(text)}`, { allow: [fault] }))).toBe(UNSAFE);
    }
  });
});

const splitAt = { posix: /\//, windows: /[/\\]/ };
const parent = { posix: /^\.\.$/, windows: /^(?!\.$)[. ]+$/ };

test.each(["posix", "windows"] as const)("names of files follow their system: %s", (system) => {
  const windows = system === "windows";
  const separator = windows ? "\\" : "/";
  const root = windows ? "C:\\" : "/";
  for (const { text } of TABLE) {
    const names = text.split(splitAt[system]);
    const isRefused = text.includes("\0") || names.some((name) => parent[system].test(name));
    const path = `${root}x${separator}${text}${separator}y`;
    const again = valueOrCode(() => filePath(fileUri(path, { windows }), { windows }));
    const kept = ["x", ...names, "y"].filter((name) => name !== "" && name !== ".").join(separator);
    expect(again, JSON.stringify(text)).toBe(isRefused ? UNSAFE : root + kept);
    const uriOfName = `file:///${windows ? "C:/" : ""}x/${encodeURIComponent(text)}/y`;
    const isName = names.length === 1 && text !== ".";
    const found = valueOrCode(() => filePath(uriOfName, { windows }));
    expect(found, JSON.stringify(text)).toBe(isRefused || !isName ? UNSAFE : path);
  }
});

test.each([
  ["", "a file needs a name"],
  [".", "it names a folder"],
  ["..", "it names a folder"],
  ["a.", "Windows removes a dot at the end"],
  ["con.txt", "Windows has a device of this name"],
])("the file name %j is refused with its reason", (text, reason) => {
  expect(() => encodeFor("filename", text)).toThrow(reason);
});

test("a purpose that does not exist is refused", () => {
  expect(() => encodeFor("hasOwnProperty" as never, "x")).toThrow('encodeFor has no purpose named "hasOwnProperty"');
  expect(() => encodeFor("cokie" as never, "x")).toThrow('did you mean "cookie"?');
});
