import { expandTemplate, matchTemplate } from "../../../library/src/template/index.ts";
import { decodePath, encodeFor } from "../../../library/src/guard/index.ts";
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
  percentEncode,
  PercentEncoder,
  PercentEncodingError,
} from "../../../library/src/index.ts";
import { rfc3986, namedSet } from "../../../library/src/sets/index.ts";
import { FormParseStream, PercentDecodeStream, PercentEncodeStream } from "../../../library/src/stream.ts";
import { checkUri, cleanUri, encoded, iriToUri, uri } from "../../../library/src/uri/index.ts";
import { collectOutput } from "../../support/streams.ts";
import { Instance } from "../../support/wrong-values.ts";

type Row = readonly [message: string, call: () => unknown];

const wrong = 7 as never;
const room = new Uint8Array(64);
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

// tests/unit/recorded-answers.test.mjs has the messages of the calls that it makes; the rows here are the other ones.
describe("messages for wrong arguments", () => {
  // prettier-ignore
  const rows: Row[] = [
    ["percentDecodeBytes takes a Uint8Array, not a string; percentDecode takes text", () => percentDecodeBytes("a" as never)],
    ["uri is a tag and cannot be called with a string: write uri`/path/${value}`; cleanUri takes a string", () => uri("x" as never)],
    ["percentEncode takes a PercentEncodeSet, not an Object; pass a member of the group, such as rfc3986.component", () => percentEncode("a", rfc3986 as never)],
    ['percentEncode takes a PercentEncodeSet, not a string; pass namedSet("rfc3986-path") of percodec/sets', () => percentEncode("a", "rfc3986-path" as never)],
    ["the options of cleanUri must be a plain object, not a number; map passes an index too: write (value) => cleanUri(value)", () => ["a b"].map(cleanUri as never)],
    ["the options of cleanUri must be a plain object, not one that inherits", () => cleanUri("a", new Instance() as never)],
    ["the target of PercentEncoder.encodeInto needs 64 bytes, not 63", () => new PercentEncoder().encodeInto(room, room.subarray(1))],
    ["a chunk must be a string or a Uint8Array, not a number", () => collectOutput(new PercentEncodeStream(), [wrong])],
    ["a chunk must be a string or a Uint8Array, not a number", () => collectOutput(new PercentDecodeStream(), [wrong])],
    ["a chunk must be a string or a Uint8Array, not a number", () => collectOutput(new FormParseStream(), [wrong])],
    ["loneSurrogate must be one of throw, replace, not 7", () => new PercentDecodeStream({ loneSurrogate: wrong })],
    ["the source and the target of PercentDecoder.decodeInto overlap: pass a copy of the source, or another target", () => new PercentDecoder().decodeInto(room, room)],
    ["onIssue and accept must not call the PercentDecoder that calls them", () => callFromWithin()],

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

    ['parseForm has no limit named "bytes"; known: pairs, name, value, body', () => parseForm("", { limits: { bytes: 1 } as FormOptions["limits"] & object })],
    ["the limit body must be a number of at least 0, not -1", () => parseForm("", { limits: { body: -1 } })],
    ['the value of "a" must be text, a number, a boolean or a file, not null: serializeForm and uri.with have the option nulls: "skip" or "empty"', () => new FormPairs({ a: null as never })],
    ["the body of parseFormRequest must be a ReadableStream, or null for none, not undefined", () => parseFormRequest({ headers: new Headers({ "content-type": TYPE }) } as never)],
    ["each part of a body must be a Uint8Array, not a string", () => request({}, {}, toBody("a=1"))],
    ['formParser() has only extended: false; pass the result of object: "pairs" to toNestedObject of percodec/form', () => formParser({ extended: true as never })],
    ["object must be one of throw, first, last, array, combine, pairs, not 7", () => formParser({ object: wrong })],
    ["a stream cannot use charsetField: parseForm reads the whole form", () => new FormParseStream({ charsetField: [] as never })],

    ["encoded needs the component that the text is encoded for", () => (encoded as (text: string) => unknown)("a")],
    ["allow must be an array of slash, empty, control, dot, not a number", () => uri.with({ allow: wrong })],
    ['a scheme cannot be a hole; a base can: a URL object or encoded(base, "uri")', () => uri`${"http"}:a`],
    ['"1a" is not a scheme: write ./ before a relative path with a colon', () => uri`1a:${"b"}`],
    ["a URI of http needs a host: a browser would read the path as one", () => uri`http:/${"a"}`],
    ["a URI that begins with // needs a host: a browser would read the path as one", () => uri`///${"a"}`],
    ["a URI of file cannot have a port", () => uri`file://${"c"}:/`],
    ['the host "127.1" is ambiguous: a browser reads it as the address 127.0.0.1, RFC 3986 as a name; write that address, or another name', () => uri`//127.1/${"a"}`],
    ["an object in a query must be a whole parameter; a list may also follow name=", () => uri`?a${{ b: 1 }}`],
    ["hole 2 is in a query, but its value is an encoded segment", () => uri`/${"a"}?${encoded("b", "segment")}`],
    ["a userinfo must be text, a number or a boolean, not null", () => uri`//${null as never}@e.com`],
    ["a host must be text, a number or a boolean, not null", () => uri`//${null as never}`],
    ["a port must be text, a number or a boolean, not null", () => uri`//e.com:${null as never}`],
    ["a query must be text, a number or a boolean, not null", () => uri`?${null as never}`],
    ['the value of "a" must be text, a number, a boolean or a file, not null: serializeForm and uri.with have the option nulls: "skip" or "empty"', () => uri`?a=${[null as never]}`],
    ["a fragment must be text, a number or a boolean, not null", () => uri`#${null as never}`],
    ["base must be a string, not a URL; pass its href", () => checkUri("", { grammar: "whatwg", base: new URL("a:") as never })],
    ["the URI of matchTemplate must be a string, not a number; pass String(value)", () => matchTemplate("", wrong)],

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
    ['percent-encode: lone surrogate "\\u{DC00}" at 1', () => collectOutput(new PercentEncodeStream(), ["a", "\udc00"])],
    ['percent-decode: lone surrogate "\\u{DC00}" at 4', () => collectOutput(new PercentDecodeStream(), ["a%4", "1\udc00"])],

    ['accept more than 1 pairs: limit exceeded "b" at 2', () => parseForm("a&b", { limits: { pairs: 1 } })],
    ['accept more than 1 UTF-16 units in a value: limit exceeded "d" at 3', () => parseForm("a=bd", { limits: { value: 1 } })],
    ['read a compressed body: unsupported media type "gzip" at 0', () => request({ "content-encoding": "gzip" })],
    ['use the encoding: charset refused "a"b" at 43', () => request(`${TYPE}; charset="a\\"b"`)],

    ['clean the URI: host ambiguous "\\u{9}//evil.com" at 0: a browser removes spaces and controls around a URL, RFC 3986 does not; remove them', () => cleanUri("\t//evil.com")],
    ['clean the URI: host ambiguous "e.com" at 8: a browser removes TAB, LF and CR, RFC 3986 does not; remove them, or use the level "advanced"', () => cleanUri("ht\ttp://e.com")],
    ['clean the URI: host ambiguous "/\\u{9}/e.com" at 0: a browser removes TAB, LF and CR, RFC 3986 does not; remove them', () => cleanUri("/\t/e.com", { level: "advanced" })],
    ['clean the URI: host ambiguous "" at 2: a browser skips slashes after "//", RFC 3986 does not; write two before a host, one before a path', () => cleanUri("///e.com")],
    ['clean the URI: host ambiguous "C:" at 7: a browser reads "C:" as a drive, RFC 3986 as a host; write "file:///C:"', () => cleanUri("file://C:/")],
    ['percent-encode: lone surrogate "\\u{D800}" at 0', () => cleanUri("\ud800a")],
    ['make a URI: invalid URI "a\\u{2024}\\u{2024}b" at 9', () => iriToUri("http://u@a\u2024\u2024b/c")],
    ['percent-encode: lone surrogate "\\u{D800}" at 1', () => iriToUri("a\ud800")],
    ['put the parts together: unsafe segment "//a" at 0', () => uri`/${encoded("/a", "path")}`],
    ['put hole 1 into the host: invalid URI "https://e.com" at 0: pass a host alone, or encoded(base, "uri") in the first hole', () => uri`https://${"https://e.com"}/`],
    ['put hole 1 into the host: invalid URI "a b" at 0', () => uri`//${"a b"}`],
    ['put hole 1 into the host: host ambiguous "127.1" at 0: a browser reads it as the address 127.0.0.1, RFC 3986 as a name; write that address, or another name', () => uri`//${"127.1"}`],
    ['put hole 2 into the port: invalid URI "65536" at 0', () => uri`//${"e.com"}:${"65536"}`],
    ['put hole 1 into the path: unsafe segment "/b" at 1: a separator; the option allow: ["slash"] accepts it', () => uri.with({ allow: [] })`/${"a/b"}`],

    ['use hole 1 as the base: unsafe segment "/api" at 0: pass encoded(base, "path")', () => uri`${"/api"}/users`],
    [`decode the path: unsafe segment "%2F${long.slice(0, 29)}" at 1: a separator; the option allow: ["slash"] accepts it`, () => decodePath(`/%2F${long}`)],
  ];
  test.each(rows)("Cannot %s", async (message, call) => {
    const error: unknown = await (async () => call())().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PercentEncodingError);
    expect((error as PercentEncodingError).message).toBe(`Cannot ${message}`);
  });
});
