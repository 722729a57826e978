// Compiles the modules of wasm/ (`npm ci --prefix wasm` first). --check only compares the results; --source compares only the
// hashes of the sources, which does not need the compiler.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const assembly = `${root}wasm/`;

/** The sources of the column module, which has two builds. */
const COLUMN_SOURCES = ["index", "areas", "decode", "encode", "escape", "layers", "options", "query-param"]
  .map((name) => `column/${name}.ts`)
  .concat("shared.ts", "column/asconfig.json");

/** The modules: their sources and configuration, the compiled binary, and the file that contains it. */
const MODULES = [
  {
    sources: ["index.ts", "memory.ts", "kernel.ts", "text.ts", "form.ts", "shared.ts", "asconfig.json"],
    binary: "kernel.wasm",
    target: "library/src/kernel/wasm.generated.ts",
    constant: "KERNEL",
    revision: "What tells this kernel from those of other versions.",
    about: "wasm/ as WebAssembly, in hex: twice the size, but gzip finds more in it than in base64 (4.2 kB, not 5.2).",
  },
  {
    sources: ["index", "cut", "hex", "layout", "program", "transfer"]
      .map((name) => `records/${name}.ts`)
      .concat("shared.ts", "records/asconfig.json"),
    binary: "records.wasm",
    target: "tool/command/records/kernel/binary.generated.ts",
    constant: "RECORDS",
    about: "wasm/records as WebAssembly, in hex.",
  },
  {
    sources: COLUMN_SOURCES,
    binary: "column.wasm",
    target: "wasm/column/binary.generated.mjs",
    constant: "COLUMN",
    about: "wasm/column as WebAssembly 1.0, in hex.",
  },
  {
    sources: [...COLUMN_SOURCES, "column/asconfig.simd.json"],
    binary: "column-simd.wasm",
    target: "wasm/column/simd.generated.mjs",
    constant: "COLUMN_SIMD",
    about: "wasm/column as WebAssembly with SIMD, in hex.",
  },
];

/**
 * Returns the hash of what determines the binary: the source, the configuration and the version of the compiler.
 *
 * @param {{ sources: string[] }} module
 */
function sourceHash({ sources }) {
  const hash = createHash("sha256");
  for (const name of [...sources, "package-lock.json"]) hash.update(readFileSync(assembly + name));
  return hash.digest("hex").slice(0, 16);
}

/** @param {(typeof MODULES)[number]} module */
function compile(module) {
  const { sources, binary, constant, target, about, revision } = module;
  const number = Number.parseInt(sourceHash(module).slice(0, 7), 16);
  const asc = `${assembly}node_modules/assemblyscript/bin/asc.js`;
  const words = [asc, "--config", `./${sources.at(-1)}`];
  // The binary contains the revision, so that a cached module of another version is detected.
  if (revision) words.push("--use", `REVISION=${number}`);
  execFileSync(process.execPath, words, { cwd: assembly, stdio: ["ignore", "inherit", "inherit"] });
  const bytes = readFileSync(`${assembly}build/${binary}`).toString("hex");
  const head = `// DO NOT EDIT: written by scripts/build-kernel.mjs of source ${sourceHash(module)}; ${bytes.length / 2} bytes.\n`;
  const revisionLine = revision ? `\n/** ${revision} */\nexport const REVISION = ${number};\n` : "";
  const type = target.endsWith(".ts") ? ": string" : "";
  return `${head}${revisionLine}\n/** ${about} */\nexport const ${constant}${type} =\n  "${bytes}";\n`;
}

const [mode] = process.argv.slice(2);
for (const module of MODULES) {
  const { target } = module;
  if (mode === undefined) {
    writeFileSync(root + target, compile(module));
    continue;
  }
  const committed = readFileSync(root + target, "utf8");
  const holds =
    mode === "--source" ? committed.includes(` of source ${sourceHash(module)};`) : committed === compile(module);
  if (holds) continue;
  console.error(`${target} is not what wasm/ compiles to: npm run build:kernel`);
  process.exitCode = 1;
}
