import type { Command } from "../flags.ts";

/** The commands over text, and the sets. */
export const TEXT_COMMANDS = {
  encode: {
    operands: "[TEXT...]",
    summary: "percent-encode text, or the bytes of files or standard input",
    examples: [
      ["percodec encode 'café & ✓'", "caf%C3%A9%20%26%20%E2%9C%93\n"],
      ["percodec encode --form 'a b&c'", "a+b%26c\n"],
      ["percodec encode --keep / 'a/b c'", "a/b%20c\n"],
      ["percodec encode --encoding shift_jis '≡'", "%81%DF\n"],
      ["percodec encode --wrap 9 --hex lower 'ab é ü'", "ab%20%c3\n%a9%20%c3\n%bc\n"],
      ["percodec encode --for header 'naïve plan.txt'", "UTF-8''na%C3%AFve%20plan.txt\n"],
      ["printf 'a b\\nc d\\n' | percodec encode --lines", "a%20b\nc%20d\n"],
      [
        "percodec encode --compare 'a ~'",
        'RESULT   ENCODER                 SET                              CALL\na%20~    encode-uri-component    ecmascript-encode-uri-component  encodeURIComponent(text)\n         encode-uri              ecmascript-encode-uri            encodeURI(text)\n         fixed-encode-component  rfc3986-component                fixedEncodeURIComponent(text)\n         python                  python-quote                     urllib.parse.quote(text)\n         go-path                 go-path-escape                   url.PathEscape(text)\n         php-raw                 php-rawurlencode                 rawurlencode($text)\n         perl                    perl-uri-escape                  uri_escape_utf8($text)\n         curl-escape             rfc3986-component                curl_easy_escape(curl, text, 0)\na%20%7E  escape                  ecmascript-escape                escape(text)\n         python2                 python-python2-quote             urllib.quote(text)\na+%7E    form                    whatwg-form                      new URLSearchParams({ v: text })\n         java                    java-url-encoder                 URLEncoder.encode(text, UTF_8)\n         php                     php-urlencode                    urlencode($text)\na+~      python-plus             python-quote-plus                urllib.parse.quote_plus(text)\n         go-query                go-query-escape                  url.QueryEscape(text)\n         curl                    python-quote-plus                curl --data-urlencode text\nThe encoders differ: " " at 1, "~" at 2.\n',
      ],
    ],
  },
  decode: {
    operands: "[TEXT...]",
    summary: "percent-decode text, or the bytes of files or standard input, exactly once",
    examples: [
      ["percodec decode 'caf%C3%A9%20%26%20%E2%9C%93'", "café & ✓\n"],
      ["percodec decode --encoding shift_jis '%81%DF'", "≡\n"],
      ["percodec decode --legacy '%E9%u2713'", "é✓\n"],
      ["percodec decode --keep / '/caf%C3%A9%2Fbar'", "/café%2Fbar\n"],
      ["percodec decode --accept '/[\\p{L} ]/u' 'caf%C3%A9%20noir'", "café noir\n"],
      ["percodec decode --malformed keep '100% %41'", "100% A\n"],
      [
        "percodec decode --json '%2541'",
        '{"value":"%41","issues":[],"issueCount":0,"lossy":false,"stillEncoded":true}\n',
      ],
      ["printf 'a%%20b\\n%%zz\\n' | percodec decode --lines --malformed drop", "a b\nzz\n"],
      [
        "percodec decode --explain 'caf%C3%A9'",
        "INDEX  INPUT  BYTES           UTF-8       OUTPUT  CLAUSE\n0      caf    63 61 66        ASCII       caf     https://url.spec.whatwg.org/#percent-decode\n3      %C3    C3 = 110 00011  first byte          https://www.rfc-editor.org/rfc/rfc3629#section-3\n6      %A9    A9 = 10 101001  last byte   é       https://www.rfc-editor.org/rfc/rfc3629#section-3\n",
      ],
      [
        "percodec decode --explain --encoding shift_jis '%83A'",
        "INDEX  INPUT  BYTES  Shift_JIS   OUTPUT  CLAUSE\n0      %83    83     first byte          https://encoding.spec.whatwg.org/#shift_jis-decoder\n3      A      41     last byte   ア      https://encoding.spec.whatwg.org/#shift_jis-decoder\n",
      ],
      [
        "percodec decode --compare '%zz'",
        "RESULT        DECODER      CALL\nrefuses at 0  rfc3986      percentDecode(text)\n              decode-uri   decodeURI(text)\n              java         URLDecoder.decode(text, UTF_8)\n              go-path      url.PathUnescape(text)\n              go-query     url.QueryUnescape(text)\n%zz           unescape     unescape(text)\n              whatwg       UTF-8 decode without BOM of percent-decode(text)\n              form         new URLSearchParams('v=' + text).get('v')\n              python       urllib.parse.unquote(text)\n              python-plus  urllib.parse.unquote_plus(text)\n              python2      urllib.unquote(text)\n              php          urldecode($text)\n              php-raw      rawurldecode($text)\n              perl         uri_unescape($text)\nThe decoders differ: malformed-escape at 0.\n",
      ],
    ],
  },
  sets: {
    operands: "[SET [SET]]",
    summary: "list the percent-encode sets, show one, or compare two",
    examples: [
      [
        "percodec sets rfc3986-component ecmascript-encode-uri-component",
        "only rfc3986-component encodes: ! ' ( ) *\n",
      ],
    ],
  },
} as const satisfies Readonly<Record<string, Command>>;
