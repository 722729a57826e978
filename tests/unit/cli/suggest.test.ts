import { percodec } from "../../support/command.ts";
import { COMMANDS } from "../../../tool/command/line/command-table.ts";
import { describe, expect, test } from "vitest";
import { FLAGS } from "../../../tool/command/line/flags.ts";
import { OPTIONS } from "../../../tool/shared/option-table.ts";
import { ENCODING_LABELS } from "../../../library/src/charset/labels.ts";
import { didYouMean, FAMILIAR, suggest, suggestForText } from "../../../tool/command/line/suggest.ts";
import { encoding } from "../../../library/src/charset/index.ts";
import { namedSet, setNames } from "../../../library/src/sets/index.ts";

const commands = [...Object.keys(COMMANDS), "help"];
const rows = (text: string): [string, string][] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/ {2,}/) as [string, string]);

describe("names that people know", () => {
  const sets = rows(`
    encodeURIComponent                  ecmascript-encode-uri-component
    encodeURI                           ecmascript-encode-uri
    fixedEncodeURI                      ecmascript-fixed-encode-uri
    escape                              ecmascript-escape
    quote                               python-quote
    urllib.parse.quote                  python-quote
    quote_plus                          python-quote-plus
    rawurlencode                        php-rawurlencode
    urlencode                           php-urlencode
    http_build_query                    php-urlencode
    URLEncoder                          java-url-encoder
    java.net.URLEncoder                 java-url-encoder
    URLEncoder.encode                   java-url-encoder
    uri_escape                          perl-uri-escape
    URI::Escape::uri_escape             perl-uri-escape
    url.PathEscape                      go-path-escape
    QueryEscape                         go-query-escape
    URI.encode_www_form_component       ruby-encode-www-form-component
    CGI.escape                          python-quote-plus
    encodeURLComponent                  clickhouse-encode-url-component
    URLSearchParams                     whatwg-form
    application/x-www-form-urlencoded   whatwg-form
    form                                whatwg-form
    component                           rfc3986-component
    path                                rfc3986-path
    query                               rfc3986-query
    rfc3986                             rfc3986-component
    RFC3986_path                        rfc3986-path
    whatwg                              whatwg-component
    javascript                          ecmascript-encode-uri-component
    curl_easy_escape                    rfc3986-component
    Uri.EscapeDataString                rfc3986-component
    ERB::Util.url_encode                rfc3986-component
    querystring.escape                  ecmascript-encode-uri-component
    URI.encode_www_form                 ruby-encode-www-form-component
    cookie                              rfc6265-cookie-octet
    baggage                             w3c-baggage-value
    RFC5987                             rfc8187-attr-char
    grpc                                grpc-message
    purl                                purl-component
    package-url                         purl-component
    sigv4                               aws-signature-v4
    rfc3986-compnent                    rfc3986-component
  `);
  test.each(sets)("--set %s: %s", (typed, name) => expect(suggest(typed, setNames())).toEqual([name]));

  const words = rows(`
    parse               form parse
    build               form build
    querystring         form parse
    unescape            decode
    urldecode           decode
    urlencode           encode
    encodeURIComponent  encode
    decodeURIComponent  decode
    unquote             decode
    canonicalize        normalize
    validate            check
    completion          complete
    serve               web
    encoed              encode
    Decode              decode
  `);
  test.each(words)("percodec %s: %s", (typed, name) => expect(suggest(typed, commands)).toEqual([name]));

  test("percodec url and uri: the commands for URIs", () => {
    expect(didYouMean("url", commands)).toBe("; did you mean clean, normalize or inspect?");
    expect(didYouMean("uri", commands)).toBe("; did you mean clean, normalize or inspect?");
  });

  test("a name of the data is shown unchanged, except for invisible characters", () => {
    expect(didYouMean("last nam", ["last, name", "other"])).toBe("; did you mean last, name?");
    expect(didYouMean("field", ["fie\u202Eld"])).toBe("; did you mean fie\\u{202E}ld?");
  });

  const encodings = rows(`
    latin-1      latin1
    windows1252  windows-1252
    cp932        shift_jis
    Shift-JIS    shift_jis
    iso_8859_15  iso-8859-15
    eucjp        euc-jp
    koi8r        koi8-r
    big-5        big5
  `);
  test.each(encodings)("--encoding %s: %s", (typed, name) => expect(suggest(typed, ENCODING_LABELS)).toEqual([name]));

  test("the policies of other languages", () => {
    const policies = OPTIONS.malformed.choices;
    expect(["strict", "ignore", "raise", "kep"].map((word) => suggest(word, policies)[0])).toEqual(
      ["throw", "drop", "throw", "keep"], // prettier-ignore
    );
  });

  test("the formats and operations of records", () => {
    expect(["json", "ndjson", "line", "null", "tab"].map((word) => suggest(word, OPTIONS.format.choices)[0])).toEqual(
      ["jsonl", "jsonl", "lines", "nul", "tsv"], // prettier-ignore
    );
    expect(["urldecode", "escape", "parse", "param"].map((word) => suggest(word, OPTIONS.op.choices)[0])).toEqual(
      ["decode", "encode", "form", "query-param"], // prettier-ignore
    );
  });

  test("options by other names", () => {
    const options = Object.keys(FLAGS).map((name) => `--${name}`);
    expect(["--charset", "--input", "--utf8", "--print0", "--safe"].map((word) => suggest(word, options)[0])).toEqual(
      ["--encoding", "--file", "--invalid-utf8", "--null", "--keep"], // prettier-ignore
    );
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

describe("no suggestion without a similar name", () => {
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
  test.each(nothing)("%s", (typed, known) => expect(didYouMean(typed, known)).toBe(""));
});

describe("the table of names", () => {
  const options = Object.entries(FLAGS).flatMap(([name, flag]) => [`--${name}`, ...(flag.choices ?? [])]); // prettier-ignore
  const known = [...setNames(), ...commands, ...options, ...ENCODING_LABELS, "String", "Int64"];

  test("each row suggests existing names", () => {
    for (const name of Object.values(FAMILIAR).flat()) expect(known).toContain(name.replace(/ --.*/, ""));
  });

  test("each name is folded", () => {
    for (const name of Object.keys(FAMILIAR)) expect(name).toMatch(/^[a-z0-9]+$/);
  });

  test("each encoding exists", () => {
    for (const label of ENCODING_LABELS) expect(encoding(label).name).toBeTypeOf("string");
  });
});

describe("a text without a command", () => {
  test("the fitting command is suggested, with a text that can be pasted", () => {
    expect(suggestForText("caf%C3%A9")).toBe("; did you mean percodec read 'caf%C3%A9'?");
    expect(suggestForText("%u00e9")).toBe("; did you mean percodec read '%u00e9'?");
    expect(suggestForText("it's%20\\")).toBe("; did you mean percodec read 'it'\\''s%20'\\\\''?");
    expect(suggestForText("a b&c")).toBe("; did you mean percodec read 'a b&c'?");
    expect(suggestForText("https://example.com/")).toBe("; did you mean percodec read 'https://example.com/'?");
  });

  test("a text that is too long to show, or not ASCII, is shown as TEXT", () => {
    expect(suggestForText("café")).toBe("; did you mean percodec read TEXT?");
    expect(suggestForText(`${"a".repeat(40)}%20`)).toBe("; did you mean percodec read TEXT?");
  });

  test("a word is a text too", () => {
    expect(suggestForText("file.txt")).toBe("; did you mean percodec read 'file.txt'?");
  });
});
