// Runs the rows of elsewhere.json, each with its version of the library, and writes docs/elsewhere.md, or with --check compares
// it: npm run suite -- peers
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { pythonWith } from "../../../engines/python.mjs";
import { escapeInvisible, table, writePage } from "../../conformance/markdown.mjs";

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const { date, rows, with: others } = read("elsewhere.json");
const { threats } = read("../../vectors/threats.json");
const isNode = ({ version }) => version.startsWith("Node");
const unique = (list) => [...new Set(list)];

/** Installs exact versions in the user's cache, and returns the folder and the Python of an environment. */
function install() {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "percodec", "elsewhere");
  const requirements = join(folder, "requirements.txt");
  mkdirSync(folder, { recursive: true });
  const pinned = rows.filter(({ pip }) => pip).map(({ package: name, version }) => `${name}==${version}\n`);
  writeFileSync(requirements, unique(pinned).join(""));
  const fromNpm = rows.filter((row) => !row.pip && !isNode(row));
  const packages = unique([...others, ...fromNpm.map(({ package: name, version }) => `${name}@${version}`)]);
  const manifest = join(folder, "package.json");
  const dependencies = Object.fromEntries(packages.map((name) => name.split(/(?<=.)@(.*)/)));
  const wanted = JSON.stringify({ private: true, dependencies });
  if (!existsSync(join(folder, "node_modules")) || readFileSync(manifest, "utf8") !== wanted) {
    writeFileSync(manifest, wanted);
    const words = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    const { status, error } = spawnSync("npm", words, { cwd: folder, stdio: "inherit" });
    if (error ?? status !== 0) throw error ?? new Error(`npm ${words.join(" ")} failed in ${folder}`);
  }
  return { folder, python: pythonWith(requirements, "elsewhere") };
}

/** Returns what the code of a row prints, or the exception that it throws. */
function run({ code, pip }, { folder, python }) {
  const [program, ...words] = pip
    ? [python, "-c"]
    : [process.execPath, "--no-deprecation", "--input-type=module", "-e"];
  const { status, stdout, stderr, error } = spawnSync(program, [...words, code], { cwd: folder, encoding: "utf8" });
  if (error) throw error;
  return status === 0 ? stdout.replace(/\n$/, "") : (/^\w*Error: .*$/m.exec(stderr)?.[0] ?? stderr);
}

const show = (text) => (text === "" ? "(empty)" : `\`${escapeInvisible(text).replaceAll("|", "\\|")}\``);
const toClause = (url) =>
  `[${url
    .replace(/.*\/(?:rfc(?=\d))?/, (path) => (path.endsWith("rfc") ? "RFC " : ""))
    .replace("#section-", ", ")
    .replace(/^#/, "")}](${url})`;
const toCve = (text) => text.replace(/CVE-[\d-]*\d/g, (name) => `[${name}](https://nvd.nist.gov/vuln/detail/${name})`);

/** Formats what was run and its answer; the library is the argument of `npm install` or `pip install`. */
const toRun = ({ package: name, version, pip, code, answer }) => [
  isNode({ version }) ? `${name}, ${version}` : `${name}${pip ? "==" : "@"}${version}`,
  `\`${code}\``,
  show(answer),
];

/** Formats a row with the answer of the standard. */
const toCells = (row) => [...toRun(row), show(row.standard), toClause(row.clause), row.threat, toCve(row.later ?? "")];

/** Formats the report of a row: an advisory, or an issue or pull request on GitHub. */
const toReport = (text) =>
  text.startsWith("CVE") ? toCve(text) : `[${text.replace(/.*\.com\/(.*)\/(?:issues|pull)\//, "$1 #")}](${text})`;

/** Formats a row with the answer of percodec. */
const toOwnCells = (row) => [...toRun(row), `\`${row.ours}\``, show(row.gives), toReport(row.report)];

const installed = install();
for (const row of rows) {
  const answer = run(row, installed);
  if (answer === row.answer) continue;
  console.log(`FAIL  ${row.package} ${row.version}: ${row.code}\n  - ${row.answer}\n  + ${answer}`);
  process.exitCode = 1;
}

const differing = rows.filter(({ standard }) => standard !== undefined);
const names = unique(differing.map((row) => row.package.replace(/-old$/, "")));
const classes = threats.filter(({ id, seen }) => seen.length > 0 || rows.some(({ threat }) => threat === id));
const seenAs = ({ seen }) =>
  toCve(seen.map((name) => (name.startsWith("CVE") ? name : `[an advisory](${name})`)).join(", "));
const page = `<!-- Written by tests/surveys/peers/elsewhere.mjs; do not edit. -->

# What other libraries return

${differing.length} answers of ${names.length} libraries that differ from a standard, as of ${date}. \`npm run suite -- peers\` runs each row again. To run one by hand, pass the first
column to \`npm install\` or, with \`==\`, to \`pip install\` in an empty folder, and the second to \`node --input-type=module -e "…"\` or
\`python3 -c "…"\`; the rows of @hono/node-server also need ${others.join()}. The class is that of the [catalogue of bugs](security.md), which
names the test of percodec. A note names an advisory, or a later version that was run too.

${table(["library", "code", "answer", "by the standard", "clause", "class", "note"], differing.map(toCells))}

## Reports, and the answer of percodec

Bugs of this year, and one of 2024, with the call of percodec that answers them. \`npm test\` runs the calls of percodec. \`throws CODE\` is an error with this code.

${table(
  ["library", "code", "answer", "percodec", "answer of percodec", "report"],
  rows.filter(({ ours }) => ours !== undefined).map(toOwnCells),
)}

## Classes

${table(
  ["class", "bug", "rows above", "seen as"],
  classes.map((threat) => [
    threat.id,
    threat.bug,
    rows.filter((row) => row.threat === threat.id).length,
    seenAs(threat),
  ]),
)}
`;
await writePage("docs/elsewhere.md", page, `${rows.length} rows, ${names.length} libraries`);
