import { percodec } from "../../support/command.ts";
import { COMMANDS } from "../../../tool/command/line/command-table.ts";
import { describe, expect, test } from "vitest";
import { FLAGS } from "../../../tool/command/line/flags.ts";
import { ENCODING_LABELS } from "../../../library/src/charset/registry.ts";
import { didYouMean, familiarNames, suggest, suggestForText } from "../../../tool/command/line/suggest.ts";
import { namedSet, setNames } from "../../../library/src/sets/index.ts";

const commands = [...Object.keys(COMMANDS), "help"];
/** Reads lines of a name, two spaces, and what is typed for it. */
const rows = (text: string): [typed: string, name: string][] =>
  text.split("\n").flatMap((line) => {
    const [name = "", typed = ""] = line.trim().split("  ");
    return typed === "" ? [] : typed.split(" ").map((word): [string, string] => [word, name]);
  });

describe("names that people know", () => {
  const sets = rows(`
    ecmascript-encode-uri-component  encodeURIComponent javascript querystring.escape
    ecmascript-encode-uri  encodeURI
    ecmascript-fixed-encode-uri  fixedEncodeURI
    ecmascript-escape  escape
    python-quote  quote urllib.parse.quote
    python-quote-plus  quote_plus CGI.escape
    php-rawurlencode  rawurlencode
    php-urlencode  urlencode http_build_query
    java-url-encoder  URLEncoder java.net.URLEncoder URLEncoder.encode
    perl-uri-escape  uri_escape URI::Escape::uri_escape
    go-path-escape  url.PathEscape
    go-query-escape  QueryEscape
    ruby-encode-www-form-component  URI.encode_www_form_component URI.encode_www_form
    clickhouse-encode-url-component  encodeURLComponent
    whatwg-form  URLSearchParams application/x-www-form-urlencoded form
    rfc3986-component  component rfc3986 curl_easy_escape Uri.EscapeDataString ERB::Util.url_encode rfc3986-compnent
    rfc3986-path  path RFC3986_path
    rfc3986-query  query
    whatwg-component  whatwg
    rfc6265-cookie-octet  cookie
    w3c-baggage-value  baggage
    rfc8187-attr-char  RFC5987
    grpc-message  grpc
    purl-component  purl package-url
    aws-signature-v4  sigv4
  `);

  const words = rows(`
    form parse  parse querystring
    form build  build
    decode  unescape urldecode decodeURIComponent unquote Decode
    encode  urlencode encodeURIComponent encoed
    normalize  canonicalize
    check  validate
    complete  completion
    web  serve
  `);
  const encodings = rows(`
    latin1  latin-1
    windows-1252  windows1252
    shift_jis  cp932 Shift-JIS
    iso-8859-15  iso_8859_15
    euc-jp  eucjp
    koi8-r  koi8r
    big5  big-5
  `);
  const all = [[sets, setNames()], [words, commands], [encodings, ENCODING_LABELS]] as const; // prettier-ignore
  test.each(all.flatMap(([list, known]) => list.map(([typed, name]) => [typed, name, known] as const)))(
    "%s: %s",
    (typed, name, known) => expect(suggest(typed, known)).toEqual([name]),
  );

  test.each(["url", "uri"])("percodec %s: the commands for URIs", (typed) =>
    expect(didYouMean(typed, commands)).toBe("; did you mean clean, normalize or inspect?"),
  );

  test("a name of the data is shown unchanged, except for invisible characters", () => {
    expect(didYouMean("last nam", ["last, name", "other"])).toBe("; did you mean last, name?");
    expect(didYouMean("field", ["fie\u202Eld"])).toBe("; did you mean fie\\u{202E}ld?");
  });
});

describe("the functions of .NET, which keep more than urlencode of PHP", () => {
  /** What WebUtility.UrlEncode and HttpUtility.UrlEncode keep (https://learn.microsoft.com/dotnet/api/system.net.webutility.urlencode#remarks). */
  const KEPT = "!()*-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

  test.each(["HttpUtility.UrlEncode", "System.Web.HttpUtility.UrlEncode", "Server.UrlEncode"])("%s", (typed) => {
    expect(didYouMean(typed, setNames())).toBe("; did you mean php-urlencode --keep '!*()' --hex lower?");
  });

  test.each(["WebUtility.UrlEncode", "System.Net.WebUtility.UrlEncode"])("%s", (typed) => {
    expect(didYouMean(typed, setNames())).toBe("; did you mean php-urlencode --keep '!*()'?");
  });

  test("the suggested set and options write the same", async () => {
    const set = namedSet("php-urlencode").remove("!*()");
    expect([set.kept, set.spaceAsPlus, set.nonAscii.length]).toEqual([KEPT, true, 3]);
    const args = ["encode", "--set", "php-urlencode", "--keep", "!*()", "--hex", "lower", "a b!*()~'<é"];
    expect((await percodec(args)).stdout).toBe("a+b!*()%7e%27%3c%c3%a9\n");
  });
});

const nothing: [string, readonly string[]][] = [
  ["toString", commands],
  ["xyz", commands],
  ["-", commands],
  ["", commands],
  ["__proto__", commands],
  ["constructor", setNames()],
  ["utf-7", ENCODING_LABELS],
  ["windows-1259", ENCODING_LABELS],
  ["x", ["a", "b"]],
  ["a".repeat(100_000), setNames()],
];
test.each(nothing)("no suggestion without a similar name: %s", (typed, known) =>
  expect(didYouMean(typed, known)).toBe(""),
);

describe("the table of names", () => {
  const options = Object.entries(FLAGS).flatMap(([name, flag]) => [`--${name}`, ...(flag.choices ?? [])]); // prettier-ignore
  const known = [
    ...setNames(),
    ...commands,
    ...options,
    ...ENCODING_LABELS,
    ..."String Int64 scheme host query fragment query-value".split(" "),
  ];

  test("each row suggests existing names", () => {
    for (const name of [...familiarNames().values()].flat())
      expect(known.join("\n")).toContain(name.replace(/(?<=\S) --.*|(?<=^--\S+) .*/, ""));
  });

  test("each name is folded", () => {
    for (const name of familiarNames().keys()) expect(name).toMatch(/^[a-z0-9]+$/);
  });
});

test.each([
  ["caf%C3%A9", "'caf%C3%A9'"],
  ["it's%20\\", "'it'\\''s%20'\\\\''"],
  ["a b&c", "'a b&c'"],
  ["file.txt", "'file.txt'"],
  ["café", "TEXT"],
  [`${"a".repeat(40)}%20`, "TEXT"],
])("the suggestion for %s without a command can be pasted", (typed, shown) => {
  expect(suggestForText(typed)).toBe(`; did you mean percodec read ${shown}?`);
});
