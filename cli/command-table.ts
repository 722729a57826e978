import { type Flag, FLAGS, type FlagName, policyFlag } from "./flags.ts";

/** One command. The help, the completions, the man page and docs/cli.md read this row. */
export interface Command {
  readonly operands: string;
  readonly summary: string;
  readonly flags: readonly FlagName[];
  /** The options whose rows differ in this command. */
  readonly own?: { readonly [name in FlagName]?: Flag };
  /** Command lines as typed in a shell, their output, and their exit code if it is not 0; each runs as a test. */
  readonly examples: readonly (readonly [line: string, output: string, status?: number])[];
}

const INPUT_FLAGS: readonly FlagName[] = [
  "file",
  "lines",
  "null",
  "max-record",
  "keep-going",
  "output",
  "json",
  "progress",
];

/** The options that commands over URIs share. These commands read files and standard input as lines. */
const URI_FLAGS: readonly FlagName[] = ["lines", "file", "max-record", "keep-going", "output", "json", "progress"];
const URI_ROWS = {
  lines: { short: "l", summary: "each line of the input is a separate URI (always on)" },
  "max-record": { value: "BYTES", summary: "the maximum length of a line: 4096, 64K, 1M (the default)" },
  "keep-going": { short: "k", summary: "write a bad line unchanged, report it, continue, and exit 1 at the end" },
  json: { summary: "write the report of each URI as one JSON object per line" },
} as const;

/** The option `--set` of commands that edit parameters. */
const SET_PAIR: Flag = {
  short: "s",
  value: "NAME[=VALUE]",
  summary:
    "set the value of the first pair with this name and remove the others; without one, append the pair; without =VALUE, write a name alone",
};

export const COMMANDS = {
  encode: {
    operands: "[TEXT...]",
    summary: "percent-encode text, or the bytes of files or standard input",
    flags: ["set", "keep", "form", "for", ...INPUT_FLAGS],
    examples: [
      ["percodec encode 'café & ✓'", "caf%C3%A9%20%26%20%E2%9C%93\n"],
      ["percodec encode --form 'a b&c'", "a+b%26c\n"],
      ["percodec encode --keep / 'a/b c'", "a/b%20c\n"],
      ["percodec encode --for header 'naïve plan.txt'", "UTF-8''na%C3%AFve%20plan.txt\n"],
      ["printf 'a b\\nc d\\n' | percodec encode --lines", "a%20b\nc%20d\n"],
    ],
  },
  decode: {
    operands: "[TEXT...]",
    summary: "percent-decode text, or the bytes of files or standard input, exactly once",
    flags: ["malformed", "invalid-utf8", "plus", "form", "percent-u", "except", ...INPUT_FLAGS],
    examples: [
      ["percodec decode 'caf%C3%A9%20%26%20%E2%9C%93'", "café & ✓\n"],
      ["percodec decode --except / '/caf%C3%A9%2Fbar'", "/café%2Fbar\n"],
      ["percodec decode --malformed keep '100% %41'", "100% A\n"],
      [
        "percodec decode --json '%2541'",
        '{"value":"%41","issues":[],"issueCount":0,"lossy":false,"stillEncoded":true}\n',
      ],
      ["printf 'a%%20b\\n%%zz\\n' | percodec decode --lines --malformed drop", "a b\nzz\n"],
    ],
  },
  sets: {
    operands: "[SET]",
    summary: "list the percent-encode sets, show one, or compare two",
    flags: ["diff", "output", "json"],
    examples: [
      [
        "percodec sets rfc3986-component --diff ecmascript-encode-uri-component",
        "only rfc3986-component encodes: ! ' ( ) *\n",
      ],
    ],
  },
  clean: {
    operands: "[URI...]",
    summary:
      "trim and clean a URI that was typed or pasted; refuse it if browsers and RFC 3986 parsers see different hosts",
    flags: ["level", "address-bar", "encoding", "repair-double", ...URI_FLAGS],
    own: {
      encoding: {
        value: "LABEL",
        summary: "the character encoding of the query, such as windows-1252 or sjis (default utf-8)",
      },
      ...URI_ROWS,
    },
    examples: [
      ["percodec clean 'http://www.café.fr/a b?q=ü|%41'", "http://www.xn--caf-dma.fr/a%20b?q=%C3%BC%7C%41\n"],
      ["percodec clean ' https://e.com/a '", "https://e.com/a\n"],
      ["percodec clean --level advanced ' http://e.com/100% [x]#a#b'", "http://e.com/100%25%20%5Bx%5D#a%23b\n"],
      ["percodec clean --repair-double 'http://e.com/caf%25C3%25A9'", "http://e.com/caf%C3%A9\n"],
    ],
  },
  edit: {
    operands: "[URI...]",
    summary: "trim a URI and change its parameters, path or fragment; every other byte stays the same",
    flags: [
      "set",
      "append",
      "delete",
      "delete-matching",
      "rename",
      "sort",
      "append-path",
      "fragment",
      "no-fragment",
      ...URI_FLAGS,
    ],
    own: { set: SET_PAIR, ...URI_ROWS },
    examples: [
      ["percodec edit 'https://e.com/p?q=a%20b&page=1#top' --set page=2", "https://e.com/p?q=a%20b&page=2#top\n"],
      ["percodec edit 'https://e.com/?utm_source=x&id=7' --delete-matching 'utm_*'", "https://e.com/?id=7\n"],
      ["percodec edit https://e.com/users --append-path 'a/b' --fragment top", "https://e.com/users/a%2Fb#top\n"],
      ["printf '/a?x=1\\n/b\\n' | percodec edit --set x=2 --lines", "/a?x=2\n/b?x=2\n"],
    ],
  },
  display: {
    operands: "[URI...]",
    summary: "show a URI in a readable form that is still the same URI",
    flags: ["profile", ...URI_FLAGS],
    own: {
      ...URI_ROWS,
    },
    examples: [["percodec display 'http://xn--caf-dma.fr/%C3%BC/%2F?q=a%20b'", "http://café.fr/ü/%2F?q=a%20b\n"]],
  },
  links: {
    operands: "[TEXT...]",
    summary: "list the links of texts, one a line: URLs, with https:// if they have no scheme, and e-mail addresses",
    flags: ["scheme", "format-links", ...URI_FLAGS],
    own: {
      ...URI_ROWS,
      lines: { short: "l", summary: "each line of the input is a separate text (always on)" },
      json: { summary: "write the links of each text with their places as one JSON object per line" },
    },
    examples: [
      [
        "percodec links 'See example.com/α(β), or ask me@example.com.'",
        "https://example.com/α(β)\nmailto:me@example.com\n",
      ],
      [
        "percodec links --json 'See e.com.'",
        '{"text":"See e.com.","links":[{"index":4,"length":5,"uri":"https://e.com","kind":"url"}]}\n',
      ],
      ["percodec links --format-links 'See https://e.com/%CE%B1%20%CE%B2.'", "See https://e.com/α%20β.\n"],
    ],
  },
  normalize: {
    operands: "[URI...]",
    summary: "normalize a URI by the rules of RFC 3986",
    flags: [...URI_FLAGS],
    own: URI_ROWS,
    examples: [["percodec normalize 'HTTP://Ex%41mple.com:80/%7euser/%2e%2e/a%2fb'", "http://example.com/a%2Fb\n"]],
  },
  compare: {
    operands: "A B",
    summary: "compare two URIs and say which rule makes them equal, or where they differ; exit 1 if they differ",
    flags: ["reserved", ...URI_FLAGS],
    own: {
      ...URI_ROWS,
      lines: { short: "l", summary: "each line of the input contains two URIs separated by a TAB" },
    },
    examples: [
      [
        "percodec compare 'http://e.com/%7Eu' 'HTTP://e.com/~u'",
        "Equal: the escape of an unreserved character equals the character.\n",
      ],
      [
        "percodec compare 'http://e.com:80/' 'http://e.com'",
        "Equal: the default port of http is 80, and an empty path of http is /.\n",
      ],
    ],
  },
  parts: {
    operands: "[URI...]",
    summary:
      "trim a URI and list its components, raw and decoded; refuse it if browsers and RFC 3986 parsers see different hosts",
    flags: ["get", "decoded", ...URI_FLAGS],
    own: {
      ...URI_ROWS,
      json: { summary: "write the components of each URI as one JSON object per line" },
    },
    examples: [
      [
        "percodec parts 'https://u@e.com:8080/a%2Fb/caf%C3%A9?q=1%262#top'",
        "COMPONENT  RAW               DECODED\nscheme     https             https\nuserinfo   u                 u\nhost       e.com             e.com\nport       8080              8080\npath       /a%2Fb/caf%C3%A9  /a%2Fb/café\nquery      q=1%262           q=1%262\nfragment   top               top\n",
      ],
      ["percodec parts --get host,path 'https://e.com/a%20b?x'", "e.com\t/a%20b\n"],
      ["percodec parts --get query:q 'https://e.com/?q=caf%C3%A9+noir'", "café noir\n"],
    ],
  },
  resolve: {
    operands: "BASE [REFERENCE...]",
    summary: "trim and resolve references against an absolute URI, by RFC 3986 section 5",
    flags: [...URI_FLAGS],
    own: {
      ...URI_ROWS,
      lines: { short: "l", summary: "each line of the input is a separate reference (always on)" },
      json: { summary: "write the result of each reference as one JSON object per line" },
    },
    examples: [["percodec resolve 'http://a/b/c/d;p?q' '../g?y' '//h/x'", "http://a/b/g?y\nhttp://h/x\n"]],
  },
  iri: {
    operands: "[URI...]",
    summary: "convert a URI to an IRI, or an IRI to a URI, by RFC 3987",
    flags: ["to", ...URI_FLAGS],
    own: { ...URI_ROWS, json: { summary: "write the result as one JSON object per line" } },
    examples: [
      ["percodec iri 'http://e.com/caf%C3%A9%2F'", "http://e.com/café%2F\n"],
      ["percodec iri --to uri 'http://café.fr/ü'", "http://xn--caf-dma.fr/%C3%BC\n"],
    ],
  },
  path: {
    operands: "[PATH...]",
    summary: "split a path and decode each segment once, as a JSON array; an unsafe segment is an error",
    flags: ["encoded-slash", "file-system", ...URI_FLAGS],
    own: {
      ...URI_ROWS,
      lines: { short: "l", summary: "each line of the input is a separate path (always on)" },
      json: { summary: "write segments and findings of each path as one JSON object per line" },
    },
    examples: [
      ["percodec path '/%61dmin/caf%C3%A9/'", '["admin","café",""]\n'],
      ["percodec path --encoded-slash keep '/a%2Fb'", '["a%2Fb"]\n'],
    ],
  },
  check: {
    operands: "[URI...]",
    summary: "check whether a text is a valid URI or relative reference, without trimming it; exit 1 if it is not",
    flags: ["grammar", "base", ...URI_FLAGS],
    own: {
      ...URI_ROWS,
      json: { summary: "write the verdict and the issues of each text as one JSON object per line" },
    },
    examples: [
      ["percodec check 'http://e.com/a%20b'", "a valid URI\n"],
      [
        "percodec check '/a b%2'",
        'not a valid relative reference\nINDEX  LENGTH  CODE               TEXT  MESSAGE\n2      1       illegal-character        A path does not contain " "; write an escape.\n4      2       truncated-escape   %2    The text ends inside an escape.\n\n',
        1,
      ],
      [
        "percodec check --grammar whatwg 'https://u@e.com/'",
        "not a valid URL, but browsers accept it\nINDEX  LENGTH  CODE                 TEXT  MESSAGE\n8      2       invalid-credentials  u@    A valid URL has no user name and no password.\n\n",
        1,
      ],
    ],
  },
  inspect: {
    operands: "[TEXT...]",
    summary: "list what is malformed, hidden, ambiguous or misleading in a text or URI",
    flags: ["fail-on", "summary", "only-findings", "lines", "file", "max-record", "output", "json", "progress"],
    own: {
      ...URI_ROWS,
      lines: { short: "l", summary: "each line of the input is a separate text (always on)" },
      summary: { summary: "count the findings of all texts by code, with the first place of each code" },
      "only-findings": { summary: "omit texts without findings" },
      json: { summary: "write the findings of each text, or the counts, as one JSON object per line" },
    },
    examples: [
      [
        "percodec inspect '/caf%C3%A9/100%'",
        'SEVERITY  COMPONENT  INDEX  LENGTH  CODE              TEXT  MESSAGE\nwarning   path       14     1       truncated-escape  %     The text ends inside an escape.\nRemedy for truncated-escape: get the whole text, or percentDecode with malformed: "keep".\n',
      ],
      [
        "printf '/a%%2Fb\\n/ok\\n/%%zz%%2F\\n' | percodec inspect --summary",
        "3 texts, 2 with findings\nSEVERITY  FINDINGS  TEXTS  CODE              FIRST\nwarning   2         2      encoded-slash     standard input: record 1 (byte 0), path, at 2\nwarning   1         1      malformed-escape  standard input: record 3 (byte 11), path, at 1\n\n",
      ],
    ],
  },
  decoders: {
    operands: "[TEXT...]",
    summary: "compare how standards and languages decode a text, or read a whole URL",
    flags: ["whole", "lines", "file", "max-record", "output", "json", "progress"],
    own: {
      ...URI_ROWS,
      lines: { short: "l", summary: "each line of the input is a separate text (always on)" },
      json: { summary: "write the results for each text as one JSON object per line" },
    },
    examples: [
      [
        "percodec decoders --whole 'http://good.com\\@evil.com/'",
        "READER   SCHEME   HOST      PORT  PATH         CALL\nwhatwg   http     good.com  -     /@evil.com/  new URL(text)\nrfc3986  http     evil.com  -     /            splitUri(text)\npython   http     evil.com  -     /            urllib.parse.urlsplit(text)\njava     refuses                               new URI(text)\ngo       refuses                               url.Parse(text)\nphp      http     evil.com  -     /            parse_url($text)\nperl     http     evil.com  -     /            URI->new($text)\nnode     http     good.com  -     /@evil.com/  url.parse(text)\nThe readers do not agree on host, path.\nRefused by java, go.\n",
      ],
      [
        "percodec decoders '%zz'",
        "DECODER      RESULT        CALL\nrfc3986      refuses at 0  percentDecode(text)\nwhatwg       %zz           UTF-8 decode without BOM of percent-decode(text)\nform         %zz           new URLSearchParams('v=' + text).get('v')\npython       %zz           urllib.parse.unquote(text)\npython-plus  %zz           urllib.parse.unquote_plus(text)\njava         refuses at 0  URLDecoder.decode(text, UTF_8)\ngo-path      refuses at 0  url.PathUnescape(text)\ngo-query     refuses at 0  url.QueryUnescape(text)\nphp          %zz           urldecode($text)\nphp-raw      %zz           rawurldecode($text)\nperl         %zz           uri_unescape($text)\nThe decoders differ: malformed-escape at 0.\n",
      ],
    ],
  },
  explain: {
    operands: "[TEXT...]",
    summary: "show step by step how a text is decoded; each fault appears where it occurs",
    flags: [
      "encode",
      "set",
      "malformed",
      "invalid-utf8",
      "plus",
      "form",
      "percent-u",
      "lines",
      "file",
      "max-record",
      "output",
      "json",
      "progress",
    ],
    own: {
      ...URI_ROWS,
      lines: { short: "l", summary: "each line of the input is a separate text (always on)" },
      malformed: policyFlag("a % without two hex digits", "keep"),
      "invalid-utf8": policyFlag("bytes that are not UTF-8", "keep"),
      form: { summary: "treat the text as form data: + is a space, and --encode uses the set whatwg-form" },
      set: { short: "s", value: "SET", summary: "with --encode: encode this set (default rfc3986-component)" },
      json: { summary: "write the steps of each text as one JSON object per line" },
    },
    examples: [
      [
        "percodec explain 'caf%C3%A9'",
        "INDEX  INPUT  BYTES           UTF-8     OUTPUT  CLAUSE\n0      caf    63 61 66        ascii     caf     https://url.spec.whatwg.org/#percent-decode\n3      %C3    C3 = 110 00011  lead              https://www.rfc-editor.org/rfc/rfc3629#section-3\n6      %A9    A9 = 10 101001  complete  é       https://www.rfc-editor.org/rfc/rfc3629#section-3\n",
      ],
    ],
  },
  template: {
    operands: "TEMPLATE [NAME=VALUE... | URI...]",
    summary:
      "expand an RFC 6570 template, or match URIs with it; a repeated NAME makes a list, an unknown NAME is an error",
    flags: ["match", "unsafe", "slash", "encoded-slash", "trailing-query", ...URI_FLAGS],
    own: {
      ...URI_ROWS,
      json: { summary: "write each result as one JSON object per line" },
      lines: {
        short: "l",
        summary: "each line of the input is a JSON object of values; with --match a URI (always on)",
      },
      "encoded-slash": {
        value: "POLICY",
        choices: ["throw", "decode"],
        summary: "with --match, %2F in a path is an error (default), or becomes a slash in the value",
      },
    },
    examples: [
      ["percodec template '/users/{id}{?q,tag*}' id=7 'q=a b' tag=x tag=y", "/users/7?q=a%20b&tag=x&tag=y\n"],
      ["percodec template --match '/users/{id}{?q}' '/users/7?q=a%20b'", '{"id":"7","q":"a b"}\n'],
      [
        "printf '/a/x.txt\\n/a/y.md\\n' | percodec template --match '/a/{name}.{type}'",
        '{"name":"x","type":"txt"}\n{"name":"y","type":"md"}\n',
      ],
    ],
  },
  "form parse": {
    operands: "[FORM...]",
    summary: "list the name-value pairs of forms, queries or URIs with a query, given as text, files or standard input",
    flags: [
      "rules",
      "malformed",
      "invalid-utf8",
      "encoding",
      "charset-field",
      "limit",
      "separator",
      "object",
      "json",
      "lines",
      "file",
      "max-record",
      "output",
      "progress",
    ],
    own: {
      encoding: {
        value: "LABEL",
        summary: "the character encoding, such as windows-1252 or sjis (default utf-8); repeat to allow more",
      },
      "charset-field": { summary: "let a pair _charset_ choose one of the encodings given" },
      separator: { value: "CHARS", choices: ["&", "&;"], summary: "what separates pairs (default &)" },
      json: { summary: "write JSON to a terminal too: one pair per line, or one form per line if there are several" },
      lines: {
        short: "l",
        summary: "each line of the input is a separate form; otherwise one final line end is removed",
      },
      "max-record": URI_ROWS["max-record"],
      malformed: policyFlag("a % without two hex digits", "throw"),
      "invalid-utf8": policyFlag("bytes that are invalid in the encoding", "throw"),
    },
    examples: [
      ["percodec form parse 'q=caf%C3%A9+noir&x=1'", '["q","café noir"]\n["x","1"]\n'],
      ["percodec form parse --object 'a=1&b=2&a=3'", '{"a":["1","3"],"b":["2"]}\n'],
      ["percodec form parse --encoding shift_jis 'x=%82%A0'", '["x","あ"]\n'],
    ],
  },
  "form build": {
    operands: "[NAME=VALUE...]",
    summary: "build a form from pairs, or from JSON: an object, an array of pairs, or one pair per line",
    flags: ["encoding", "charset-field", "unencodable", "newlines", "space", "separator", "file", "output"],
    own: {
      "charset-field": { summary: "set the value of a pair _charset_ to the name of the encoding" },
      separator: { value: "CHARS", choices: ["&", ";"], summary: "what separates pairs (default &)" },
    },
    examples: [
      ["percodec form build 'q=a b&c' 'x=1'", "q=a+b%26c&x=1\n"],
      ['printf \'{"a":["1","2"]}\' | percodec form build', "a=1&a=2\n"],
    ],
  },
  "form edit": {
    operands: "QUERY",
    summary: "change parameters of a query, or of a URI with one; every other byte stays the same",
    flags: ["set", "append", "delete", "delete-matching", "rename", "sort", "output"],
    own: { set: SET_PAIR },
    examples: [["percodec form edit 'utm=x&q=a%20b&page=1' --set page=2 --delete utm", "q=a%20b&page=2\n"]],
  },
  records: {
    operands: "",
    summary:
      "filter records for an engine: one output record per input record, in order; a bad one has a status instead of a value",
    flags: [
      "op",
      "param",
      "format",
      "field",
      "out",
      "columns",
      "header",
      "escapes",
      "field-enc",
      "controls",
      "nul",
      "max-record",
      "chunk-header",
      "summary",
      "malformed",
      "invalid-utf8",
      "plus",
      "form",
      "set",
      "keep",
      "file",
      "output",
      "progress",
    ],
    own: {
      "invalid-utf8": policyFlag("bytes that are not UTF-8", "throw"),
      file: { short: "f", value: "FILE", summary: "read records from FILE; - is standard input" },
      "max-record": { value: "BYTES", summary: "longer records get the status too-long: 4096, 64K, 1M (the default)" },
    },
    examples: [
      [
        "printf '7\\ta%%20b\\n8\\t%%zz\\n' | percodec records --format tsv --field 2 --out 1,value,status",
        "7\ta b\tok\n8\t\\N\tmalformed\n",
      ],
      [
        "printf '[\"/?q=%%C3%%A9\"]' | percodec records --format jsonl --op query-param --param q",
        '{"value":"é","status":"ok","code":null,"byte_offset":null}\n',
      ],
      ["printf '/?a=1&b=2\\n/?b=3\\n' | percodec records --op query-param --param a --param b", "1\t2\n\\N\t3\n"],
    ],
  },
  web: {
    operands: "",
    summary: "serve the web page on 127.0.0.1 and print its address, until stopped",
    flags: ["port"],
    examples: [],
  },
  complete: {
    operands: "SHELL [-- WORD...]",
    summary:
      "print the completion script for bash, zsh or fish; the script calls this command with the words of a line",
    flags: [],
    examples: [],
  },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

/** The values that the table lists for an option of a command. */
export type Choice<Name extends CommandName, Option extends FlagName> = (typeof COMMANDS)[Name] extends {
  readonly own: { readonly [option in Option]: { readonly choices: readonly (infer Value)[] } };
}
  ? Value
  : (typeof FLAGS)[Option] extends { readonly choices: readonly (infer Value)[] }
    ? Value
    : never;

/** The first words of commands whose names have two words. */
export const GROUPS: readonly string[] = ["form"];

/** Returns the row of an option in a command. */
export function findFlag(command: CommandName, name: FlagName): Flag {
  return (COMMANDS[command] as Command).own?.[name] ?? FLAGS[name];
}
