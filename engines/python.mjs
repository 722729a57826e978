// Installs the packages of a requirements.txt into a virtual environment in the user's cache, and builds the wheel of the package.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Returns the Python of the environment; installs it if needed. */
export function pythonWith(requirements, name) {
  const hash = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 8);
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const venv = join(cache, "percodec", `${name}-${hash}`);
  const python = join(venv, "bin", "python");
  const done = join(venv, "installed");
  if (existsSync(done)) return python;
  rmSync(venv, { recursive: true, force: true });
  mkdirSync(dirname(venv), { recursive: true });
  console.error(`      installing the packages of ${requirements}`);
  execFileSync("python3", ["-m", "venv", venv], { stdio: "inherit" });
  const pip = ["-m", "pip", "install", "-q", "--disable-pip-version-check", "-r", requirements];
  execFileSync(python, pip, { stdio: "inherit" });
  writeFileSync(done, "");
  return python;
}

/** Builds the wheel of the Python package and returns its path. */
export function buildWheel() {
  const source = fileURLToPath(new URL("python", import.meta.url));
  const target = join(source, "dist");
  const words = ["-m", "pip", "wheel", "-q", "--disable-pip-version-check", "--no-deps", "-w", target, source];
  execFileSync("python3", words, { stdio: "inherit" });
  const wheels = readdirSync(target).filter((name) => name.endsWith(".whl"));
  if (wheels.length !== 1) throw new Error(`${target} has wheels of several versions`);
  return join(target, String(wheels[0]));
}
