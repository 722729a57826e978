import type { Command } from "../flags.ts";

/** The commands over forms and queries. */
export const FORM_COMMANDS = {
  "form parse": {
    operands: "[FORM...]",
    summary: "list the name-value pairs of forms, queries or URIs with a query, given as text, files or standard input",
    examples: [
      ["percodec form parse 'q=caf%C3%A9+noir&x=1'", '["q","café noir"]\n["x","1"]\n'],
      ["percodec form parse --flat 'a=1&b=2&a=3'", '{"a":["1","3"],"b":"2"}\n'],
      ["percodec form parse --style arrays 'a=1&b=2&a=3'", '{"a":["1","3"],"b":["2"]}\n'],
      ["percodec form parse --style deep 'a[b]=1&a[c]=2'", '{"a":{"b":"1","c":"2"}}\n'],
      ["percodec form parse --encoding shift_jis 'x=%82%A0'", '["x","あ"]\n'],
    ],
  },
  "form build": {
    operands: "[NAME=VALUE...]",
    summary: "build a form from pairs, or from JSON: an object, an array of pairs, or one pair per line",
    examples: [
      ["percodec form build 'q=a b&c' 'x=1'", "q=a+b%26c&x=1\n"],
      ['printf \'{"a":["1","2"]}\' | percodec form build', "a=1&a=2\n"],
      ['printf \'{"a":{"b":[1,2]}}\' | percodec form build --style comma', "a%5Bb%5D=1,2\n"],
    ],
  },
} as const satisfies Readonly<Record<string, Command>>;
