// Tests the built page in Chromium and Firefox: npm run suite -- web [WORD…] runs the test files with one of these words in their names.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const words = process.argv.slice(2);
const files = readdirSync(here).filter(
  (name) => name.endsWith(".test.mjs") && (words.length === 0 || words.some((word) => name.includes(word))),
);
// Run the files one after the other, so that they do not disturb the timing of each other.
for (const file of files.sort()) {
  const args = ["--test", "--test-reporter=spec", `${here}${file}`];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
