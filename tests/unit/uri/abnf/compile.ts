import type { Grammar, Node } from "./parse.ts";

/**
 * Compiles a rule to one anchored regular expression.
 *
 * The engine backtracks, so the result is exact. It takes linear time if, as in these grammars, no two alternatives inside an
 * unbounded repetition begin with the same character. Alternatives of one character become one class, for speed.
 */
export function compileRule(grammar: Grammar, name: string): RegExp {
  return new RegExp(`^(?:${source(grammar, { kind: "rule", name })})$`, "u");
}

function source(grammar: Grammar, node: Node): string {
  const characters = ranges(grammar, node);
  if (characters) return `[${characters.map(({ first, last }) => `${hex(first)}-${hex(last)}`).join("")}]`;
  switch (node.kind) {
    case "rule":
      return source(grammar, findRule(grammar, node.name));
    case "sequence":
      return node.parts.map((part) => source(grammar, part)).join("");
    case "repeat":
      return `(?:${source(grammar, node.part)}){${node.least},${node.most === Infinity ? "" : node.most}}`;
    default:
      return `(?:${choice(grammar, node).join("|")})`;
  }
}

/** The sources of the alternatives, with nested choices flattened and alternatives of one character as one class. */
function choice(grammar: Grammar, node: Node): string[] {
  const flat = alternatives(grammar, node);
  const single = flat.filter((part) => ranges(grammar, part));
  const rest = flat.filter((part) => !ranges(grammar, part)).map((part) => source(grammar, part));
  return single.length === 0 ? rest : [source(grammar, { kind: "choice", parts: single }), ...rest];
}

function alternatives(grammar: Grammar, node: Node): readonly Node[] {
  if (node.kind === "rule") return alternatives(grammar, findRule(grammar, node.name));
  return node.kind === "choice" ? node.parts.flatMap((part) => alternatives(grammar, part)) : [node];
}

/** The characters of a node that always matches exactly one character, otherwise undefined. */
function ranges(grammar: Grammar, node: Node): { first: number; last: number }[] | undefined {
  if (node.kind === "range") return [node];
  if (node.kind === "rule") return ranges(grammar, findRule(grammar, node.name));
  if (node.kind === "repeat") return undefined;
  if (node.kind === "sequence" && node.parts.length !== 1) return undefined;
  const all = node.parts.map((part) => ranges(grammar, part));
  return all.every((part) => part !== undefined) ? all.flat() : undefined;
}

function hex(code: number): string {
  return `\\u{${code.toString(16)}}`;
}

function findRule(grammar: Grammar, name: string): Node {
  const node = grammar.get(name);
  if (!node) throw new Error(`no rule ${name}`);
  return node;
}
