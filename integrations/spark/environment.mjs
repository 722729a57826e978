// Finds Spark and Java: installs pyspark into a virtual environment in the user's cache, and uses the Java of this machine.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const LEAST_JAVA = 17;

/** The filter that is sent to the workers: one file. */
export const FILTER = fileURLToPath(new URL("../../dist/percodec.cjs", import.meta.url));

/** Installs pyspark if needed, and returns the folder of its programs, their environment and the version. */
export function environment() {
  if (!existsSync(FILTER)) throw new Error("dist/percodec.cjs is missing: npm run build");
  const venv = install();
  const python = join(venv, "bin", "python");
  const script = "import os, pyspark; print(os.path.dirname(pyspark.__file__))";
  const sparkHome = execFileSync(python, ["-c", script], { encoding: "utf8" }).trim();
  const env = {
    ...process.env,
    JAVA_HOME: javaHome(),
    SPARK_HOME: sparkHome,
    SPARK_LOCAL_IP: "127.0.0.1",
    PYSPARK_PYTHON: python,
    PYSPARK_DRIVER_PYTHON: python,
    PYTHONPATH: here,
  };
  return { bin: join(sparkHome, "bin"), env, version: readFileSync(join(here, "requirements.txt"), "utf8").trim() };
}

function install() {
  const wanted = readFileSync(join(here, "requirements.txt"), "utf8").trim();
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const venv = join(cache, "percodec", wanted.replace("==", "-"));
  const done = join(venv, "installed");
  if (existsSync(done)) return venv;
  rmSync(venv, { recursive: true, force: true });
  mkdirSync(dirname(venv), { recursive: true });
  console.log(`      installing ${wanted}`);
  execFileSync("python3", ["-m", "venv", venv], { stdio: "inherit" });
  const pip = ["-m", "pip", "install", "-q", "--disable-pip-version-check", "-r", "requirements.txt"];
  execFileSync(join(venv, "bin", "python"), pip, { cwd: here, stdio: "inherit" });
  writeFileSync(done, `${wanted}\n`);
  return venv;
}

/** JAVA_HOME, or the home of the `java` that is found first. */
function javaHome() {
  const program = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, "bin", "java") : which("java");
  const { stderr, status } = spawnSync(program, ["-version"], { encoding: "utf8" });
  const major = Number(/version "(\d+)/.exec(stderr)?.[1]);
  if (status !== 0 || !(major >= LEAST_JAVA)) {
    throw new Error(`Java ${LEAST_JAVA} is missing: apt-get install openjdk-17-jre-headless`);
  }
  return dirname(dirname(realpathSync(program)));
}

function which(name) {
  const folder = (process.env.PATH ?? "").split(":").find((entry) => entry && existsSync(join(entry, name)));
  return folder ? join(folder, name) : name;
}
