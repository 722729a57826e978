// Loads TypeScript sources of the project, which Node 20 runs none of, as one module.
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compileFunction } from "node:vm";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("../..", import.meta.url));
const requireHost = createRequire(import.meta.url);

/**
 * @param paths sources, from the project's root
 * @returns a module with all that they export
 */
export async function loadSources(paths) {
  return import(`data:text/javascript,${encodeURIComponent(await bundle(paths, "esm", () => null))}`);
}

/**
 * The same over a build: what the sources import of `src/` comes from the modules that are passed.
 *
 * @param modules the modules by their paths in `src/`: `form/index.ts`
 */
export async function loadSourcesOver(paths, modules) {
  const code = await bundle(paths, "cjs", (id) => {
    const path = /^\.\.\/(?:\.\.\/)*src\/(.+)$/.exec(id)?.[1];
    return path === undefined ? null : { id: `src:${path}`, external: true };
  });
  const exports = {};
  const require = (id) => (id.startsWith("src:") ? modules[id.slice("src:".length)] : requireHost(id));
  compileFunction(code, ["exports", "require"])(exports, require);
  return exports;
}

async function bundle(paths, format, resolve) {
  const entry = paths.map((path) => `export * from ${JSON.stringify(root + path)};`).join("\n");
  const made = await rolldown({
    input: "sources",
    platform: "node",
    plugins: [
      {
        name: "sources",
        resolveId: (id) => (id === "sources" ? id : resolve(id)),
        load: (id) => (id === "sources" ? entry : null),
        // What a source reads stands beside it, not beside the bundle.
        transform: (code, id) =>
          code.includes("import.meta.url")
            ? code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
            : null,
      },
    ],
  });
  const { output } = await made.generate({ format });
  await made.close();
  return output[0].code;
}
