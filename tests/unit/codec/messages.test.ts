import { expandTemplate, matchTemplate } from "../../../library/src/template/index.ts";
import { decodePath, encodeFor, isHeaderSafe, isSameOriginPath } from "../../../library/src/guard/index.ts";
import { escape, unescape } from "../../../library/src/legacy.ts";
import { formParser } from "../../../library/src/adapters/express.ts";
import { describe, expect, test } from "vitest";
import { encoding } from "../../../library/src/charset/index.ts";
import {
  type FormOptions,
  FormPairs,
  type FormRequestOptions,
  parseForm,
  parseFormRequest,
  serializeForm,
} from "../../../library/src/form/index.ts";
import {
  percentDecode,
  percentDecodeBytes,
  PercentDecoder,
  percentDecodeReport,
  percentEncode,
  percentEncodeBytes,
  PercentEncoder,
  PercentEncodingError,
} from "../../../library/src/index.ts";
import { inspect } from "../../../library/src/inspect/index.ts";
import { PercentEncodeSet, rfc3986, namedSet } from "../../../library/src/sets/index.ts";
import { FormParseStream, PercentDecodeStream, PercentEncodeStream } from "../../../library/src/stream.ts";
import {
  checkUri,
  cleanUri,
  compareUris,
  displayUri,
  encoded,
  iriToUri,
  normalizeUri,
  splitAuthority,
  splitUri,
  resolveUri,
  uri,
  uriToIri,
} from "../../../library/src/uri/index.ts";
import { collectOutput } from "../../support/streams.ts";
import { Instance } from "../../support/wrong-values.ts";

type Row = readonly [message: string, call: () => unknown];

const wrong = 7 as never;
const room = new Uint8Array(64);
const sjis = encoding("sjis");
const TYPE = "application/x-www-form-urlencoded";

/** Calls a decoder from its own onIssue. */
function callFromWithin(): void {
  const decode = (): unknown => decoder.decodeInto(new TextEncoder().encode("%zz"), room);
  const decoder: PercentDecoder = new PercentDecoder({ malformed: "keep", onIssue: decode });
  decode();
}

/** Reads a request with this content type, or with these headers. */
function request(headers: string | Record<string, string>, options?: FormRequestOptions, body: unknown = null) {
  const given = typeof headers === "string" ? { "content-type": headers } : { "content-type": TYPE, ...headers };
  return parseFormRequest({ headers: new Headers(given), body: body as null }, options);
}

const toBody = (...chunks: unknown[]) =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

/** The functions of one string. */
const OF_TEXT: readonly ((text: never) => unknown)[] = [
  [percentEncode, percentDecode, percentDecodeReport, escape, unescape, inspect, decodePath, isSameOriginPath],
  [isHeaderSafe, splitUri, splitAuthority, normalizeUri, displayUri, cleanUri, iriToUri, uriToIri],
].flat();

describe("messages for wrong arguments", () => {
  // prettier-ignore
  const rows: Row[] = [
    ...OF_TEXT.map((call): Row => [`${call.name} takes a string, not a number; pass String(value)`, () => call(wrong)]),
    ["percentDecode takes a string, not a Uint8Array; percentDecodeBytes takes bytes", () => percentDecode(room as never)],
    ["percentDecodeBytes takes a Uint8Array, not a string; percentDecode takes text", () => percentDecodeBytes("a" as never)],
    ["percentDecodeBytes takes a Uint8Array, not an ArrayBuffer; pass new Uint8Array(buffer)", () => percentDecodeBytes(room.buffer as never)],
    ["normalizeUri takes a string, not a Uint8Array; pass new TextDecoder().decode(bytes)", () => normalizeUri(room as never)],
    ["normalizeUri takes a string, not a String; pass String(value)", () => normalizeUri(Object("http://e.com") as never)],
    ["normalizeUri takes a string, not undefined", () => normalizeUri(undefined as never)],
    ["uri is a tag and cannot be called with a string: write uri`/path/${value}`; cleanUri takes a string", () => uri("x" as never)],
    ["percentEncode takes a PercentEncodeSet, not an Object; pass a member of the group, such as rfc3986.component", () => percentEncode("a", rfc3986 as never)],
    ['percentEncode takes a PercentEncodeSet, not a string; pass namedSet("rfc3986-path") of percodec/sets', () => percentEncode("a", "rfc3986-path" as never)],
    ["the options of cleanUri must be a plain object, not a number; map passes an index too: write (value) => cleanUri(value)", () => ["a b"].map(cleanUri as never)],
    ["the options of cleanUri must be a plain object, not one that inherits", () => cleanUri("a", new Instance() as never)],
    ["percentEncodeBytes takes a Uint8Array, not a number", () => percentEncodeBytes(wrong)],
    ["percentDecodeBytes takes a Uint8Array, not a number", () => percentDecodeBytes(wrong)],
    ["the source of PercentDecoder.decodeInto must be a Uint8Array, not a number", () => new PercentDecoder().decodeInto(wrong, room)],
    ["the target of PercentEncoder.encodeInto must be a Uint8Array, not a number", () => new PercentEncoder().encodeInto(room, wrong)],
    ["the target of PercentEncoder.encodeInto needs 64 bytes, not 63", () => new PercentEncoder().encodeInto(room, room.subarray(1))],
    ["from and to of PercentDecoder.decodeInto must be integers with 0 <= from <= to <= 64", () => new PercentDecoder().decodeInto(room, room, { from: 65 })],
    ["a chunk must be a string or a Uint8Array, not a number", () => collectOutput(new PercentEncodeStream(), [wrong])],
    ["a chunk must be a string or a Uint8Array, not a number", () => collectOutput(new PercentDecodeStream(), [wrong])],
    ["malformed must be one of throw, keep, drop, replace, not 7", () => percentDecode("%", { malformed: wrong })],
    ["invalidUtf8 must be one of throw, keep, drop, replace, not 7", () => percentDecode("%", { invalidUtf8: wrong })],
    ["plus must be one of literal, space, not 7", () => percentDecode("%", { plus: wrong })],
    ["accept must be a function or a RegExp with the flag u or v, not a number", () => percentDecode("%", { accept: wrong })],
    ["loneSurrogate must be one of throw, replace, not 7", () => percentEncode("", undefined, { loneSurrogate: wrong })],
    ["loneSurrogate must be one of throw, replace, not 7", () => new PercentDecodeStream({ loneSurrogate: wrong })],
    ["the source and the target of PercentDecoder.decodeInto overlap: pass a copy of the source, or another target", () => new PercentDecoder().decodeInto(room, room)],
    ["onIssue and accept must not call the PercentDecoder that calls them", () => callFromWithin()],

    ["percentEncode takes a PercentEncodeSet, not a number; map passes an index too: write (value) => percentEncode(value)", () => percentEncode("a", wrong)],
    ["add takes ASCII characters; for others, pass nonAscii to a new set", () => rfc3986.query.add("é")],
    ['has() and keeps() take one character or a code point up to 0x10FFFF, not "ab"', () => rfc3986.query.has("ab")],
    ["nonAscii must be one of all, none, iri, iri-query, not 7", () => PercentEncodeSet.encoding("", { nonAscii: wrong })],
    ['no set is named "rfc3986"; did you mean "rfc3986-component"?', () => namedSet("rfc3986")],
    ['no set is named "form"; did you mean "whatwg-form"?', () => namedSet("form")],
    ["percentEncode takes a PercentEncodeSet, not an Object; set.remove(characters) returns a set that keeps more", () => percentEncode("a/b", { keep: "/" } as never)],
    ['percentDecode has no option named "errors"; known: malformed, plus, invalidUtf8, percentU, accept, except, encoding, legacy', () => percentDecode("", { errors: "ignore" } as never)],
    ['the value of "d" must be text, a number, a boolean or a file, not a Date; pass date.toISOString()', () => serializeForm({ d: new Date(0) as never })],
    ["a query must be text, a number or a boolean, not a Date; pass date.toISOString()", () => uri`/?d=${new Date(0) as never}`],
    ['the variable "d" must be text, a number, a boolean, or a list or plain object of these; pass date.toISOString()', () => expandTemplate("{d}", { d: new Date(0) as never })],
    ['no encoding has the label "utf8mb4"; did you mean "utf8"?', () => encoding("utf8mb4")],
    ['encodeFor has no purpose named "query"; did you mean "query-value"?', () => encodeFor("query" as never, "")],
    ['encodeFor has no purpose named "html"; known: query-value, path-segment, form-field, fragment, header, cookie, filename', () => encodeFor("html" as never, "")],

    ["parseForm takes a string or a Uint8Array, not a number", () => parseForm(wrong)],
    ["rules must be one of strict, whatwg, not 7", () => parseForm("", { rules: wrong })],
    ["separator must be one of &, &;, not 7", () => parseForm("", { separator: wrong })],
    ["charsetField must be an array of encodings, not a number", () => parseForm("", { charsetField: wrong })],
    ['parseForm has no limit named "bytes"; known: pairs, name, value, body', () => parseForm("", { limits: { bytes: 1 } as FormOptions["limits"] & object })],
    ["the limit body must be a number of at least 0, not -1", () => parseForm("", { limits: { body: -1 } })],
    ["a form is made of pairs, an object, FormData or URLSearchParams, not a number", () => new FormPairs(wrong)],
    ["each pair must be an array of a name and a value", () => new FormPairs([["a"] as never])],
    ["each pair must be an array of a name and a value", () => new FormPairs([[1, "a"] as never])],
    ['the value of "a" must be text, a number, a boolean or a file, not null: serializeForm and uri.with have the option nulls: "skip" or "empty"', () => new FormPairs({ a: null as never })],
    ["duplicates must be one of throw, first, last, array, combine, not 7", () => parseForm("").toObject({ duplicates: wrong })],
    ["separator must be one of &, ;, not 7", () => serializeForm({}, { separator: wrong })],
    ["newlines must be one of keep, crlf, not 7", () => serializeForm({}, { newlines: wrong })],
    ["space must be one of +, %20, not 7", () => serializeForm({}, { space: wrong })],
    ["the body of parseFormRequest must be a ReadableStream, or null for none, not undefined", () => parseFormRequest({ headers: new Headers({ "content-type": TYPE }) } as never)],
    ["each part of a body must be a Uint8Array, not a string", () => request({}, {}, toBody("a=1"))],
    ["FormPairs.set takes a string, not a number; pass String(value)", () => new FormPairs().set(wrong, "")],
    ["FormPairs.append takes a string, not a number; pass String(value)", () => new FormPairs().append(wrong, "")],
    ["nulls must be one of throw, skip, empty, not 7", () => serializeForm({}, { nulls: wrong })],
    ['formParser() has only extended: false; pass the result of object: "pairs" to toNestedObject of percodec/form', () => formParser({ extended: true as never })],
    ["object must be one of throw, first, last, array, combine, pairs, not 7", () => formParser({ object: wrong })],
    ["a stream cannot use charsetField: parseForm reads the whole form", () => new FormParseStream({ charsetField: [] as never })],

    ["compareUris takes a string, not a number; pass String(value)", () => compareUris(wrong, "")],
    ["compareUris takes a string, not a number; pass String(value)", () => compareUris("", wrong)],
    ["profile must be one of strict, basic, advanced, chromium, firefox, not 7", () => displayUri("", { profile: wrong })],
    ["level must be one of basic, advanced, not 7", () => cleanUri("", { level: wrong })],
    ["addressBar must be one of firefox-10, chrome-16, not 7", () => cleanUri("", { addressBar: wrong })],
    ["encoded takes a string, not a number; pass String(value)", () => encoded(wrong, "path")],
    ["encoded needs the component that the text is encoded for", () => (encoded as (text: string) => unknown)("a")],
    ['component must be one of uri, userinfo, segment, path, query, fragment, not "host"', () => encoded("a", "host" as never)],
    ["allow must be an array of slash, empty, control, dot, not a number", () => uri.with({ allow: wrong })],
    ['a URI cannot contain "/a b": encode it, or put it into a hole', () => uri`/a b${"c"}`],
    ['a scheme cannot be a hole; a base can: a URL object or encoded(base, "uri")', () => uri`${"http"}:a`],
    ['"1a" is not a scheme: write ./ before a relative path with a colon', () => uri`1a:${"b"}`],
    ["a URI of http needs a host: a browser would read the path as one", () => uri`http:/${"a"}`],
    ["a URI that begins with // needs a host: a browser would read the path as one", () => uri`///${"a"}`],
    ["a URI of file cannot have a port", () => uri`file://${"c"}:/`],
    ['the host "127.1" is ambiguous: a browser reads it as the address 127.0.0.1, RFC 3986 as a name; write that address, or another name', () => uri`//127.1/${"a"}`],
    ["the template's own text is not a URI", () => uri`/${"a"}[`],
    ["an object in a query must be a whole parameter; a list may also follow name=", () => uri`?a${{ b: 1 }}`],
    ["hole 2 is in a query, but its value is an encoded segment", () => uri`/${"a"}?${encoded("b", "segment")}`],
    ["a segment must be text, a number or a boolean, not null", () => uri`/${null as never}`],
    ["a userinfo must be text, a number or a boolean, not null", () => uri`//${null as never}@e.com`],
    ["a host must be text, a number or a boolean, not null", () => uri`//${null as never}`],
    ["a port must be text, a number or a boolean, not null", () => uri`//e.com:${null as never}`],
    ["a query must be text, a number or a boolean, not null", () => uri`?${null as never}`],
    ['the value of "a" must be text, a number, a boolean or a file, not null: serializeForm and uri.with have the option nulls: "skip" or "empty"', () => uri`?a=${[null as never]}`],
    ["a fragment must be text, a number or a boolean, not null", () => uri`#${null as never}`],
    ["base must be a string, not a URL; pass its href", () => checkUri("", { grammar: "whatwg", base: new URL("a:") as never })],
    ['base must be an absolute URL, not "/a"', () => checkUri("", { grammar: "whatwg", base: "/a" })],
    ['base must be an absolute URL, not "http://"', () => checkUri("", { grammar: "whatwg", base: "http://" })],
    ['base belongs to the grammar "whatwg"; resolveUri resolves a relative reference', () => checkUri("", { base: "http://e.com" })],
    ["expandTemplate takes a string, not a number; pass String(value)", () => expandTemplate(wrong, {})],
    ["the values of expandTemplate must be an object with a property for each variable, not null", () => expandTemplate("", null as never)],
    ["the URI of matchTemplate must be a string, not a number; pass String(value)", () => matchTemplate("", wrong)],
    ["matchTemplate takes a string, not a number; pass String(value)", () => matchTemplate(wrong, "")],

    ["allow must be an array of slash, empty, control, dot, not of 7", () => decodePath("", { allow: [wrong] })],
  ];
  test.each(rows)("%s", async (message, call) => {
    await expect((async () => call())()).rejects.toThrow(new TypeError(message));
  });
});

describe("messages for bad data", () => {
  const long = "s".repeat(40);
  // prettier-ignore
  const rows: Row[] = [
    ['percent-encode: lone surrogate "\\u{D800}" at 1', () => percentEncode("a\ud800")],
    ['percent-encode: lone surrogate "\\u{DC00}" at 1', () => collectOutput(new PercentEncodeStream(), ["a", "\udc00"])],
    ['percent-decode: lone surrogate "\\u{DC00}" at 1', () => collectOutput(new PercentDecodeStream(), ["a", "\udc00"])],
    ['percent-decode: malformed escape "%zz" at 1', () => percentDecode("a%zz")],
    ['percent-decode: truncated escape "%" at 1', () => percentDecodeBytes(Uint8Array.of(0x61, 0x25))],
    ['percent-decode: invalid UTF-8 "%FF" at 0', () => percentDecode("%FF")],
    ['percent-decode: not accepted "%00" at 0', () => percentDecode("%00", { accept: /[^\0]/u })],

    ['return one value: duplicate name "a" at 4: getAll returns all values, and toObject has the option duplicates', () => parseForm("a=1&a=2").single("a")],
    ['accept more than 1 pairs: limit exceeded "b" at 2', () => parseForm("a&b", { limits: { pairs: 1 } })],
    ['accept more than 2 UTF-16 units in a name: limit exceeded "c" at 2', () => parseForm("abc", { limits: { name: 2 } })],
    ['accept more than 1 UTF-16 units in a value: limit exceeded "d" at 3', () => parseForm("a=bd", { limits: { value: 1 } })],
    ['accept more than 3 UTF-16 units in all: limit exceeded "d" at 3', () => parseForm("a=bd", { limits: { body: 3 } })],
    ['accept more than 0 bytes in all: limit exceeded "a" at 0', () => parseForm(Uint8Array.of(0x61), { limits: { body: 0 } })],
    ['use the encoding: charset refused "x" at 10', () => parseForm("_charset_=x", { charsetField: [sjis] })],
    ['percent-decode: lone surrogate "\\u{D800}" at 2', () => parseForm("a=\ud800")],
    ['read the body as a form: unsupported media type "text/plain" at 0', () => request("text/plain")],
    ['read a compressed body: unsupported media type "gzip" at 0', () => request({ "content-encoding": "gzip" })],
    ['accept more than 8 bytes in all: limit exceeded "9" at 8', () => request({ "content-length": "9" }, { limits: { body: 8 } })],
    ['use the encoding: charset refused "utf-7" at 42', () => request(`${TYPE};charset=utf-7`)],
    ['use the encoding: charset refused "a"b" at 43', () => request(`${TYPE}; charset="a\\"b"`)],

    ['clean the URI: host ambiguous "good.com\\@evil.com" at 7: a browser reads "\\" as "/", RFC 3986 does not; write "/", or "%5C" for data', () => cleanUri("http://good.com\\@evil.com")],
    ['clean the URI: host ambiguous "\\u{9}//evil.com" at 0: a browser removes spaces and controls around a URL, RFC 3986 does not; remove them', () => cleanUri("\t//evil.com")],
    ['clean the URI: host ambiguous "e.com" at 8: a browser removes TAB, LF and CR, RFC 3986 does not; remove them, or use the level "advanced"', () => cleanUri("ht\ttp://e.com")],
    ['clean the URI: host ambiguous "/\\u{9}/e.com" at 0: a browser removes TAB, LF and CR, RFC 3986 does not; remove them', () => cleanUri("/\t/e.com", { level: "advanced" })],
    ['clean the URI: host ambiguous "HTTP:e.com" at 0: a browser reads the text after "HTTP:" as a host, RFC 3986 as a path; write "HTTP://"', () => cleanUri("HTTP:e.com")],
    ['clean the URI: host ambiguous "" at 2: a browser skips slashes after "//", RFC 3986 does not; write two before a host, one before a path', () => cleanUri("///e.com")],
    ['clean the URI: host ambiguous "C:" at 7: a browser reads "C:" as a drive, RFC 3986 as a host; write "file:///C:"', () => cleanUri("file://C:/")],
    ['clean the URI: host ambiguous "0x7f.1" at 7: a browser reads it as the address 127.0.0.1, RFC 3986 as a name; write that address, or another name', () => cleanUri("http://0x7f.1/")],
    ['clean the URI: invalid URI ":" at 1', () => cleanUri("[:a", { level: "advanced" })],
    ['clean the URI: invalid URI "a\\u{2024}\\u{2024}b" at 7', () => cleanUri("http://a\u2024\u2024b")],
    ['percent-encode: lone surrogate "\\u{D800}" at 0', () => cleanUri("\ud800a")],
    ['make a URI: invalid URI "a\\u{2024}\\u{2024}b" at 9', () => iriToUri("http://u@a\u2024\u2024b/c")],
    ['percent-encode: lone surrogate "\\u{D800}" at 1', () => iriToUri("a\ud800")],
    ['accept this as an encoded segment: invalid URI "/b" at 1', () => encoded("a/b", "segment")],
    ['put the parts together: unsafe segment "//a" at 0', () => uri`/${encoded("/a", "path")}`],
    ['put hole 1 into the host: invalid URI "https://e.com" at 0: pass a host alone, or encoded(base, "uri") in the first hole', () => uri`https://${"https://e.com"}/`],
    ['put hole 1 into the host: invalid URI "a b" at 0', () => uri`//${"a b"}`],
    ['put hole 1 into the host: host ambiguous "127.1" at 0: a browser reads it as the address 127.0.0.1, RFC 3986 as a name; write that address, or another name', () => uri`//${"127.1"}`],
    ['put hole 2 into the port: invalid URI "65536" at 0', () => uri`//${"e.com"}:${"65536"}`],
    ['put hole 1 into the path: unsafe segment ".." at 0: a dot segment; the option allow: ["slash", "dot"] accepts it', () => uri`/${".."}`],
    ['put hole 1 into the path: unsafe segment "/b" at 1: a separator; the option allow: ["slash"] accepts it', () => uri.with({ allow: [] })`/${"a/b"}`],
    ['expand the template: invalid template "{a" at 0', () => expandTemplate("{a", {})],
    ['match the template: invalid template "{a" at 0', () => matchTemplate("{a", "")],

    ['decode the path: invalid URI "?" at 2: splitUri(uri).path is a path', () => decodePath("/a?b")],
    ['decode the path: invalid URI "https://" at 0: splitUri(uri).path is a path', () => decodePath("https://e.com/a")],
    ['resolve the reference: invalid URI "../g" at 0: a base has a scheme; it is the second argument', () => resolveUri("https://a/b", "../g")],
    ['use hole 1 as the base: unsafe segment "/api" at 0: pass encoded(base, "path")', () => uri`${"/api"}/users`],
    ['parse the form: invalid URI "?" at 0: parseQuery of percodec/uri reads a URI or a ?query', () => parseForm("?q=1")],
    ['decode the path: unsafe segment "a%2Fb" at 1: a separator; the option allow: ["slash"] accepts it', () => decodePath("/a%2Fb")],
    [`decode the path: unsafe segment "%2F${long.slice(0, 29)}" at 1: a separator; the option allow: ["slash"] accepts it`, () => decodePath(`/%2F${long}`)],
    ['decode the path: malformed escape "%zz" at 2', () => decodePath("/a%zz")],
  ];
  test.each(rows)("Cannot %s", async (message, call) => {
    const error: unknown = await (async () => call())().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PercentEncodingError);
    expect((error as PercentEncodingError).message).toBe(`Cannot ${message}`);
  });
});
