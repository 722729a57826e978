// Writes the man page of the command from its tables.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadSources } from "../tests/support/sources.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { COMMANDS, findFlag, FLAGS, HELP_NOTES, listFlags, toSpelling } = await loadSources([
  "tool/command/line/flags.ts",
  "tool/command/line/command-table.ts",
  "tool/command/line/help.ts",
]);
const names = Object.keys(COMMANDS);
const { version } = JSON.parse(readFileSync(`${root}library/package.json`, "utf8"));
const [, released] = /^## [^ ]+ \(([0-9-]+)\)$/m.exec(readFileSync(`${root}CHANGELOG.md`, "utf8")) ?? [];
if (released === undefined) throw new Error("CHANGELOG.md has no release with a date");

/** https://man7.org/linux/man-pages/man7/man-pages.7.html; a dash is written `\-`, and a dot at the start of a line is escaped. */
export function manPage() {
  /** @param {string} text */
  const roff = (text) =>
    text
      .replaceAll("\\", "\\e")
      .replaceAll("-", "\\-")
      .replace(/^([.'])/gm, "\\&$1");
  /** @param {string[]} flags */
  const options = (flags) =>
    flags.map((flag) => `.TP\n.B ${roff(toSpelling(flag, FLAGS[flag]).trim())}\n${roff(FLAGS[flag].summary)}`);
  const commands = names.map((name) => {
    const { operands, summary } = COMMANDS[name];
    const own = listFlags(name).filter(
      (/** @type {string} */ flag) => findFlag(name, flag).summary !== FLAGS[flag].summary,
    );
    const meant = own.map((/** @type {string} */ flag) => {
      const row = findFlag(name, flag);
      return `\n.br\nHere ${roff(toSpelling(flag, row).trim())}: ${roff(row.summary)}.`;
    });
    return `${`.TP\n.B percodec ${name} ${roff(operands)}`.trimEnd()}\n${roff(summary)}.\nOptions: ${[
      ...listFlags(name),
      "help",
    ]
      .map((flag) => roff(`--${flag}`))
      .join(", ")}.${meant.join("")}`;
  });
  const examples = names.flatMap((name) =>
    Object.entries(/** @type {Record<string, string>} */ (COMMANDS[name].examples)).map(
      ([line, output]) => `.nf\n$ ${roff(line)}\n${roff(output).trimEnd()}\n.fi`,
    ),
  );
  return `.\\" Written by npm run build from tool/command/line/command-table.ts.
.TH PERCODEC 1 ${released} "percodec ${version}" "User Commands"
.SH NAME
percodec \\- percent\\-encode and percent\\-decode text, files and streams
.SH SYNOPSIS
.B percodec
.I COMMAND
[\\fIOPTION\\fR...] [\\fIOPERAND\\fR...]
.SH DESCRIPTION
${HELP_NOTES.map(roff).join("\n.PP\n")}
.SH COMMANDS
${commands.join("\n")}
.SH OPTIONS
${options(Object.keys(FLAGS)).join("\n")}
.SH EXAMPLES
${examples.join("\n.PP\n")}
`;
}
