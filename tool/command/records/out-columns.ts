import { quote } from "../../shared/text.ts";
import { CliError, EXIT } from "../io/errors.ts";

/** One item of `--out`: `COLUMN`, or `NAME=COLUMN`, which names the column in the output. */
export interface OutItem {
  /** The item as it was typed. */
  readonly typed: string;
  readonly column: string;
  /** The name in the output; undefined if none was typed. */
  readonly name: string | undefined;
}

/**
 * Reads the items of `--out`. An item that is the name of a field is that field, even if it contains `=`.
 *
 * @param fields the names of the fields, if they are known
 */
export function readOut(list: string, fields: readonly string[] = []): OutItem[] {
  return splitList(list).map((typed) => {
    // A JSON Pointer is not split, so that it can read a member whose name contains `=`.
    const equals = fields.includes(typed) || typed.startsWith("/") ? -1 : typed.indexOf("=");
    const name = equals < 0 ? undefined : typed.slice(0, equals).trimEnd();
    const column = typed.slice(equals + 1).trimStart();
    if (column === "" || name === "") {
      const forms = "COLUMN or NAME=COLUMN";
      throw new CliError(EXIT.usage, `--out takes column names separated by commas, each as ${forms}`);
    }
    return { typed, column, name };
  });
}

/**
 * Returns the names of the output columns: `value` without a name stands for all values.
 *
 * @param values the names of the values
 * @param written whether the output contains the names
 * @param header whether the format has a header that could contain them
 */
export function nameColumns(
  out: readonly OutItem[],
  values: readonly string[],
  written: boolean,
  header: boolean,
): string[] {
  const named = out.find(({ name }) => name !== undefined);
  if (named !== undefined && !written) {
    const remedy = header ? "add --header" : "use --format jsonl, or --header with csv or tsv";
    throw new CliError(
      EXIT.usage,
      `--out ${quote(named.typed)} names a column, and the output has no names: ${remedy}`,
    );
  }
  const names = out.flatMap(({ column, name }) => {
    if (name !== undefined && column === "value" && values.length > 1)
      throw new CliError(EXIT.usage, `value is ${values.length} columns here, which have the names of the parameters`);
    return column === "value" ? (name ?? values) : (name ?? column);
  });
  const twice = written || values.length > 1 ? names.find((name, k) => names.indexOf(name) < k) : undefined;
  if (twice !== undefined)
    throw new CliError(EXIT.usage, `two columns are named ${quote(twice)}: choose and name them with --out`);
  return names;
}

/** Splits a list at its commas, except those in parentheses. */
function splitList(list: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let item = "";
  for (const character of list) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (character === "," && depth === 0) {
      items.push(item.trim());
      item = "";
    } else {
      item += character;
    }
  }
  items.push(item.trim());
  return items;
}
