import type { Span } from "../../shared/text.ts";
import { groupBy } from "../../shared/group-by.ts";
import type { TemplateValue, Expression } from "percodec/template";
import type { PercentEncodingError } from "percodec";

/** A line `name=value`; lines of one name are the members of a list. */
export interface ValueLine extends Span {
  readonly name: string;
  /** Undefined in a line without `=`. */
  readonly value: string | undefined;
}

/**
 * Reads a text of the view Template: the template is its first line, and each line after it is the value of a variable, as `name=value`.
 * So the values are undone, shared and kept as any text, and the address needs no other field.
 */
export function readTemplateText(text: string) {
  const [template = "", ...rest] = text.split("\n");
  const lines: ValueLine[] = [];
  let index = template.length + 1;
  for (const raw of rest) {
    const line = raw.replace(/\r$/, "");
    if (line !== "") lines.push({ ...splitLine(line), index, length: line.length });
    index += raw.length + 1;
  }
  return { template: template.replace(/\r$/, ""), lines };
}

function splitLine(line: string): { readonly name: string; readonly value: string | undefined } {
  const equals = line.indexOf("=");
  if (equals < 0) return { name: line, value: undefined };
  return { name: line.slice(0, equals), value: line.slice(equals + 1) };
}

/** The values of each variable that has one, in order. */
export type Members = ReadonlyMap<string, readonly string[]>;

export function readMembers(lines: readonly ValueLine[]): Members {
  const defined = lines.flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }]));
  const groups = groupBy(defined, ({ name }) => name);
  return new Map(Array.from(groups, ([name, own]) => [name, own.map(({ value }) => value)]));
}

/** Returns the lines of a list of members. */
export function writeMembers(name: string, members: readonly string[]): readonly string[] {
  return members.map((member) => `${name}=${member}`);
}

/** Replaces the lines of one variable; the other lines stay as they are. */
export function withMembers(text: string, name: string, members: readonly string[]): string {
  const rows = text.split("\n");
  const isOwn = (row: string, k: number): boolean => k > 0 && row.startsWith(`${name}=`);
  const first = rows.findIndex(isOwn);
  const written = writeMembers(name, members);
  if (first >= 0) return rows.flatMap((row, k) => (k === first ? written : isOwn(row, k) ? [] : [row])).join("\n");
  // A line end at the end of the text stays there.
  const end = rows.length > 1 && rows.at(-1) === "" ? rows.length - 1 : rows.length;
  return [...rows.slice(0, end), ...written, ...rows.slice(end)].join("\n");
}

/**
 * Returns the value of a variable: one line is a text, and several are a list. If the variable is exploded and each line is `name=value`,
 * they are the pairs of an associative array.
 */
export function toValue(members: readonly string[] | undefined, isExploded: boolean): TemplateValue {
  if (members === undefined) return undefined;
  if (isExploded && members.every((member) => member.includes("="))) {
    return members.map((member): readonly [string, string] => {
      const equals = member.indexOf("=");
      return [member.slice(0, equals), member.slice(equals + 1)];
    });
  }
  return members.length === 1 ? members[0] : members;
}

/** Reads the members of a field, one a line. The line end after the last member is not one more member. */
export function splitMembers(written: string): readonly string[] {
  return written === "" ? [] : written.replace(/\n$/, "").split("\n");
}

/**
 * Returns the place of an error of `expandTemplate` in the text of the view. The library counts from the start of the template, or for a
 * slash and for a lone surrogate from the start of the value.
 */
export function findValueFault(
  { code, operation, index, length }: PercentEncodingError,
  expressions: readonly Expression[],
  lines: readonly ValueLine[],
): Span {
  const isSlash = operation.startsWith("put ");
  if (!isSlash && code !== "lone-surrogate") return { index, length };
  const pattern = isSlash ? /[\\/]/ : /\p{Surrogate}/u;
  for (const { operator, variables } of expressions) {
    if (isSlash && (operator.reserved || operator.first === "?")) continue;
    for (const { name } of variables) {
      for (const line of lines) {
        if (line.name !== name || line.value === undefined) continue;
        const start = line.index + name.length + 1;
        const at = line.value.search(pattern);
        if (at >= 0) return { index: start + at, length: Math.min(length, line.value.length - at) };
      }
    }
  }
  return { index, length };
}

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
