// Walks the syntax tree of a JavaScript or TypeScript module (https://github.com/estree/estree).
import { parseAst } from "rolldown/parseAst";

/**
 * Visits each node of a module, parents first.
 *
 * @param {string} code
 * @param {(node: any, parent: any, name: any) => void} visit called with a node, its parent, and the name of the parent's property that contains it
 * @param {"js" | "ts" | "dts"} lang `"ts"` for TypeScript, `"dts"` for declaration files
 */
export function walk(code, visit, lang = "js") {
  /** @type {any[][]} */
  const waiting = [[parseAst(code, { lang }), undefined, undefined]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node] = next;
    visit(node, next[1], next[2]);
    const parts = Object.entries(node).flatMap(([key, value]) => [value].flat().map((part) => [part, node, key]));
    waiting.push(...parts.filter(([part]) => typeof part?.type === "string").toReversed());
  }
}
