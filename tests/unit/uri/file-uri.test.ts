import fc from "fast-check";
import { expect, test } from "vitest";
import { percentDecode } from "../../../library/src/index.ts";
import { cleanUri, filePath, fileUri } from "../../../library/src/uri/index.ts";
import { findEscapeFault } from "../../../library/src/codec/decode-native.ts";
import { readSize } from "../../support/sizes.ts";
import { anyEscape } from "../host/oracle.ts";
import { matches } from "./grammar.ts";
import { forAll } from "../../support/for-all.ts";
import { valueOrPlace } from "../../support/catch-fault.ts";

const name = fc
  .oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }),
    fc.constantFrom("a b", "100%", "%2F", "é", "a?b", "a#b", "C:", "C|", "a\\b", "~", "\n", "..."),
  )
  .filter((text) => !/^\.\.?$|[/\0]/.test(text));

test("filePath returns the path of which fileUri made a URI", () => {
  forAll(readSize("URIS"), fc.array(name, { maxLength: 5 }), fc.boolean(), (names, isFolder) => {
    const path = `/${names.join("/")}${isFolder && names.length > 0 ? "/" : ""}`;
    const uri = fileUri(path);
    expect(filePath(uri)).toBe(path);
    expect(matches("URI", uri), uri).toBe(true);
    expect(cleanUri(uri)).toBe(uri);
  });
});

test("the same for Windows, with drives and servers", () => {
  const windowsName = name.filter((text) => !/^[. ]+$|[\\/]/.test(text));
  const root = fc.constantFrom("C:", "z:", "\\\\server\\share", "\\\\127.0.0.1\\c$");
  forAll(readSize("URIS"), root, fc.array(windowsName, { minLength: 1, maxLength: 5 }), (start, names) => {
    const path = [start, ...names].join("\\");
    const uri = fileUri(path, { windows: true });
    expect(filePath(uri, { windows: true })).toBe(path);
    expect(fileUri(path.replaceAll("\\", "/"), { windows: true })).toBe(uri);
    expect(matches("URI", uri), uri).toBe(true);
  });
});

test("the first fault of an escape is the one that percentDecode throws", () => {
  forAll(5000, fc.array(anyEscape, { maxLength: 8 }), (parts) => {
    const text = parts.join("");
    const decoded = valueOrPlace(() => percentDecode(text));
    if (typeof decoded === "string") expect(decoded).toBe(decodeURIComponent(text));
    else expect(() => decodeURIComponent(text)).toThrow(URIError);
    const fault = findEscapeFault(text);
    expect(fault === undefined ? decodeURIComponent(text) : [fault.code, fault.index, fault.length]).toEqual(decoded);
  });
});

test("a URL object is read, and fileUri may be called by map", () => {
  expect(filePath(new URL("file:///a%20b"))).toBe("/a b");
  expect(["/a", "/b"].map((path) => fileUri(path))).toEqual(["file:///a", "file:///b"]);
});

test("errors say what to do", () => {
  expect(() => fileUri("a/b")).toThrow('invalid URI "a/b" at 0: the path is relative: resolve it first');
  expect(() => fileUri("\\\\?\\C:\\a", { windows: true })).toThrow("remove its first four characters");
  expect(() => filePath("file://server/share")).toThrow("a path has no server; windows: true makes a UNC path");
  expect(() => filePath("file:a")).toThrow("a path begins with a slash");
  expect(() => filePath("file:////a")).toThrow("some systems read two slashes as a server");
  expect(() => filePath("file:///x/C:/a", { windows: true })).toThrow("a path of Windows begins with a drive letter");
  expect(() => filePath("file:///a#1")).toThrow("a path has no query or fragment");
});
