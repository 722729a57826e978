import { hexValue } from "../base/escape.ts";
import type { Appearance, Layer, UriComponent } from "./finding.ts";
import type { FindingList } from "./finding-list.ts";

/** How many layers are looked through. */
const MOST_LAYERS = 16;
/** Of a longer text no more is read in all than so many times its length. */
const MOST_WORK = 4;
const FREE_LENGTH = 4096;

const APPEARANCES: readonly Appearance[] = ["/", "\\", "..", "NUL", "CRLF", "<", ">", "'", '"'];
const DOT_DOT = APPEARANCES.indexOf("..");
/** Which appearance a decoded byte is, by its place in the list. */
const APPEARANCE_BY_BYTE: ReadonlyMap<number, number> = /* @__PURE__ */ new Map([
  [0x2f, 0],
  [0x5c, 1],
  [0x00, 3],
  [0x0a, 4],
  [0x0d, 4],
  [0x3c, 5],
  [0x3e, 6],
  [0x27, 7],
  [0x22, 8],
]);
const DOT = 0x2e;
const PERCENT = 0x25;
/** Stands for every unit that is not ASCII. */
const OTHER = 0x80;

/** Escapes that spell a character with more bytes than it needs, which some decoders read. */
export const OVERLONG: RegExp = /%(?:c[01]|e0%[89]|f0%8)/i;

/** Counts the layers that may be looked through, so that no text costs more than a few times its length. */
export class LayerBudget {
  taken = 0;
  readonly #length: number;
  #work = 0;

  /** @param length of the text before any decoding */
  constructor(length: number) {
    this.#length = length;
  }

  /** Asks for one more decoding, of what is so long by now. */
  take(length: number): boolean {
    this.#work += length;
    if (this.taken >= MOST_LAYERS) return false;
    if (this.#length > FREE_LENGTH && this.#work > MOST_WORK * this.#length) return false;
    this.taken++;
    return true;
  }
}

/**
 * Finds what is encoded more than once in a component, and what only appears when it is decoded again.
 *
 * The bytes are decoded in place, a layer at a time: what is not ASCII is never looked at, and malformed escapes stay.
 */
export function findLayers(text: string, from: number, to: number, component: UriComponent, found: FindingList): void {
  if (text.indexOf("%", from) < 0 || text.indexOf("%", from) >= to) return;
  const units = new Uint8Array(to - from);
  for (let i = from; i < to; i++) units[i - from] = Math.min(text.charCodeAt(i), OTHER);
  const budget = new LayerBudget(units.length);
  const layers: Layer[] = [];
  let length = units.length;
  let place: { readonly index: number; readonly length: number } | undefined;
  let exceeded = false;
  // What is left of the first layer may be spelled `%u002f` too; before that it is a finding of its own.
  while (nextEscape(units, 0, length, layers.length > 0) < length) {
    exceeded = !budget.take(length);
    if (exceeded) break;
    const { written, appears } = decodeInPlace(units, length, layers.length > 0);
    layers.push({ layer: budget.taken, appears });
    length = written;
    place ??= locateNested(text, from, to, units, length);
  }
  if (place === undefined) return;
  if (layers.length > 1) {
    const finding = found.add(
      "multiple-encoding",
      component,
      place.index,
      place.length,
      `${exceeded ? "more than " : ""}${layers.length}`,
    );
    finding.layers = layers;
  }
  const hidden = APPEARANCES.filter((what) => layers.some(({ layer, appears }) => layer > 1 && appears.includes(what)));
  if (hidden.length > 0) {
    found.add("hidden-delimiter", component, place.index, place.length, hidden.join(", "));
  }
  if (exceeded) found.add("budget-exceeded", component, place.index, place.length, String(layers.length));
}

/** The index of the first escape from `from` on, or `to`. */
function nextEscape(units: Uint8Array, from: number, to: number, percentU: boolean): number {
  for (let i = units.indexOf(PERCENT, from); i >= 0 && i + 2 < to; i = units.indexOf(PERCENT, i + 1)) {
    if (escapeAt(units, i, to, percentU) > 0) return i;
  }
  return to;
}

/** How long the escape at `i` is: 3, 6 for the `%u00XX` of an ASCII character, 0 where there is none. */
function escapeAt(units: Uint8Array, i: number, to: number, percentU: boolean): 0 | 3 | 6 {
  if (i + 2 >= to) return 0;
  if ((hexValue(units[i + 1]!) | hexValue(units[i + 2]!)) >= 0) return 3;
  if (!percentU || units[i + 1] !== 0x75 || i + 5 >= to || units[i + 2] !== 0x30 || units[i + 3] !== 0x30) return 0;
  return units[i + 4]! < 0x38 && (hexValue(units[i + 4]!) | hexValue(units[i + 5]!)) >= 0 ? 6 : 0;
}

/** Decodes each escape once, and says what appeared by that. */
function decodeInPlace(
  units: Uint8Array,
  length: number,
  percentU: boolean,
): { written: number; appears: readonly Appearance[] } {
  let seen = 0;
  let written = 0;
  let decodedBefore = false;
  for (let i = 0; i < length; i++) {
    let unit = units[i]!;
    let decoded = false;
    const escape = unit === PERCENT ? escapeAt(units, i, length, percentU) : 0;
    if (escape > 0) {
      i += escape - 1;
      unit = (hexValue(units[i - 1]!) << 4) | hexValue(units[i]!);
      decoded = true;
      const appearance = unit <= 0x5c ? APPEARANCE_BY_BYTE.get(unit) : undefined;
      if (appearance !== undefined) seen |= 1 << appearance;
    }
    if (unit === DOT && written > 0 && units[written - 1] === DOT && (decoded || decodedBefore)) seen |= 1 << DOT_DOT;
    units[written++] = unit;
    decodedBefore = decoded;
  }
  return { written, appears: APPEARANCES.filter((_, k) => (seen & (1 << k)) !== 0) };
}

/** Where in the text the escapes stand that are there only after one decoding: from the first to the last. */
function locateNested(text: string, from: number, to: number, once: Uint8Array, length: number) {
  const first = nextEscape(once, 0, length, true);
  if (first === length) return undefined;
  // Two escapes never overlap, since % is no hex digit.
  let last = once.lastIndexOf(PERCENT, length - 3);
  while (escapeAt(once, last, length, true) === 0) last = once.lastIndexOf(PERCENT, last - 1);
  const index = locateUnit(text, from, to, first);
  return { index, length: locateUnit(text, index, to, last + escapeAt(once, last, length, true) - first) - index };
}

/** Where in the text the unit begins that is the n-th from `from` on after one decoding. */
function locateUnit(text: string, from: number, to: number, n: number): number {
  let i = from;
  for (let unit = 0; unit < n; unit++) {
    const escape = text.charCodeAt(i) === PERCENT && i + 2 < to && (hexValue(text.charCodeAt(i + 1)) | hexValue(text.charCodeAt(i + 2))) >= 0; // prettier-ignore
    i += escape ? 3 : 1;
  }
  return i;
}
