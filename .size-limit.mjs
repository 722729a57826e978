// The sizes of what a user imports: size-limit bundles each with esbuild, minifies it, and compresses it with gzip. Nothing is left out.
// docs/bundlers.md shows the rows of browsers and README.md those of whole modules; the tests compare both with them.

/** The rows of a bundle for browsers: the module, what is imported from it (all if undefined), and the limit. */
const BROWSER = [
  ["index", "percentDecode", "4.9 kB"],
  ["index", "percentEncode", "3.8 kB"],
  ["index", "percentDecode, percentEncode, percentDecodeReport", "6.8 kB"],
  ["index", undefined, "8.3 kB"],
  ["sets/index", undefined, "5.6 kB"],
  ["sets/index", "whatwg", "3.2 kB"],
  ["stream", "PercentDecodeStream", "9 kB"],
  ["stream", undefined, "11.7 kB"],
  ["form/index", "parseForm", "13.3 kB"],
  ["form/index", "serializeForm", "6.3 kB"],
  ["form/index", "editQuery", "6.3 kB"],
  ["form/index", undefined, "16.6 kB"],
  ["guard/index", "isSameOriginPath", "5.3 kB"],
  ["guard/index", "decodePath", "6 kB"],
  ["guard/index", "encodeFor", "21.6 kB"],
  ["guard/index", undefined, "47.8 kB"],
  ["template/index", "expandTemplate", "7.5 kB"],
  ["template/index", undefined, "13.8 kB"],
  ["uri/index", "isUri, isUriReference", "2.2 kB"],
  ["uri/index", "checkUri", "21.5 kB"],
  ["uri/index", "editUri", "7 kB"],
  ["uri/index", "fileUri", "2.7 kB"],
  ["uri/index", "filePath", "3.2 kB"],
  ["uri/index", "normalizeUri", "2.7 kB"],
  ["uri/index", "cleanUri", "21.1 kB"],
  ["uri/index", "uri", "19.2 kB"],
  ["uri/index", undefined, "52.6 kB"],
  ["links/index", "findLinks", "12.2 kB"],
  ["links/index", undefined, "25 kB"],
  ["inspect/index", "explainDecode", "6 kB"],
  ["inspect/index", undefined, "55.9 kB"],
  ["charset/index", undefined, "101 kB"],
  ["wasm", "enableWasm", "8.5 kB"],
];

/** The rows of a bundle for Node, which contains the WebAssembly kernel. */
const NODE = [
  ["index", "percentDecode", "12 kB"],
  ["index", undefined, "15.2 kB"],
];

/** Parts of the library that are measured alone. */
const PARTS = [
  ["host/host", undefined, "12.3 kB"],
  ["host/idna.generated", undefined, "3.7 kB"],
];

const toChecks = (rows, platform) =>
  rows.map(([module, names, limit]) => ({
    name: `${platform}: ${names ?? "everything"} from ${module}`,
    path: `dist/${module}.js`,
    import: names && `{ ${names} }`,
    limit,
    gzip: true,
    // Without `tsconfigRaw` esbuild would apply the `paths` of tsconfig.json, which are for the sources.
    modifyEsbuildConfig: (config) => ({ ...config, platform, format: "esm", tsconfigRaw: "{}" }),
  }));

export default [...toChecks(BROWSER, "browser"), ...toChecks(NODE, "node"), ...toChecks(PARTS, "browser")];
