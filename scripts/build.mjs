// Builds dist/: the library by tsc, one ES module a file, and the command by rolldown, one small entry and what it loads when asked.
import { execFileSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
rmSync(`${root}dist`, { recursive: true, force: true });

execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-p", `${root}src`], { stdio: "inherit" });

const bundle = await rolldown({ input: `${root}cli/main.ts`, platform: "node", treeshake: true });
await bundle.write({
  dir: `${root}dist`,
  format: "cjs",
  entryFileNames: "cli.cjs",
  chunkFileNames: "cli/[name].cjs",
  banner: (chunk) => (chunk.isEntry ? "#!/usr/bin/env node" : ""),
  minify: true,
});
await bundle.close();
chmodSync(`${root}dist/cli.cjs`, 0o755);
