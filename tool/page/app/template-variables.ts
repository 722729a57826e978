import type { Expression } from "percodec/template";

/** A variable of a template, with each of its uses in words. */
export interface TemplateVariable {
  readonly name: string;
  readonly uses: readonly string[];
  readonly isExploded: boolean;
  readonly hasPrefix: boolean;
}

/** What the operators do with values (https://www.rfc-editor.org/rfc/rfc6570#section-1.2), by their characters. */
const OPERATOR_WORDS: Readonly<Record<string, string>> = {
  "": "in place",
  "+": "in place, with reserved characters",
  "#": "in the fragment",
  ".": "after a dot",
  "/": "a path segment",
  ";": "a path parameter, with its name",
  "?": "in the query, with its name",
  "&": "in the query, after other parameters",
};

/** Lists the variables in the order of the template, each once. */
export function describeVariables(expressions: readonly Expression[]): readonly TemplateVariable[] {
  const found = new Map<string, { uses: string[]; isExploded: boolean; hasPrefix: boolean }>();
  for (const { operator, variables } of expressions) {
    const words = OPERATOR_WORDS[operator.first || (operator.reserved ? "+" : "")] ?? "";
    for (const { name, explode, prefix } of variables) {
      const entry = found.get(name) ?? { uses: [], isExploded: false, hasPrefix: false };
      const first = `, its first ${prefix === 1 ? "character" : `${String(prefix)} characters`} (:${String(prefix)})`;
      const modifier = explode ? ", each member on its own (*)" : prefix === undefined ? "" : first;
      const use = words + modifier;
      if (!entry.uses.includes(use)) entry.uses.push(use);
      entry.isExploded ||= explode;
      entry.hasPrefix ||= prefix !== undefined;
      found.set(name, entry);
    }
  }
  return Array.from(found, ([name, entry]) => ({ name, ...entry }));
}
