import { readFileSync } from "node:fs";
import { compileRule } from "./abnf/compile.ts";
import { type Grammar, parseAbnf } from "./abnf/parse.ts";

const read = (name: string) => parseAbnf(readFileSync(new URL(`abnf/${name}.abnf`, import.meta.url), "utf8"));

/** The rules of RFC 3986 and RFC 3987 by name. */
export const grammar: Grammar = new Map([...read("rfc3986"), ...read("rfc3987")]);

const compiled = new Map<string, RegExp>();

/** Whether the whole text matches a rule of RFC 3986 or RFC 3987, as in `matches("URI-reference", text)`. */
export function matches(rule: string, text: string): boolean {
  let expression = compiled.get(rule);
  if (!expression) {
    expression = compileRule(grammar, rule);
    compiled.set(rule, expression);
  }
  return expression.test(text);
}
