// Runs the pairs of commands of docs/trurl.md: npm run suite -- trurl. trurl is run if it is installed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pairs } from "./page.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "percodec-trurl-"));
const faults = [];

/** Runs a line in a shell whose path begins with the built command. */
const shell = (line) =>
  spawnSync("bash", ["-c", line], { encoding: "utf8", env: { ...process.env, PATH: `${folder}:${process.env.PATH}` } });

const compare = ({ line, output }) => {
  const { stdout, stderr } = shell(line);
  if (stdout !== output) faults.push(`$ ${line}\n${stdout}${stderr}instead of\n${output}`);
};

try {
  symlinkSync(`${root}tool/dist/cli.cjs`, `${folder}/percodec`);
  const [version] = shell("trurl --version").stdout.split("\n");
  for (const { trurl, percodec } of pairs) {
    if (percodec !== undefined) compare(percodec);
    if (trurl !== undefined && version) compare(trurl);
  }
  const count = pairs.filter(({ percodec }) => percodec).length;
  const trurls = pairs.filter(({ trurl }) => trurl).length;
  console.log(`      ${count} commands of percodec`);
  console.log(
    `      ${version ? `${trurls} commands of ${version}` : "trurl is not installed: its outputs are quoted"}`,
  );
} finally {
  rmSync(folder, { recursive: true });
}

console.log(faults.length === 0 ? "pass  trurl" : `FAIL  ${faults.join("\n")}`);
process.exitCode = faults.length === 0 ? 0 : 1;
