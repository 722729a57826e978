import { FLAGS, policyFlag } from "../flags.ts";
import type { CommandRows } from "./command.ts";
import { ESCAPES_ENCODING, UNENCODABLE_THROWS } from "./shared-rows.ts";

/** The filter for engines. */
export const RECORDS_COMMANDS = {
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
      "accept",
      "encoding",
      "for",
      "allow",
      "unencodable",
      "set",
      "keep",
      "file",
      "output",
      "progress",
    ],
    own: {
      encoding: ESCAPES_ENCODING,
      for: {
        ...FLAGS.for,
        summary: "with --op encode: encode for this place, by its rule; an unsafe record is bad",
      },
      unencodable: UNENCODABLE_THROWS,
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
      [
        'printf \'{"a":{"url":"%%41"}}\' | percodec records --format jsonl --field a.url --out value',
        '{"value":"A"}\n',
      ],
      ['printf \'{"url":"%%41"}\' | percodec records --format jsonl --field url --out url=value', '{"url":"A"}\n'],
      ["printf '%%C4%%E3\\n' | percodec records --encoding gbk", "你\n"],
      ["printf '/?a=1&b=2\\n/?b=3\\n' | percodec records --op query-param --param a --param b", "1\t2\n\\N\t3\n"],
    ],
  },
} as const satisfies CommandRows;
