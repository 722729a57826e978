// Compiles wasm/index.ts to src/kernel/wasm.generated.ts (`npm ci --prefix wasm` first). --check only compares the result;
// --source compares only the hash of the source, which does not need the compiler.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const assembly = fileURLToPath(new URL("../wasm/", import.meta.url));
const target = fileURLToPath(new URL("../src/kernel/wasm.generated.ts", import.meta.url));

/** Returns the hash of what determines the binary: the source, the configuration and the version of the compiler. */
function sourceHash() {
  const hash = createHash("sha256");
  for (const name of ["index.ts", "memory.ts", "kernel.ts", "text.ts", "form.ts", "asconfig.json", "package-lock.json"])
    hash.update(readFileSync(assembly + name));
  return hash.digest("hex").slice(0, 16);
}

function compile() {
  const revision = Number.parseInt(sourceHash().slice(0, 7), 16);
  const asc = `${assembly}node_modules/assemblyscript/bin/asc.js`;
  // The binary contains the revision, so that a cached module of another version is detected.
  const words = [asc, "--config", "asconfig.json", "--use", `REVISION=${revision}`];
  execFileSync(process.execPath, words, { cwd: assembly, stdio: ["ignore", "inherit", "inherit"] });
  const binary = readFileSync(`${assembly}build/kernel.wasm`).toString("hex");
  return `// DO NOT EDIT: written by tools/build-kernel.mjs of source ${sourceHash()}; ${binary.length / 2} bytes.

/** What tells this kernel from those of other versions. */
export const REVISION = ${revision};

/** wasm/ as WebAssembly, in hex: twice the size, but gzip finds more in it than in base64 (4.2 kB, not 5.2). */
export const KERNEL: string =
  "${binary}";
`;
}

const [mode] = process.argv.slice(2);
if (mode === undefined) {
  writeFileSync(target, compile());
} else {
  const committed = readFileSync(target, "utf8");
  const holds = mode === "--source" ? committed.includes(` of source ${sourceHash()};`) : committed === compile();
  if (!holds) console.error("src/kernel/wasm.generated.ts is not what wasm/ compiles to: npm run build:kernel");
  process.exitCode = holds ? 0 : 1;
}
