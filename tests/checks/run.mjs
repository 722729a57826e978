// Runs the quick checks one after the other: npm run check. With --names it prints their names, for .ci/run. The long checks
// run only by name.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const QUICK = [
  "chunks",
  "differential",
  "exhaustive",
  "faults",
  "fuzz",
  "memory",
  "package",
  "peers",
  "positions",
  "properties",
  "terminal",
  "threats",
];

if (process.argv.includes("--names")) {
  console.log(QUICK.join("\n"));
  process.exit();
}

const failed = [];
for (const name of QUICK) {
  const started = Date.now();
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(`./${name}.mjs`, import.meta.url))], {
    stdio: "inherit",
  });
  console.log(`      ${((Date.now() - started) / 1000).toFixed(0)} s\n`);
  if (status !== 0) failed.push(name);
}
console.log(`${QUICK.length} checks, ${failed.length === 0 ? "all passed" : `failed: ${failed.join(", ")}`}`);
process.exitCode = failed.length === 0 ? 0 : 1;
