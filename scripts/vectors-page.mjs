// Writes docs/vectors.md from tests/vectors/schema.json and the files beside it.
import { readdirSync, readFileSync } from "node:fs";
import { format } from "prettier";
import { table } from "../tests/conformance/markdown.mjs";

const folder = new URL("../tests/vectors/", import.meta.url);
/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
/** @param {string} text */
const code = (text) => `\`${text}\``;

export async function vectorsPage() {
  const { $defs } = read("schema.json");
  const files = readdirSync(folder).filter((name) => name.endsWith(".json") && name !== "schema.json");
  const operations = $defs.operations.map((/** @type {any} */ { description, properties, required }) => {
    const fields = required.filter((/** @type {string} */ name) => name !== "input").map(code);
    return [properties.op.enum.map(code).join(", "), description, fields.join(", ")];
  });
  const fields = Object.entries($defs.row.properties).flatMap(([name, { description }]) =>
    description === undefined ? [] : [[code(name), description]],
  );
  const page = `# The test vectors

The files of [tests/vectors](../tests/vectors) are for any implementation. Each matches [schema.json](../tests/vectors/schema.json), and each
row names the clause that decides it. Where a standard allows several results, as for \`%zz\`, which RFC 3986 does not allow and the
URL Standard keeps, \`allowed\` has the others: percodec returns the first, an implementation may return any. An issue is a code, an index
and a length; the index of a text counts UTF-16 units.

An adapter maps operations to functions of a row. It returns the value, throws to refuse the input, or returns \`undefined\` (\`None\`) for a
row that it does not support. Two runners compare the results:

<!-- not run: tests/unit/vectors.test.ts and the suite decoders run these -->

\`\`\`sh
node tests/vectors/runners/run.mjs tests/vectors/runners/platform.mjs
python3 tests/vectors/runners/run.py tests/vectors/runners/urllib_parse.py
\`\`\`

[platform.mjs](../tests/vectors/runners/platform.mjs) has the functions of every engine, [percodec.mjs](../tests/vectors/runners/percodec.mjs)
those of percodec, [urllib_parse.py](../tests/vectors/runners/urllib_parse.py) Python's. An error passes if its row has one; if it has \`index\`,
its \`code\`, \`index\` and \`length\` are compared too. \`deviations\` lists the rows that fail; one that passes is a failure.

## Files

${table(["file", "rows"], [...files.map((name) => [code(name), read(name).about]), [code("findings/*.json"), "One file for each finding of `inspect`."]])}

## Operations

${table(["operation", "what it does", "fields besides `input`"], operations)}

## Fields

${table(["field", "meaning"], fields)}
`;
  return format(page, { parser: "markdown", printWidth: 120, proseWrap: "preserve" });
}
