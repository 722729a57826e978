import type { Command } from "../flags.ts";

/** The commands over data, the page, and the completions. */
export const DATA_COMMANDS = {
  records: {
    operands: "",
    summary:
      "filter records for an engine: one output record per input record, in order; a bad one has a status instead of a value",
    examples: [
      [
        "printf '7\\ta%%20b\\n8\\t%%zz\\n' | percodec records --format tsv --field 2 --out 1,value,status",
        "7\ta b\tok\n8\t\\N\tmalformed\n",
      ],
      [
        "printf '[\"/?q=%%C3%%A9\"]' | percodec records --format jsonl --op query-param --param q",
        '{"value":"é","status":"ok","code":null,"byte_offset":null}\n',
      ],
      [
        'printf \'{"a":{"url":"%%41"}}\' | percodec records --format jsonl --field a.url --out value',
        '{"value":"A"}\n',
      ],
      ['printf \'{"url":"%%41"}\' | percodec records --format jsonl --field url --out url=value', '{"url":"A"}\n'],
      ["printf '%%C4%%E3\\n' | percodec records --encoding gbk", "你\n"],
      ["printf '/?a=1&b=2\\n/?b=3\\n' | percodec records --op query-param --param a --param b", "1\t2\n\\N\t3\n"],
    ],
  },
  engine: {
    operands: "ENGINE",
    summary:
      "print a file for an engine that runs only scripts (codec, all, charset), WebAssembly (column, column-simd) or programs (clickhouse)",
    examples: [],
  },
  web: { operands: "", summary: "serve the web page on 127.0.0.1 and print its address, until stopped", examples: [] },
  complete: {
    operands: "SHELL [-- WORD...]",
    summary:
      "print the completion script for bash, zsh or fish; the script calls this command with the words of a line",
    examples: [],
  },
} as const satisfies Readonly<Record<string, Command>>;
