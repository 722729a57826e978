// Bundles the code for the fuzzer, seeds faults, and instruments the code to count how often each branch is taken.
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { walk } from "../syntax.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const LIBRARY = [
  'export * as codec from "./library/src/index.ts";', 'export * as sets from "./library/src/sets/index.ts";',
  'export * as form from "./library/src/form/index.ts";', 'export * as uris from "./library/src/uri/index.ts";',
  'export * as inspect from "./library/src/inspect/index.ts";', 'export * as guard from "./library/src/guard/index.ts";',
  'export { compareDecoders } from "./tool/shared/explain/decoder-comparison.ts";',
  'export { explainDecode, explainEncode } from "./tool/shared/explain/explain.ts";', 'export * as template from "./library/src/template/index.ts";',
  'export { readArguments } from "./tool/command/line/arguments.ts";', 'export { CliError } from "./tool/command/io/errors.ts";',
  'export { ScratchBuffer } from "./tool/command/records/byte-writer.ts";', 'export { ByteWriter } from "./tool/command/records/byte-writer.ts";',
  'export { RecordFilter } from "./tool/command/records/filter.ts";',
  'export { formOperation, queryParamOperation } from "./tool/command/records/form-operations.ts";',
  'export { openFormat } from "./tool/command/records/formats.ts";', 'export { RecordLoop } from "./tool/command/records/loop.ts";',
  'export { decodeOperation, encodeOperation } from "./tool/command/records/operations.ts";',
  'export { TEXT_OPERATIONS, textOperation } from "./tool/command/records/text-operations.ts";',
]; // prettier-ignore
/** The reference implementation of the records. It is bundled with its own copy of the library. */
const REFERENCE = ['export { toArguments, referenceOutput } from "./tests/unit/cli/records-reference.ts";'];

export const bundleLibrary = () => bundle(LIBRARY);
export const bundleReference = () => bundle(REFERENCE);

async function bundle(lines) {
  const entry = {
    name: "entry",
    resolveId: (id) => (id === "entry" ? `${root}entry.mjs` : null),
    load: (id) => (id === `${root}entry.mjs` ? lines.join("\n") : null),
  };
  const resolve = { conditionNames: ["source", "node", "import", "default"] };
  const made = await rolldown({ input: "entry", platform: "node", resolve, plugins: [entry] });
  const { output } = await made.generate({ format: "esm", codeSplitting: false });
  await made.close();
  return output[0].code;
}

/** Replaces a part of the code, which must occur exactly once. */
export function seedFault(code, { from, to }) {
  if (code.split(from).length !== 2)
    throw new Error(`${JSON.stringify(from)} occurs ${code.split(from).length - 1} times`);
  return code.replace(from, () => to);
}

const STATEMENTS = {
  DoWhileStatement: ["body"],
  ForInStatement: ["body"],
  ForOfStatement: ["body"],
  ForStatement: ["body"],
  IfStatement: ["consequent", "alternate"],
  WhileStatement: ["body"],
};
const EXPRESSIONS = { ConditionalExpression: ["consequent", "alternate"], LogicalExpression: ["right"] };

/** Instruments code: each branch increments a byte of `globalThis.branches`. */
export function instrument(code) {
  const inserted = [];
  let count = 0;
  const step = () => `branches[${count++}]++`;
  const around = ({ start, end }, before, after) => inserted.push([start, before, 1], [end, after, 0]);
  const statement = (node) => {
    if (node.type === "BlockStatement") inserted.push([node.start + 1, `${step()};`, 1]);
    else around(node, `{${step()};`, "}");
  };
  const expression = (node) => around(node, `(${step()},`, ")");
  walk(code, (node) => {
    for (const part of STATEMENTS[node.type] ?? []) if (node[part]) statement(node[part]);
    for (const part of EXPRESSIONS[node.type] ?? []) expression(node[part]);
    if (/Function/.test(node.type) && node.body)
      (node.body.type === "BlockStatement" ? statement : expression)(node.body);
    if (node.type === "SwitchCase" && node.consequent.length > 0)
      inserted.push([node.consequent[0].start, `${step()};`, 1]);
    if (node.type === "CatchClause") statement(node.body);
  });
  // Order of texts inserted at one index: ends, inner before outer, then beginnings, outer before inner.
  const ordered = inserted
    .map(([at, text, begins], k) => ({ at, text, begins, rank: begins ? k : -k }))
    .toSorted((a, b) => a.at - b.at || a.begins - b.begins || a.rank - b.rank);
  let made = `const branches = globalThis.branches = new Uint8Array(${Math.ceil(count / 8) * 8});\n`;
  let from = 0;
  for (const { at, text } of ordered) {
    made += code.slice(from, at) + text;
    from = at;
  }
  return made + code.slice(from);
}
