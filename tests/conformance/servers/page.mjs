// The page: how it was made, the bodies, and a table each for the frameworks and the runtimes.
import { format } from "prettier";
import { table } from "../markdown.mjs";
import { BODIES, standardPairs } from "./bodies.mjs";
import { code, factOf } from "./facts.mjs";

const outcomes = (columns) =>
  table(
    ["body", ...columns.map(({ name }) => name)],
    BODIES.map((body, index) => [body.name, ...columns.map((column) => factOf(body, column.outcomes[index]))]),
  );

/** Formatted here, so that the formatter of the repository finds nothing to change. */
export const page = (columns) =>
  format(
    `<!-- Written by \`node tests/conformance/servers/run.mjs\`. -->

# What servers do with ten forms

Each body, one of them in two sizes, was sent over loopback to a running server, or given to the runtime's parser in a
\`Request\`, with the content type \`application/x-www-form-urlencoded\`; a cell is what came out: what the handler got as JSON,
the status of the answer, or what was thrown. **Bold** marks pairs other than those of
[the URL Standard's parser](https://url.spec.whatwg.org/#concept-urlencoded-parser), which never fails. Long cells are cut
with \`…\`, and characters that are not seen are written \`\\u\`. The frameworks ran on Node ${columns.node} with their defaults,
but for the column that names its option. \`node tests/conformance/servers/run.mjs --check\` asks them all again.

## The bodies

${table(
  ["body", "bytes", "at stake", "by the URL Standard"],
  BODIES.map((body) => [body.name, code(body.shown), body.stake, factOf(body, { pairs: standardPairs(body.bytes) })]),
)}

In bytes, \`\\xE9\` is one raw byte. The body named charset says \`charset=windows-1252\` in its content type, and percodec gets it
through \`parseFormRequest\`, which was told to accept windows-1252.

## The servers

${table(
  ["server", "versions", "asked by"],
  columns.all.map(({ name, versions, call }) => [name, versions, code(call)]),
)}

## Frameworks

${outcomes(columns.all.filter(({ starter }) => starter && starter !== "workerd"))}

## Runtimes and percodec

${outcomes(columns.all.filter(({ starter }) => !starter || starter === "workerd"))}
`,
    { parser: "markdown", printWidth: 120, proseWrap: "preserve" },
  );

/** A page by what it says where: each cell under its section, row and column, and each line of prose under itself. */
const sayings = (text) => {
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

/** What two pages say differently, cell by cell: a line of a table is too long to compare by eye. */
export function difference(before, after) {
  const [was, is] = [sayings(before), sayings(after)];
  const said = [...new Set([...was.keys(), ...is.keys()])]
    .filter((place) => was.get(place) !== is.get(place))
    .map((place) => {
      const lines = [was.has(place) && `  - ${was.get(place)}`, is.has(place) && `  + ${is.get(place)}`];
      return [place, ...lines.filter(Boolean)].slice((was.get(place) ?? is.get(place)) === place ? 1 : 0).join("\n");
    });
  return said.join("\n") || "(only the spacing or the order differs)";
}
