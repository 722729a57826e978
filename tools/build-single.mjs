// Builds the single files for engines that take only JavaScript: scripts that leave a global `percodec` and use the language alone.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version, license } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const exodus = `${root}node_modules/@exodus/bytes/`;

/** The most that a file may weigh, in bytes. */
const LIMITS = { "percodec.codec.js": 35_000, "percodec.all.js": 250_000, "percodec.charset.js": 210_000 };

const CODEC = ["src/index.ts", "src/legacy.ts", "src/sets/index.ts"];
const ALL = [
  ...CODEC,
  "src/form/index.ts",
  "src/uri/index.ts",
  "src/template/index.ts",
  "src/inspect/index.ts",
  "src/guard/index.ts",
];

/** What the other encodings need of the codec and the sets, and those do not export. */
const INNER = {
  "src/base/arguments.ts": ["describeType", "requireChoice", "requireText"],
  "src/codec/decode.ts": ["decodeBytesAsText", "decodeText"],
  "src/codec/options.ts": ["resolveTextOptions"],
  "src/codec/decoder.ts": ["Decoder", "INCOMPLETE", "unitLength"],
  "src/codec/encode.ts": ["loneSurrogateError", "refusesLone"],
  "src/base/excerpt.ts": ["toExcerpt", "quote"],
  "src/base/escape.ts": ["writeEscape"],
  "src/base/own.ts": ["hasOwn"],
  "src/base/options.ts": ["isPlainObject", "readOptions", "unknownName"],
  "src/base/platform.ts": ["platformGlobal"],
  "src/kernel/scalar.ts": ["scalarKernel"],
  "src/base/utf8.ts": ["loneSurrogateIn", "readUtf8", "toWellFormed", "writeUtf8"],
  "src/sets/percent-encode-set.ts": ["byteTable", "requireSet"],
};

/** A host that lends nothing, and so no compiled kernel: the scalar code gives the same answers. */
const BARE = {
  "src/base/platform.ts": "export const platformGlobal = () => undefined;",
  "src/kernel/wasm.ts": "export const makeWasmKernel = () => { throw new Error(); };",
};

const bareHost = {
  name: "bare host",
  load: (id) => BARE[id.slice(root.length)] ?? null,
};

/** The second file takes the codec and the sets from the first: an error, a set and a text are then of one kind in both. */
const shared = {
  name: "shared codec",
  resolveId: (id, importer) =>
    importer?.startsWith(`${root}src/charset/`) && /^\.\.\/(base|codec|kernel|sets)\//.test(id)
      ? `${root}src/shared`
      : null,
  load: (id) =>
    id === `${root}src/shared`
      ? `export const { ${Object.values(INNER).flat()} } = percodec.inner;
         export const { percentDecode, percentDecodeBytes, percentEncode } = percodec;
         export const { PercentEncodeSet, PercentEncodingError, rfc3986 } = percodec;`
      : null,
};

/** The package of the tables looks for native decoders when it loads; here it finds a host without any. */
const bareTables = {
  name: "bare tables",
  transform: (code, id) =>
    id.startsWith(exodus) && code.includes("globalThis")
      ? `const bareHost = {};\n${code.replaceAll("globalThis", "bareHost")}`
      : null,
};

/** What engines of SQL call, as integrations/functions.mjs has it, and what that needs of the library. */
const SQL = {
  codecFunctions: ["percentDecode", "percentEncode", "namedSet"],
  uriFunctions: ["cleanUri", "displayUri", "inspect", "normalizeUri", "parseForm", "splitUri"],
};
const sql = (functions) => [
  `import { ${functions}, recording } from "./integrations/functions.mjs";`,
  `import { ${functions.flatMap((name) => SQL[name])} } from "library";`,
  `export const sql = recording({ ${functions.map((name) => `...${name}({ ${SQL[name]} })`)} });`,
];

const inner = Object.entries(INNER).map(([file, names]) => `export { ${names} } from "./${file}";`);
const reExport = (files) => files.map((file) => `export * from "./${file}";`);

const banner = `/*! percodec ${version}, ${license} */`;
const { version: tables } = JSON.parse(readFileSync(`${exodus}package.json`, "utf8"));
const notice = `/*! With the tables of @exodus/bytes ${tables}:\n\n${readFileSync(`${exodus}LICENSE`, "utf8").trim()}\n*/`;

await writeFirst("percodec.codec.js", CODEC, ["codecFunctions"]);
await writeFirst("percodec.all.js", ALL, ["codecFunctions", "uriFunctions"]);
await write(
  "percodec.charset.js",
  { entry: [`import * as charset from "./src/charset/index.ts";`, "Object.assign(percodec, charset);"] },
  `${banner}\n${notice}`,
  [shared, bareTables],
);

/** A file that stands alone. */
async function writeFirst(file, modules, functions) {
  const library = reExport(modules);
  const entry = [`export * from "library";`, `export * as inner from "inner";`, `export { sql } from "sql";`];
  await write(file, { entry, library, inner, sql: sql(functions) }, banner);
}

/** @param virtual lines by the name of the module that they are; `entry` is the first */
async function write(file, virtual, heading, plugins = []) {
  const written = {
    name: "entry",
    resolveId: (id) => (virtual[id] ? `${root}${id}.mjs` : null),
    load: (id) => virtual[id.slice(root.length, -".mjs".length)]?.join("\n") ?? null,
  };
  const bundle = await rolldown({
    input: "entry",
    platform: "neutral",
    plugins: [written, bareHost, ...plugins],
    // Newer syntax would stop an older engine at the first line.
    transform: { target: "es2020" },
  });
  const { output } = await bundle.generate({ format: "iife", name: "percodec", minify: true });
  await bundle.close();
  const script = `${heading}\n${quotable(output[0].code)}`;
  if (script.length > LIMITS[file]) throw new Error(`dist/${file} has ${script.length} bytes of ${LIMITS[file]}`);
  writeFileSync(`${root}dist/${file}`, script);
}

/** ASCII, whatever an engine takes a file to be, and without the `$$` that ends a body of Snowflake: both stand in strings alone. */
function quotable(code) {
  const ascii = code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const script = ascii.replace(/\$\$(?!\{)/g, "$\\x24");
  if (script.includes("$$")) throw new Error("a `$${` is left, which ends a body of Snowflake");
  return script;
}
