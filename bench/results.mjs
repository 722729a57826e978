// Compares medians with the bars and prints tables. Browsers load only `compareWithBars`.

/**
 * Returns the ratios of a workload, first those with a bar. `ceiling` is the ratio of a function that does nothing.
 *
 * @param workload a row of definitions.mjs
 * @param candidates the candidates, percodec first
 * @param times by name, in `ns`, or in `ms` for processes
 */
export function compareWithBars(workload, candidates, times) {
  const [ours] = candidates;
  const readTime = (name) => times[name].ns ?? times[name].ms;
  const ceiling = candidates.find(({ kind }) => kind === "ceiling")?.name;
  const divideTimes = (name, other) => Number((readTime(name) / readTime(other)).toPrecision(3));
  const others = candidates.slice(1).filter(({ name }) => name !== ceiling);
  const ratios = others.map(({ name, kind, note }) => {
    const { must, wish } = workload.bars.find(({ against }) => against === name) ?? {};
    const ratio = divideTimes(name, ours.name);
    const ceilingRatio = ceiling && divideTimes(name, ceiling);
    return { against: name, kind, ratio, must, wish, mark: toMark(ratio, must, wish), ceiling: ceilingRatio, note };
  });
  const unknown = workload.bars.find(({ against }) => !ratios.some((row) => row.against === against));
  if (unknown) throw new Error(`${workload.id}: a bar against ${unknown.against}, which is not measured`);
  const isBarred = ({ must }) => must !== undefined;
  return [...ratios.filter(isBarred), ...ratios.filter((row) => !isBarred(row))];
}

/** Returns `""` without a bar, else `MISSED`, `holds`, or `wished` if the ratio reaches the wish. */
function toMark(ratio, must, wish) {
  if (must === undefined) return "";
  if (ratio < must) return "MISSED";
  return wish !== undefined && ratio >= wish ? "wished" : "holds";
}

/** Describes every missed bar. */
export const listMissed = (workloads) =>
  workloads.flatMap(({ id, ratios = [], more }) => {
    const missed = ratios.filter(({ mark }) => mark === "MISSED");
    const lines = missed.map(({ against, ratio, must }) => `${id}: ${ratio} of ${against}, the bar is ${must}`);
    if (more?.mark === "MISSED") lines.push(`${id}: ${more.ms} ms more than ${more.against}, the bar is ${more.must}`);
    return lines;
  });

const UNITS = [
  { unit: "s", factor: 1e9 },
  { unit: "ms", factor: 1e6 },
  { unit: "µs", factor: 1e3 },
];

/** Formats a time with a suitable unit. */
export function timeText({ ns, ms }) {
  const nanoseconds = ns ?? ms * 1e6;
  const { unit, factor } = UNITS.find((one) => nanoseconds >= one.factor) ?? { unit: "ns", factor: 1 };
  const digits = (nanoseconds / factor).toPrecision(3);
  return `${Number(digits)} ${unit}`;
}

/** Formats a table in columns. Numbers are aligned to the right. */
function columns(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column] ?? "").length)));
  const isNumber = (cell) => /^[\d.]+( \S{1,2})?$/.test(cell);
  const cell = (value, width) => (isNumber(value) ? value.padStart(width) : value.padEnd(width));
  return rows.map((row) => widths.map((width, k) => cell(String(row[k] ?? ""), width)).join("  ").trimEnd()).join("\n"); // prettier-ignore
}

/** Formats the table of one heading with one line per ratio. */
export function tableText(workloads) {
  const head = ["workload", "percodec", "against", "its time", "ratio", "bar", "goal", "", "ceiling"];
  return columns([head, ...workloads.flatMap(toRows)]);
}

function toRows({ id, times, ratios = [], more, notRun = [] }) {
  const rows = ratios.map(({ against, ratio, must, wish, mark, ceiling }) => [
    against,
    timeText(times[against]),
    ratio,
    must,
    wish,
    mark,
    ceiling,
  ]);
  if (more) {
    const { against, ms, must, wish, mark } = more;
    rows.push([against, timeText(times[against]), `${ms} ms more`, must, wish, mark]);
  }
  for (const name of notRun) rows.push([name, "not run"]);
  return rows.map((row, k) => (k === 0 ? [id, timeText(times.percodec), ...row] : ["", "", ...row]));
}
