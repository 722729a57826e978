// Builds library/dist/ and tool/dist/: the command with rolldown, a small entry and chunks loaded on demand; its man page; the files for engines;
// and the page that `percodec web` serves.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { COLUMN } from "../wasm/column/binary.generated.mjs";
import { COLUMN_SIMD } from "../wasm/column/simd.generated.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const tool = `${root}tool/dist/`;
rmSync(tool, { recursive: true, force: true });
mkdirSync(`${tool}engines`, { recursive: true });

await import("./build-library.mjs");
copyFileSync(`${root}library/dist/kernel.wasm`, `${tool}kernel.wasm`);
// For hosts without JavaScript (docs/column.md).
writeFileSync(`${tool}engines/column.wasm`, Buffer.from(COLUMN, "hex"));
writeFileSync(`${tool}engines/column-simd.wasm`, Buffer.from(COLUMN_SIMD, "hex"));
// For the Python package and the jar.
const { describeNamedSets } = await import("../engines/column/sets.mjs");
mkdirSync(`${root}engines/dist`, { recursive: true });
writeFileSync(`${root}engines/dist/sets.tsv`, describeNamedSets());

/** Without this the labels of the Public Suffix List would be written at each of their three uses. */
const optimization = { inlineConst: false };
/** Bundles contain the sources of the library. */
const resolve = { conditionNames: ["source", "node", "import", "default"] };
/** The command reads the kernel from a file when it needs it, so that a short call does not load it. */
const kernelFile = {
  name: "kernel file",
  load: (/** @type {string} */ id) =>
    id.endsWith("/library/src/kernel/wasm-bytes.ts")
      ? `import { existsSync, readFileSync } from "node:fs";
         import { join } from "node:path";
         export function kernelBytes() {
           const beside = join(__dirname, "kernel.wasm");
           return readFileSync(existsSync(beside) ? beside : join(__dirname, "..", "kernel.wasm"));
         }`
      : null,
};
const bundle = await rolldown({
  input: `${root}tool/command/entry.ts`,
  platform: "node",
  resolve,
  optimization,
  treeshake: true,
  plugins: [kernelFile],
});
const { output } = await bundle.write({
  dir: tool,
  format: "cjs",
  entryFileNames: "cli.cjs",
  chunkFileNames: "cli/[name].cjs",
  // All code of a short call is in one file beside the entry: each further file takes a third of a millisecond to load.
  codeSplitting: { groups: [{ name: "core", tags: ["$initial"] }] },
  minify: true,
});
await bundle.close();

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
writeFileSync(`${tool}cli/LICENSES.txt`, licences);

// The command as one file for folders of scripts (engines/clickhouse), with the kernel and the notices.
const whole = await rolldown({ input: `${root}tool/command/entry.ts`, platform: "node", resolve, optimization });
const { output: script } = await whole.generate({ format: "cjs", codeSplitting: false, minify: true });
await whole.close();
const heading = `#!/usr/bin/env node\n/*!\n${licences.replaceAll("*/", "* /")}*/\n`;
writeFileSync(`${tool}percodec.cjs`, `${heading}${script[0].code}`, { mode: 0o755 });

const { manPage } = await import("./man-page.mjs");
writeFileSync(`${tool}percodec.1`, manPage());

await import("./build-single.mjs");
await import("./build-web.mjs");
