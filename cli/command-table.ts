import { type Flag, FLAGS, type FlagName, policyFlag } from "./flags.ts";

/** One command. The help, the completions, the man page and docs/cli.md read this row. */
export interface Command {
  readonly operands: string;
  readonly summary: string;
  readonly flags: readonly FlagName[];
  /** The options whose rows differ in this command. */
  readonly own?: { readonly [name in FlagName]?: Flag };
  /** Command lines as typed in a shell, and their output; each runs as a test. */
  readonly examples: readonly (readonly [line: string, output: string])[];
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

export const COMMANDS = {
  encode: {
    operands: "[TEXT...]",
    summary: "percent-encode text, or the bytes of files or standard input",
    flags: ["set", "keep", "form", ...INPUT_FLAGS],
    examples: [
      ["percodec encode 'café & ✓'", "caf%C3%A9%20%26%20%E2%9C%93\n"],
      ["percodec encode --form 'a b&c'", "a+b%26c\n"],
      ["percodec encode --keep / 'a/b c'", "a/b%20c\n"],
      ["printf 'a b\\nc d\\n' | percodec encode --lines", "a%20b\nc%20d\n"],
    ],
  },
  decode: {
    operands: "[TEXT...]",
    summary: "percent-decode text, or the bytes of files or standard input, exactly once",
    flags: ["malformed", "invalid-utf8", "plus", "form", "percent-u", ...INPUT_FLAGS],
    examples: [
      ["percodec decode 'caf%C3%A9%20%26%20%E2%9C%93'", "café & ✓\n"],
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
    flags: ["level", "address-bar", "encoding", ...URI_FLAGS],
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
  normalize: {
    operands: "[URI...]",
    summary: "normalize a URI by the rules of RFC 3986",
    flags: [...URI_FLAGS],
    own: URI_ROWS,
    examples: [["percodec normalize 'HTTP://Ex%41mple.com:80/%7euser/%2e%2e/a%2fb'", "http://example.com/a%2Fb\n"]],
  },
  compare: {
    operands: "A B",
    summary: "compare two URIs and say which rule makes them equal; exit 1 if they differ",
    flags: [...URI_FLAGS],
    own: {
      ...URI_ROWS,
      lines: { short: "l", summary: "each line of the input contains two URIs separated by a TAB" },
    },
    examples: [["percodec compare 'http://e.com/%7Eu' 'HTTP://e.com/~u'", "unreserved-escapes\n"]],
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
        "SEVERITY  COMPONENT  INDEX  LENGTH  CODE              TEXT  MESSAGE\nwarning   path       14     1       truncated-escape  %     The text ends inside an escape.\n",
      ],
      [
        "printf '/a%%2Fb\\n/ok\\n/%%zz%%2F\\n' | percodec inspect --summary",
        "3 texts, 2 with findings\nSEVERITY  FINDINGS  TEXTS  CODE              FIRST\nwarning   2         2      encoded-slash     standard input: record 1 (byte 0), path, at 2\nwarning   1         1      malformed-escape  standard input: record 3 (byte 11), path, at 1\n\n",
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
    operands: "TEMPLATE [NAME=VALUE...]",
    summary: "expand an RFC 6570 template; a repeated NAME makes a list, an unknown NAME is an error",
    flags: ["match", ...URI_FLAGS],
    own: {
      ...URI_ROWS,
      json: { summary: "write the result as one JSON object per line" },
      match: {
        value: "URI",
        summary: "print the values that expand the template to this URI, as JSON; with --lines: a file of URIs",
      },
      lines: { short: "l", summary: "each line of the input is a JSON object of values" },
    },
    examples: [
      ["percodec template '/users/{id}{?q,tag*}' id=7 'q=a b' tag=x tag=y", "/users/7?q=a%20b&tag=x&tag=y\n"],
      ["percodec template '/users/{id}{?q}' --match '/users/7?q=a%20b'", '{"id":"7","q":"a b"}\n'],
    ],
  },
  "form parse": {
    operands: "[FORM...]",
    summary: "list the name-value pairs of forms or queries, given as text, files or standard input",
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
    summary: "change parameters of a query; every other byte stays the same",
    flags: ["set", "append", "delete", "rename", "output"],
    own: {
      set: {
        short: "s",
        value: "NAME=VALUE",
        summary: "set the value of the first pair with this name and remove the others; without one, append the pair",
      },
    },
    examples: [["percodec form edit 'utm=x&q=a%20b&page=1' --set page=2 --delete utm", "q=a%20b&page=2\n"]],
  },
  records: {
    operands: "[NAME]",
    summary:
      "filter records for an engine: one output record per input record, in order; a bad one has a status instead of a value",
    flags: [
      "op",
      "format",
      "field",
      "out",
      "columns",
      "header",
      "escapes",
      "field-enc",
      "controls",
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
        'printf \'{"u":"/?q=caf%%C3%%A9"}\' | percodec records --format jsonl --field u --op query-param q',
        '{"value":"café","status":"ok","code":null,"byte_offset":null}\n',
      ],
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
