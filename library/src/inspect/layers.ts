import { hexValue } from "../base/escape.ts";
import { LayerBudget } from "../codec/repeated-decoding.ts";
import type { Appearance, Layer, UriComponent, FindingList } from "./finding.ts";

const APPEARANCES: readonly Appearance[] = ["/", "\\", "..", "NUL", "CRLF", "<", ">", "'", '"'];
const DOT_DOT = 2;
/** The index in `APPEARANCES` of a decoded byte. */
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
/** Replaces every unit above U+007F. */
const OTHER = 0x80;

/** What contains a % after one decoding: an escaped %, or a % without two hex digits. */
const HIDES_PERCENT = /%(?:25|(?![0-9A-Fa-f]{2}))/;

/**
 * Finds text in a component that is encoded more than once, and delimiters that appear when it is decoded again.
 *
 * It decodes the bytes in place, layer by layer. It skips bytes above 7F, and keeps malformed escapes.
 */
export function findLayers(text: string, from: number, to: number, component: UriComponent, found: FindingList): void {
  if (!HIDES_PERCENT.test(text.slice(from, to))) return;
  const units = new Uint8Array(to - from);
  for (let i = from; i < to; i++) units[i - from] = Math.min(text.charCodeAt(i), OTHER);
  const budget = new LayerBudget(units.length);
  const layers: Layer[] = [];
  let length = units.length;
  let nested: { readonly index: number; readonly length: number } | undefined;
  let exceeded = false;
  // After the first decoding `%u002f` counts as an escape too; in the text itself it is `percent-u-ascii`.
  while (findEscape(units, 0, length, layers.length > 0) < length) {
    exceeded = !budget.take(length);
    if (exceeded) break;
    const { written, appears } = decodeInPlace(units, length, layers.length > 0);
    layers.push({ layer: budget.taken, appears });
    length = written;
    nested ??= locateNested(text, from, to, units, length);
  }
  if (nested === undefined) return;
  if (layers.length > 1) {
    const finding = found.add(
      "multiple-encoding",
      component,
      nested.index,
      nested.length,
      `${exceeded ? "more than " : ""}${layers.length}`,
    );
    finding.layers = layers;
  }
  const hidden = APPEARANCES.filter((what) => layers.some(({ layer, appears }) => layer > 1 && appears.includes(what)));
  if (hidden.length > 0) {
    found.add("hidden-delimiter", component, nested.index, nested.length, hidden.join(", "));
  }
  if (exceeded) found.add("budget-exceeded", component, nested.index, nested.length, String(layers.length));
}

/** Returns the index of the first escape from `from` on, or `to`. */
function findEscape(units: Uint8Array, from: number, to: number, percentU: boolean): number {
  for (let i = units.indexOf(PERCENT, from); i >= 0 && i + 2 < to; i = units.indexOf(PERCENT, i + 1)) {
    if (measureEscape(units, i, to, percentU) > 0) return i;
  }
  return to;
}

/** Returns the length of the escape at `i`: 3, or 6 for the `%u00XX` of an ASCII character, or 0 if there is none. */
function measureEscape(units: Uint8Array, i: number, to: number, percentU: boolean): 0 | 3 | 6 {
  if (i + 2 >= to) return 0;
  if ((hexValue(units[i + 1]!) | hexValue(units[i + 2]!)) >= 0) return 3;
  if (!percentU || units[i + 1] !== 0x75 || i + 5 >= to || units[i + 2] !== 0x30 || units[i + 3] !== 0x30) return 0;
  return units[i + 4]! < 0x38 && (hexValue(units[i + 4]!) | hexValue(units[i + 5]!)) >= 0 ? 6 : 0;
}

/** Decodes each escape once, and returns the delimiters that appeared. */
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
    const escape = unit === PERCENT ? measureEscape(units, i, length, percentU) : 0;
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

/** Locates the text that becomes escapes after one decoding, from the first to the last escape. */
function locateNested(text: string, from: number, to: number, decodedOnce: Uint8Array, length: number) {
  const first = findEscape(decodedOnce, 0, length, true);
  if (first === length) return undefined;
  // Escapes never overlap, because % is not a hex digit.
  let last = decodedOnce.lastIndexOf(PERCENT, length - 3);
  while (measureEscape(decodedOnce, last, length, true) === 0) last = decodedOnce.lastIndexOf(PERCENT, last - 1);
  const index = locateUnit(text, from, to, first);
  return {
    index,
    length: locateUnit(text, index, to, last + measureEscape(decodedOnce, last, length, true) - first) - index,
  };
}

/** Returns the index in the text of unit `n` of the decoded component. */
function locateUnit(text: string, from: number, to: number, n: number): number {
  let i = from;
  for (let unit = 0; unit < n; unit++) {
    const isEscape = text.charCodeAt(i) === PERCENT && i + 2 < to && (hexValue(text.charCodeAt(i + 1)) | hexValue(text.charCodeAt(i + 2))) >= 0; // prettier-ignore
    i += isEscape ? 3 : 1;
  }
  return i;
}
