// Bundles TypeScript sources of the project into one module, because Node 20 cannot run TypeScript.
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compileFunction } from "node:vm";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("../..", import.meta.url));
const requireHost = createRequire(import.meta.url);

/** @typedef {readonly string[]} Edit the end of a file's path, a string that occurs once in it, and its replacement */

/**
 * @param {string[]} paths sources, relative to the project's root
 * @param {readonly Edit[]} edits changes of the sources
 * @returns a module with all exports of the sources
 */
export async function loadSources(paths, edits = []) {
  return import(`data:text/javascript,${encodeURIComponent(await bundle(paths, "esm", () => null, edits))}`);
}

/**
 * Loads sources over a build: their imports from `library/src/` resolve to the passed modules.
 *
 * @param {string[]} paths
 * @param {Record<string, object>} modules the modules by path in `library/src/`, such as `form/index.ts`
 */
export async function loadSourcesOver(paths, modules) {
  const code = await bundle(paths, "cjs", (id) => {
    const path = /^\.\.\/(?:\.\.\/)*library\/src\/(.+)$/.exec(id)?.[1];
    return path === undefined ? null : { id: `src:${path}`, external: true };
  });
  const exports = {};
  const require = (/** @type {string} */ id) =>
    id.startsWith("src:") ? modules[id.slice("src:".length)] : requireHost(id);
  compileFunction(code, ["exports", "require"])(exports, require);
  return exports;
}

/** Applies the edits of a file; each has to fit exactly once. @param {string} code @param {string} id @param {readonly Edit[]} edits */
export function editSource(code, id, edits) {
  for (const [path = "", before = "", after = ""] of edits) {
    if (!id.endsWith(path)) continue;
    if (code.split(before).length !== 2) throw new Error(`${path} does not contain once: ${before}`);
    code = code.replace(before, () => after);
  }
  return code;
}

/**
 * @param {string[]} paths
 * @param {"esm" | "cjs"} format
 * @param {(id: string) => import("rolldown").ResolveIdResult} resolve
 * @param {readonly Edit[]} edits
 */
async function bundle(paths, format, resolve, edits = []) {
  const entry = paths.map((path) => `export * from ${JSON.stringify(root + path)};`).join("\n");
  return bundleCode(entry, format, {
    platform: "node",
    // As in tsconfig.json: the tool imports the sources of the library by the names of its package.
    resolve: { conditionNames: ["source", "node", "import", "default"] },
    plugins: [
      {
        name: "sources",
        resolveId: resolve,
        // A source reads files relative to its own location, not to the bundle's.
        transform: (code, id) =>
          editSource(code, id, edits).replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href)),
      },
    ],
  });
}

/**
 * Bundles code that imports modules by absolute paths.
 *
 * @param {string} code
 * @param {"esm" | "cjs" | "iife"} format
 * @param {Omit<import("rolldown").InputOptions, "plugins"> & { plugins?: import("rolldown").Plugin[] }} [options]
 */
export async function bundleCode(code, format, { plugins = [], ...options } = {}) {
  const entry = {
    name: "entry",
    resolveId: (/** @type {string} */ id) => (id === "entry" ? id : null),
    load: (/** @type {string} */ id) => (id === "entry" ? code : null),
  };
  const made = await rolldown({ input: "entry", plugins: [entry, ...plugins], ...options });
  const { output } = await made.generate({ format });
  await made.close();
  return output[0].code;
}
