import { expect, test } from "vitest";
import { joinParts, toParts } from "../../../library/src/uri/reference.ts";
import { parseUrl } from "../../../library/src/uri/whatwg.ts";
import { URL as Oracle } from "../../support/oracle/index.mjs";
import { BASE, browserHost } from "./browser-host.ts";

// Compares with the standard's reference implementation: each state of https://url.spec.whatwg.org/#url-parsing and its transitions.
const REFERENCES = [
  "", "?", "#", "?x", "#y", "?x#y", "?a?b", "#a#b", "g", "./g", "../g", "../../../../g", "/g", "/", "//g", "//g:80/x", "//", "///g", "////g",
  ".", "..", "./", "../", "a/./b/", "a/../b", "g;x=1/../y", "%2e%2E/g", ".%2e", "%2E", "%2e/", "g/%2E%2e", "/..", "/../..", "/a/b/../..",
  "\\g", "\\\\g", "/\\g", "\\/g\\x", "a\\b", "..\\g", "x\\..\\y", "/x|y",
  "D:/y", "D|/y", "D|", "D:", "D|y", "D:y", "D|\\y", "D|?q", "D:#f", "/D:/z", "/D|\\z", "/D|", "/D:", "/D:z", "//D:/z", "//D|/z", "//D:", "///D|/z",
  "/../D:/x", "/./D|/x", "file:///D:/x/../y", "file:///D:/x/y/../../../z", "file:///x/D:/../y", "D|/../..", "D|/../../x", "/D:/..", "DD:/x", "1:/x", "/1|/x",
  "http:", "http:g", "http:/g", "http://g", "http:///g", "http:\\\\g", "http:?q", "http:#f", "HTTP:g", "https:g", "https://g:443", "https://g:0443/x",
  "ws:g", "wss://g:80", "ftp://g:21/", "file:", "file:g", "file:/g", "file://g", "file:///g", "file:///D:/x", "file:D|/x", "file:/D|/x",
  "file://D:/x", "file://localhost/x", "file://LOCALHOST", "file:\\\\g\\p", "file:?q", "file:#f", "file:..", "file://g:80", "file://%41/x", "file://a b",
  "foo:", "foo:g", "foo:/g", "foo://", "foo://g", "foo:///g", "foo:/.//g", "foo:/a/..//g", "foo:#f", "foo:?q", "foo: a ", "foo:a #f", "foo:a ?q",
  "foo:\\g", "foo:/\\g", "foo:/a\\b/..", "FOO:G", "f.o+o-1:x", "1foo:x", "foo/bar:x", "bar:é%zz b",
  " g ", "\tg\n", "/\t/g", "h\nttp://g", "\0/g\x1f", "g\0", "g\x7f", "g `{}<>\"'^|", "?`{}<>\"'^|", "#`{}<>\"'^|", "foo:?'", "é?é#é",
  "//u@g", "//u:@g", "//:@g", "//@g", "//:p@g", "//u:p:q@g", "//u@v@g", "//u;=[]^|@g", "//u@", "//:80", "//@", "//:@/x", "//u:p@",
  "//g:", "//g:0", "//g:00080", "//g:65535", "//g:65536", "//g:x", "//g:8 0", "//g:-1", "//g:80:80", "//g:8080/x",
  "//[::1]", "//[::1]:81", "//[::1", "//::1]", "//[1:2::3.4.5.6]/x", "//[::1]x", "//[::1]:", "//127.1", "//0x7f.1", "//256.1", "//1.2.3.4.5", "//G.EXAMPLE.",
  "//%67", "//a%00b", "//a<b", "//a b", "//g?x", "//g#x", "//g\\x", "//g/\\x",
]; // prettier-ignore

const parse = (reference: string, base?: string): InstanceType<typeof Oracle> | undefined => {
  try {
    return new Oracle(reference, base);
  } catch {
    return undefined;
  }
};

test("without a base only a text with a scheme is a URL", () => {
  for (const reference of REFERENCES) {
    const url = parseUrl(reference);
    expect(url && joinParts(toParts(url)), reference).toBe(parse(reference)?.href);
  }
});

test("with a base the host is that of the complete parser", () => {
  for (const reference of REFERENCES) {
    // After a scheme the base is not used, although the standard uses it for the same scheme.
    const isOwn = /^[\0-\x20]*h[\t\n\r]*ttps:/i.test(reference);
    const url = parse(reference, isOwn ? undefined : `${BASE.scheme}://${BASE.host}/a/b?q#f`);
    expect(browserHost(reference), reference).toBe(url && `${url.protocol}//${url.hostname}`);
  }
});
