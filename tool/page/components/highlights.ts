import type { Span } from "../../shared/text.ts";
import { h } from "./dom.ts";
import { drawText } from "./invisible-characters.ts";

export interface Highlight extends Span {
  /** The class of its element. */
  readonly kind: "danger" | "warning" | "info" | "point" | "differs" | "owner" | "rest" | PartClass;
}

/** Highlights several parts of a text in one way. */
export function toMarks(spans: readonly Span[], kind: Highlight["kind"]): readonly Highlight[] {
  return spans.map(({ index, length }) => ({ index, length, kind }));
}

/** The class of a part of a URL, for its hue and its underline. */
export type PartClass = `part-${string}`;

export function partClass(name: string): PartClass {
  const aliases: Readonly<Record<string, string>> = { port: "scheme", authority: "host" };
  return `part-${aliases[name] ?? name}`;
}

/** Draws the name of a part of a URL in its hue. */
export function partName(name: string, label = name): HTMLElement {
  return h(`span.part.${partClass(name)}`, label);
}

/** A part of a text with its strongest highlight, or with none, and with the part of a URL that it belongs to. */
export interface HighlightedRange {
  readonly from: number;
  readonly to: number;
  readonly kind?: Highlight["kind"];
  readonly part?: PartClass;
}

const RANKS: Readonly<Record<string, number>> = { point: 5, danger: 4, differs: 3, warning: 2, info: 1 };

/** Returns the strength of a highlight; the parts of a URL are the weakest. */
function rank(kind: Highlight["kind"]): number {
  return RANKS[kind] ?? (isPart(kind) ? -1 : 0);
}

/** The maximum number of highlights that are drawn; each costs about 50 µs with each key. */
const MAX_HIGHLIGHTS = 250;

/** Splits a text at its highlights; if several overlap, the strongest one is used. */
export function cutAtHighlights(length: number, marks: readonly Highlight[]): readonly HighlightedRange[] {
  const inside = marks
    .slice(0, MAX_HIGHLIGHTS)
    .map(({ index, length: long, kind }) => ({ from: Math.max(0, index), to: Math.min(length, index + long), kind }))
    .filter(({ from, to }) => from < to);
  const cuts = [...new Set([0, length, ...inside.flatMap(({ from, to }) => [from, to])])].sort((a, b) => a - b);
  const result: HighlightedRange[] = [];
  // Sweep over the cuts with a list of the highlights that are open at each.
  const starting = [...inside].sort((a, b) => a.from - b.from);
  let open: typeof starting = [];
  let next = 0;
  for (let k = 0; k + 1 < cuts.length; k++) {
    const [from, to] = [cuts[k]!, cuts[k + 1]!];
    open = open.filter((mark) => mark.to > from);
    for (let mark; (mark = starting[next]) !== undefined && mark.from <= from; next++) open.push(mark);
    const kind = open.reduce<Highlight["kind"] | undefined>(
      (best, mark) => (best === undefined || rank(mark.kind) > rank(best) ? mark.kind : best),
      undefined,
    );
    const last = result.at(-1);
    const part = open.map((mark) => mark.kind).find(isPart);
    if (last !== undefined && last.kind === kind && kind === undefined) result[result.length - 1] = { ...last, to };
    else if (kind === undefined) result.push({ from, to });
    else result.push(part === undefined ? { from, to, kind } : { from, to, kind, part });
  }
  return result;
}

function isPart(kind: Highlight["kind"]): kind is PartClass {
  return kind.startsWith("part-");
}

/** Returns the class of a highlighted range. A danger keeps the underline of its part of the URL. */
export function markClass({ kind, part }: HighlightedRange): string {
  return [kind, part !== kind && part].filter(Boolean).join(" ");
}

/** Draws a text with its highlights. */
export function drawHighlights(text: string, marks: readonly Highlight[]): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const range of cutAtHighlights(text.length, marks)) {
    const shown = drawText(text.slice(range.from, range.to));
    fragment.append(range.kind === undefined ? shown : h("mark", { class: markClass(range) }, shown));
  }
  return fragment;
}
