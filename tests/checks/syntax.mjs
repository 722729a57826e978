// Walks the syntax tree of a module in JavaScript or TypeScript, as https://github.com/estree/estree has it.
import { parseAst } from "rolldown/parseAst";

/**
 * Visits each node of a module, parents first.
 *
 * @param visit given a node, the node that it is a part of, and the name of that part
 * @param lang `"ts"` for TypeScript, `"dts"` for declarations alone
 */
export function walk(code, visit, /** @type {"js" | "ts" | "dts"} */ lang = "js") {
  /** @type {any[][]} */
  const waiting = [[parseAst(code, { lang }), undefined, undefined]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node] = next;
    visit(...next);
    const parts = Object.entries(node).flatMap(([key, value]) => [value].flat().map((part) => [part, node, key]));
    waiting.push(...parts.filter(([part]) => typeof part?.type === "string").toReversed());
  }
}
