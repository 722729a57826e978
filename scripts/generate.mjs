// Writes docs/sets.md, docs/cli.md, docs/options.md, docs/findings, docs/api, docs/security.md, docs/trurl.md, docs/valid-urls.md, docs/vectors.md
// and docs/architecture.svg from the code and the vectors. --check only compares.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadSources } from "../tests/support/sources.mjs";
import { apiPages } from "./api.mjs";
import { importGraphPicture } from "./import-graph.mjs";
import { optionsPage, readLibraryOptions } from "../tests/support/options-page.mjs";
import { page as trurlPage } from "../tests/surveys/trurl/page.mjs";
import { securityPage } from "./security-page.mjs";
import { validUrlsPage } from "./valid-urls-page.mjs";
import { vectorsPage } from "./vectors-page.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const {
  COMMANDS,
  FINDING_PAGES,
  inspect,
  FINDINGS,
  findFlag,
  GRAMMAR_FAULTS,
  HELP_NOTES,
  listFlags,
  MODES,
  namedSet,
  OPTIONS,
  setNames,
  toFlag,
  toSpelling,
  escapeInvisible,
  VALIDATION_ERRORS,
} = await loadSources([
  "tool/command/line/flags.ts",
  "tool/shared/option-table.ts",
  "tool/command/line/command-table.ts",
  "tool/command/line/help.ts",
  "tool/page/app/modes.ts",
  "library/src/sets/index.ts",
  "library/src/base/invisible.ts",
  "library/src/inspect/inspect.ts",
  "library/src/inspect/finding-table.ts",
  "tool/page/app/finding-pages.ts",
  "library/src/uri/check/issue.ts",
]);

function setsPage() {
  /** @param {string} text */
  const cell = (text) => text.replaceAll("|", "\\|").replaceAll("`", "`` ` ``");
  /** @param {string} characters */
  const code = (characters) =>
    [...characters].map((character) => (character === "`" ? "`` ` ``" : `\`${cell(character)}\``)).join(" ");
  /** @param {import("percodec/sets").PercentEncodeSet} set */
  const keeps = (set) => {
    const rest = set.kept.replace(/[A-Za-z0-9]/g, "");
    const controls = /[\0-\x1f\x7f]/.test(rest);
    if (set.kept === "") return "nothing";
    return controls ? "everything else" : code(rest.replace(" ", "")) + (rest.includes(" ") ? " SP" : "");
  };
  /** @param {import("percodec/sets").PercentEncodeSet} set */
  const above = (set) =>
    set.nonAscii.length === 3 ? "" : `keeps ${set.nonAscii.includes("iprivate") ? "ucschar" : "ucschar, iprivate"}`;
  const rows = setNames().map((/** @type {string} */ name) => {
    const set = namedSet(name);
    const notes = [above(set), set.spaceAsPlus ? "space as `+`" : "", set.reversible ? "" : "not reversible"];
    return `| [\`${name}\`](${set.source}) | ${keeps(set)} | ${notes.filter(Boolean).join("; ")} |`;
  });
  return `<!-- Written by \`npm run generate\` from library/src/sets. -->

# Percent-encode sets

All sets by the names that \`--set\` and \`namedSet\` accept, with links to their sources. Those of [values.md](values.md#the-sets) are properties too:
\`rfc3986-segment-no-colon\` is \`rfc3986.segmentNoColon\` of \`percodec/sets\`. Each set except \`all\` also keeps A-Z, a-z and 0-9.
The UTF-8 bytes of all other characters become \`%XX\`, including those above U+007F unless the row says otherwise. A set is
reversible if it encodes \`%\`, and also \`+\` if it encodes a space as \`+\`.

A set of your own is another set with a change, \`rfc3986.component.remove("/")\`, or a list, \`PercentEncodeSet.encoding(" %/")\`
([reference](api/sets.md#percentencodeset)); the command has \`--keep /\`.

| set | keeps | notes |
| --- | --- | --- |
${rows.join("\n")}
`;
}

const names = Object.keys(COMMANDS);
/** An option that means the same in so many commands has its row at the end of the page. */
const MANY_COMMANDS = 12;

function commandPage() {
  /** @param {string} name @param {string} flag */
  const toRow = (name, flag) => {
    const row = findFlag(name, flag);
    return `| \`${toSpelling(flag, row).trim().replaceAll("|", "\\|")}\` | ${row.summary} |`;
  };
  /** @param {string} name */
  const listRows = (name) => [...listFlags(name), "help"].map((flag) => toRow(name, flag));
  const all = names.flatMap(listRows);
  const shared = new Set(all.filter((row) => all.filter((other) => other === row).length >= MANY_COMMANDS));
  const sections = names.map((name) => {
    const { operands, summary, examples } = COMMANDS[name];
    const common = [...listFlags(name), "help"].filter((flag) => shared.has(toRow(name, flag)));
    const options = [
      ...listRows(name).filter((row) => !shared.has(row)),
      `| ${common.map((flag) => `\`--${flag}\``).join(", ")} | as in [many commands](#options-of-many-commands) |`,
    ];
    const shown = Object.entries(examples)
      .map(([line, output]) => `$ ${line}\n${output}\n`)
      .join("");
    return `${`## percodec ${name} ${operands.replaceAll("[", "\\[")}`.trimEnd()}

${summary[0].toUpperCase()}${summary.slice(1)}.

| option | what it does |
| --- | --- |
${options.join("\n")}
${shown && `\n\`\`\`console\n${shown}\`\`\`\n`}`;
  });
  return `<!-- Written by \`npm run generate\` from tool/command/line/command-table.ts. -->

# The command

${HELP_NOTES.join("\n\n")}

${sections.join("\n")}
## Options of many commands

| option | what it does |
| --- | --- |
${[...shared].join("\n")}
`;
}

/**
 * Formats a text as code in a cell, with invisible characters escaped.
 *
 * @param {string} text
 */
function codeCell(text) {
  return `\`${escapeInvisible(text).replaceAll("|", "\\|")}\``;
}

/**
 * The file of a finding's page. Windows has no file named nul.
 *
 * @param {string} code
 */
function pageName(code) {
  return code === "nul" ? "nul-character.md" : `${code}.md`;
}

/** @param {string} code */
function findingPage(code) {
  /** @type {Record<"what" | "why" | "advice", string> & { examples: string[]; links: string[][] }} */
  const { what, why, examples, advice, links } = FINDING_PAGES[code];
  const { severity } = FINDINGS[code];
  /** @type {import("percodec/inspect").Finding[][]} */
  const all = examples.map((example) => inspect(example).findings);
  const own = all.map((found) => found.find((finding) => finding.code === code));
  if (own[0] === undefined || own.includes(undefined)) throw new Error(`an example of ${code} does not have it`);
  const rows = all.map((found, k) => {
    const places = found.map((finding) => {
      const name = finding.code === code ? `**${code}**` : `[${finding.code}](${pageName(finding.code)})`;
      return `${name}: ${finding.component}, ${finding.index}, ${finding.length}`;
    });
    return `| ${codeCell(examples[k] ?? "")} | ${places.join("<br>")} |`;
  });
  const unseen = examples.some((text) => escapeInvisible(text) !== text) ? " (invisible characters as `\\u{HEX}`)" : "";
  return `<!-- Written by \`npm run generate\` from library/src/inspect/finding-table.ts and finding-pages.ts. -->

# ${code}

Severity: ${severity}. ${own[0].message}

${what}

## Why it matters

${why}

## Examples, with all findings of \`inspect\`

| text${unseen} | code: component, index, length |
| --- | --- |
${rows.join("\n")}

## What to do

${advice}

See ${links.map(([label, url]) => `[${label}](${url})`).join(", ")} and [all findings](README.md).
`;
}

function findingsPage() {
  const rows = Object.entries(FINDINGS).map(
    ([code, { severity, message }]) =>
      `| [\`${code}\`](${pageName(code)}) | ${severity} | ${message.replace("{}", "…")} |`,
  );
  return `<!-- Written by \`npm run generate\` from library/src/inspect/finding-table.ts and finding-pages.ts. -->

# Findings

All findings of \`inspect\` of \`percodec/inspect\`, in the order in which findings at the same place are listed. A finding is a
fact, not an error: \`info\` is information, \`warning\` should be reviewed, and \`danger\` is a known attack. In a message, \`…\`
is replaced with the text that was found. Index and length of the examples count UTF-16 units.

| code | severity | message |
| --- | --- | --- |
${rows.join("\n")}
`;
}

const pages = {
  "docs/sets.md": setsPage(),
  "docs/cli.md": commandPage(),
  "docs/options.md": optionsPage(OPTIONS, readLibraryOptions(root), toFlag, MODES),
  "docs/security.md": await securityPage(),
  "docs/trurl.md": await trurlPage(),
  "docs/valid-urls.md": await validUrlsPage(GRAMMAR_FAULTS, VALIDATION_ERRORS),
  "docs/vectors.md": await vectorsPage(),
  "docs/architecture.svg": importGraphPicture(),
  "docs/findings/README.md": findingsPage(),
  ...Object.fromEntries(Object.keys(FINDINGS).map((code) => [`docs/findings/${pageName(code)}`, findingPage(code)])),
  ...apiPages(),
};
const check = process.argv.includes("--check");
for (const folder of ["docs/findings", "docs/api"]) {
  if (!check) mkdirSync(root + folder, { recursive: true });
  const written = existsSync(root + folder) ? readdirSync(root + folder) : [];
  for (const stale of written.map((name) => `${folder}/${name}`).filter((path) => !(path in pages))) {
    if (!check) rmSync(root + stale);
    else {
      console.error(`${stale} is not a page that npm run generate writes`);
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
