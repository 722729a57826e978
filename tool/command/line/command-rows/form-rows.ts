import { policyFlag } from "../flags.ts";
import type { CommandRows } from "./command.ts";
import { URI_ROWS } from "./shared-rows.ts";

/** The commands over forms and queries. */
export const FORM_COMMANDS = {
  "form parse": {
    operands: "[FORM...]",
    summary: "list the name-value pairs of forms, queries or URIs with a query, given as text, files or standard input",
    flags: [
      "rules",
      "malformed",
      "invalid-utf8",
      "accept",
      "encoding",
      "charset-field",
      "limit",
      "separator",
      "object",
      "style",
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
      style: {
        value: "STYLE",
        choices: ["deep", "repeat"],
        summary: "with --object: read names such as a[b] as nested objects, as form build --style writes them",
      },
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
      ["percodec form parse --object --style deep 'a[b]=1&a[c]=2'", '{"a":{"b":"1","c":"2"}}\n'],
      ["percodec form parse --encoding shift_jis 'x=%82%A0'", '["x","あ"]\n'],
    ],
  },
  "form build": {
    operands: "[NAME=VALUE...]",
    summary: "build a form from pairs, or from JSON: an object, an array of pairs, or one pair per line",
    flags: ["encoding", "charset-field", "unencodable", "newlines", "space", "separator", "style", "file", "output"],
    own: {
      "charset-field": { summary: "set the value of a pair _charset_ to the name of the encoding" },
      separator: { value: "CHARS", choices: ["&", ";"], summary: "what separates pairs (default &)" },
    },
    examples: [
      ["percodec form build 'q=a b&c' 'x=1'", "q=a+b%26c&x=1\n"],
      ['printf \'{"a":["1","2"]}\' | percodec form build', "a=1&a=2\n"],
      ['printf \'{"a":{"b":[1,2]}}\' | percodec form build --style comma', "a%5Bb%5D=1,2\n"],
    ],
  },
} as const satisfies CommandRows;
