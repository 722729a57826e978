import { indexOfPercent, readHexPair } from "../base/escape.ts";
import { UnitWriter } from "../base/utf8.ts";
import { tryDecode } from "../codec/decode-native.ts";
import type { KeptEncoding, PartRepair } from "./cleaner.ts";
import { ALLOWED_IN_READING, findSegmentFault, type SegmentFault } from "./segment.ts";

/** Characters that cleaning may encode: all but `pchar`, `/`, `?` and `%` (https://www.rfc-editor.org/rfc/rfc3986#appendix-A). */
const RAW = /[^!$-;=?-Z_a-z~]/;
const ESCAPE = /%[0-9A-Fa-f]{2}/;

/**
 * Yields the parts of a component that were encoded more than once: segments of a path, names and values of a query, or the fragment. A
 * layer is the `25` after a `%`; a part loses as many as each of its `%` has above its last escape. A part whose innermost text is not
 * UTF-8 is left out, and a dangerous one has the reason why it stays.
 */
export function* repairDoubleEncoding(component: "path" | "query" | "fragment", text: string): Iterable<PartRepair> {
  // Most components have no layer above the last, and are not split.
  if (!text.includes("%25")) return;
  for (const { 0: part, 1: delimiter, index } of text.matchAll(PARTS[component])) {
    const start = delimiter === undefined ? 0 : 1;
    const repair = repairPart(part.slice(start), index + start, component === "query");
    if (repair !== undefined) yield repair;
  }
}

/** A pair of a query is split at its first `=` (https://url.spec.whatwg.org/#urlencoded-parsing), which is matched with the value. */
const PARTS = { path: /[^/]+/g, query: /[^&=]+|(=)[^&]*/g, fragment: /[^]+/g };

function repairPart(part: string, index: number, plusAsSpace: boolean): PartRepair | undefined {
  const layers = countCommonLayers(part);
  // Cleaning would encode such a character, once.
  if (layers === 0 || RAW.test(part)) return undefined;
  const value = removeLayers(part, () => layers);
  const innermost = removeLayers(part, (at) => countLayers(part, at));
  const decoded = tryDecode(innermost);
  // Text that can be decoded again is not the innermost text.
  if (decoded === undefined || ESCAPE.test(decoded)) return undefined;
  const once = value === innermost ? decoded : tryDecode(value);
  if (once === undefined) return undefined;
  return { index, length: part.length, value, layers, reason: findDanger(value, once, plusAsSpace) };
}

/** Counts the layers that every `%` of a part has: 0 without a `%`, or if one of them is malformed or encoded once. */
function countCommonLayers(part: string): number {
  let fewest = Infinity;
  for (let at = 0; (at = indexOfPercent(part, at)) >= 0 && fewest > 0; at++) {
    fewest = Math.min(fewest, countLayers(part, at));
  }
  return Number.isFinite(fewest) ? Math.max(0, fewest) : 0;
}

/** Counts the layers above the last escape: `%41` and `%25` have none, `%2541` and `%2525` one; -1 for a malformed escape. */
function countLayers(part: string, percent: number): number {
  let at = percent + 1;
  while (part.startsWith("25", at)) at += 2;
  const pairs = (at - percent - 1) / 2;
  // Without two more hex digits, the last `25` is itself the escape.
  return readHexPair(part, at) >= 0 ? pairs : pairs - 1;
}

function removeLayers(part: string, count: (percent: number) => number): string {
  const writer = new UnitWriter();
  let from = 0;
  for (let at = 0; (at = indexOfPercent(part, at)) >= 0;) {
    writer.append(part, from, at + 1);
    from = at + 1 + 2 * count(at);
    at = from;
  }
  writer.append(part, from);
  return writer.text();
}

/** A text with escapes is not empty, and the rules of Windows are not asked for. */
const REASONS: Readonly<Partial<Record<SegmentFault, KeptEncoding["reason"]>>> = {
  slash: "separator",
  control: "control",
  dot: "dot-segment",
  encoded: "encoded",
};

/** Returns why `decodePath` would refuse what a part becomes; `once` is the value, decoded once. */
function findDanger(value: string, once: string, plusAsSpace: boolean): KeptEncoding["reason"] | undefined {
  // A raw slash of a query or a fragment is there already, so the texts between raw slashes are judged.
  const written = plusAsSpace ? value.replace(/\+/g, " ") : value;
  const isWhole = written === value && !value.includes("/");
  const changed = isWhole ? [once] : written.split("/").filter((piece) => piece.includes("%")).map(tryDecode); // prettier-ignore
  for (const piece of changed) {
    const fault = findSegmentFault(piece!, ALLOWED_IN_READING);
    if (fault !== undefined) return REASONS[fault];
  }
  return undefined;
}
