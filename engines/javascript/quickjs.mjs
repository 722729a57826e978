// Runs all vectors over the single files in QuickJS, which has only the language and no host functions.
import { getQuickJS } from "quickjs-emscripten";
import { SUITE, singleFile } from "../../tests/conformance/single-file.mjs";
import { allRows, expectedFailures, judge } from "../../tests/conformance/vectors.mjs";

const rows = allRows();
const started = Date.now();
const engine = (await getQuickJS()).newContext();
const run = (script, name) => engine.unwrapResult(engine.evalCode(script, name)).consume((value) => engine.dump(value));
const host = ["WebAssembly", "TextEncoder", "TextDecoder", "Buffer", "URL", "console", "Intl", "setTimeout"];
const hostNames = run(`${JSON.stringify(host)}.filter((name) => name in globalThis)`);
if (hostNames.length > 0) throw new Error(`this QuickJS has ${hostNames}: it is not an engine without host functions`);

for (const name of ["all", "charset"]) run(singleFile(name), `percodec.${name}.js`);
run(SUITE, "suite.mjs");
const failures = run(`checkRows(${JSON.stringify(JSON.stringify(rows))})`);
engine.dispose();
const faults = judge(rows, new Map(JSON.parse(failures)), expectedFailures("without TextDecoder"));
for (const fault of faults) console.error(fault);
console.log(
  `QuickJS: ${rows.length} vectors, ${faults.length} faults, ${((Date.now() - started) / 1000).toFixed(1)} s`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
