// docs/speed.md: how it is measured, the tables of the filed runs, how to repeat it, and why each path exists.
import { format } from "prettier";
import { ROUND_MS, ROUNDS, TABLES } from "../definitions.mjs";
import { timeText } from "../results.mjs";
import { ratioOf, workloadOf } from "./filed.mjs";
import { LIMITS } from "./limits.mjs";
import { PATHS } from "./paths.mjs";

const cellText = (value) => (value === undefined ? "" : String(value).replaceAll("|", "\\|"));
const row = (cells) => `| ${cells.map(cellText).join(" | ")} |`;

/** The first column is words, the others are figures. */
const table = (head, rows) => [row(head), row(head.map((_, k) => (k === 0 ? "---" : "---:"))), ...rows.map(row)].join("\n"); // prettier-ignore

const figure = (number) => {
  if (number === undefined) return undefined;
  if (number < 100) return String(Number(number.toPrecision(3)));
  if (number >= 1e6) return `${Number((number / 1e6).toPrecision(2))}M`;
  return number >= 10_000 ? `${Math.round(number / 1000)}k` : String(Math.round(number));
};
/** A ratio that misses its bar says so; one that reaches the wish is bold. */
const judged = ({ ratio, mark }) => {
  const text = figure(ratio);
  if (mark === "MISSED") return `${text} (missed)`;
  return mark === "wished" ? `**${text}**` : text;
};

const machineText = ({ at, subject, machine, browser }) =>
  `percodec ${subject.version}${subject.commit ? ` at ${subject.commit}` : ""}, ` +
  `${browser ?? `Node ${machine.node}`}, ${machine.cpu}, ${machine.cores} cores, ${machine.system}, ${at.slice(0, 10)}`;

const runsText = ({ now, before }) =>
  [`Now: ${machineText(now)}.`, ...(before ? [`Before: ${machineText(before)}.`] : [])].join("\\\n");

/** Ratios that have a bar; where a workload has none, and of the command, all of them. */
function shownRatios({ table: name, ratios }) {
  if (name === "cli") return ratios;
  const barred = ratios.filter(({ must }) => must !== undefined);
  return barred.length > 0 ? barred : ratios;
}

/** One table of a heading, a line a ratio, with the run before beside it. */
function ratiosTable({ now, before }, name, label = (against) => against) {
  const rows = now.workloads.filter((workload) => workload.table === name && workload.ratios);
  const skipped = now.workloads.filter((workload) => workload.table === name && workload.skip);
  if (rows.length === 0) return skipped.length > 0 ? `Not measured: ${skipped[0].skip}.` : "Not measured.";
  const was = before === undefined ? [] : ["before"];
  const lines = rows.flatMap((workload) => [
    ...shownRatios(workload).map((ratio, k) => [
      k === 0 ? workload.id : "",
      k === 0 ? timeText(workload.times.percodec) : "",
      label(ratio.against),
      timeText(workload.times[ratio.against]),
      ...was.map(() => figure(ratioOf(before, workload.id, ratio.against))),
      judged(ratio),
      figure(ratio.must),
      figure(ratio.wish),
      figure(ratio.ceiling),
    ]),
    ...(workload.notRun ?? []).map((against) => ["", "", label(against), "not run", ...was, "", "", "", ""]),
  ]);
  return table(["workload", "percodec", "against", "its time", ...was, "ratio", "bar", "wish", "ceiling"], lines);
}

/** The same workloads elsewhere: the time, and how many times the native function takes, or the fastest peer. */
function elsewhere({ main, others }) {
  const nativeOf = (workload) => workload?.ratios?.find(({ kind }) => kind === "native");
  const cell = (workload) => {
    if (!workload?.times) return "";
    const native = nativeOf(workload);
    return `${timeText(workload.times.percodec)}${native ? `, ${figure(native.ratio)}` : ""}`;
  };
  const runs = others.map(({ now }) => now);
  const name = ({ browser, machine }) => browser ?? `Node ${machine.node}`;
  const rows = main.now.workloads
    .filter(({ times, table: of }) => times && of !== "kernel")
    .map(({ id }) => [id, ...[main.now, ...runs].map((run) => cell(workloadOf(run, id)))]);
  return table(["workload", ...[main.now, ...runs].map(name)], rows);
}

function shortTable({ now, before }) {
  const was = before === undefined ? [] : ["before"];
  const more = (workload) => (workload ? `${workload.more.ms} ms` : "");
  const rows = now.workloads
    .filter((workload) => workload.table === "short")
    .map((workload) => [
      workload.id,
      timeText(workload.times.percodec),
      timeText(workload.times["node -e 0"]),
      ...was.map(() => more(workloadOf(before, workload.id))),
      more(workload) + (workload.more.mark === "MISSED" ? " (missed)" : ""),
      `${workload.more.must} ms`,
      `${workload.more.wish} ms`,
    ]);
  return table(["call", "percodec", "node -e 0", ...was, "more", "bar", "wish"], rows);
}

function pathsTable(kinds, { main }) {
  const runsWith = (id) => [main, kinds.cli].find((runs) => workloadOf(runs?.now, id));
  const shown = (/** @type {string[]} */ [id, against]) => {
    const { now, before } = runsWith(id) ?? {};
    const { more } = workloadOf(now, id) ?? {};
    const value = (run) => {
      const workload = workloadOf(run, id);
      if (workload === undefined) return undefined;
      return more ? `+${workload.more.ms} ms` : figure(ratioOf(run, id, against));
    };
    const was = value(before);
    return `${id}, of ${against}: ${was === undefined ? "" : `${was} → `}${value(now) ?? "not measured"}`;
  };
  return table(
    ["path", "where", "why", "what it gives (before → now)"],
    PATHS.map(({ path, file, why, shown: all }) => [path, file.split(", ").map((name) => `\`${name}\``).join(", "), why, all.map(shown).join("; ")]), // prettier-ignore
  ).replaceAll("---:", "---");
}

const barsOf = ({ now }) =>
  now.workloads.flatMap(({ id, ratios = [], more }) =>
    [...ratios, ...(more ? [more] : [])].map((bar) => ({ id, ...bar })),
  );

function missedText(kinds, { main }) {
  const barred = [main, kinds.cli].filter(Boolean).flatMap(barsOf).filter(({ must }) => must !== undefined); // prettier-ignore
  return `Of ${barred.length} bars ${barred.filter(({ mark }) => mark === "MISSED").length} are missed.`;
}

/** The bars that are missed, under what limits them. */
function limitsText(kinds, labelOf) {
  const missed = Object.values(kinds).flatMap((runs) => {
    const where = runs.now.kind === "node24" ? " on Node 24" : "";
    return barsOf(runs)
      .filter(({ mark }) => mark === "MISSED")
      .map((bar) => ({
        ...bar,
        text: `${bar.id}${where}: ${figure(bar.ratio)} of ${labelOf(bar.against)} (${bar.must})`,
      }));
  });
  return LIMITS.map(({ of, limit }) => ({ limit, those: missed.filter(({ id }) => of.test(id)) }))
    .filter(({ those }) => those.length > 0)
    .map(({ limit, those }) => `- ${limit}\\\n  _${those.map(({ text }) => text).join("; ")}._`)
    .join("\n");
}

const section = (heading, ...parts) => `## ${heading}\n\n${parts.join("\n\n")}`;

/** The page. */
export function pageText(kinds, runtimes, charts) {
  const { main } = runtimes;
  const { cli } = kinds;
  const image = (name) => (charts[name] ? `![${charts[name].title}](${name})` : "");
  const labelOf = (name) => cli?.now.labels[name] ?? name;
  const versions = Object.entries(cli?.now.versions ?? {}).map(([name, version]) =>
    version.toLowerCase().includes(name) ? version : `${name} ${version}`,
  );
  const text = `<!-- Written by \`npm run bench:page\` from bench/results. -->

# Speed

A ratio is the competitor's median time over ours: above 1 percodec is faster. All competitors of a workload run in one process, one
after the other in rounds of ${ROUND_MS} ms whose order changes, ${main.now.rounds ?? ROUNDS} times, after their answers were found to be the same; the
last character of each result is read, so that none is a rope or a promise. \`ceiling\` is the ratio that a function would
have that gives back what it was given. A bar is what \`npm run bench\` holds; a wish that is reached is bold. Times drift
with the machine; ratios do so much less, but they do: compare those of one run. ${missedText(kinds, runtimes)}

The corpora are made from a seed (\`bench/corpus.mjs\`): clean is nothing to do, typical is one character in ten that has to be
encoded (a space, a delimiter, or UTF-8 of two or three bytes), dense is Cyrillic with some CJK. Sizes are UTF-16 units of the
text: what is decoded is what encodes a text of that size, unless a row says that the input has it. \`component\` is the default set, \`encodeURIComponent\` that of ECMAScript.

${runsText(main)}

${image("speed-strings.svg")}

${section(TABLES.strings, ratiosTable(main, "strings"))}

${section(
  TABLES.forms,
  `Forms of 10 pairs and more have typical values; those of 10k pairs raise \`limits\`. Of a list of pairs the size is read, of an
object the last value; what it costs to go over the pairs as well is a workload of its own.`,
  image("speed-forms.svg"),
  ratiosTable(main, "forms"),
)}

${section(TABLES.bytes, "Arrays of 256 kB. `a copy` is `slice()`: what it costs to write an answer of that size.", ratiosTable(main, "bytes"))}

${section(TABLES.kernel, "The same bytes where the kernel needs them, against the scalar path of the same version.", ratiosTable(main, "kernel"))}

${section("Other runtimes", "Our time, and the ratio to the native function where there is one.", elsewhere(runtimes))}
${
  cli
    ? `
${section(
  "The command",
  `Whole processes, from a file of URLs, one a line, to \`/dev/null\`, or from file to file, ${cli.now.rounds} rounds. The ceiling is \`cat\`.
The answers were compared by their hash first. A third of the encoded bytes belongs to escapes.`,
  runsText(cli),
  image("speed-command.svg"),
  ratiosTable(cli, "cli", labelOf),
  Object.entries(cli.now.notRun).map(([name, reason]) => `Not run: ${labelOf(name)} (${reason}).`).join("\n"), // prettier-ignore
  `A short call that prints into a pipe, against the start of Node alone:`,
  shortTable(cli),
  `Versions: ${versions.join("; ")}.`,
)}
`
    : ""
}
${section("What is missed", "What was found to limit it, the bars that the filed runs miss, and what was asked in parentheses.", limitsText(kinds, labelOf))}

${section("Why each path exists", pathsTable(kinds, runtimes))}

${section(
  "How to repeat it",
  `\`\`\`console
$ npm run build
$ npm run bench            # strings, forms and bytes; exits 1 where a bar is missed, and says which
$ npm run bench:cli        # builds or installs the competitors in a temporary folder, and names what is missing
$ npm run bench:browsers   # Chromium and Firefox, headless
$ npm run bench:page       # this page and its charts from bench/results; -- --check compares
\`\`\`

\`npm run bench -- --only "decode typical"\` runs what has these words in its name, and files nothing. What is measured, against
whom, and the bars are data in \`bench/definitions.mjs\`; every figure of a run, with the competitors that have no bar and the
quartiles, is in \`bench/results\`, by date and runtime.`,
)}
`;
  return format(text.replaceAll(/\n{3,}/g, "\n\n"), {
    parser: "markdown",
    printWidth: 120,
    proseWrap: "preserve",
    embeddedLanguageFormatting: "off",
  });
}
