import { DIGITS } from "../host/idna.generated.ts";
import { createNumberReader } from "../host/idna-table.ts";
import { BRACKETS, KINDS, LENGTHS } from "./link-table.generated.ts";

/** The values of Link_Term (https://www.unicode.org/reports/tr58/#property-data). */
export const HARD = 0;
export const INCLUDE = 1;
export const SOFT = 2;
export const OPEN = 3;
export const CLOSE = 4;
const TERM = 7;
/** The bit of Link_Email. */
const EMAIL = 8;

/** The planes 0 and 1 have nearly all runs, so each of their code points has an entry. */
const DIRECT = 0x20000;

let table: ReturnType<typeof decodeTable> | undefined;

/** Decodes the generated table, at the first use; it takes 0.2 ms and 130 kB. */
function decodeTable() {
  const kinds = new Uint8Array(DIRECT);
  // The first code point of each run from `DIRECT` on, and its kind.
  const runs: { start: number; kind: number }[] = [];
  const nextLength = createNumberReader(LENGTHS);
  let start = 0;
  for (const digit of KINDS) {
    const kind = DIGITS.indexOf(digit);
    const end = start + nextLength() + 1;
    kinds.fill(kind, Math.min(start, DIRECT), Math.min(end, DIRECT));
    if (end > DIRECT) runs.push({ start, kind });
    start = end;
  }
  return { kinds, runs };
}

function findKind(code: number): number {
  const { kinds, runs } = (table ??= decodeTable());
  if (code < DIRECT) return kinds[code]!;
  let kind = HARD;
  for (const run of runs) if (run.start <= code) ({ kind } = run);
  return kind;
}

/** Returns the Link_Term of a code point; a lone surrogate is Hard. */
export function findTerm(code: number): number {
  return findKind(code) & TERM;
}

/** Whether a character may be in the local part of an e-mail address (Link_Email). */
export function isEmailCharacter(code: number): boolean {
  return (findKind(code) & EMAIL) !== 0;
}

/** Returns the opening bracket of a closing one (Link_Bracket). */
export function findOpening(close: number): number {
  const at = BRACKETS.indexOf(close);
  return at >= 0 && at % 2 === 0 ? BRACKETS[at + 1]! : close - 1;
}

/** Whether a non-ASCII character may be in a label: a letter, mark or digit, or one of `EXCEPTIONS`. */
export function isLabelCharacter(code: number): boolean {
  return findKind(code) === (INCLUDE | EMAIL) || EXCEPTIONS.includes(code);
}

/** https://www.rfc-editor.org/rfc/rfc5892#section-2.6 */
const EXCEPTIONS: readonly number[] = [0x375, 0x5f3, 0x5f4, 0x6fd, 0x6fe, 0xf0b];
