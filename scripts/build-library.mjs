// Builds library/dist/: one ES module and one file of declarations for each entry of `exports`, the chunks that entries share, and the
// kernel as a file. Comments are only in the declarations.
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = `${root}library/dist/`;
const { exports, imports } = JSON.parse(readFileSync(`${root}library/package.json`, "utf8"));

/**
 * The chunks by the modules in them; rolldown makes those of all other shared modules. Node takes about a millisecond for each file, so
 * they are few. A bundler cannot drop a class that extends another one or shares its private fields from a chunk, so such a module has a chunk
 * of its own. `TableHolder` is an exception: it has 60 bytes, and each entry needs its chunk.
 */
const CHUNKS = {
  codec:
    /^(?:base\/|codec\/|kernel\/(?:active|native|scalar|types)\.|sets\/(?:byte-table|percent-encode-set|tables)\.|charset\/encoding\.)/,
  kernel: /^kernel\/(?!automatic|on-request|control)/,
  "form-pairs": /^form\/(?:pairs|inspection)\./,
  form: /^form\/(?!index|stream|request)/,
  uri: /^(?:uri|host)\//,
};
const src = `${root}library/src/`;
/** @param {string} id */
const toChunk = (id) => Object.entries(CHUNKS).find(([, paths]) => paths.test(id.slice(src.length)))?.[0] ?? null;

/**
 * Returns the entries of rolldown: the source of each file of library/dist/.
 *
 * @param {{ source?: string; default: string }[]} targets
 */
function toInput(targets) {
  const sources = targets.filter(({ source }) => source !== undefined);
  return Object.fromEntries(
    sources.map((one) => [one.default.replace(/^\.\/dist\/|\.js$/g, ""), `${root}library/${one.source}`]),
  );
}

/** No module has a side effect, so an import without names does nothing, and esbuild warns of it. */
const noBareImports = {
  name: "no bare imports",
  generateBundle: (/** @type {unknown} */ _, /** @type {import("rolldown").OutputBundle} */ files) => {
    for (const file of Object.values(files))
      if (file.type === "chunk") file.code = file.code.replace(/^import "\.[^"]*";\n/gm, "");
  },
};

/**
 * @param {Record<string, string>} input the source of each file
 * @param {import("rolldown").OutputOptions} output more options of the output
 * @param {import("rolldown").RolldownPluginOption[]} plugins
 */
async function build(input, output, plugins = []) {
  const bundle = await rolldown({
    input,
    platform: "neutral",
    // The host decides about the kernel when a program runs.
    external: /^(?:#kernel|percodec|@exodus\/bytes|@duckdb\/node-api)(?:\/|$)/,
    preserveEntrySignatures: "allow-extension",
    experimental: { attachDebugInfo: "none" },
    plugins: [...plugins, noBareImports],
  });
  const comments = { annotation: true, jsdoc: false, legal: false };
  await bundle.write({ dir: dist, format: "esm", comments, ...output });
  await bundle.close();
}

rmSync(dist, { recursive: true, force: true });
const entries = toInput(Object.values(exports));
const { source: sources, ...built } = imports["#kernel"];
const kernels = toInput(Object.entries(built).map(([host, file]) => ({ source: sources[host], default: file })));
await Promise.all([
  build(
    { ...entries, ...kernels },
    {
      chunkFileNames: "chunks/[name].js",
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          { name: "pair-editor", test: /uri\/pair-editor\.ts$/, priority: 1 },
          { debugName: "shared", name: toChunk, minShareCount: 2 },
        ],
      },
    },
  ),
  build(entries, { chunkFileNames: "types/[name].d.ts", comments: true }, [
    dts({ emitDtsOnly: true, generator: "oxc", tsconfig: false }),
  ]),
  // It imports the library by the names of its package, as users do.
  build({ duckdb: `${root}engines/duckdb/percodec-duckdb.mjs` }, {}),
]);
copyFileSync(`${root}engines/duckdb/percodec-duckdb.d.mts`, `${dist}duckdb.d.ts`);

// For hosts that accept only precompiled WebAssembly modules.
const { wasmBinary } = await import(`${dist}wasm.js`);
writeFileSync(`${dist}kernel.wasm`, wasmBinary());
