import { readFileSync } from "node:fs";

/** The operation whose inputs a test reads. */
const OPERATIONS = { decode: "decode", "form-parse": "parseForm" } as const;

/** Returns the texts of a file of vectors, without the long ones that exceed a limit. */
export function readInputs(file: keyof typeof OPERATIONS): Set<string> {
  const { rows } = JSON.parse(readFileSync(`tests/vectors/${file}.json`, "utf8")) as {
    readonly rows: readonly { readonly op: string; readonly input: string }[];
  };
  return new Set(rows.flatMap(({ op, input }) => (op === OPERATIONS[file] && input.length <= 1000 ? [input] : [])));
}
