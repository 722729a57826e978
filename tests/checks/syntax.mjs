// Walks the syntax tree of a JavaScript or TypeScript module (https://github.com/estree/estree).
import { parseAst } from "rolldown/parseAst";

/**
 * Visits each node of a module, parents first.
 *
 * @param visit called with a node, its parent, and the name of the parent's property that contains it
 * @param lang `"ts"` for TypeScript, `"dts"` for declaration files
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
