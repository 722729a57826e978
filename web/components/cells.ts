import type { ExplainedStep } from "../../src/inspect/index.ts";
import { hexByte } from "../app/hex.ts";
import { nameOfUnseen, scalar, splitInvisible } from "./invisible-characters.ts";
import { toLabel } from "../app/labels.ts";

/** One cell: a step of an explanation. */
export interface Cell {
  /** Its place among all steps. */
  readonly order: number;
  readonly step: ExplainedStep;
  readonly role: Role;
}

/** What a cell is, which is also its colour. */
export type Role = "raw" | "escape" | "lead" | "continuation" | "complete" | "error";

/** What belongs together: the pieces that give one character, one fault, or a run that stands for itself. */
export interface CellGroup {
  readonly cells: readonly Cell[];
  /** What it gives, all its outputs joined. */
  readonly output: string;
}

/** How long a run of raw text may be in one cell. */
const MAX_RUN_STEPS = 12;

/**
 * Groups the steps of an explanation: escapes of one character, or of one fault, are one group, and a long run of raw text
 * is cut so that it can break over lines.
 */
export function groupSteps(steps: readonly ExplainedStep[], most: number): readonly CellGroup[] {
  const groups: Cell[][] = [];
  let group: Cell[] = [];
  let open = false;
  let order = 0;
  for (const [k, whole] of steps.entries()) {
    for (const step of cut(whole)) {
      if (order === most) return finish(groups);
      const continues = open && (step.utf8 !== "error" || step.code === undefined);
      const cell = { order: order++, step, role: findRole(step) };
      if (continues) group.push(cell);
      else groups.push((group = [cell]));
      open = false;
    }
    open = isOpen(whole, steps[k + 1]);
  }
  return finish(groups);
}

function finish(groups: readonly Cell[][]): readonly CellGroup[] {
  return groups.map((cells) => ({ cells, output: cells.map(({ step }) => step.output).join("") }));
}

/** Whether the next step goes on with the same character or fault. */
function isOpen({ utf8 }: ExplainedStep, next: ExplainedStep | undefined): boolean {
  if (utf8 === "lead" || utf8 === "continuation") return true;
  return utf8 === "error" && next?.utf8 === "error" && next.code === undefined;
}

/** Cuts a run of raw text into runs that are short. */
function cut(step: ExplainedStep): readonly ExplainedStep[] {
  const { index, length, input, bytes, output } = step;
  if (step.utf8 !== "ascii" || length <= MAX_RUN_STEPS || input !== output) return [step];
  const parts: ExplainedStep[] = [];
  for (let from = 0; from < length; from += MAX_RUN_STEPS) {
    const text = input.slice(from, from + MAX_RUN_STEPS);
    const part = bytes.slice(from, from + MAX_RUN_STEPS);
    parts.push({ ...step, index: index + from, length: text.length, input: text, bytes: part, output: text });
  }
  return parts;
}

function findRole({ utf8, input, output }: ExplainedStep): Role {
  if (utf8 === "ascii" || (utf8 === "complete" && input === output)) return input === output ? "raw" : "escape";
  return utf8;
}

/** A step in one sentence, for who hears it and for the line under the cells. */
export function describeCell(cell: Cell, encoding: boolean): string {
  const sentence = describeStep(cell, encoding);
  return sentence[0]!.toUpperCase() + sentence.slice(1);
}

function describeStep({ step, role }: Cell, encoding: boolean): string {
  const { input, output, bytes, code } = step;
  if (role === "error") return `${toLabel(code ?? "part of the fault before")}: ${what(output)}`;
  if (encoding) {
    if (role === "raw") return input.length === 1 ? "kept by the set" : "a run that the set keeps";
    return `encoded: ${bytes.length === 1 ? "one byte" : `${bytes.length} bytes of UTF-8`}, each as its escape`;
  }
  if (role === "raw") return "stands for itself";
  if (role === "lead")
    return `lead byte${bytes.length === 1 ? ` of a character of ${sequenceBytes(bytes[0]!)} bytes` : ""}`;
  if (role === "continuation") return "continuation byte";
  if (role === "complete") return `last byte: completes ${nameCharacter(output)}`;
  return `one byte: ${nameCharacter(output)}`;
}

function what(output: string): string {
  return output === "" ? "nothing stands for it" : `${nameCharacter(output)} stands for it`;
}

function sequenceBytes(lead: number): number {
  return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
}

/** A character with its number, or a text as it is. */
function nameCharacter(text: string): string {
  const code = text.codePointAt(0);
  if (code === undefined) return "nothing";
  if (text.length > (code > 0xffff ? 2 : 1)) return text;
  const unseen = splitInvisible(text)[0]?.sign !== undefined;
  return unseen ? nameOfUnseen(code) : `${code === 0x20 ? "space" : text} (${scalar(code)})`;
}

/** `C3 = 110 00011` of one byte, else the bytes alone. */
export function showBytes({ bytes, bits }: ExplainedStep): string {
  const hex = bytes.map(hexByte).join(" ");
  return bits === undefined || bytes.length !== 1 ? hex : `${hex} = ${bits}`;
}
