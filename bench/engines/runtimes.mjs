// Runs the measured script in Node, Bun and Deno: one process for each build.
import { execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { makeTemporaryFolder } from "../../tests/support/temporary-folder.mjs";

const modules = fileURLToPath(new URL("../../tests/conformance/runtimes/node_modules/", import.meta.url));
const node = (major) => ({ program: `${modules}node${major}/bin/node`, words: [] });

const PROGRAMS = {
  node20: node(20),
  node24: node(24),
  node26: node(26),
  bun: { program: `${modules}@oven/bun-linux-x64/bin/bun`, words: [] },
  deno: { program: `${modules}@deno/linux-x64-glibc/deno`, words: ["run", "--no-config"] },
};

/** Reads one row as JSON from each line and writes its times. */
const LOOP = `
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const [row, rounds, roundMs] = JSON.parse(line);
  console.log(globalThis.measureRow(row, rounds, roundMs));
}`;

/** Openers of the runtimes. Each takes the script of a build and returns the version, `measure` and `close`. */
export const RUNTIMES = Object.fromEntries(
  Object.entries(PROGRAMS).map(([name, { program, words }]) => [
    name,
    async (script) => {
      const folder = makeTemporaryFolder("bench");
      writeFileSync(`${folder}/run.mjs`, `${script}\n${LOOP}`);
      const env = { ...process.env, DENO_DIR: folder, NO_COLOR: "1" };
      const child = spawn(program, [...words, `${folder}/run.mjs`], { env, stdio: ["pipe", "pipe", "inherit"] });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const [version = ""] = execFileSync(program, ["--version"], { encoding: "utf8", env }).trim().split("\n");
      return {
        version: name === "deno" ? version.replace(/^deno (\S+).*/, "Deno $1") : name === "bun" ? `Bun ${version}` : `Node ${version.slice(1)}`, // prettier-ignore
        async measure(...row) {
          child.stdin.write(`${JSON.stringify(row)}\n`);
          const { value, done } = await lines.next();
          if (done) throw new Error(`${name} ended`);
          return JSON.parse(value);
        },
        async close() {
          child.stdin.end();
        },
      };
    },
  ]),
);
