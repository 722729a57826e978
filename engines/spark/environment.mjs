// Finds Spark and Java: installs pyspark into a virtual environment in the user's cache, and uses the Java of this machine.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildWheel, pythonWith } from "../python.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const LEAST_JAVA = 17;

/** The filter that is sent to the workers: one file. */
export const FILTER = fileURLToPath(new URL("../../tool/dist/percodec.cjs", import.meta.url));

/** Installs pyspark if needed, and returns the folder of its programs, their environment and the version. */
export function environment() {
  if (!existsSync(FILTER)) throw new Error("tool/dist/percodec.cjs is missing: npm run build");
  const python = pythonWith(REQUIREMENTS, "spark");
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
  return { bin: join(sparkHome, "bin"), env, version: PYSPARK };
}

/** Returns the environment of a driver that has the Python package. */
export function packageEnvironment() {
  return { PYTHONPATH: `${here}:${buildWheel()}` };
}

const REQUIREMENTS = join(here, "requirements.txt");
/** The first package is pyspark. */
const [PYSPARK = ""] = readFileSync(REQUIREMENTS, "utf8").split("\n");

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
