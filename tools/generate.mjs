// Writes docs/sets.md, docs/cli.md, docs/findings, docs/api, docs/security.md, docs/architecture.svg and the man page from what the code
// itself and its vectors say; --check only compares.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadSources } from "../tests/support/sources.mjs";
import { apiPages } from "./api.mjs";
import { importGraphPicture } from "./import-graph.mjs";
import { securityPage } from "./security-page.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const {
  COMMANDS,
  FINDING_PAGES,
  inspect,
  FINDINGS,
  findFlag,
  FLAGS,
  NOTES,
  namedSet,
  setNames,
  spelling,
  escapeInvisible,
} = await loadSources([
  "cli/flags.ts",
  "cli/command-table.ts",
  "cli/help.ts",
  "src/sets/index.ts",
  "src/base/invisible.ts",
  "src/inspect/findings.ts",
  "src/inspect/finding-table.ts",
  "src/inspect/finding-pages.ts",
]);
const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const [, released] = /^## [^ ]+ \(([0-9-]+)\)$/m.exec(readFileSync(`${root}CHANGELOG.md`, "utf8")) ?? [];
if (released === undefined) throw new Error("CHANGELOG.md names no release with its date");

function setsPage() {
  const cell = (text) => text.replaceAll("|", "\\|").replaceAll("`", "`` ` ``");
  const code = (characters) =>
    [...characters].map((character) => (character === "`" ? "`` ` ``" : `\`${cell(character)}\``)).join(" ");
  const keeps = (set) => {
    const rest = set.kept.replace(/[A-Za-z0-9]/g, "");
    const controls = /[\0-\x1f\x7f]/.test(rest);
    if (set.kept === "") return "nothing";
    return controls ? "everything else" : code(rest.replace(" ", "")) + (rest.includes(" ") ? " SP" : "");
  };
  const above = (set) =>
    set.nonAscii.length === 3 ? "" : `keeps ${set.nonAscii.includes("iprivate") ? "ucschar" : "ucschar, iprivate"}`;
  const rows = setNames().map((name) => {
    const set = namedSet(name);
    const notes = [above(set), set.spaceAsPlus ? "space as `+`" : "", set.reversible ? "" : "not reversible"];
    return `| [\`${name}\`](${set.source}) | ${keeps(set)} | ${notes.filter(Boolean).join("; ")} |`;
  });
  return `<!-- Written by \`npm run generate\` from src/sets. -->

# Percent-encode sets

Every set by the name that \`--set\` and \`namedSet\` take, with the link of its source. In code it is a property:
\`rfc3986-segment-no-colon\` is \`rfc3986.segmentNoColon\` of \`percodec/sets\`. Besides what is listed each set but \`all\` keeps
A-Z, a-z and 0-9; everything else becomes \`%XX\` over its UTF-8 bytes, and so does everything above U+007F unless the row says
otherwise. A set is reversible where it encodes \`%\`, and \`+\` where a space becomes one.

| set | keeps | notes |
| --- | --- | --- |
${rows.join("\n")}
`;
}

const names = Object.keys(COMMANDS);
const listOptions = (name) => [...COMMANDS[name].flags, "help"];

function commandPage() {
  const sections = names.map((name) => {
    const { operands, summary, examples } = COMMANDS[name];
    const options = listOptions(name).map(
      (flag) =>
        `| \`${spelling(flag, findFlag(name, flag)).trim().replaceAll("|", "\\|")}\` | ${findFlag(name, flag).summary} |`,
    );
    const shown = examples.map(([line, output]) => `$ ${line}\n${output}`).join("");
    return `${`## percodec ${name} ${operands.replaceAll("[", "\\[")}`.trimEnd()}

${summary[0].toUpperCase()}${summary.slice(1)}.

| option | what it does |
| --- | --- |
${options.join("\n")}
${shown && `\n\`\`\`console\n${shown}\`\`\`\n`}`;
  });
  return `<!-- Written by \`npm run generate\` from cli/command-table.ts. -->

# The command

${NOTES.join("\n\n")}

${sections.join("\n")}`;
}

/** https://man7.org/linux/man-pages/man7/man-pages.7.html; a dash is \\-, and no line begins with a dot of its own. */
function manPage() {
  const roff = (text) =>
    text
      .replaceAll("\\", "\\e")
      .replaceAll("-", "\\-")
      .replace(/^([.'])/gm, "\\&$1");
  const options = (flags) =>
    flags.map((flag) => `.TP\n.B ${roff(spelling(flag, FLAGS[flag]).trim())}\n${roff(FLAGS[flag].summary)}`);
  const commands = names.map((name) => {
    const { operands, summary, own = {} } = COMMANDS[name];
    const meant = Object.entries(own).map(
      ([flag, row]) => `\n.br\nHere ${roff(spelling(flag, row).trim())}: ${roff(row.summary)}.`,
    );
    return `${`.TP\n.B percodec ${name} ${roff(operands)}`.trimEnd()}\n${roff(summary)}.\nOptions: ${listOptions(name)
      .map((flag) => roff(`--${flag}`))
      .join(", ")}.${meant.join("")}`;
  });
  const examples = names.flatMap((name) =>
    COMMANDS[name].examples.map(([line, output]) => `.nf\n$ ${roff(line)}\n${roff(output).trimEnd()}\n.fi`),
  );
  return `.\\" Written by npm run generate from cli/command-table.ts.
.TH PERCODEC 1 ${released} "percodec ${version}" "User Commands"
.SH NAME
percodec \\- percent\\-encode and percent\\-decode text, files and streams
.SH SYNOPSIS
.B percodec
.I COMMAND
[\\fIOPTION\\fR...] [\\fIOPERAND\\fR...]
.SH DESCRIPTION
${NOTES.map((note) => roff(note)).join("\n.PP\n")}
.SH COMMANDS
${commands.join("\n")}
.SH OPTIONS
${options(Object.keys(FLAGS)).join("\n")}
.SH EXAMPLES
${examples.join("\n.PP\n")}
`;
}

/** A text as code in a cell: what cannot be seen is written out. */
function codeCell(text) {
  return `\`${escapeInvisible(text).replaceAll("|", "\\|")}\``;
}

function findingPage(code) {
  const { what, why, examples, advice, links } = FINDING_PAGES[code];
  const { severity } = FINDINGS[code];
  const all = examples.map((example) => inspect(example));
  const own = all.map((found) => found.find((finding) => finding.code === code));
  if (own.includes(undefined)) throw new Error(`an example of ${code} does not have it`);
  const rows = all.flatMap((found, k) =>
    found.map((finding, n) => {
      const name = finding.code === code ? `**${code}**` : `[${finding.code}](${finding.code}.md)`;
      const text = n === 0 ? codeCell(examples[k]) : "";
      return `| ${text} | ${name} | ${finding.component} | ${finding.index} | ${finding.length} |`;
    }),
  );
  const unseen = examples.some((text) => escapeInvisible(text) !== text)
    ? " A character that cannot be seen is written `\\u{HEX}`."
    : "";
  return `<!-- Written by \`npm run generate\` from src/inspect/finding-table.ts and finding-pages.ts. -->

# ${code}

Severity: ${severity}. ${own[0].message}

${what}

## Why it matters

${why}

## Examples

All that \`inspect\` says of each text; index and length count UTF-16 units.${unseen}

| text | code | component | index | length |
| --- | --- | --- | --- | --- |
${rows.join("\n")}

## What to do

${advice}

## Links

${links.map(([label, url]) => `- [${label}](${url})`).join("\n")}

[All findings](README.md)
`;
}

function findingsPage() {
  const rows = Object.entries(FINDINGS).map(
    ([code, { severity, message }]) => `| [\`${code}\`](${code}.md) | ${severity} | ${message.replace("{}", "…")} |`,
  );
  return `<!-- Written by \`npm run generate\` from src/inspect/finding-table.ts and finding-pages.ts. -->

# Findings

Everything that \`inspect\` of \`percodec/inspect\` can find in a text, in the order in which the findings of one place are
listed. A finding is a fact and no error: \`info\` is worth knowing, \`warning\` is worth a look, and \`danger\` is a known way
in. In a message \`…\` stands for what was found.

| code | severity | message |
| --- | --- | --- |
${rows.join("\n")}
`;
}

const pages = {
  "docs/sets.md": setsPage(),
  "docs/cli.md": commandPage(),
  "docs/percodec.1": manPage(),
  "docs/security.md": await securityPage(),
  "docs/architecture.svg": importGraphPicture(),
  "docs/findings/README.md": findingsPage(),
  ...Object.fromEntries(Object.keys(FINDINGS).map((code) => [`docs/findings/${code}.md`, findingPage(code)])),
  ...apiPages(),
};
const check = process.argv.includes("--check");
for (const folder of ["docs/findings", "docs/api"]) {
  if (!check) mkdirSync(root + folder, { recursive: true });
  const written = existsSync(root + folder) ? readdirSync(root + folder) : [];
  for (const stale of written.map((name) => `${folder}/${name}`).filter((path) => !(path in pages))) {
    if (!check) rmSync(root + stale);
    else {
      console.error(`${stale} is no page that npm run generate writes`);
      process.exitCode = 1;
    }
  }
}
for (const [path, text] of Object.entries(pages)) {
  const same = existsSync(root + path) && readFileSync(root + path, "utf8") === text;
  if (!check) writeFileSync(root + path, text);
  else if (!same) {
    console.error(`${path} is not what npm run generate writes`);
    process.exitCode = 1;
  }
}
