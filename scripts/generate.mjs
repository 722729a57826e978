// Writes docs/sets.md, docs/cli.md and the man page from the tables that the code itself uses; --check only compares.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The tables, loaded from their TypeScript sources. */
async function load() {
  const entry = ["cli/flags.ts", "cli/help.ts", "src/sets/index.ts"]
    .map((path) => `export * from ${JSON.stringify(root + path)};`)
    .join("\n");
  const bundle = await rolldown({
    input: "tables",
    platform: "node",
    plugins: [
      {
        name: "tables",
        resolveId: (id) => (id === "tables" ? id : null),
        load: (id) => (id === "tables" ? entry : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "esm" });
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}

const { COMMANDS, flagOf, FLAGS, NOTES, setNamed, setNames, spelling } = await load();
const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const [, released] = /^## [^ ]+ \(([0-9-]+)\)$/m.exec(readFileSync(`${root}CHANGELOG.md`, "utf8"));

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
    const set = setNamed(name);
    const notes = [above(set), set.spaceAsPlus ? "space as `+`" : "", set.reversible ? "" : "not reversible"];
    return `| [\`${name}\`](${set.source}) | ${keeps(set)} | ${notes.filter(Boolean).join("; ")} |`;
  });
  return `<!-- Written by \`npm run generate\` from src/sets. -->

# Percent-encode sets

Every set by the name that \`--set\` and \`setNamed\` take, with the link of its source. In code it is a property:
\`rfc3986-segment-no-colon\` is \`rfc3986.segmentNoColon\` of \`percodec/sets\`. Besides what is listed each set but \`all\` keeps
A-Z, a-z and 0-9; everything else becomes \`%XX\` over its UTF-8 bytes, and so does everything above U+007F unless the row says
otherwise. A set is reversible where it encodes \`%\`, and \`+\` where a space becomes one.

| set | keeps | notes |
| --- | --- | --- |
${rows.join("\n")}
`;
}

const names = Object.keys(COMMANDS);
const optionsOf = (name) => [...COMMANDS[name].flags, "help"];

function commandPage() {
  const sections = names.map((name) => {
    const { operands, summary, examples } = COMMANDS[name];
    const options = optionsOf(name).map(
      (flag) =>
        `| \`${spelling(flag, flagOf(name, flag)).trim().replaceAll("|", "\\|")}\` | ${flagOf(name, flag).summary} |`,
    );
    const shown = examples.map(([line, output]) => `$ ${line}\n${output}`).join("");
    return `## percodec ${name} ${operands.replaceAll("[", "\\[")}

${summary[0].toUpperCase()}${summary.slice(1)}.

| option | what it does |
| --- | --- |
${options.join("\n")}
${shown && `\n\`\`\`console\n${shown}\`\`\`\n`}`;
  });
  return `<!-- Written by \`npm run generate\` from cli/flags.ts. -->

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
    return `.TP\n.B percodec ${name} ${roff(operands)}\n${roff(summary)}.\nOptions: ${optionsOf(name)
      .map((flag) => roff(`--${flag}`))
      .join(", ")}.${meant.join("")}`;
  });
  const examples = names.flatMap((name) =>
    COMMANDS[name].examples.map(([line, output]) => `.nf\n$ ${roff(line)}\n${roff(output).trimEnd()}\n.fi`),
  );
  return `.\\" Written by npm run generate from cli/flags.ts.
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

const pages = { "docs/sets.md": setsPage(), "docs/cli.md": commandPage(), "docs/percodec.1": manPage() };
const check = process.argv.includes("--check");
for (const [path, text] of Object.entries(pages)) {
  const same = existsSync(root + path) && readFileSync(root + path, "utf8") === text;
  if (!check) writeFileSync(root + path, text);
  else if (!same) {
    console.error(`${path} is not what npm run generate writes`);
    process.exitCode = 1;
  }
}
