// Writes the page: the method, the bodies, and one table each for frameworks and runtimes.
import { table } from "../markdown.mjs";
import { BODIES, standardPairs } from "./bodies.mjs";
import { code, toCell } from "./facts.mjs";

const outcomes = (columns) =>
  table(
    ["body", ...columns.map(({ name }) => name)],
    BODIES.map((body, index) => [body.name, ...columns.map((column) => toCell(body, column.outcomes[index]))]),
  );

/** Returns the page. */
export const page = (columns) =>
  `<!-- Written by \`node tests/conformance/servers/run.mjs\`. -->

# What servers do with ten forms

Each body was sent over loopback to a running server, or passed to the runtime's parser in a \`Request\`, with the content
type \`application/x-www-form-urlencoded\`; one body was sent in two sizes. A cell shows the result: the JSON that the handler
received, the status of the response, or the exception. **Bold** marks pairs that differ from those of
[the URL Standard's parser](https://url.spec.whatwg.org/#concept-urlencoded-parser), which never fails. Long cells are cut
with \`…\`, and invisible characters are escaped with \`\\u\`. The frameworks ran on Node ${columns.node} with their defaults,
except in the column that names its option. \`npm run suite -- servers\` repeats the test.

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
`;
