// Writes the page: the method, the bodies, and one table each for frameworks and runtimes.
import { format } from "prettier";
import { table } from "../markdown.mjs";
import { BODIES, standardPairs } from "./bodies.mjs";
import { code, toCell } from "./facts.mjs";

const outcomes = (columns) =>
  table(
    ["body", ...columns.map(({ name }) => name)],
    BODIES.map((body, index) => [body.name, ...columns.map((column) => toCell(body, column.outcomes[index]))]),
  );

/** The page is formatted here, so that the repository's formatter does not change it. */
export const page = (columns) =>
  format(
    `<!-- Written by \`node tests/conformance/servers/run.mjs\`. -->

# What servers do with ten forms

Each body was sent over loopback to a running server, or passed to the runtime's parser in a \`Request\`, with the content
type \`application/x-www-form-urlencoded\`; one body was sent in two sizes. A cell shows the result: the JSON that the handler
received, the status of the response, or the exception. **Bold** marks pairs that differ from those of
[the URL Standard's parser](https://url.spec.whatwg.org/#concept-urlencoded-parser), which never fails. Long cells are cut
with \`…\`, and invisible characters are escaped with \`\\u\`. The frameworks ran on Node ${columns.node} with their defaults,
except in the column that names its option. \`node tests/conformance/servers/run.mjs --check\` repeats the test.

## The bodies

${table(
  ["body", "bytes", "at stake", "by the URL Standard"],
  BODIES.map((body) => [body.name, code(body.shown), body.stake, toCell(body, { pairs: standardPairs(body.bytes) })]),
)}

In the column bytes, \`\\xE9\` is one raw byte. The body named charset has \`charset=windows-1252\` in its content type; percodec
parses it with \`parseFormRequest\` and the option \`charsets\`, which allows windows-1252.

## The servers

${table(
  ["server", "versions", "parsed by"],
  columns.all.map(({ name, versions, call }) => [name, versions, code(call)]),
)}

## Frameworks

${outcomes(columns.all.filter(({ starter }) => starter && starter !== "workerd"))}

## Runtimes and percodec

${outcomes(columns.all.filter(({ starter }) => !starter || starter === "workerd"))}
`,
    { parser: "markdown", printWidth: 120, proseWrap: "preserve" },
  );

/** Indexes a page: each cell by its section, row and column, and each line of prose by itself. */
const indexPage = (text) => {
  const found = new Map();
  let section = "";
  let head = [];
  for (const line of text.split("\n")) {
    const cells = line.startsWith("|")
      ? line
          .split(/(?<!\\)\|/)
          .slice(1, -1)
          .map((cell) => cell.trim())
      : [];
    if (cells.length === 0) {
      head = [];
      if (line.startsWith("## ")) section = line.slice(3);
      if (line !== "") found.set(line, line);
    } else if (head.length === 0) {
      head = cells;
      for (const cell of cells) found.set(`${section}, column ${cell}`, cell);
    } else if (!/^[-| ]+$/.test(line)) {
      cells.forEach((cell, index) => found.set(`${section}, ${cells[0]}, ${head[index]}`, cell));
    }
  }
  return found;
};

/** Lists the differences of two pages cell by cell, because lines of tables are too long to compare by eye. */
export function difference(before, after) {
  const [was, is] = [indexPage(before), indexPage(after)];
  const changes = [...new Set([...was.keys(), ...is.keys()])]
    .filter((place) => was.get(place) !== is.get(place))
    .map((place) => {
      const lines = [was.has(place) && `  - ${was.get(place)}`, is.has(place) && `  + ${is.get(place)}`];
      return [place, ...lines.filter(Boolean)].slice((was.get(place) ?? is.get(place)) === place ? 1 : 0).join("\n");
    });
  return changes.join("\n") || "(only the spacing or the order differs)";
}
