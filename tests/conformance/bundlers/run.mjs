// Checks what a user gets who bundles percodec or imports it unbundled: whether the WebAssembly kernel is contained, whether it starts, and
// that the results are right. The package is installed from its tarball: npm run suite -- bundlers
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { transform } from "esbuild";
import { conclude } from "../../checks/check.mjs";
import { install, packClean } from "../../checks/package/pack.mjs";
import { makeTemporaryFolder } from "../../support/temporary-folder.mjs";
import { BUNDLERS } from "./bundlers.mjs";
import { runInWorkerd } from "./workerd.mjs";

const runtimes = fileURLToPath(new URL("../runtimes/", import.meta.url));

/** The first bytes of the kernel in hex: the magic number and version of WebAssembly. */
const KERNEL = /0061736d01000000/;

const WORK = `
  const text = "caf%C3%A9%20".repeat(1000);
  const decoded = percentDecode(text);
  const right = decoded === "café ".repeat(1000) && percentEncode(decoded) === text && percentDecode("%41") === "A";
`;
/** The programs of users. `status` is what wasmStatus() returns afterwards, by target. */
/** @type {Record<string, { code: string, contains?: Record<string, boolean>, status?: Record<string, string>, targets?: string[] }>} */
const PROGRAMS = {
  "the codec alone": {
    code: `import { percentDecode, percentEncode } from "percodec"; ${WORK} export const result = { right };`,
    contains: { browser: false, workerd: false, node: true },
  },
  "percodec/wasm imported and not used": {
    code: `import "percodec/wasm"; import { percentDecode, percentEncode } from "percodec"; ${WORK}
           export const result = { right };`,
    contains: { browser: false, workerd: false, node: true },
  },
  "wasmStatus without enableWasm": {
    code: `import { wasmStatus } from "percodec/wasm"; import { percentDecode, percentEncode } from "percodec"; ${WORK}
           export const result = { right, status: wasmStatus() };`,
    status: { browser: "off", workerd: "off", node: "on" },
  },
  enableWasm: {
    code: `import { enableWasm, wasmStatus } from "percodec/wasm"; import { percentDecode, percentEncode } from "percodec";
           import { parseForm } from "percodec/form";
           const enabled = enableWasm(); ${WORK}
           export const result = { right: right && parseForm("a=%C3%A9").get("a") === "é", enabled, status: wasmStatus() };`,
    contains: { browser: true, workerd: true, node: true },
    // workerd compiles bytes only while a script starts, by a recent compatibility date.
    status: { browser: "on", node: "on" },
  },
  "enableWasm with an imported module": {
    code: `import { enableWasm, wasmStatus } from "percodec/wasm"; import { percentDecode, percentEncode } from "percodec";
           import kernel from "percodec/kernel.wasm";
           const enabled = enableWasm(kernel); ${WORK}
           export const result = { right, enabled, status: wasmStatus() };`,
    targets: ["workerd"],
    status: { workerd: "on" },
  },
};
const TARGETS = ["browser", "node", "workerd"];
/** The runtimes that resolve the package themselves. */
const RUNTIMES = {
  "Node 20": [`${runtimes}node_modules/node20/bin/node`],
  "Node 24": [`${runtimes}node_modules/node24/bin/node`],
  "Node 26": [`${runtimes}node_modules/node26/bin/node`],
  Bun: [`${runtimes}node_modules/@oven/bun-linux-x64/bin/bun`],
  Deno: [`${runtimes}node_modules/@deno/linux-x64-glibc/deno`, "run", "--no-lock", "--node-modules-dir=manual"],
};

/** What an application imports most, and its module. The limits are those of docs/bundlers.md. */
const IMPORTS = {
  percodec: ["percentDecode", "percentEncode"],
  "percodec/form": ["parseForm", "serializeForm"],
  "percodec/uri": ["editUri", "cleanUri", "uri", "normalizeUri"],
  "percodec/guard": ["decodePath"],
  "percodec/template": ["expandTemplate"],
  "percodec/links": ["findLinks"],
};
/** How much more than its limit an import may have in another bundler: webpack has 9 % more for the tables of hosts. */
const MOST_OF_LIMIT = 1.1;
/** The bundlers of bundlers.mjs whose result is not minified. */
const UNMINIFIED = ["rollup", "vite"];

const DOCUMENT = readFileSync(new URL("../../../docs/bundlers.md", import.meta.url), "utf8");

const faults = [];
let checks = 0;
const folder = makeTemporaryFolder("bundlers");
const project = `${folder}/project`;
await install((await packClean(`${folder}/packed`, {})).library.tarball, project);
for (const [title, program] of Object.entries(PROGRAMS)) {
  const entry = `${project}/${title.replaceAll(/\W/g, "-")}.js`;
  writeFileSync(entry, program.code);
  for (const target of program.targets ?? TARGETS) {
    for (const [name, bundle] of Object.entries(BUNDLERS)) {
      const check = async () => checkBundle(await bundle(entry, target), target, program);
      await attempt(`${name}, ${target}: ${title}`, check);
    }
  }
  if (program.targets !== undefined) continue;
  for (const [name, [path, ...words]] of Object.entries(RUNTIMES))
    await attempt(`${name}: ${title}`, async () => checkResult(runFile(entry, path, words), program.status?.node));
}
for (const [module, names] of Object.entries(IMPORTS)) {
  for (const name of names) {
    const entry = `${project}/${name}.js`;
    writeFileSync(entry, `export { ${name} } from "${module}";`);
    for (const [bundler, bundle] of Object.entries(BUNDLERS))
      await attempt(`${bundler}: the size of ${name}`, async () =>
        checkSize(await bundle(entry, "browser"), name, bundler),
      );
  }
}
conclude("bundlers", `${checks} checks of bundles and runtimes`, faults);

async function attempt(what, action) {
  checks++;
  const found = await action().catch((error) => [String(error.stack ?? error).slice(0, 2000)]);
  console.log(`${found.length === 0 ? "ok" : "NO"}  ${what}`);
  faults.push(...found.map((fault) => `${what}: ${fault}`));
}

async function checkBundle(code, target, program) {
  const { contains, status } = program;
  const has = KERNEL.test(code);
  const wanted = contains?.[target];
  const found =
    wanted === undefined || has === wanted ? [] : [`the bundle ${has ? "contains" : "does not contain"} the kernel`];
  const kernel = readFileSync(`${project}/node_modules/percodec/dist/kernel.wasm`);
  const result = target === "workerd" ? await runInWorkerd(code, kernel) : runBundle(code);
  return [...found, ...checkResult(result, status?.[target])];
}

/** Compares the size of a bundle, minified and compressed with gzip, with its limit. */
async function checkSize(code, name, bundler) {
  const [, limit = "0"] = new RegExp(`^\\| \`${name}\`.*\\| ([\\d.]+) kB`, "m").exec(DOCUMENT) ?? [];
  const most = Math.round(Number(limit) * 1000 * MOST_OF_LIMIT);
  const minified = UNMINIFIED.includes(bundler) ? (await transform(code, { minify: true, format: "esm" })).code : code;
  const { length } = gzipSync(minified, { level: 9 });
  console.log(`    ${length} bytes of ${most}`);
  return length <= most ? [] : [`${length} bytes, and at most ${most} are allowed`];
}

/** Runs a bundle for a browser or for Node in this Node. */
function runBundle(code) {
  const file = `${project}/bundle.mjs`;
  writeFileSync(file, code);
  return runFile(file, process.execPath, []);
}

/** Runs a module and returns its export `result`. */
function runFile(file, program, words) {
  const script = `${file.replace(/\.m?js$/, "")}.run.mjs`;
  writeFileSync(script, `import { result } from ${JSON.stringify(file)}; console.log(JSON.stringify(result));`);
  const { status, stdout, stderr } = spawnSync(program, [...words, script], { encoding: "utf8" });
  if (status !== 0) throw new Error(`exit ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

function checkResult({ right, status, enabled }, wanted) {
  const found = right ? [] : ["a result is wrong"];
  if (status !== wanted && wanted !== undefined) found.push(`the kernel is ${status}, not ${wanted}`);
  if (enabled !== undefined && enabled !== (status === "on"))
    found.push(`enableWasm returns ${enabled}, it is ${status}`);
  return found;
}
