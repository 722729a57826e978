// Checks the package as users install it. It is packed twice from clean copies and installed offline: npm run check -- package
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installOnce } from "../support/install.mjs";
import { conclude, counted } from "./check.mjs";
import { moduleOfExamples } from "./package/examples.mjs";
import { install, packClean } from "./package/pack.mjs";
import { findReach } from "./package/reach.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const here = fileURLToPath(new URL("package/", import.meta.url));

/** The files that may be in the tarball. The modules of dist are also compared with src. */
const CONTENTS = [
  /^(?:CHANGELOG\.md|LICENSE|README\.md|package\.json|docs\/percodec\.1)$/,
  /^dist\/(?:[a-z]+\/)*[a-z0-9.-]+\.(?:d\.ts|js)$/,
  /^dist\/(?:cli|percodec|cli\/[a-z0-9-]+)\.cjs$/,
  /^dist\/(?:kernel\.wasm|column(?:-simd)?\.wasm|clickhouse\.wasm|cli\/LICENSES\.txt)$/,
  /^integrations\/(?:functions|record)\.mjs$/,
  /^integrations\/duckdb\/percodec-duckdb\.(?:d\.mts|mjs)$/,
  /^integrations\/clickhouse\/[a-z_-]+\.(?:xml|sql)$/,
  /^integrations\/javascript\/percodec\.[a-z]+\.d\.ts$/,
  /^integrations\/recipes\/(?:with_[a-z]+\.py|[a-z]+\.sh)$/,
  /^integrations\/spark\/(?:percodec_spark\.py|recipes\/[a-z-]+\.(?:py|sql))$/,
  /^dist\/web\/(?:index\.html|style\.css|icon\.svg|icon-[a-z0-9]+\.png|manifest\.webmanifest|[\w-]+\.js)$/,
];
/** The page runs in a browser; its content security policy and its tests limit what it accesses. */
const PAGE = /^(?:dist\/)?web\//;
const DEPENDENCY = "@exodus/bytes";
/** The globals that a file of the library uses beyond the language. */
const REACH = {
  "base/platform.js": ["globalThis"],
  "stream/percent.js": ["TransformStream"],
  "form/stream.js": ["TransformStream"],
  // `percodec` is the script loaded before it. The tables use TextDecoder and TextEncoder only if the host has them.
  "percodec.charset.js": ["TextDecoder", "TextEncoder", "percodec"],
};
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
/** The environments in which a consumer has to compile: the web's types, or Node's alone. */
const TYPES = [
  { lib: ["ES2022", "DOM", "DOM.Iterable"], types: [] },
  { lib: ["ES2022"], types: ["node"], typeRoots: [`${root}node_modules/@types`] },
];

/** The package has only ECMAScript modules, and "exports" is what a resolver without it does not see. */
const IGNORED_RESOLUTIONS = ["node10", "node16-cjs"];

installOnce("tests");
const { checkPackage, createPackageFromTarballData } = await import("@arethetypeswrong/core");

const faults = [];
let checks = 0;
const folder = mkdtempSync(join(tmpdir(), "percodec-package-"));
try {
  const [first, second] = await Promise.all([
    packClean(`${folder}/one`, { TZ: "UTC", LC_ALL: "C" }),
    packClean(`${folder}/two`, { TZ: "Pacific/Chatham", LC_ALL: "tr_TR.UTF-8" }),
  ]);
  checkBytes(readFileSync(first.tarball), readFileSync(second.tarball));
  checkContents(first.files);
  const project = `${folder}/project`;
  await install(first.tarball, project);
  const installed = `${project}/node_modules/percodec`;
  const manifest = JSON.parse(readFileSync(`${installed}/package.json`, "utf8"));
  checkManifest(manifest, first.files, readdirSync(`${project}/node_modules`));
  report("publint reports nothing", runPublint(installed));
  const notModules = Object.keys(manifest.exports).filter((path) => IS_A_FILE.test(path));
  report("are-the-types-wrong reports nothing", await findWrongTypes(first.tarball, notModules));
  checkReach(`${installed}/dist/`);
  checkCalls(Object.keys(manifest.exports), installed, project);
  checkCommand(manifest.version, project);
  checkTypes(project);
} finally {
  rmSync(folder, { recursive: true });
}
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

function runPublint(installed) {
  return failure(`${root}tests/node_modules/.bin/publint`, ["run", installed, "--strict", "--pack", "false"]);
}

async function findWrongTypes(tarball, excludeEntrypoints) {
  const { problems } = await checkPackage(createPackageFromTarballData(readFileSync(tarball)), { excludeEntrypoints });
  return problems
    .filter(({ resolutionKind }) => !IGNORED_RESOLUTIONS.includes(resolutionKind))
    .map((problem) => JSON.stringify(problem));
}

function checkBytes(one, other) {
  report(`two builds produce the same ${counted(one.length)} bytes`, one.equals(other) ? [] : ["they differ"]);
}

/** Checks that the tarball has only expected files, every module of src and no other, and all files that package.json names. */
function checkContents(files) {
  const manifest = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  const { bin, exports, man } = manifest;
  /** Modules that only the generators of docs use. */
  const leftOut = manifest.files.filter((name) => name.startsWith("!")).map((name) => name.slice(1, -1));
  const targets = [bin, exports, man].flatMap(listTargets);
  const modules = readdirSync(`${root}src`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => [".js", ".d.ts"].map((ending) => `dist/${name.slice(0, -".ts".length)}${ending}`))
    .filter((name) => !leftOut.some((start) => name.startsWith(start)));
  const single = /^dist\/percodec\.[a-z]+\.js$/;
  const stale = files.filter(
    (name) =>
      /^dist\/.+\.(?:js|d\.ts)$/.test(name) && !PAGE.test(name) && !single.test(name) && !modules.includes(name),
  );
  report(`${files.length} files, all of them expected`, [
    ...files.filter((name) => !CONTENTS.some((pattern) => pattern.test(name))).map((name) => `${name} is not expected`),
    ...stale.map((name) => `${name} has no source`),
    ...[...modules, ...targets].filter((name) => !files.includes(name)).map((name) => `${name} is missing`),
  ]);
}

function listTargets(value) {
  return typeof value === "string" ? [value.replace(/^\.\//, "")] : Object.values(value).flatMap(listTargets);
}

function checkManifest({ dependencies, scripts }, files, packages) {
  report("one dependency and no install scripts", [
    ...Object.keys(dependencies)
      .filter((name) => name !== DEPENDENCY)
      .map((name) => `${name} is a dependency`),
    ...packages.filter((name) => !/^(?:\..+|percodec|@exodus)$/.test(name)).map((name) => `${name} is installed too`),
    ...Object.keys(scripts)
      .filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))
      .map((name) => `${name} runs`),
    ...files.filter((name) => name.endsWith(".gyp")).map((name) => `${name} runs`),
  ]);
}

/** Checks by syntax that the library uses only the language: no eval, no network, no process. */
function checkReach(dist) {
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".js") && !PAGE.test(name),
  );
  const found = files.flatMap((name) => {
    const { dynamicCode, modules, names } = findReach(readFileSync(dist + name, "utf8"));
    const allowed = REACH[name] ?? [];
    const ours = name.startsWith("charset/") ? /^(?:\.|@exodus\/bytes\/)/ : /^(?:\.|#kernel$)/;
    const foreign = [
      ...dynamicCode,
      ...names.filter((one) => !allowed.includes(one)),
      ...modules.filter((one) => !ours.test(one)),
    ];
    return [
      ...foreign.map((what) => `${name} uses ${what}`),
      ...allowed.filter((one) => !names.includes(one)).map((one) => `${name} no longer uses ${one}`),
    ];
  });
  report(`${files.length} files of the library use only the language`, found);
}

/** Imports and calls every export, also with frozen intrinsics and with code generation from strings disabled. */
function checkCalls(paths, installed, project) {
  const names = paths.map((path) => path.replace(/^\./, "percodec"));
  const modules = names.filter((name) => name !== NEEDS_AN_ENGINE && !IS_A_FILE.test(name));
  writeFileSync(`${project}/examples.mjs`, moduleOfExamples(installed));
  copyFileSync(`${here}calls.mjs`, `${project}/calls.mjs`);
  for (const mode of MODES) {
    const found = failure(process.execPath, [...mode, "calls.mjs", ...modules], project);
    report([`every export of ${modules.length} modules is called`, ...mode].join(" "), found);
  }
  const run = (script) => failure(process.execPath, ["--input-type=module", "-e", script], project);
  const files = names.filter((name) => IS_A_FILE.test(name));
  const read = (name) => `readFileSync(new URL(import.meta.resolve("${name}")));`;
  report(
    `${files.length} exported files exist`,
    run(`import { readFileSync } from "node:fs"; ${files.map(read).join(" ")}`),
  );
  const [output = "nothing"] = run(`import "${NEEDS_AN_ENGINE}";`);
  const isMissing = output.includes("Cannot find package '@duckdb/node-api'");
  report(`${NEEDS_AN_ENGINE} fails without its engine`, isMissing ? [] : [output]);
}

function checkCommand(version, project) {
  const run = (...words) => spawnSync(`${project}/node_modules/.bin/percodec`, words, { encoding: "utf8" }).stdout;
  const wanted = [
    [run("--version"), `percodec ${version}\n`],
    [run("encode", "a b/é"), "a%20b%2F%C3%A9\n"],
    [run("records", "--summary", "-f", "/dev/null"), ""],
  ];
  const wrong = wanted.filter(([got, want]) => got !== want);
  report(
    "the command runs",
    wrong.map(([got, want]) => `it writes ${JSON.stringify(got)} instead of ${JSON.stringify(want)}`),
  );
}

function checkTypes(project) {
  copyFileSync(`${here}consumer.ts`, `${project}/consumer.ts`);
  for (const chosen of TYPES) {
    const compilerOptions = { ...STRICTEST, ...chosen };
    writeFileSync(`${project}/tsconfig.json`, JSON.stringify({ compilerOptions, files: ["consumer.ts"] }));
    for (const [version, compiler] of Object.entries(COMPILERS)) {
      report(
        `a consumer compiles with ${version} and ${chosen.lib.concat(chosen.types).join(", ")}`,
        failure(process.execPath, [`${compiler}/bin/tsc`, "-p", project]),
      );
    }
  }
}
