// Checks imports: in the library and in the tool, each folder imports only folders before it. The tool imports the library by the name of
// its package. Cycles are not allowed, not even of types. The library does not read globals of the host.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BELOW, codeFiles, findCycles, findFloor, findRoom, importedNames, resolveName, ROOT } from "./imports.mjs";

/**
 * The packages that a folder of the library may import.
 *
 * @type {Record<string, string[]>}
 */
const DEPENDENCIES = { charset: ["@exodus/bytes"] };
/** The only file of the library that reads globals of the host. */
const PLATFORM = "library/src/base/platform.ts";
const HOST =
  /\b(TextEncoder|TextDecoder|Buffer|process|console|globalThis|WebAssembly|atob|URL|URLSearchParams|fetch|window|require)\b(?!["'`])/;

const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const uninstalled = readFileSync(join(ROOT, "scripts/uninstalled-modules.d.ts"), "utf8");
const TYPED = Object.keys(devDependencies).map((name) => name.replace("@types/", ""));
/** Vitest installs the last two. */
const PACKAGES = [...TYPED, "percodec", "esbuild", "vite"];
const DECLARED = new Set(Array.from(uninstalled.matchAll(/"(.*)"/g), ([, name]) => name));

const names = importedNames(codeFiles(["library", "tool", "engines", "tests"]));
const graph = new Map();
const faults = [];
for (const [file, imported] of names) {
  graph.set(
    file,
    imported.flatMap((name) => resolveName(file, name)),
  );
  for (const name of imported) {
    const fault = resolveName(file, name)
      .map((to) => findFault(file, name, to))
      .find(Boolean);
    if (fault) faults.push(`${file} imports ${name}: ${fault}`);
  }
  for (const name of file.endsWith("js") ? imported : [])
    if (!isDeclared(name)) faults.push(`${file} imports ${name}: scripts/uninstalled-modules.d.ts does not declare it`);
  const global = file.startsWith("library/src/") && file !== PLATFORM ? HOST.exec(readCode(file))?.[0] : undefined;
  if (global) faults.push(`${file} reads the global ${global}`);
}
for (const cycle of findCycles(graph)) faults.push(`a cycle of imports: ${cycle.join(" → ")}`);

/**
 * Whether a script compiles before the nested manifests, such as tests/package.json, are installed.
 *
 * @param {string} name
 */
function isDeclared(name) {
  return (
    /^(?:[.#]|node:)/.test(name) || DECLARED.has(name) || PACKAGES.some((known) => `${name}/`.startsWith(`${known}/`))
  );
}

/** @param {string} file */
function readCode(file) {
  return readFileSync(join(ROOT, file), "utf8").replace(/\/\*[^]*?\*\/|\/\/.*|"[^"\n]*"|`[^`]*`/g, "");
}

/**
 * Returns why a file may not import another one, or undefined.
 *
 * @param {string} file @param {string} name @param {string} to
 */
function findFault(file, name, to) {
  if (/^(?:scripts|bench)\//.test(to)) return "nothing imports scripts and benches";
  const room = findRoom(file);
  if (room === undefined) return undefined;
  const target = findRoom(to);
  if (room === target) return findFloor(room, to) > findFloor(room, file) ? "a later folder" : undefined;
  if (room === "library/src") {
    const allowed = DEPENDENCIES[file.split("/")[2] ?? ""] ?? [];
    return allowed.some((dependency) => to.startsWith(dependency)) ? undefined : "the library imports only itself";
  }
  if (target === "library/src") return name.startsWith(".") ? "import the package percodec by its name" : undefined;
  return target === undefined || BELOW[room]?.includes(target)
    ? undefined
    : `${room} may import ${BELOW[room]?.join(", ")}`;
}

for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
