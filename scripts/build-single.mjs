// Builds the single files, scripts that define a global `percodec`: those for engines that run only scripts use only the language.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version, license } = JSON.parse(readFileSync(`${root}library/package.json`, "utf8"));
const exodus = `${root}node_modules/@exodus/bytes/`;

const ENGINES = "tool/dist/engines/percodec.";
/**
 * The maximum size of each file, in bytes.
 *
 * @type {Record<string, number>}
 */
const LIMITS = {
  "library/dist/percodec.iife.js": 33_750,
  [`${ENGINES}codec.js`]: 36_650,
  [`${ENGINES}all.js`]: 300_000,
  [`${ENGINES}charset.js`]: 210_000,
};

const CODEC = ["library/src/index.ts", "library/src/legacy.ts", "library/src/sets/index.ts"];
const ALL = [
  ...CODEC,
  ..."form uri template links inspect guard".split(" ").map((name) => `library/src/${name}/index.ts`),
];

/** Functions of the codec and the sets that the other encodings need and that are not public. */
const INNER = {
  "library/src/base/arguments.ts": ["requireChoice", "requireText"],
  "library/src/codec/decode.ts": ["decodeBytesAsText", "decoderStep", "decodeText"],
  "library/src/codec/decoder.ts": ["canSkipScalar", "Decoder", "INCOMPLETE"],
  "library/src/codec/encode.ts": [
    "encodeBetweenEscapes",
    "encodePart",
    "encodeText",
    "loneSurrogateError",
    "preservesEscapes",
    "requireUnencodable",
  ],
  "library/src/codec/encoding.ts": ["requireEncoding"],
  "library/src/codec/options.ts": ["requireChunk", "resolveBytesOptions"],
  "library/src/base/excerpt.ts": ["toExcerpt", "quote"],
  "library/src/base/escape.ts": ["lowerHex", "PERCENT", "writeEscape"],
  "library/src/base/options.ts": ["findNearest"],
  "library/src/base/platform.ts": ["platformGlobal"],
  "library/src/sets/byte-table.ts": ["addPercent", "toByteTable"],
  "library/src/kernel/scalar.ts": ["decodeScalar", "encodeScalar"],
  "library/src/base/utf8.ts": [
    "codePointAt",
    "isHighSurrogate",
    "isLowSurrogate",
    "joinSurrogates",
    "loneSurrogateIn",
    "readUtf8",
    "toWellFormed",
    "validUtf8Until",
    "writeUtf8",
  ],
};

/**
 * Replacements that disable host functions and the WebAssembly kernel: the scalar code returns the same results.
 *
 * @type {Record<string, string>}
 */
const BARE = {
  "library/src/base/platform.ts": "export const platformGlobal = () => undefined;",
  "library/src/kernel/wasm.ts": "export const isRefused = true, startWasm = () => false;",
};

const bareHost = { name: "bare host", load: (/** @type {string} */ id) => BARE[id.slice(root.length)] ?? null };

/** Makes the file of the encodings use the codec and the sets of the first file, so that both have the same classes. */
const shared = {
  name: "shared codec",
  resolveId: (/** @type {string} */ id, /** @type {string | undefined} */ importer) =>
    importer?.startsWith(`${root}library/src/charset/`) && /^\.\.\/(base|codec|kernel|sets)\//.test(id)
      ? `${root}library/src/shared`
      : null,
  load: (/** @type {string} */ id) =>
    id === `${root}library/src/shared`
      ? `export const { ${Object.values(INNER).flat()} } = percodec.inner;
         export const { percentDecodeBytes } = percodec;
         export const { PercentEncodingError } = percodec;`
      : null,
};

/** Hides the globals of the host from the package of the tables, which looks for native decoders when it loads. */
const bareTables = {
  name: "bare tables",
  transform: (/** @type {string} */ code, /** @type {string} */ id) =>
    id.startsWith(exodus) && code.includes("globalThis")
      ? `const bareHost = {};\n${code.replaceAll("globalThis", "bareHost")}`
      : null,
};

/**
 * The functions of engines/functions.mjs that SQL engines call, and the library functions that they need.
 *
 * @type {Record<string, string[]>}
 */
const SQL = {
  codecFunctions: ["percentDecode", "percentEncode", "namedSet"],
  uriFunctions: ["cleanUri", "displayUri", "editUri", "inspect", "normalizeUri", "parseForm", "splitUri"],
};
/** @param {string[]} functions */
const sql = (functions) => [
  `import { ${functions}, recordFunctions } from "./engines/functions.mjs";`,
  `import { ${functions.flatMap((name) => SQL[name])} } from "library";`,
  `export const sql = recordFunctions({ ${functions.map((name) => `...${name}({ ${SQL[name]} })`)} });`,
];

const inner = Object.entries(INNER).map(([file, names]) => `export { ${names} } from "./${file}";`);
/** @param {string[]} files */
const reExport = (files) => files.map((file) => `export * from "./${file}";`);

const banner = `/*! percodec ${version}, ${license} */`;
const { version: tables } = JSON.parse(readFileSync(`${exodus}package.json`, "utf8"));
const notice = `/*! With the tables of @exodus/bytes ${tables}:\n\n${readFileSync(`${exodus}LICENSE`, "utf8").trim()}\n*/`;

await writeFirst(`${ENGINES}codec.js`, CODEC, ["codecFunctions"]);
await writeFirst(`${ENGINES}all.js`, ALL, ["codecFunctions", "uriFunctions"]);
await write(
  `${ENGINES}charset.js`,
  { entry: [`import * as charset from "./library/src/charset/index.ts";`, "Object.assign(percodec, charset);"] },
  `${banner}\n${notice}`,
  [bareHost, shared, bareTables],
);

// For `<script src>`, with the functions of the host.
await write("library/dist/percodec.iife.js", { entry: reExport(["library/src/index.ts", "library/src/sets/index.ts"]) }, banner); // prettier-ignore

for (const file of Object.keys(LIMITS).map((path) => path.replace(/js$/, "d.ts")))
  copyFileSync(`${root}engines/javascript/${basename(file)}`, root + file);

/**
 * Writes a file that does not need another one.
 *
 * @param {string} file @param {string[]} modules @param {string[]} functions
 */
async function writeFirst(file, modules, functions) {
  const library = reExport(modules);
  const entry = [`export * from "library";`, `export * as inner from "inner";`, `export { sql } from "sql";`];
  await write(file, { entry, library, inner, sql: sql(functions) }, banner, [bareHost]);
}

/**
 * @param {string} file
 * @param {Record<string, string[]>} virtual the lines of virtual modules by name; `entry` is the entry point
 * @param {string} heading
 * @param {import("rolldown").Plugin[]} plugins
 */
async function write(file, virtual, heading, plugins = []) {
  const written = {
    name: "entry",
    resolveId: (/** @type {string} */ id) => (virtual[id] ? `${root}${id}.mjs` : null),
    load: (/** @type {string} */ id) => virtual[id.slice(root.length, -".mjs".length)]?.join("\n") ?? null,
  };
  const bundle = await rolldown({
    input: "entry",
    platform: "neutral",
    resolve: { conditionNames: ["source", "default"] },
    plugins: [written, ...plugins],
    // Older engines cannot parse newer syntax.
    transform: { target: "es2020" },
  });
  const { output } = await bundle.generate({ format: "iife", name: "percodec", minify: true });
  await bundle.close();
  const script = `${heading}\n${quotable(output[0].code)}`;
  if (script.length > (LIMITS[file] ?? 0)) throw new Error(`${file} has ${script.length} bytes of ${LIMITS[file]}`);
  writeFileSync(root + file, script);
}

/**
 * Escapes a script to ASCII, which is the same in every encoding, and without `$$`, which would end the body of a Snowflake
 * function. Both occur only in strings.
 * @param {string} code
 */
function quotable(code) {
  const ascii = code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const script = ascii.replace(/\$\$(?!\{)/g, "$\\x24");
  if (script.includes("$$")) throw new Error("a `$${` is left, which would end the body of a Snowflake function");
  return script;
}
