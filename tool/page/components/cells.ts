import type { Encoding } from "percodec/charset";
import type { PercentEncodeSet } from "percodec/sets";
import { explainDecode, explainEncode } from "../../shared/explain/explain.ts";
import type { ExplainedStep } from "../../shared/explain/steps.ts";
import { readEscape, codeAt } from "../../shared/text.ts";
import { toLabel } from "../app/format.ts";
import { formatCodePoint, nameInvisible, splitInvisible } from "./invisible-characters.ts";

export interface Cell {
  /** Its index among all cells. */
  readonly order: number;
  readonly step: ExplainedStep;
  readonly role: Role;
}

/** The role of a cell, which decides its colour. */
export type Role = "raw" | "escape" | "lead" | "continuation" | "last" | "error";

/** The cells of one character, one fault, or one run of raw text. */
export interface CellGroup {
  readonly cells: readonly [Cell, ...Cell[]];
  /** The joined outputs of its cells. */
  readonly output: string;
}

/** The maximum length of a run of raw text in one cell, in UTF-16 units. */
const MAX_RUN_UNITS = 12;

/**
 * Groups the steps of an explanation: the escapes of one character or of one fault are one group. A long run of raw text is
 * split into several groups, so that it can wrap.
 */
export function groupSteps(steps: readonly ExplainedStep[]): readonly CellGroup[] {
  const groups: [Cell, ...Cell[]][] = [];
  let open = false;
  let order = 0;
  for (const [k, whole] of steps.entries()) {
    for (const step of splitRun(whole)) {
      const continues = open && (step.utf8 !== "error" || step.code === undefined);
      const cell = { order: order++, step, role: findRole(step) };
      if (continues) groups.at(-1)?.push(cell);
      else groups.push([cell]);
      open = false;
    }
    open = isOpen(whole, steps[k + 1]);
  }
  return groups.map((cells) => ({ cells, output: cells.map(({ step }) => step.output).join("") }));
}

/** Whether the next step belongs to the same character or fault. */
function isOpen({ utf8 }: ExplainedStep, next: ExplainedStep | undefined): boolean {
  if (utf8 === "lead" || utf8 === "continuation") return true;
  return utf8 === "error" && next?.utf8 === "error" && next.code === undefined;
}

/** Splits a long run of raw text. */
function splitRun(step: ExplainedStep): readonly ExplainedStep[] {
  const { index, length, input, bytes, output } = step;
  if (step.utf8 !== "ascii" || length <= MAX_RUN_UNITS || input !== output) return [step];
  const parts: ExplainedStep[] = [];
  for (let from = 0; from < length; from += MAX_RUN_UNITS) {
    const text = input.slice(from, from + MAX_RUN_UNITS);
    const part = bytes.slice(from, from + MAX_RUN_UNITS);
    parts.push({ ...step, index: index + from, length: text.length, input: text, bytes: part, output: text });
  }
  return parts;
}

function findRole({ utf8, input, output }: ExplainedStep): Role {
  if (utf8 === "ascii" || utf8 === "character") return input === output ? "raw" : "escape";
  return utf8 === "last" && input === output ? "raw" : utf8;
}

/** Describes a step in one sentence, for screen readers and for the line below the cells. */
export function describeCell(cell: Cell, encoding: boolean): string {
  const sentence = describeStep(cell, encoding);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function describeStep({ step, role }: Cell, encoding: boolean): string {
  const { input, output, bytes, bits, code } = step;
  const result = output === "" ? "no output" : `the output is ${nameCharacter(output)}`;
  if (role === "error") return `${toLabel(code ?? "part of the previous fault")}: ${result}`;
  if (encoding) {
    if (role === "raw") return input.length === 1 ? "kept by the set" : "a run that the set keeps";
    return `encoded: ${bytes.length === 1 ? "one byte" : `${bytes.length} bytes of UTF-8`}, each as its escape`;
  }
  if (role === "raw") return "unchanged";
  if (role === "lead")
    return `lead byte${bits !== undefined ? ` of a character of ${bits.indexOf(" ") - 1} bytes` : ""}`;
  if (role === "continuation") return "continuation byte";
  if (role === "last" && output === "") return "last byte of an escape sequence, which has no character";
  if (role === "last") return `last byte: completes ${nameCharacter(output)}`;
  return `one ${bytes.length === 1 ? "byte" : "escape"}: ${nameCharacter(output)}`;
}

/** Returns a character with its code point, or a longer text unchanged. */
function nameCharacter(text: string): string {
  const code = text.codePointAt(0);
  if (code === undefined) return "nothing";
  if (text.length > (code > 0xffff ? 2 : 1)) return text;
  const isInvisible = splitInvisible(text)[0]?.sign !== undefined;
  return isInvisible ? nameInvisible(code) : `${code === 0x20 ? "space" : text} (${formatCodePoint(code)})`;
}

/** A character in escapes has at most four. */
const MAX_ESCAPES_UNITS = 12;

/**
 * Finds the character or the fault that contains the unit at an index: escapes are decoded, and a raw character is encoded.
 *
 * @param charset undefined for UTF-8
 * @returns the steps, with indexes in the text, and whether the character is encoded
 */
export function findCharacter(text: string, index: number, charset: Encoding | undefined, set: PercentEncodeSet) {
  const start = [index, index - 1, index - 2].find((at) => text[at] === "%" && readEscape(text, at) >= 0);
  if (start === undefined && text[index] !== "%") {
    const from = index > 0 && codeAt(text, index - 1) > 0xffff ? index - 1 : index;
    const character = String.fromCodePoint(codeAt(text, from));
    const steps = explainEncode(character, set, { encoding: charset });
    return { steps: steps.map((step) => ({ ...step, index: from })), encoding: true };
  }
  // In another encoding each byte may depend on those before it.
  const first = charset === undefined ? findLead(text, start ?? index) : 0;
  const part = text.slice(first, index + MAX_ESCAPES_UNITS);
  const groups = groupSteps(explainDecode(part, { encoding: charset }));
  const { cells } = groups.findLast((group) => first + group.cells[0].step.index <= index)!;
  return { steps: cells.map(({ step }) => ({ ...step, index: first + step.index })), encoding: false };
}

/** Returns the index of the escape that begins the character of an escape: up to three bytes `10…` go before it. */
function findLead(text: string, start: number): number {
  for (let at = start; at >= Math.max(0, start - 9); at -= 3) {
    const byte = text[at] === "%" ? readEscape(text, at) : -1;
    if (byte < 0) break;
    if (byte >> 6 !== 2) return at;
  }
  return start;
}
