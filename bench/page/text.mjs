// Writes docs/speed.md: the method, the tables of the saved runs, why each path exists, and how to repeat the runs.
import { format } from "prettier";
import { ROUND_MS, TABLES } from "../definitions.mjs";
import { timeText } from "../results.mjs";
import { LIMITS } from "./limits.mjs";
import { PATHS } from "./paths.mjs";

const escapeCell = (value) => (value === undefined ? "" : String(value).replaceAll("|", "\\|"));
const row = (cells) => `| ${cells.map(escapeCell).join(" | ")} |`;

/** Writes a table. The columns after the first are aligned to the right. */
const table = (head, rows) => [row(head), row(head.map((_, k) => (k === 0 ? "---" : "---:"))), ...rows.map(row)].join("\n"); // prettier-ignore

const formatNumber = (number) => {
  if (number === undefined) return undefined;
  if (number < 100) return String(Number(number.toPrecision(3)));
  if (number >= 1e6) return `${Number((number / 1e6).toPrecision(2))}M`;
  return number >= 10_000 ? `${Math.round(number / 1000)}k` : String(Math.round(number));
};
/** Formats a ratio. A missed bar is marked, and a ratio that reaches the goal is bold. */
const formatRatio = ({ ratio, mark }) => {
  const text = formatNumber(ratio);
  if (mark === "MISSED") return `${text} (missed)`;
  return mark === "wished" ? `**${text}**` : text;
};

const runText = ({ at, subject, machine }) =>
  `Now: percodec ${subject.version} at ${subject.commit}, Node ${machine.node}, ${machine.cpu}, ${machine.cores} cores, ${machine.system}, ${at.slice(0, 10)}.`;

/** Returns the workload with this name in a run, or undefined. */
const findWorkload = (run, id) => run.workloads.find((workload) => workload.id === id);

const listBars = (run) =>
  run.workloads.flatMap(({ id, ratios = [], more }) =>
    [...ratios, ...(more ? [more] : [])]
      .filter(({ must }) => must !== undefined)
      .map((bar) => ({ id, isMissed: bar.mark === "MISSED", ...bar })),
  );

/** Writes how many bars of some runs are missed. */
function missedText(runs) {
  const bars = runs.flatMap(listBars);
  return `${bars.filter(({ isMissed }) => isMissed).length} of ${bars.length} bars are missed.`;
}

/** Returns the ratios with a bar, or all ratios of workloads without bars, of URIs and of the command. */
function shownRatios({ table: name, ratios }) {
  if (name === "cli" || name === "uris") return ratios;
  const barred = ratios.filter(({ must }) => must !== undefined);
  return barred.length > 0 ? barred : ratios;
}

/** Writes the table of a heading with one line per ratio. */
function ratiosTable(run, name, label = (against) => against) {
  const rows = run.workloads.filter((workload) => workload.table === name && workload.ratios);
  const lines = rows.flatMap((workload) => [
    ...shownRatios(workload).map((ratio, k) => [
      k === 0 ? workload.id : "",
      k === 0 ? timeText(workload.times.percodec) : "",
      label(ratio.against),
      timeText(workload.times[ratio.against]),
      formatRatio(ratio),
      formatNumber(ratio.must),
      formatNumber(ratio.wish),
      formatNumber(ratio.ceiling),
    ]),
    ...(workload.notRun ?? []).map((against) => ["", "", label(against), "not run", "", "", "", ""]),
  ]);
  return table(["workload", "percodec", "against", "its time", "ratio", "bar", "goal", "ceiling"], lines);
}

/** Writes the table of the rows that are measured in every engine: the ratio to the native function. */
function enginesTable(engines) {
  const cell = (workload) => (workload ? formatRatio(workload.ratios[0]) : "");
  const toBars = ({ must, wish }) => [formatNumber(must), formatNumber(wish)];
  const rows = engines[0].workloads.map(({ id, ratios }) => [id, ...toBars(ratios[0]), ...engines.map((run) => cell(findWorkload(run, id)))]); // prettier-ignore
  return table(["workload", "bar", "goal", ...engines.map(({ browser }) => browser)], rows);
}

function enginesText({ engines }) {
  const subjects = engines.map(({ browser, subject, at }) => `${browser}: ${subject.commit}, ${at.slice(0, 10)}`);
  return [
    `The time of encodeURIComponent or decodeURIComponent divided by ours. \`light\` is what a bundle for browsers contains, \`kernel\` the
same with the WebAssembly kernel enabled; Node, Bun and Deno start it by themselves. In a text named \`extra\` one character in fifty is one of
\`!'()*\`, which the native function keeps. A row that misses its bar is measured again with three times as many rounds, and the second
figure counts. ${missedText(engines)}`,
    `${subjects.join("; ")}.`,
    enginesTable(engines),
  ].join("\n\n");
}

/** Writes what an application calls for each request: our time in the first engine, and the ratios of every engine. */
function requestsText({ requests }) {
  const [now] = requests;
  const slower = now.workloads.flatMap(({ id, ratios: [{ ratio }] }) =>
    ratio < 1 ? [`${id} ${formatNumber(ratio)}`] : [],
  );
  const times = now.workloads.map(({ id, times: of, ratios: [{ against }] }) => [id, timeText(of.percodec), against, timeText(of[against])]); // prettier-ignore
  return [
    `What an application calls once for each request, beside the code that a user would write: 20 values and 40 URLs, and each engine runs all rows in
one process. ${missedText(requests)} In ${now.browser} ${slower.length} of ${now.workloads.length} calls are slower than that code, by these
ratios: ${slower.join("; ")}. Measured at ${now.subject.commit}, ${now.at.slice(0, 10)}; the times are those of ${now.browser}.`,
    table(["call", "percodec", "against", "its time"], times),
    enginesTable(requests),
  ].join("\n\n");
}

/** Writes how much longer a process takes that imports a module. */
function loadText({ load }) {
  const rows = load.workloads.map(({ id, median, least, must }) => [id, `${median} ms`, `${least} ms`, must === undefined ? "" : `${must} ms`]); // prettier-ignore
  return `The start of a process that imports a module, less that of one that imports nothing, in ${load.rounds} rounds (${load.at.slice(0, 10)}).\n\n${table(["module", "median", "least", "bar"], rows)}`;
}

function shortTable(run) {
  const rows = run.workloads
    .filter((workload) => workload.table === "short")
    .map((workload) => [
      workload.id,
      timeText(workload.times.percodec),
      timeText(workload.times["node -e 0"]),
      `${workload.more.ms} ms` + (workload.more.mark === "MISSED" ? " (missed)" : ""),
      `${workload.more.must} ms`,
      `${workload.more.wish} ms`,
    ]);
  return table(["call", "percodec", "node -e 0", "more", "bar", "goal"], rows);
}

function pathsTable({ main, cli }) {
  const showRatio = (/** @type {string[]} */ [id = "", against]) => {
    const { more, ratios } = findWorkload(main, id) ?? findWorkload(cli, id);
    const ratio = more ? `+${more.ms} ms` : formatNumber(ratios.find((one) => one.against === against).ratio);
    return `${id}, of ${against}: ${ratio}`;
  };
  return table(
    ["path", "where", "why", "ratios"],
    PATHS.map(({ path, file, why, shown }) => [path, file.split(", ").map((name) => `\`${name}\``).join(", "), why, shown.map(showRatio).join("; ")]), // prettier-ignore
  ).replaceAll("---:", "---");
}

/** Lists the missed bars by what limits them. */
function limitsText({ all }, toLabel) {
  const missed = all.flatMap((run) => {
    const where = /^(?:engine|requests)-/.test(run.kind) ? ` in ${run.browser}` : "";
    const bars = listBars(run).filter(({ isMissed }) => isMissed);
    return bars.map(({ id, ratio, against, must }) => ({
      id,
      text: `${id}${where}: ${formatNumber(ratio)} of ${toLabel(against)} (${must})`,
    }));
  });
  const findLimit = (id) => LIMITS.find(({ of }) => of.test(id));
  return LIMITS.map((one) => ({ limit: one.limit, those: missed.filter(({ id }) => findLimit(id) === one) }))
    .filter(({ those }) => those.length > 0)
    .map(({ limit, those }) => [`- ${limit}`, ...those.map(({ text }) => `  - ${text}`)].join("\n"))
    .join("\n");
}

const section = (heading, ...parts) => `## ${heading}\n\n${parts.join("\n\n")}`;

function linksText(run) {
  const { finds, links } = run;
  const counts = Object.entries(finds).map(([name, count]) => `${name} ${count}`).join(", "); // prettier-ignore
  return section(
    TABLES.links,
    `\`findLinks\` and the link finders of npm, on prose without links. The bar is the fastest finder of regular expressions that finds
as much. Of ${links} links the finders find: ${counts}. url-regex-safe takes more than a minute for Chinese.`,
    runText(run),
    ratiosTable(run, "links"),
  );
}

/** Writes the page. */
export function pageText(runs, charts) {
  const { main, cli } = runs;
  const image = (name) => `![${charts[name].title}](${name})`;
  const toLabel = (name) => cli.labels[name] ?? name;
  const versions = Object.entries(cli.versions).map(([name, version]) =>
    version.toLowerCase().includes(name) ? version : `${name} ${version}`,
  );
  const text = `<!-- Written by \`npm run bench -- page\` from bench/results. -->

# Speed

A ratio is the competitor's median time divided by ours: above 1, percodec is faster. All competitors of a workload run in one
process, in ${main.rounds} rounds of ${ROUND_MS} ms and in another order each time. Their results are compared first. The last
character of each result is read, so that engines cannot return a rope or a lazy slice. \`ceiling\` is the ratio of a function that
returns its input. \`npm run bench\` checks the bars; a ratio that reaches the goal is bold. Times vary with the
machine and ratios much less, so compare ratios of the same run.

${section("Calls of an application", requestsText(runs))}

${section(
  TABLES.strings,
  `The corpora are made from a seed (\`bench/corpus.mjs\`). Clean texts need no change. In typical texts one character in ten has to
be encoded: a space, a delimiter, or UTF-8 of two or three bytes. Dense texts are Cyrillic with some CJK. Sizes are UTF-16 units:
texts to decode are the encodings of texts of that size, unless the row names the size of the input. \`component\` is the
default set, \`encodeURIComponent\` that of ECMAScript. In this table and in those of forms, URIs, bytes, links and the command
${missedText([main, cli, runs.links])}`,
  runText(main),
  image("speed-strings.svg"),
  ratiosTable(main, "strings"),
)}

${section(
  TABLES.forms,
  `Forms of 10 pairs and more have typical values; for 10k pairs \`limits\` are raised. After parsing to pairs the size is read,
after parsing to an object the last value; reading all pairs is a separate workload.`,
  image("speed-forms.svg"),
  ratiosTable(main, "forms"),
)}

${section(
  TABLES.uris,
  `Each peer has a row of its own, with the inputs on which it returns the same as percodec. The peers report no position of an error. The
bar is the time of the peer. \`new URL\` and \`URLSearchParams\` are native code: they are shown and have no bar. Rows of percodec are our
time without what the peers do not do: the rule, the spans and the message of a comparison, or the search for unsafe values in a template.`,
  ratiosTable(main, "uris"),
)}

${section(TABLES.bytes, "Arrays of 256 kB. `a copy` is `slice()`, the cost of writing a result of that size.", ratiosTable(main, "bytes"))}

${section(TABLES.kernel, "The same bytes, already in the kernel's memory, compared with the scalar path of the same version.", ratiosTable(main, "kernel"))}

${linksText(runs.links)}

${section("Loading", loadText(runs))}

${section("Every engine", enginesText(runs))}

${section(
  "The command",
  `Processes that read a file with one URL per line and write to \`/dev/null\` or to a file, in ${cli.rounds} rounds. The ceiling is \`cat\`.
The hashes of the results are compared first. A third of the encoded bytes belongs to escapes.`,
  runText(cli),
  image("speed-command.svg"),
  ratiosTable(cli, "cli", toLabel),
  Object.entries(cli.notRun).map(([name, reason]) => `Not run: ${toLabel(name)} (${reason}).`).join("\n"), // prettier-ignore
  `A short call that writes into a pipe, compared with the start of Node without a script:`,
  shortTable(cli),
  `Versions:`,
  versions.map((version) => `- ${version}`).join("\n"),
)}

${section("What is missed", "The known causes, each with the missed bars of the saved runs. The bar is in parentheses.", limitsText(runs, toLabel))}

${section("Why each path exists", pathsTable(runs))}

${section(
  "How to repeat it",
  `<!-- not run: a bench takes minutes and measures this machine -->

\`\`\`console
$ npm run build
$ npm run bench            # strings, forms and bytes; exits with 1 and lists the bars if some are missed
$ npm run bench -- cli        # builds or installs the competitors in a temporary folder, and lists what is missing
$ xvfb-run -a npm run bench -- engines   # Node 20, 24 and 26, Bun, Deno, Chromium, Firefox, WebKitGTK
$ npm run bench -- requests              # the calls of an application, in the same engines
$ npm run bench -- load                  # and links
$ npm run bench -- page       # this page and its charts from bench/results; -- --check compares
\`\`\`

\`npm run bench -- --only "decode typical"\` runs the workloads whose name contains these words and does not save the run.
\`bench/definitions.mjs\` defines the workloads, the competitors and the bars. \`bench/results\` has the newest run of each
runtime, with quartiles and with competitors that have no bar.`,
)}
`;
  return format(text.replaceAll(/\n{3,}/g, "\n\n"), {
    parser: "markdown",
    printWidth: 120,
    proseWrap: "preserve",
    embeddedLanguageFormatting: "off",
  });
}
