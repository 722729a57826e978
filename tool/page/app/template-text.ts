import type { TemplateValue } from "percodec/template";

/**
 * A text of the view Template: the template is its first line, and each line after it is the value of a variable, as `name=value`. So the
 * values are undone, shared and kept as any text, and the address needs no other field.
 */
export interface TemplateText {
  readonly template: string;
  readonly lines: readonly ValueLine[];
}

/** A line `name=value`; lines of one name are the members of a list. */
export interface ValueLine {
  readonly name: string;
  /** Undefined in a line without `=`. */
  readonly value: string | undefined;
  /** The place of the line in the text. */
  readonly index: number;
  readonly length: number;
}

export function readTemplateText(text: string): TemplateText {
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
  const found = new Map<string, string[]>();
  for (const { name, value } of lines) {
    if (value === undefined) continue;
    const members = found.get(name);
    if (members === undefined) found.set(name, [value]);
    else members.push(value);
  }
  return found;
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
