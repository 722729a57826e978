// Reads the tables of docs/migration.md and evaluates their calls: `| their call | result | our call | result | what differs |`.
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

const page = new URL("../../../docs/migration.md", import.meta.url);
const AsyncFunction = /** @type {FunctionConstructor} */ ((async () => {}).constructor);

/**
 * Lists the calls of one side, with the heading that they are below.
 *
 * @param {"theirs" | "ours"} side
 */
export function listCalls(side) {
  let heading = "";
  return readFileSync(page, "utf8")
    .split("\n")
    .flatMap((line) => {
      heading = /^## (.+)/.exec(line)?.[1] ?? heading;
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
      if (cells.length !== 7 || !/^`.+`$/.test(cells[1] ?? "")) return [];
      const [call = "", result = ""] = side === "theirs" ? cells.slice(1, 3) : cells.slice(3, 5);
      const isCode = (text) => /^`[^`]+`$/.test(text);
      return isCode(call) && isCode(result) ? [{ heading, call: call.slice(1, -1), result: result.slice(1, -1) }] : [];
    });
}

/**
 * Evaluates a call, and returns what its result should have been if it differs: a value as JSON, or `throws CODE`.
 *
 * @param {{ call: string, result: string }} row
 * @param {Record<string, unknown>} scope the names that the calls use
 */
export async function findDifference({ call, result }, scope) {
  let got;
  try {
    const evaluate = new AsyncFunction(...Object.keys(scope), `return ${call};`);
    got = await evaluate(...Object.values(scope));
  } catch (error) {
    const thrown = `throws ${error.code ?? error.name}`;
    return thrown === result ? undefined : thrown;
  }
  const plain = got === undefined ? null : JSON.parse(JSON.stringify(got));
  const isSame = !result.startsWith("throws ") && isDeepStrictEqual(plain, JSON.parse(result));
  return isSame ? undefined : JSON.stringify(got);
}
