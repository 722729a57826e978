import { readEscape } from "../base/escape.ts";
import { LayerBudget } from "../codec/repeated-decoding.ts";
import type { Appearance, Layer, UriComponent, FindingList } from "./finding.ts";

const APPEARANCES: readonly Appearance[] = ["/", "\\", "..", "NUL", "CRLF", "<", ">", "'", '"'];
const APPEARANCE_NAMES: ReadonlyMap<string, Appearance> = /* @__PURE__ */ new Map([
  ["\0", "NUL"],
  ["\n", "CRLF"],
  ["\r", "CRLF"],
]);

const ESCAPE = /%([0-9A-Fa-f]{2})/g;
/** After the first decoding `%u002f` counts as an escape too; in the text itself it is `percent-u-ascii`. */
const NESTED_ESCAPE = /%(?:u00(?=[0-7]))?([0-9A-Fa-f]{2})/g;

/** What contains a % after one decoding: an escaped %, or a % without two hex digits. */
const HIDES_PERCENT = /%(?:25|(?![0-9A-Fa-f]{2}))/;

/** Finds text that is encoded more than once, and what then appears. Each byte above 7F counts as one character, and malformed escapes stay. */
export function findLayers(text: string, from: number, to: number, component: UriComponent, found: FindingList): void {
  let value = text.slice(from, to);
  if (!HIDES_PERCENT.test(value)) return;
  const budget = new LayerBudget(value.length);
  const layers: Layer[] = [];
  let nested: { readonly index: number; readonly length: number } | undefined;
  let exceeded = false;
  for (let escape = ESCAPE; value.search(escape) >= 0; escape = NESTED_ESCAPE) {
    exceeded = !budget.take(value.length);
    if (exceeded) break;
    const { decoded, appears } = decodeLayer(value, escape);
    layers.push({ layer: budget.taken, appears });
    value = decoded;
    nested ??= locateNested(text, from, value);
  }
  if (nested === undefined) return;
  const { index, length } = nested;
  const times = `${exceeded ? "more than " : ""}${layers.length}`;
  if (layers.length > 1) found.add("multiple-encoding", component, index, length, times).layers = layers;
  const hidden = APPEARANCES.filter((what) => layers.some(({ layer, appears }) => layer > 1 && appears.includes(what)));
  if (hidden.length > 0) found.add("hidden-delimiter", component, index, length, hidden.join(", "));
  if (exceeded) found.add("budget-exceeded", component, index, length, String(layers.length));
}

/** Decodes each escape once, and returns the delimiters that appeared. */
function decodeLayer(text: string, escape: RegExp): { decoded: string; appears: readonly Appearance[] } {
  const seen = new Set<string>();
  let dotEnd = -1;
  const decoded = text.replace(escape, (written: string, digits: string, index: number) => {
    const character = String.fromCharCode(parseInt(digits, 16));
    seen.add(APPEARANCE_NAMES.get(character) ?? character);
    if (character === ".") {
      const end = index + written.length;
      if (dotEnd === index || text[index - 1] === "." || text[end] === ".") seen.add("..");
      dotEnd = end;
    }
    return character;
  });
  return { decoded, appears: APPEARANCES.filter((what) => seen.has(what)) };
}

/** Locates the text that becomes escapes after one decoding, from the first to the last escape. */
function locateNested(text: string, from: number, decodedOnce: string) {
  const first = decodedOnce.search(NESTED_ESCAPE);
  if (first < 0) return undefined;
  let end = 0;
  for (const { 0: written, index } of decodedOnce.matchAll(NESTED_ESCAPE)) end = index + written.length;
  const index = locateUnit(text, from, first);
  return { index, length: locateUnit(text, index, end - first) - index };
}

/** Returns the index in the text of unit `n` of the decoded part that begins at `from`. */
function locateUnit(text: string, from: number, n: number): number {
  let i = from;
  for (let unit = 0; unit < n; unit++) i += readEscape(text, i) < 0 ? 1 : 3;
  return i;
}
