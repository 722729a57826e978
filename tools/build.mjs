// Builds dist/: the library with tsc, one ES module per file; the command with rolldown, a small entry and chunks loaded on
// demand; the single files; and the page that `percodec web` serves.
import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
rmSync(`${root}dist`, { recursive: true, force: true });

execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-p", `${root}src`], { stdio: "inherit" });

// For hosts that accept only precompiled WebAssembly modules.
const { KERNEL } = await import(`${root}dist/kernel/wasm.generated.js`);
writeFileSync(`${root}dist/kernel.wasm`, Buffer.from(KERNEL, "hex"));

// For hosts without JavaScript (docs/column.md).
const { COLUMN } = await import("../wasm/column/binary.generated.mjs");
writeFileSync(`${root}dist/column.wasm`, Buffer.from(COLUMN, "hex"));
const { COLUMN_SIMD } = await import("../wasm/column/simd.generated.mjs");
writeFileSync(`${root}dist/column-simd.wasm`, Buffer.from(COLUMN_SIMD, "hex"));

/** The command reads the kernel from a file when it needs it, so that a short call does not load it. */
const kernelFile = {
  name: "kernel file",
  load: (id) =>
    id.endsWith("/src/kernel/wasm-bytes.ts")
      ? `import { existsSync, readFileSync } from "node:fs";
         import { join } from "node:path";
         export function kernelBytes() {
           const beside = join(__dirname, "kernel.wasm");
           return readFileSync(existsSync(beside) ? beside : join(__dirname, "..", "kernel.wasm"));
         }`
      : null,
};
const bundle = await rolldown({
  input: `${root}cli/entry.ts`,
  platform: "node",
  treeshake: true,
  plugins: [kernelFile],
});
const { output } = await bundle.write({
  dir: `${root}dist`,
  format: "cjs",
  entryFileNames: "cli.cjs",
  chunkFileNames: "cli/[name].cjs",
  // All code of a short call is in one file beside the entry: each further file takes a third of a millisecond to load.
  codeSplitting: { groups: [{ name: "core", tags: ["$initial"] }] },
  banner: (chunk) => (chunk.isEntry ? "#!/usr/bin/env node" : ""),
  minify: true,
});
await bundle.close();
chmodSync(`${root}dist/cli.cjs`, 0o755);

// The notices of all bundled packages, in one file.
const packages = new Set(
  output
    .flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))
    .flatMap((id) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
);
const notices = [...packages].map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return `${name} ${version} (${license})\n\n${file ? readFileSync(`${folder}/${file}`, "utf8").trim() : ""}\n`;
});
const licences = notices.sort().join(`\n${"-".repeat(80)}\n\n`);
writeFileSync(`${root}dist/cli/LICENSES.txt`, licences);

// The command as one file for folders of scripts (integrations/clickhouse), with the kernel and the notices.
const whole = await rolldown({ input: `${root}cli/entry.ts`, platform: "node" });
const { output: script } = await whole.generate({ format: "cjs", codeSplitting: false, minify: true });
await whole.close();
const heading = `#!/usr/bin/env node\n/*!\n${licences.replaceAll("*/", "* /")}*/\n`;
writeFileSync(`${root}dist/percodec.cjs`, `${heading}${script[0].code}`, { mode: 0o755 });

await import("./build-single.mjs");
await import("./build-web.mjs");
