// Loads TypeScript sources of the project, which Node 20 runs none of, as one module.
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * @param paths sources, from the project's root
 * @returns a module with all that they export
 */
export async function loadSources(paths) {
  const entry = paths.map((path) => `export * from ${JSON.stringify(root + path)};`).join("\n");
  const bundle = await rolldown({
    input: "sources",
    platform: "node",
    plugins: [
      {
        name: "sources",
        resolveId: (id) => (id === "sources" ? id : null),
        load: (id) => (id === "sources" ? entry : null),
        // What a source reads stands beside it, not beside the bundle.
        transform: (code, id) =>
          code.includes("import.meta.url")
            ? code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
            : null,
      },
    ],
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}
