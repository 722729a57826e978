import type { Command, NamedCommand } from "./flags.ts";

/** The commands in the five groups of the help. */
export const COMMAND_GROUPS = {
  Text: {
    encode: {
      operands: "[TEXT...]",
      summary: "percent-encode text, or the bytes of files or standard input",
      examples: {
        "percodec encode 'café & ✓'": "caf%C3%A9%20%26%20%E2%9C%93",
        "percodec encode --form 'a b&c'": "a+b%26c",
        "percodec encode --keep / 'a/b c'": "a/b%20c",
        "percodec encode --encoding shift_jis '≡'": "%81%DF",
        "percodec encode --wrap 9 --hex lower 'ab é ü'": "ab%20%c3\n%a9%20%c3\n%bc",
        "percodec encode --for header 'naïve plan.txt'": "UTF-8''na%C3%AFve%20plan.txt",
        "printf 'a b\\nc d\\n' | percodec encode --lines": "a%20b\nc%20d",
        "percodec encode --compare 'a ~'":
          'RESULT   ENCODER                 SET                              CALL\na%20~    encode-uri-component    ecmascript-encode-uri-component  encodeURIComponent(text)\n         encode-uri              ecmascript-encode-uri            encodeURI(text)\n         fixed-encode-component  rfc3986-component                fixedEncodeURIComponent(text)\n         python                  python-quote                     urllib.parse.quote(text)\n         go-path                 go-path-escape                   url.PathEscape(text)\n         php-raw                 php-rawurlencode                 rawurlencode($text)\n         perl                    perl-uri-escape                  uri_escape_utf8($text)\n         curl-escape             rfc3986-component                curl_easy_escape(curl, text, 0)\na%20%7E  escape                  ecmascript-escape                escape(text)\n         python2                 python-python2-quote             urllib.quote(text)\na+%7E    form                    whatwg-form                      new URLSearchParams({ v: text })\n         java                    java-url-encoder                 URLEncoder.encode(text, UTF_8)\n         php                     php-urlencode                    urlencode($text)\na+~      python-plus             python-quote-plus                urllib.parse.quote_plus(text)\n         go-query                go-query-escape                  url.QueryEscape(text)\n         curl                    python-quote-plus                curl --data-urlencode text\nThe encoders differ: " " at 1, "~" at 2.',
      },
    },
    decode: {
      operands: "[TEXT...]",
      summary: "percent-decode text, or the bytes of files or standard input, exactly once",
      examples: {
        "percodec decode 'caf%C3%A9%20%26%20%E2%9C%93'": "café & ✓",
        "percodec decode --encoding shift_jis '%81%DF'": "≡",
        "percodec decode --legacy '%E9%u2713'": "é✓",
        "percodec decode --keep / '/caf%C3%A9%2Fbar'": "/café%2Fbar",
        "percodec decode --accept '/[\\p{L} ]/u' 'caf%C3%A9%20noir'": "café noir",
        "percodec decode --malformed keep '100% %41'": "100% A",
        "percodec decode --json '%2541'":
          '{"value":"%41","issues":[],"issueCount":0,"lossy":false,"stillEncoded":true}',
        "printf 'a%%20b\\n%%zz\\n' | percodec decode --lines --malformed drop": "a b\nzz",
        "percodec decode --explain 'caf%C3%A9'":
          "INDEX  INPUT  BYTES           UTF-8       OUTPUT  CLAUSE\n0      caf    63 61 66        ASCII       caf     https://url.spec.whatwg.org/#percent-decode\n3      %C3    C3 = 110 00011  first byte          https://www.rfc-editor.org/rfc/rfc3629#section-3\n6      %A9    A9 = 10 101001  last byte   é       https://www.rfc-editor.org/rfc/rfc3629#section-3",
        "percodec decode --explain --encoding shift_jis '%83A'":
          "INDEX  INPUT  BYTES  Shift_JIS   OUTPUT  CLAUSE\n0      %83    83     first byte          https://encoding.spec.whatwg.org/#shift_jis-decoder\n3      A      41     last byte   ア      https://encoding.spec.whatwg.org/#shift_jis-decoder",
        "percodec decode --compare '%zz'":
          "RESULT        DECODER      CALL\nrefuses at 0  rfc3986      percentDecode(text)\n              decode-uri   decodeURI(text)\n              java         URLDecoder.decode(text, UTF_8)\n              go-path      url.PathUnescape(text)\n              go-query     url.QueryUnescape(text)\n%zz           unescape     unescape(text)\n              whatwg       UTF-8 decode without BOM of percent-decode(text)\n              form         new URLSearchParams('v=' + text).get('v')\n              python       urllib.parse.unquote(text)\n              python-plus  urllib.parse.unquote_plus(text)\n              python2      urllib.unquote(text)\n              php          urldecode($text)\n              php-raw      rawurldecode($text)\n              perl         uri_unescape($text)\nThe decoders differ: malformed-escape at 0.",
      },
    },
    sets: {
      operands: "[SET [SET]]",
      summary: "list the percent-encode sets, show one, or compare two",
      examples: {
        "percodec sets rfc3986-component ecmascript-encode-uri-component": "only rfc3986-component encodes: ! ' ( ) *",
      },
    },
  },
  URLs: {
    clean: {
      operands: "[URI...]",
      summary:
        "trim and clean a URI that was typed or pasted; refuse it if browsers and RFC 3986 parsers see different hosts",
      examples: {
        "percodec clean 'http://www.café.fr/a b?q=ü|%41'": "http://www.xn--caf-dma.fr/a%20b?q=%C3%BC%7C%41",
        "percodec clean ' https://e.com/a '": "https://e.com/a",
        "percodec clean --level advanced ' http://e.com/100% [x]#a#b'": "http://e.com/100%25%20%5Bx%5D#a%23b",
        "percodec clean --repair-double 'http://e.com/caf%25C3%25A9'": "http://e.com/caf%C3%A9",
      },
    },
    edit: {
      operands: "[URI...]",
      summary: "trim a URI or a ?query and change its parameters or its parts; every other byte stays the same",
      examples: {
        "percodec edit 'https://e.com/p?q=a%20b&page=1#top' --set page=2": "https://e.com/p?q=a%20b&page=2#top",
        "percodec edit 'https://e.com/?utm_source=x&id=7' --delete 'utm_*'": "https://e.com/?id=7",
        "percodec edit '?utm=x&q=a%20b&page=1' --set page=2 --delete utm": "?q=a%20b&page=2",
        "percodec edit https://e.com/users --append-path 'a/b' --fragment top": "https://e.com/users/a%2Fb#top",
        "percodec edit 'https://u@e.com/a?x' --userinfo '' --host é.org --port 80 --path '/b c'":
          "https://xn--9ca.org:80/b%20c?x",
        "printf '/a?x=1\\n/b\\n' | percodec edit --set x=2 --lines": "/a?x=2\n/b?x=2",
      },
    },
    display: {
      operands: "[URI...]",
      summary: "show a URI in a readable form that is still the same URI",
      examples: {
        "percodec display 'http://xn--caf-dma.fr/%C3%BC/%2F?q=a%20b'": "http://café.fr/ü/%2F?q=a%20b",
        "percodec display --iri 'http://e.com/caf%C3%A9%2F'": "http://e.com/café%2F",
      },
    },
    links: {
      operands: "[TEXT...]",
      summary:
        "list the links of mails, HTML, JSON, logs, CSV and other texts, one a line: URLs, with https:// if they have no scheme, and e-mail addresses",
      examples: {
        "percodec links 'See example.com/α(β), or ask me@example.com.'":
          "https://example.com/α(β)\nmailto:me@example.com",
        "percodec links --from html 'href=\"https://e.com/?a&amp;b\"'": "https://e.com/?a&b",
        "percodec links --table 'http://a.com@e.org/ x@e.com'":
          "1\te.org\te.org\tdanger:host-like-user\thttp://a.com@e.org/\n1\t-\t-\t-\tmailto:x@e.com",
        "percodec links --format-links 'See https://e.com/%CE%B1%20%CE%B2.'": "See https://e.com/α%20β.",
      },
    },
    normalize: {
      operands: "[URI...]",
      summary: "normalize a URI by the rules of RFC 3986",
      examples: { "percodec normalize 'HTTP://Ex%41mple.com:80/%7euser/%2e%2e/a%2fb'": "http://example.com/a%2Fb" },
    },
    compare: {
      operands: "A B",
      summary: "compare two URIs and say which rule makes them equal, or where they differ; exit 1 if they differ",
      examples: {
        "percodec compare 'http://e.com/%7Eu' 'HTTP://e.com/~u'":
          "Equal: the escape of an unreserved character equals the character.",
        "percodec compare 'http://e.com:80/' 'http://e.com'":
          "Equal: the default port of http is 80, and an empty path of http is /.",
      },
    },
    parts: {
      operands: "[URI...]",
      summary:
        "trim a URI and list its components, raw and decoded; refuse it if browsers and RFC 3986 parsers see different hosts",
      examples: {
        "percodec parts 'https://u@e.com:8080/a%2Fb/caf%C3%A9?q=1%262#top'":
          "COMPONENT  RAW               DECODED\nscheme     https             https\nuserinfo   u                 u\nhost       e.com             e.com\nport       8080              8080\npath       /a%2Fb/caf%C3%A9  /a%2Fb/café\nquery      q=1%262           q=1%262\nfragment   top               top",
        "percodec parts --get host,path 'https://e.com/a%20b?x'": "e.com\t/a%20b",
        "percodec parts --get query:q 'https://e.com/?q=caf%C3%A9+noir'": "café noir",
        "percodec parts --segments 'https://e.com/%61dmin/caf%C3%A9/'": '["admin","café",""]',
        "percodec parts --segments --allow slash '/a%2Fb'": '["a/b"]',
        "percodec parts --compare 'http://good.com\\@evil.com/'":
          "READER   SCHEME   HOST      PORT  PATH         CALL\nwhatwg   http     good.com  -     /@evil.com/  new URL(text)\nrfc3986  http     evil.com  -     /            splitUri(text)\npython   http     evil.com  -     /            urllib.parse.urlsplit(text)\njava     refuses                               new URI(text)\ngo       refuses                               url.Parse(text)\nphp      http     evil.com  -     /            parse_url($text)\nperl     http     evil.com  -     /            URI->new($text)\nnode     http     good.com  -     /@evil.com/  url.parse(text)\nThe readers do not agree on host, path.\nRefused by java, go.",
      },
    },
    resolve: {
      operands: "BASE [REFERENCE...]",
      summary: "trim and resolve references against an absolute URI, by RFC 3986 section 5",
      examples: { "percodec resolve 'http://a/b/c/d;p?q' '../g?y' '//h/x'": "http://a/b/g?y\nhttp://h/x" },
    },
    template: {
      operands: "TEMPLATE [NAME=VALUE... | URI...]",
      summary:
        "expand an RFC 6570 template, or match URIs with it; a repeated NAME makes a list, an unknown NAME is an error",
      examples: {
        "percodec template '/users/{id}{?q,tag*}' id=7 'q=a b' tag=x tag=y": "/users/7?q=a%20b&tag=x&tag=y",
        "percodec template --match '/users/{id}{?q}' '/users/7?q=a%20b'": '{"id":"7","q":"a b"}',
        "printf '/a/x.txt\\n/a/y.md\\n' | percodec template --match '/a/{name}.{type}'":
          '{"name":"x","type":"txt"}\n{"name":"y","type":"md"}',
      },
    },
  },
  Forms: {
    "form parse": {
      operands: "[FORM...]",
      summary:
        "list the name-value pairs of forms, queries or URIs with a query, given as text, files or standard input",
      examples: {
        "percodec form parse 'q=caf%C3%A9+noir&x=1'": '["q","café noir"]\n["x","1"]',
        "percodec form parse --flat 'a=1&b=2&a=3'": '{"a":["1","3"],"b":"2"}',
        "percodec form parse --style arrays 'a=1&b=2&a=3'": '{"a":["1","3"],"b":["2"]}',
        "percodec form parse --style deep 'a[b]=1&a[c]=2'": '{"a":{"b":"1","c":"2"}}',
        "percodec form parse --encoding shift_jis 'x=%82%A0'": '["x","あ"]',
      },
    },
    "form build": {
      operands: "[NAME=VALUE...]",
      summary: "build a form from pairs, or from JSON: an object, an array of pairs, or one pair per line",
      examples: {
        "percodec form build 'q=a b&c' 'x=1'": "q=a+b%26c&x=1",
        'printf \'{"a":["1","2"]}\' | percodec form build': "a=1&a=2",
        'printf \'{"a":{"b":[1,2]}}\' | percodec form build --style comma': "a%5Bb%5D=1,2",
      },
    },
  },
  Check: {
    read: {
      operands: "[TEXT...]",
      summary:
        "say what a text is and where it leads, with its parts, values and findings; percodec TEXT does the same",
      examples: {
        "percodec 'caf%C3%A9'":
          'A text that was encoded once: "café".\nRead as encoded text, because: escapes, such as %C3.\nAlso possible: --as text.\n\nParts\nPART  FORM     TEXT\ntext  written  caf%C3%A9\ntext  decoded  café\n\nFindings\nNothing was found.\n',
        "percodec read '/redirect/https://evil.example/'":
          "A path, but a URL inside may lead to evil.example.\nRead as URL, because: a path.\nAlso possible: --as text.\n\nURLs inside\nDEPTH  FOUND IN  OWNER         URL\n1      the path  evil.example  https://evil.example/\n\nParts\nPART  FORM     TEXT\npath  written  /redirect/https://evil.example/\n\nFindings\nNothing was found.\n",
      },
    },
    check: {
      operands: "[URI...]",
      summary: "check whether a text is a valid URI or relative reference, without trimming it; exit 1 if it is not",
      examples: {
        "percodec check 'http://e.com/a%20b'": "a valid URI",
        "percodec check '/a b%2'":
          'not a valid relative reference\nINDEX  LENGTH  CODE               TEXT  MESSAGE\n2      1       illegal-character        A path does not contain " "; write an escape.\n4      2       truncated-escape   %2    The text ends inside an escape.\n',
        "percodec check --grammar whatwg 'https://u@e.com/'":
          "not a valid URL, but browsers accept it\nINDEX  LENGTH  CODE                 TEXT  MESSAGE\n8      2       invalid-credentials  u@    A valid URL has no user name and no password.\n",
      },
    },
    inspect: {
      operands: "[TEXT...]",
      summary: "list what is malformed, hidden, ambiguous or misleading in a text or URI",
      examples: {
        "percodec inspect '/caf%C3%A9/100%'":
          'SEVERITY  COMPONENT  INDEX  LENGTH  CODE              TEXT  MESSAGE\nwarning   path       14     1       truncated-escape  %     The text ends inside an escape.\nRemedy for truncated-escape: get the whole text, or percentDecode with malformed: "keep".',
        "percodec inspect '/redirect/https://evil.example/'":
          "No finding, but a URL inside.\nInside, in the path: https://evil.example/",
        "percodec inspect --severity danger '/%41%00'":
          "SEVERITY  COMPONENT  INDEX  LENGTH  CODE  TEXT  MESSAGE\ndanger    path       4      3       nul   %00   A NUL ends the text for programs written in C.\nRemedy for nul: decodePath of percodec/guard, which throws.",
        "printf '/a%%2Fb\\n/ok\\n/%%zz%%2F\\n' | percodec inspect --summary":
          "3 texts, 2 with findings\nSEVERITY  FINDINGS  TEXTS  CODE              FIRST\nwarning   2         2      encoded-slash     standard input: record 1 (byte 0), path, at 2\nwarning   1         1      malformed-escape  standard input: record 3 (byte 11), path, at 1\n",
      },
    },
  },
  "Data and page": {
    records: {
      operands: "",
      summary:
        "filter records for an engine: one output record per input record, in order; a bad one has a status instead of a value",
      examples: {
        "printf '7\\ta%%20b\\n8\\t%%zz\\n' | percodec records --format tsv --field 2 --out 1,value,status":
          "7\ta b\tok\n8\t\\N\tmalformed",
        "printf '[\"/?q=%%C3%%A9\"]' | percodec records --format jsonl --op query-param --param q":
          '{"value":"é","status":"ok","code":null,"byte_offset":null}',
        'printf \'{"a":{"url":"%%41"}}\' | percodec records --format jsonl --field a.url --out value': '{"value":"A"}',
        'printf \'{"url":"%%41"}\' | percodec records --format jsonl --field url --out url=value': '{"url":"A"}',
        "printf '%%C4%%E3\\n' | percodec records --encoding gbk": "你",
        "printf '/?a=1&b=2\\n/?b=3\\n' | percodec records --op query-param --param a --param b": "1\t2\n\\N\t3",
      },
    },
    engine: {
      operands: "ENGINE",
      summary:
        "print a file for an engine that runs only scripts (codec, all, charset), WebAssembly (column, column-simd) or programs (clickhouse)",
      examples: {},
    },
    web: {
      operands: "",
      summary: "serve the web page on 127.0.0.1 and print its address, until stopped",
      examples: {},
    },
    complete: {
      operands: "SHELL [-- WORD...]",
      summary:
        "print the completion script for bash, zsh or fish; the script calls this command with the words of a line",
      examples: {},
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Command>>>>;

export const COMMANDS = {
  ...COMMAND_GROUPS.Text,
  ...COMMAND_GROUPS.URLs,
  ...COMMAND_GROUPS.Forms,
  ...COMMAND_GROUPS.Check,
  ...COMMAND_GROUPS["Data and page"],
} as const satisfies Readonly<Record<NamedCommand, Command>>;

export type CommandName = keyof typeof COMMANDS;

/** The first words of commands whose names have two words. */
export const GROUPS: readonly string[] = ["form"];
