// Reads the tables of docs/migration.md and evaluates their calls: `| their call | result | our call | result | what differs |`.
import { readFileSync } from "node:fs";

const page = new URL("../../../docs/migration.md", import.meta.url);
const AsyncFunction = /** @type {FunctionConstructor} */ ((async () => {}).constructor);

/** Lists the rows; `share` is how many of their inputs differ, and a row without a replacement has no `ours`. */
export function listRows() {
  const lines = readFileSync(page, "utf8").split("\n");
  return lines
    .filter((line) => line.startsWith("| `"))
    .map((line) => {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
      const [call = "", gives = "", ourCall = "", ourGives = ""] = cells.slice(1, 5).map((cell) => cell.slice(1, -1));
      const [, share, kinds] = /^(?:(\d+\/\d+): )?(.+)$/.exec(cells[5] ?? "") ?? [];
      if (cells.length !== 7 || kinds === undefined) throw new Error(`not a row: ${line}`);
      const phrases = kinds === "nothing" ? [] : kinds.split("; ");
      const ours = cells[3] === "no replacement" ? undefined : { call: ourCall, gives: ourGives };
      return { share, phrases, theirs: { call, gives }, ours };
    });
}

/**
 * Returns a function that evaluates a call with inputs in place of some of its literals.
 *
 * @param {string} call
 * @param {Record<string, unknown>} scope the names that the call uses
 * @param {string[]} [literals]
 */
export function compile(call, scope, literals = []) {
  const code = literals.reduce((text, literal, k) => text.replaceAll(literal, `INPUTS[${k}]`), call);
  const evaluate = new AsyncFunction("INPUTS", ...Object.keys(scope), `return ${code};`);
  return (/** @type {unknown[]} */ ...inputs) => evaluate(inputs, ...Object.values(scope));
}

/** Returns the result of a compiled call as the page shows it: JSON, or `throws CODE`. */
export async function answer(call, ...inputs) {
  try {
    const result = await call(...inputs);
    return result === undefined ? "undefined" : JSON.stringify(result);
  } catch (error) {
    return `throws ${error.code ?? error.name}`;
  }
}
