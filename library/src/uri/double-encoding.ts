import { indexOfPercent, readHexPair } from "../base/escape.ts";
import { UnitWriter } from "../base/utf8.ts";
import type { KeptEncoding, PartRepair } from "./cleaner.ts";
import { ALLOWED_IN_READING, findSegmentFault, type SegmentFault } from "./segment.ts";

/** Characters that cleaning may encode: all but `pchar`, `/`, `?` and `%` (https://www.rfc-editor.org/rfc/rfc3986#appendix-A). */
const RAW = /[^!$-;=?-Z_a-z~]/;
const ESCAPE = /%[0-9A-Fa-f]{2}/;

/**
 * Yields the parts of a component that were encoded more than once: segments of a path, names and values of a query, or the fragment.
 *
 * A layer is the `25` after a `%`. As many layers are removed as every `%` of the part has above its last escape. The part stays if what
 * it decodes to in the end is not UTF-8, or is dangerous; a dangerous one is yielded with the reason.
 */
export function* repairDoubleEncoding(component: "path" | "query" | "fragment", text: string): Iterable<PartRepair> {
  // Most components have no layer above the last, and are not split.
  if (!text.includes("%25")) return;
  for (const [from, to] of COMPONENT_PARTS[component](text)) {
    const repair = repairPart(text.slice(from, to), from, component === "query");
    if (repair !== undefined) yield repair;
  }
}

type Range = readonly [from: number, to: number];

const COMPONENT_PARTS = {
  path: (text: string) => splitRange(text, "/", 0, text.length),
  query: splitPairs,
  fragment: (text: string): Range[] => [[0, text.length]],
};

/** Yields the ranges between separators. */
function* splitRange(text: string, separator: string, start: number, end: number): Iterable<Range> {
  for (let from = start; from <= end;) {
    const found = text.indexOf(separator, from);
    const to = found < 0 || found > end ? end : found;
    yield [from, to];
    from = to + 1;
  }
}

/** Yields the ranges of names and values; a pair is split at its first `=` (https://url.spec.whatwg.org/#urlencoded-parsing). */
function* splitPairs(query: string): Iterable<Range> {
  for (const [from, to] of splitRange(query, "&", 0, query.length)) {
    const pair = query.slice(from, to);
    const equals = pair.indexOf("=");
    if (equals >= 0) yield [from, from + equals];
    yield [from + equals + 1, to];
  }
}

function repairPart(part: string, index: number, plusAsSpace: boolean): PartRepair | undefined {
  const layers = countCommonLayers(part);
  // Cleaning would encode such a character, once.
  if (layers === 0 || RAW.test(part)) return undefined;
  const value = removeLayers(part, () => layers);
  const innermost = removeLayers(part, (at) => countLayers(part, at));
  const decoded = decode(innermost);
  // Text that can be decoded again is not the innermost text.
  if (decoded === undefined || ESCAPE.test(decoded)) return undefined;
  const once = value === innermost ? decoded : decode(value);
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

/** Removes layers of each `%`. */
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

/** Decodes a part whose escapes are well-formed; returns undefined if they are not UTF-8. */
function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

const REASONS: Readonly<Record<SegmentFault, KeptEncoding["reason"] | undefined>> = {
  slash: "separator",
  control: "control",
  dot: "dot-segment",
  encoded: "encoded",
  // A text with escapes is not empty, and the rules of Windows are not asked for.
  empty: undefined,
  windows: undefined,
};

/**
 * Returns why a part must not be repaired: `decodePath` would refuse what it becomes. A raw slash of a query or a fragment is there
 * already, so the texts between raw slashes are judged.
 *
 * @param once the value, decoded once
 */
function findDanger(value: string, once: string, plusAsSpace: boolean): KeptEncoding["reason"] | undefined {
  const written = plusAsSpace ? value.replace(/\+/g, " ") : value;
  const isWhole = written === value && !value.includes("/");
  const changed = isWhole ? [once] : written.split("/").filter((piece) => piece.includes("%")).map(decode); // prettier-ignore
  for (const piece of changed) {
    const fault = findSegmentFault(piece!, ALLOWED_IN_READING);
    if (fault !== undefined) return REASONS[fault];
  }
  return undefined;
}
