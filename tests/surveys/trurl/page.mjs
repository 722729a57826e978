// Writes docs/trurl.md: the options of trurl, and each pair of commands with its output.
import { readFileSync } from "node:fs";
import { format } from "prettier";
import { table } from "../../conformance/markdown.mjs";

/**
 * @typedef {object} Command
 * @property {string} line as typed in a shell
 * @property {string} output what it prints
 */
/**
 * @typedef {object} Pair
 * @property {string[]} options the options of trurl, by their long names
 * @property {string} task
 * @property {Command} [trurl]
 * @property {Command} [percodec]
 * @property {boolean} [same] whether percodec has the same options
 * @property {string} [note] how they differ, or what percodec has instead
 */

const file = readFileSync(new URL("pairs.json", import.meta.url), "utf8");
/** @type {{ version: string, options: string[], pairs: Pair[] }} */
export const { version, options: trurlOptions, pairs } = JSON.parse(file);

/** @param {string} task */
const anchor = (task) => task.toLowerCase().replaceAll(" ", "-");

/**
 * Returns the command of percodec for an option: its name and its first option.
 *
 * @param {Pair} pair
 */
const toShortCommand = ({ percodec, same }) =>
  percodec === undefined
    ? same
      ? "same"
      : "none"
    : `\`${/percodec [a-z]+(?: parse)?(?: --[a-z-]+)?/.exec(percodec.line)?.[0]}\``;

const summarize = () => {
  const rows = trurlOptions.map((option) => {
    const chosen = pairs.filter(({ options }) => options.includes(option));
    const tasks = chosen.map(({ task }) => `[${task}](#${anchor(task)})`).join(", ");
    return [`\`--${option}\``, [...new Set(chosen.map(toShortCommand))].join(", "), tasks];
  });
  return table(["trurl", "percodec", "task"], rows);
};

/** @param {Pair} pair */
const toSection = ({ task, trurl, percodec, note }) => {
  const shown = [trurl, percodec].flatMap((command) => (command ? [`$ ${command.line}\n${command.output}`] : []));
  const mark = percodec === undefined ? "<!-- not run: `npm run suite -- trurl` runs trurl -->\n\n" : "";
  const example = shown.length === 0 ? "" : `${mark}\`\`\`console\n${shown.join("")}\`\`\`\n\n`;
  return `### ${task}\n\n${example}${note === undefined ? "" : `${note}\n`}`;
};

/** Returns the page. */
export async function page() {
  const text = `<!-- Written by \`npm run generate\` from tests/surveys/trurl/pairs.json. -->

# URLs on the command line, with trurl and with percodec

[trurl](https://curl.se/trurl/) takes URLs apart and changes them, by libcurl's parser. This page has a command of percodec for each
of its tasks. \`npm test\` runs the commands of percodec. The outputs of trurl are those of its manual and its tests (version
${version}); \`npm run suite -- trurl\` runs it if it is installed.

The two differ in principle:

- trurl decodes and encodes every component again, so its output is a normalized URL. percodec leaves every byte that was not asked for.
- trurl guesses a missing scheme and accepts what libcurl accepts. percodec follows RFC 3986. \`parts\` and \`clean\` refuse a URI
  in which a browser and an RFC 3986 parser see different hosts.
- trurl needs a URL with \`://\`. percodec also accepts relative references and URIs such as \`mailto:a@e.com\`.
- Every command of percodec reads arguments, lines of standard input and files, has \`--json\`, and removes the spaces around a URI that it
  takes apart, edits or cleans.

## Options of trurl

${summarize()}

## Tasks

${pairs.map(toSection).join("\n")}`;
  return format(text, { parser: "markdown", printWidth: 140, proseWrap: "preserve" });
}
