import { BACKSLASH, HEX_VALUE, PERCENT, PLUS, QUOTE } from "../../../shared/text.ts";
import type { KernelTraits } from "./layout.ts";
import * as layout from "./layout.ts";

const FIRST_HIGH = 0x80;

/** How the bytes of values are decoded and written. */
export interface ValueOptions {
  readonly plusAsSpace: boolean;
  readonly hex: boolean;
  /** The first byte that is not written as an escape, as in the options of the filter. */
  readonly escapesBelow: number;
  readonly refusesNul: boolean;
}

/** Fills the tables that determine what happens to each byte. */
export function fillTables(memory: Uint8Array, traits: KernelTraits, options: ValueOptions): void {
  for (let k = 0; k < 8; k++) memory[layout.BITS + k] = 1 << k;
  memory.set(Buffer.from("0123456789ABCDEF"), layout.DIGITS);
  memory.set(HEX_VALUE, layout.NIBBLES);
  memory.set(traits.unescaped ?? new Uint8Array(0x100).fill(layout.NO_ESCAPE), layout.UNESCAPED);

  const { unescaped, doublesQuotes = false } = traits;
  const { hex, plusAsSpace } = options;
  fill(memory, layout.VALUE, chooseEscapes(traits, options), (byte) => {
    if (byte === PERCENT) return layout.DECODE;
    if (byte === PLUS && plusAsSpace) return layout.SPACE;
    // In hex, a backslash and a quote are decoded bytes.
    if (byte === BACKSLASH && unescaped && !hex) return layout.UNESCAPE;
    if (byte === QUOTE && doublesQuotes && !hex) return layout.DOUBLED;
    return layout.NONE;
  });

  const { copyActions = new Uint8Array(0x100) } = traits;
  // A byte that is written with its escape is escaped as in a value.
  fill(
    memory,
    layout.COPY,
    traits.escapes.map((escape, byte) => (copyActions[byte] === layout.WRITE ? escape : 0)),
    (byte) => copyActions[byte]!,
  );
}

function chooseEscapes({ escapes }: KernelTraits, { hex, escapesBelow, refusesNul }: ValueOptions): Uint8Array {
  return escapes.map((letter, byte) => {
    if (byte === 0 && refusesNul) return layout.REFUSED;
    if (escapesBelow > 0 && (byte < escapesBelow || byte === PERCENT)) return layout.BY_PERCENT;
    return hex ? layout.AS_IS : letter;
  });
}

function fill(memory: Uint8Array, base: number, escapes: Uint8Array, actionOf: (byte: number) => number): void {
  memory.fill(0, base, base + layout.ACTIONS);
  for (let byte = 0; byte < FIRST_HIGH; byte++) {
    const action = actionOf(byte) || (escapes[byte] === layout.AS_IS ? layout.NONE : layout.WRITE);
    memory[base + layout.ACTIONS + byte] = action;
    memory[base + layout.ESCAPES + byte] = escapes[byte]!;
    if (action === layout.NONE) memory[base + (byte & 15)]! |= 1 << (byte >> 4);
  }
  memory.fill(layout.HIGH, base + layout.ACTIONS + FIRST_HIGH, base + layout.ACTIONS + 0x100);
}
