// The sizes of what a user imports: size-limit bundles each with esbuild, minifies it, and compresses it with gzip. Nothing is left out.
// docs/bundlers.md shows the rows of browsers and README.md those of whole modules; the tests compare both with them.

/** The rows of a bundle for browsers: the module, what is imported from it (all if undefined), and the limit. */
const BROWSER = [
  ["index", "percentDecode", "5.06 kB"],
  ["index", "percentEncode", "4.15 kB"],
  ["index", "percentDecode, percentEncode, percentDecodeReport", "7.25 kB"],
  ["index", undefined, "8.85 kB"],
  ["sets/index", undefined, "5.5 kB"],
  ["sets/index", "whatwg", "3.1 kB"],
  ["stream", "PercentDecodeStream", "5.75 kB"],
  ["stream", undefined, "9.65 kB"],
  ["form/index", "parseForm", "12.55 kB"],
  ["form/index", "serializeForm", "5.4 kB"],
  ["form/index", undefined, "14.85 kB"],
  ["guard/index", "isSameOriginPath", "1.9 kB"],
  ["guard/index", "decodePath", "4.6 kB"],
  ["guard/index", "encodeFor", "5.6 kB"],
  ["guard/index", undefined, "7.5 kB"],
  ["template/index", "expandTemplate", "8.6 kB"],
  ["template/index", undefined, "14.65 kB"],
  ["uri/index", "isUri, isUriReference", "1.6 kB"],
  ["uri/index", "checkUri", "20.95 kB"],
  ["uri/index", "editUri", "8.8 kB"],
  ["uri/index", "fileUri", "2.75 kB"],
  ["uri/index", "filePath", "3.15 kB"],
  ["uri/index", "normalizeUri", "3.05 kB"],
  ["uri/index", "cleanUri", "19.75 kB"],
  ["uri/index", "uri", "20 kB"],
  ["uri/index", undefined, "61.5 kB"],
  ["links/index", "findLinks", "12.05 kB"],
  ["links/index", undefined, "22.8 kB"],
  ["inspect/index", undefined, "42.2 kB"],
  ["charset/index", undefined, "102 kB"],
  ["wasm", "enableWasm", "8 kB"],
];

/** The rows of a bundle for Node, which contains the WebAssembly kernel. */
const NODE = [
  ["index", "percentDecode", "12.1 kB"],
  ["index", undefined, "15.75 kB"],
];

/** Sources of the library that are measured alone. */
const PARTS = [
  ["host/host", undefined, "11 kB"],
  ["host/idna.generated", undefined, "3.6 kB"],
];

/** @param {(string | undefined)[][]} rows @param {string} platform */
const toChecks = (rows, platform, toPath = (/** @type {string | undefined} */ module) => `dist/${module}.js`) =>
  rows.map(([module, names, limit]) => ({
    name: `${platform}: ${names ?? "everything"} from ${module}`,
    path: `../library/${toPath(module)}`,
    import: names && `{ ${names} }`,
    limit,
    gzip: true,
    // Without `tsconfigRaw` esbuild would apply the `paths` of tsconfig.json, which are for the sources.
    modifyEsbuildConfig: (/** @type {object} */ config) => ({ ...config, platform, format: "esm", tsconfigRaw: "{}" }),
  }));

export default [
  ...toChecks(BROWSER, "browser"),
  ...toChecks(NODE, "node"),
  ...toChecks(PARTS, "browser", (module) => `src/${module}.ts`),
];
