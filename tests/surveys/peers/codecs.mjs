// Inputs for the codecs of the peers: invalid ones, and valid ones that some peers decode wrongly. `want` is the right value
// according to the standard; it is absent if the input is invalid. The page computes everything else about a row.
import querystring from "node:querystring";
import decodeUriComponent from "decode-uri-component";
import fastDecode from "fast-decode-uri-component";
import fastQuerystring from "fast-querystring";
import qs from "qs";
import queryString from "query-string";
import querystringify from "querystringify";
import strictUriEncode from "strict-uri-encode";
import { percentDecodeString, URLSearchParams as WhatwgParams } from "whatwg-url";
import { parseForm } from "../../../library/dist/form/index.js";
import { percentDecode, percentEncode } from "../../../library/dist/index.js";

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

const refuseNull = (value) => {
  if (value === null) throw new Error("it returns null to refuse");
  return value;
};

/** Reads the value of the form `v=…`. */
const readValue = (object) => object.v;

/** Converts an object to pairs: an array is several values, and a nested object is one value. */
const toPairs = (object) =>
  Object.entries(object).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((one) => [name, one]) : [[name, value]],
  );

const DECODE = {
  percodec: (text) => percentDecode(text),
  decodeURIComponent: (text) => decodeURIComponent(text),
  "decode-uri-component": (text) => decodeUriComponent(text),
  "fast-decode-uri-component": (text) => refuseNull(fastDecode(text)),
  "querystring.unescape": (text) => querystring.unescape(text),
  qs: (text) => readValue(qs.parse(`v=${text}`)),
  "query-string": (text) => readValue(queryString.parse(`v=${text}`)),
  "fast-querystring": (text) => readValue(fastQuerystring.parse(`v=${text}`)),
  querystringify: (text) => readValue(querystringify.parse(`v=${text}`)),
  URLSearchParams: (text) => new URLSearchParams(`v=${text}`).get("v"),
};

const ENCODE = {
  percodec: (text) => percentEncode(text),
  encodeURIComponent: (text) => encodeURIComponent(text),
  "strict-uri-encode": (text) => strictUriEncode(text),
  "querystring.escape": (text) => querystring.escape(text),
  qs: (text) => qs.stringify({ v: text }).slice(2),
  "query-string": (text) => queryString.stringify({ v: text }).slice(2),
  "fast-querystring": (text) => fastQuerystring.stringify({ v: text }).slice(2),
  querystringify: (text) => querystringify.stringify({ v: text }).slice(2),
  URLSearchParams: (text) => new URLSearchParams({ v: text }).toString().slice(2),
};

const PARSE = {
  percodec: (text) => [...parseForm(text)],
  querystring: (text) => toPairs(querystring.parse(text)),
  qs: (text) => toPairs(qs.parse(text)),
  "query-string": (text) => toPairs(queryString.parse(text)),
  "fast-querystring": (text) => toPairs(fastQuerystring.parse(text)),
  querystringify: (text) => toPairs(querystringify.parse(text)),
  URLSearchParams: (text) => [...new URLSearchParams(text)],
};

/** Decodes an encoded text: encoding is right if this returns the original. Some peers encode a space as `+`. */
const asDecoded = (encoded) => decodeURIComponent(encoded.replaceAll("+", " "));

const FLOOD = Array.from({ length: 1001 }, (_, k) => `n${k}=1`);
const split = (form) => form.split("&").map((piece) => piece.split("="));

/** The tables. `written` returns the value that keeps the input unchanged, `lenient` the values by the URL Standard. */
export const TABLES = [
  {
    title: "Decoding",
    peers: DECODE,
    written: (input) => input,
    lenient: (input) => [utf8.decode(percentDecodeString(input)), new WhatwgParams(`v=${input}`).get("v")],
    rows: [
      { input: "%ea%ba%5a%ba", stake: "a truncated character: CVE-2022-38900" },
      { input: "100%", stake: "a `%` at the end" },
      { input: "%zz", stake: "a `%` without digits" },
      { input: "%4", stake: "one digit" },
      { input: "%C3", stake: "a truncated character at the end" },
      { input: "%C0%AF", stake: "an overlong slash" },
      { input: "%ED%A0%80", stake: "an encoded surrogate" },
      { input: "%F4%90%80%80", stake: "beyond Unicode" },
      { input: "a%80b", stake: "a stray byte" },
      { input: "%FE%FF", stake: "bytes that some read as a byte order mark" },
      { input: "%%41", stake: "a stray `%` before an escape" },
      { input: "%2%35", stake: "halves that become an escape" },
      { input: "%u002e", stake: "`%uXXXX`" },
      { input: "%+1", stake: "a sign for a digit" },
      { input: "%\uff11\uff11", stake: "full-width digits" },
      { input: "мир%20100%", stake: "Cyrillic beside a bad escape" },
      { input: "é%A9", stake: "a stray byte after a character" },
      { input: "%252e", want: "%2e", stake: "encoded twice: decoded once" },
      { input: "%2541", want: "%41", stake: "an escaped `%`" },
      { input: "%EF%BB%BFa", want: "\ufeffa", stake: "a byte order mark" },
      { input: "a%00b", want: "a\0b", stake: "NUL" },
      { input: "%F0%9F%98%80", want: "😀", stake: "four bytes" },
      { input: "%EF%BF%BD", want: "\ufffd", stake: "U+FFFD itself" },
      { input: "%e4%bD%A0", want: "你", stake: "mixed case" },
      { input: "%EF%BF%BE", want: "\ufffe", stake: "a noncharacter, which is well-formed" },
    ],
  },
  {
    title: "Encoding",
    peers: ENCODE,
    written: () => undefined,
    lenient: () => [],
    given: asDecoded,
    rows: [
      { input: "a\ud800b", stake: "a lone surrogate" },
      { input: "\udc00", stake: "a lone low surrogate" },
      { input: "\ud800&c=1", stake: "a lone surrogate that may swallow the next character" },
      { input: "\ud83d\ud83d\ude00", stake: "a lone surrogate before a pair" },
      { input: "é✓😀", want: "é✓😀", stake: "two, three and four bytes" },
      { input: "a b+c", want: "a b+c", stake: "a space and a plus" },
      { input: "%41&=#?/", want: "%41&=#?/", stake: "delimiters and an escape in the text" },
      { input: "\0\r\n\u007f", want: "\0\r\n\u007f", stake: "controls" },
      { input: "\ufeff\ufffe\u{10ffff}", want: "\ufeff\ufffe\u{10ffff}", stake: "a byte order mark and noncharacters" },
    ],
  },
  {
    title: "Forms",
    peers: PARSE,
    written: split,
    lenient: (input) => [[...new WhatwgParams(input)]],
    rows: [
      { input: "a=1&x=%zz&b=2", stake: "a malformed value" },
      { input: "a=%FF", stake: "bytes that are not UTF-8" },
      { input: "%=1", stake: "a malformed name" },
      { input: FLOOD.join("&"), stake: "1,001 pairs" },
      { input: "a=мир%20100%", stake: "Cyrillic beside a bad escape" },
      { input: "__proto__=1", want: [["__proto__", "1"]], stake: "a name that every object has" },
      {
        input: "toString=1&constructor=2",
        want: split("toString=1&constructor=2"),
        stake: "more names that every object has",
      },
      { input: "=1", want: [["", "1"]], stake: "an empty name" },
      { input: "a=1&a=2&%61=3", want: split("a=1&a=2&a=3"), stake: "a name three times" },
      { input: "b=1&a=2&b=3", want: split("b=1&a=2&b=3"), stake: "the order" },
      { input: "a[]=1&a[b]=2", want: split("a[]=1&a[b]=2"), stake: "brackets in a name" },
      { input: "u=1;c=2", want: [["u", "1;c=2"]], stake: "a semicolon" },
      { input: "a", want: [["a", ""]], stake: "no `=`" },
      { input: "&&a=1&", want: [["a", "1"]], stake: "empty pairs" },
      { input: "a=1=2", want: [["a", "1=2"]], stake: "a second `=`" },
      { input: "a+b=%2B+c", want: [["a b", "+ c"]], stake: "plus and space" },
      { input: "a=1%262", want: [["a", "1&2"]], stake: "an escaped `&`" },
      { input: "1=a&0=b", want: split("1=a&0=b"), stake: "integers as names" },
      { input: "a=%EF%BB%BF1", want: [["a", "\ufeff1"]], stake: "a byte order mark" },
    ],
  },
];
