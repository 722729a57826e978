// Checks the package as users install it. It is packed twice from clean copies and installed offline: npm run check -- package
import { spawnSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { conclude, counted } from "./check.mjs";
import { moduleOfExamples } from "./package/examples.mjs";
import { addTo, install, packClean } from "./package/pack.mjs";
import { findReach } from "./package/reach.mjs";
import { makeTemporaryFolder } from "../support/temporary-folder.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const here = fileURLToPath(new URL("package/", import.meta.url));

/** The files that may be in the tarball of each package. */
const CONTENTS = {
  library: [
    /^(?:CHANGELOG\.md|LICENSE|README\.md|package\.json)$/,
    /^dist\/(?:[a-z]+\/)?[a-z0-9.-]+\.(?:d\.ts|js)$/,
    /^dist\/kernel\.wasm$/,
  ],
  tool: [
    /^(?:CHANGELOG\.md|LICENSE|README\.md|package\.json|bin\.cjs)$/,
    /^dist\/(?:(?:cli|percodec|cli\/[a-z0-9-]+)\.cjs|kernel\.wasm|percodec\.1|cli\/LICENSES\.txt)$/,
    /^dist\/engines\/(?:percodec\.[a-z]+\.(?:d\.ts|js)|column(?:-simd)?\.wasm)$/,
    /^dist\/web\/(?:index\.html|style\.css|icon\.svg|icon-[a-z0-9]+\.png|manifest\.webmanifest|[\w-]+\.js)$/,
  ],
};
/** The most files of each tarball, and the most bytes packed and unpacked. */
const LIMITS = {
  library: { files: 95, packed: 320_000, unpacked: 1_400_000 },
  tool: { files: 178, packed: 1_400_000, unpacked: 3_390_000 },
};
/** The globals that a file of the library uses beyond the language. */
const REACH = {
  "chunks/codec.js": ["globalThis"],
  // For the values of DuckDB, in Node.
  "duckdb.js": ["Buffer"],
  "stream.js": ["TransformStream"],
};
/** The packages that a file may import, beside other files of the library. */
const PACKAGES = { "charset/index.js": /^@exodus\/bytes\//, "duckdb.js": /^(?:percodec(?:\/|$)|@duckdb\/node-api$)/ };
/** This module needs the database engine, which `npm run suite -- engines` installs. */
const NEEDS_AN_ENGINE = "percodec/duckdb";
/** Exports that are files and not modules: scripts, JSON and a binary. */
const IS_A_FILE = /\.(?:js|json|wasm)$/;
const MODES = [
  [],
  ["--frozen-intrinsics"],
  ["--disallow-code-generation-from-strings"],
  ["--frozen-intrinsics", "--disallow-code-generation-from-strings"],
];
/** `skipLibCheck` is off, so that every type in the declarations has to exist. */
const STRICTEST = {
  exactOptionalPropertyTypes: true,
  module: "NodeNext",
  noEmit: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  strict: true,
  target: "ES2022",
  verbatimModuleSyntax: true,
};
/** The oldest compiler that the declarations support, and ours. */
const COMPILERS = {
  "TypeScript 5.4": `${root}tests/node_modules/typescript54`,
  "the newest TypeScript": `${root}node_modules/typescript`,
};
/** The environments in which a file has to compile: the web's types, Node's alone, and neither. */
const TYPES = [
  { file: "consumer.ts", lib: ["ES2022", "DOM", "DOM.Iterable"], types: [] },
  { file: "consumer.ts", lib: ["ES2022"], types: ["node"], typeRoots: [`${root}node_modules/@types`] },
  { file: "imports.ts", lib: ["ES2022"], types: [] },
];

/** The package has only ECMAScript modules, and "exports" is what a resolver without it does not see. */
const IGNORED_RESOLUTIONS = ["node10", "node16-cjs"];

const faults = [];
let checks = 0;
const folder = makeTemporaryFolder("package");
const [first, second] = await Promise.all([
  packClean(`${folder}/one`, { TZ: "UTC", LC_ALL: "C" }),
  packClean(`${folder}/two`, { TZ: "Pacific/Chatham", LC_ALL: "tr_TR.UTF-8" }),
]);
for (const name of ["library", "tool"]) {
  const bytes = readFileSync(first[name].tarball);
  const isSame = bytes.equals(readFileSync(second[name].tarball));
  report(`two builds of the ${name} produce the same ${counted(bytes.length)} bytes`, isSame ? [] : ["they differ"]);
  checkContents(name, first[name].files);
  checkSize(name, first[name]);
}
const project = `${folder}/project`;
await install(first.library.tarball, project);
await addTo(project, first.tool.tarball, []);
const installed = `${project}/node_modules/percodec`;
const manifest = JSON.parse(readFileSync(`${installed}/package.json`, "utf8"));
for (const name of ["percodec", "percodec-cli"]) {
  const path = `${project}/node_modules/${name}`;
  checkManifest(name, JSON.parse(readFileSync(`${path}/package.json`, "utf8")));
  const words = ["run", path, "--strict", "--pack", "false"];
  report("publint reports nothing", failure(`${root}tests/node_modules/.bin/publint`, words));
}
// Sources are not packed, so no condition may lead to them.
report("no export leads to sources", /"source"|\/src\//.test(JSON.stringify(manifest)) ? ["there is one"] : []);
const paths = Object.keys(manifest.exports);
const excludeEntrypoints = paths.filter((path) => IS_A_FILE.test(path));
const library = createPackageFromTarballData(readFileSync(first.library.tarball));
const { problems } = await checkPackage(library, { excludeEntrypoints });
report(
  "are-the-types-wrong reports nothing",
  problems
    .filter(({ resolutionKind }) => !IGNORED_RESOLUTIONS.includes(resolutionKind))
    .map((one) => JSON.stringify(one)),
);
const entryNames = paths.map((path) => path.replace(/^\./, "percodec"));
const entryModules = entryNames.filter((name) => name !== NEEDS_AN_ENGINE && !IS_A_FILE.test(name));
checkReach(`${installed}/dist/`);
checkCalls();
checkCommand();
checkTypes();
conclude("package", `${checks} checks of the tarball, ${faults.length} faults`, faults);

function report(what, found) {
  checks++;
  console.log(`${found.length === 0 ? "ok" : "NO"}  ${what}`);
  faults.push(...found.map((fault) => `${what}: ${fault}`));
}

/** Returns the output of a program that fails. */
function failure(program, words, cwd = root) {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, encoding: "utf8" });
  return status === 0 ? [] : [`exit ${status}\n${stdout}${stderr}`];
}

/** Checks that a tarball has only expected files, and all that package.json names. */
function checkContents(name, files) {
  const { bin = {}, exports = {}, imports = {}, man = [] } = JSON.parse(readFileSync(`${root}${name}/package.json`, "utf8")); // prettier-ignore
  const targets = [bin, exports, imports, man].flatMap(listTargets);
  const isExpected = (file) => CONTENTS[name].some((pattern) => pattern.test(file));
  report(`${files.length} files of the ${name}, all of them expected`, [
    ...files.filter((file) => !isExpected(file)).map((file) => `${file} is not expected`),
    ...targets.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
  ]);
}

function checkSize(name, { tarball, files, unpacked }) {
  const figures = { files: files.length, packed: statSync(tarball).size, unpacked };
  const over = Object.entries(figures).filter(([what, figure]) => figure > LIMITS[name][what]);
  report(
    `the ${name} has ${counted(figures.packed)} bytes packed and ${counted(unpacked)} unpacked`,
    over.map(([what, figure]) => `${what}: ${figure} of ${LIMITS[name][what]}`),
  );
}

function listTargets(value) {
  if (typeof value === "string") return [value.replace(/^\.\//, "")];
  const published = Object.entries(value).filter(([name]) => name !== "source");
  return published.flatMap(([, member]) => listTargets(member));
}

function checkManifest(name, { dependencies = {}, scripts = {} }) {
  report(`${name} has no dependency and no scripts`, [
    ...Object.keys(dependencies).map((one) => `${one} is a dependency`),
    ...Object.keys(scripts).map((one) => `${one} runs`),
  ]);
}

/** Checks by syntax that the library uses only the language: no eval, no network, no process. */
function checkReach(dist) {
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  const found = files.flatMap((name) => {
    const { dynamicCode, modules, names } = findReach(readFileSync(dist + name, "utf8"));
    const allowed = REACH[name] ?? [];
    const isOurs = (one) => /^(?:\.|#kernel$)/.test(one) || PACKAGES[name]?.test(one);
    const foreign = [
      ...dynamicCode,
      ...names.filter((one) => !allowed.includes(one)),
      ...modules.filter((one) => !isOurs(one)),
    ];
    return [
      ...foreign.map((what) => `${name} uses ${what}`),
      ...allowed.filter((one) => !names.includes(one)).map((one) => `${name} no longer uses ${one}`),
    ];
  });
  report(`${files.length} files of the library use only the language`, found);
}

/** Imports and calls every export, also with frozen intrinsics and with code generation from strings disabled. */
function checkCalls() {
  writeFileSync(`${project}/examples.mjs`, moduleOfExamples(installed));
  copyFileSync(`${here}calls.mjs`, `${project}/calls.mjs`);
  for (const mode of MODES) {
    const found = failure(process.execPath, [...mode, "calls.mjs", ...entryModules], project);
    report([`every export of ${entryModules.length} modules is called`, ...mode].join(" "), found);
  }
  const run = (script) => failure(process.execPath, ["--input-type=module", "-e", script], project);
  const files = entryNames.filter((name) => IS_A_FILE.test(name));
  const read = (name) => `readFileSync(new URL(import.meta.resolve("${name}")));`;
  const found = run(`import { readFileSync } from "node:fs"; ${files.map(read).join(" ")}`);
  report(`${files.length} exported files exist`, found);
  const [output = "nothing"] = run(`import "${NEEDS_AN_ENGINE}";`);
  const isMissing = output.includes("Cannot find package '@duckdb/node-api'");
  report(`${NEEDS_AN_ENGINE} fails without its engine`, isMissing ? [] : [output]);
}

function checkCommand() {
  const run = (...words) => spawnSync(`${project}/node_modules/.bin/percodec`, words, { encoding: "utf8" }).stdout;
  const wanted = [
    [run("--version"), `percodec ${manifest.version}\n`],
    [run("encode", "a b/é"), "a%20b%2F%C3%A9\n"],
    [run("records", "--summary", "-f", "/dev/null"), ""],
  ];
  const wrong = wanted.filter(([got, want]) => got !== want);
  report("the command runs", wrong.map((both) => `it writes ${both.map((text) => JSON.stringify(text)).join(" instead of ")}`)); // prettier-ignore
}

function checkTypes() {
  copyFileSync(`${here}consumer.ts`, `${project}/consumer.ts`);
  writeFileSync(`${project}/imports.ts`, entryModules.map((name) => `import "${name}";`).join("\n"));
  for (const { file, ...chosen } of TYPES) {
    const compilerOptions = { ...STRICTEST, ...chosen };
    writeFileSync(`${project}/tsconfig.json`, JSON.stringify({ compilerOptions, files: [file] }));
    for (const [version, compiler] of Object.entries(COMPILERS)) {
      report(
        `${file} compiles with ${version} and ${chosen.lib.concat(chosen.types).join(", ")}`,
        failure(process.execPath, [`${compiler}/bin/tsc`, "-p", project]),
      );
    }
  }
}
