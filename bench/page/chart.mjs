// Draws ratios as SVG: one line per workload on a logarithmic scale from 1, where both are equally fast.
import { escape, picture } from "../../scripts/svg.mjs";

const WIDTH = 860;
const LEFT = 290;
const RIGHT = 70;
const TOP = 74;
const LINE = 24;
const BOTTOM = 34;

const LIGHT = [
  ".one { stroke: #59636e; }",
  ".faster { fill: #1a7f64; }",
  ".slower { fill: #c4581a; }",
  ".bar { stroke: #1f2328; stroke-width: 2; }",
];
const DARK = [
  ".one { stroke: #9198a1; }",
  ".faster { fill: #3fb68b; }",
  ".slower { fill: #e0803f; }",
  ".bar { stroke: #f0f6fc; }",
];

const fixed = (number) => Number(number.toFixed(1));

const halfDecades = (ratio) => 2 * Math.log10(ratio);
/** Returns the label for a number of half decades: 1, 3, 10, 30 …, where 3 and 30 are rounded. */
const toTick = (halves) => (halves % 2 === 0 ? 1 : 3) * 10 ** Math.floor(halves / 2);

/** Formats a ratio: `2.4×`, and an integer from 100 on. */
export const times = (ratio) => `${ratio >= 100 ? Math.round(ratio) : Number(ratio.toPrecision(2))}×`;

/**
 * Returns the chart as SVG text.
 *
 * @param chart `title`, `subtitle`, and `rows` with `label`, the `ratio`, and optionally the bar `must`
 */
export function chart({ title, subtitle, rows }) {
  const values = rows.flatMap(({ ratio, must = 1 }) => [ratio, must, 1]);
  const from = Math.floor(Math.min(...values.map(halfDecades)) - 0.1);
  const to = Math.ceil(Math.max(...values.map(halfDecades)) + 0.1);
  const x = (ratio) => fixed(LEFT + ((halfDecades(ratio) - from) / (to - from)) * (WIDTH - LEFT - RIGHT));
  const height = TOP + rows.length * LINE + BOTTOM;
  const end = TOP + rows.length * LINE;

  const ticks = Array.from({ length: to - from + 1 }, (_, k) => toTick(from + k)).map(
    (ratio) =>
      `<line class="${ratio === 1 ? "one" : "grid"}" x1="${x(ratio)}" x2="${x(ratio)}" y1="${TOP - 4}" y2="${end}"/>` +
      `<text class="small" x="${x(ratio)}" y="${end + 18}" text-anchor="middle">${times(ratio)}</text>`,
  );
  const lines = rows.map(({ label, ratio, must }, k) => {
    const y = TOP + k * LINE;
    const [low, high] = [Math.min(1, ratio), Math.max(1, ratio)];
    const shapes = [
      `<text x="${LEFT - 12}" y="${y + 14}" text-anchor="end">${escape(label)}</text>`,
      `<rect class="${ratio >= 1 ? "faster" : "slower"}" x="${x(low)}" y="${y + 4}" width="${fixed(x(high) - x(low))}" height="${LINE - 11}" rx="2"/>`,
    ];
    if (must !== undefined) {
      shapes.push(`<line class="bar" x1="${x(must)}" x2="${x(must)}" y1="${y + 1}" y2="${y + LINE - 4}"/>`);
    }
    shapes.push(`<text class="small" x="${WIDTH - 12}" y="${y + 14}" text-anchor="end">${times(ratio)}</text>`);
    return shapes.join("");
  });
  const description = rows.map(({ label, ratio }) => `${label} ${times(ratio)}`).join(", ");
  const shapes = [...ticks, ...lines];
  // A comment in XML cannot contain two hyphens.
  const writer = "node bench/page/write.mjs";
  return picture({ writer, width: WIDTH, height, title, subtitle, description, light: LIGHT, dark: DARK, shapes });
}
