// Walks the syntax tree of a module in JavaScript or TypeScript, as https://github.com/estree/estree has it.
import { parseAst } from "rolldown/parseAst";

/**
 * Visits each node of a module, parents first.
 *
 * @param visit given a node, the node that it is a part of, and the name of that part
 * @param lang `"ts"` for TypeScript, `"dts"` for declarations alone
 */
export function walk(code, visit, lang = "js") {
  const down = (node, parent, part) => {
    if (typeof node?.type !== "string") return;
    visit(node, parent, part);
    for (const key in node) {
      const value = node[key];
      if (Array.isArray(value)) for (const one of value) down(one, node, key);
      else if (typeof value === "object") down(value, node, key);
    }
  };
  down(parseAst(code, { lang }), undefined, undefined);
}
