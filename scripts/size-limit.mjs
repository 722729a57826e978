// The sizes of what a user imports: size-limit bundles each with esbuild, minifies it, and compresses it with gzip. Nothing is left out.
// docs/bundlers.md shows the rows of browsers and README.md those of whole modules; the tests compare both with them.

/** The rows of a bundle for browsers: the module, what is imported from it (all if undefined), and the limit. */
const BROWSER = [
  ["index", "percentDecode", "4.99 kB"],
  ["index", "percentEncode", "3.71 kB"],
  ["index", "percentDecode, percentEncode, percentDecodeReport", "6.91 kB"],
  ["index", undefined, "8.25 kB"],
  ["sets/index", undefined, "5.5 kB"],
  ["sets/index", "whatwg", "3.1 kB"],
  ["stream", "PercentDecodeStream", "6.5 kB"],
  ["stream", undefined, "9.4 kB"],
  ["form/index", "parseForm", "12.5 kB"],
  ["form/index", "serializeForm", "5.4 kB"],
  ["form/index", undefined, "14.65 kB"],
  ["guard/index", "isSameOriginPath", "1.9 kB"],
  ["guard/index", "decodePath", "4.55 kB"],
  ["guard/index", "encodeFor", "5.6 kB"],
  ["guard/index", undefined, "7.45 kB"],
  ["template/index", "expandTemplate", "8.6 kB"],
  ["template/index", undefined, "14.5 kB"],
  ["uri/index", "isUri, isUriReference", "1.6 kB"],
  ["uri/index", "checkUri", "20.95 kB"],
  ["uri/index", "editUri", "7.95 kB"],
  ["uri/index", "fileUri", "2.7 kB"],
  ["uri/index", "filePath", "3.1 kB"],
  ["uri/index", "normalizeUri", "2.9 kB"],
  ["uri/index", "cleanUri", "20 kB"],
  ["uri/index", "uri", "19.9 kB"],
  ["uri/index", undefined, "61 kB"],
  ["links/index", "findLinks", "12 kB"],
  ["links/index", undefined, "22.8 kB"],
  ["inspect/index", undefined, "42.5 kB"],
  ["charset/index", undefined, "101.5 kB"],
  ["wasm", "enableWasm", "7.9 kB"],
];

/** The rows of a bundle for Node, which contains the WebAssembly kernel. */
const NODE = [
  ["index", "percentDecode", "12.05 kB"],
  ["index", undefined, "15.25 kB"],
];

/** Sources of the library that are measured alone. */
const PARTS = [
  ["host/host", undefined, "12.3 kB"],
  ["host/idna.generated", undefined, "3.6 kB"],
];

const toChecks = (rows, platform, toPath = (module) => `dist/${module}.js`) =>
  rows.map(([module, names, limit]) => ({
    name: `${platform}: ${names ?? "everything"} from ${module}`,
    path: `../library/${toPath(module)}`,
    import: names && `{ ${names} }`,
    limit,
    gzip: true,
    // Without `tsconfigRaw` esbuild would apply the `paths` of tsconfig.json, which are for the sources.
    modifyEsbuildConfig: (config) => ({ ...config, platform, format: "esm", tsconfigRaw: "{}" }),
  }));

export default [
  ...toChecks(BROWSER, "browser"),
  ...toChecks(NODE, "node"),
  ...toChecks(PARTS, "browser", (module) => `src/${module}.ts`),
];
