// Builds percodec-jvm with Maven and prints the path of the jar: node engines/jvm/jar.mjs
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Builds the jar and returns its path. The classes of its tests are in target/test-classes. */
export function buildJar() {
  const generated = join(here, "target/generated");
  mkdirSync(join(generated, "percodec"), { recursive: true });
  mkdirSync(join(generated, "META-INF"), { recursive: true });
  copyFileSync(join(here, "../../LICENSE"), join(generated, "META-INF/LICENSE"));
  copyFileSync(join(here, "../../tool/dist/engines/column.wasm"), join(generated, "column.wasm"));
  copyFileSync(join(here, "../dist/sets.tsv"), join(generated, "percodec/sets.tsv"));
  execFileSync("mvn", ["-q", "-B", "-Dstyle.color=never", "package"], { cwd: here, stdio: ["ignore", 2, 2] });
  return join(here, "target/percodec-jvm-0.1.0.jar");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${buildJar()}\n`);
