// Runs the functions of percodec.spark on a local cluster of two executors: npm run suite -- spark-column
//   --jar         the functions of the jar in place of those of percodec.spark: npm run suite -- spark-jar
//   --cases N     the hostile rows for the jar without Spark (default 50,000)
//   --spark V     another version of Spark than that of requirements.txt
//   --golden      only the golden rows
//   --trials N    only N runs in which executors and Python workers are killed
//   --rows N      the rows of each trial (default 200,000), or of the bench
//   --seed N      the seed of the first trial
//   --bench       only the bench (npm run bench -- spark)
// It needs Java 17 or newer, and for the jar Maven. The workers do not have the package: it is sent to them.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { goldenRows } from "../golden.mjs";
import { buildJar } from "../jvm/jar.mjs";
import { buildWheel, pythonWith } from "../python.mjs";
import { makeTemporaryFolder } from "../../tests/support/temporary-folder.mjs";

const { values: flags } = parseArgs({
  options: {
    jar: { type: "boolean" },
    cases: { type: "string", default: "50000" },
    spark: { type: "string" },
    golden: { type: "boolean" },
    bench: { type: "boolean" },
    trials: { type: "string", default: "0" },
    rows: { type: "string", default: "200000" },
    seed: { type: "string", default: "20261124" },
  },
});
const { jar: isJar, cases, spark, ...others } = flags;
const cwd = fileURLToPath(new URL(".", import.meta.url));
const folder = makeTemporaryFolder("spark");
const python = pythonWith(spark === undefined ? join(cwd, "requirements.txt") : writeRequirements(spark), "spark");
writeFileSync(
  join(folder, "golden.json"),
  JSON.stringify({ decode: goldenRows("decode"), encode: goldenRows("encode") }),
);
execFileSync("node", ["../column/write-cases.mjs", join(folder, "cases.tsv"), cases], { cwd });
const home = execFileSync(python, ["-c", "import pyspark; print(pyspark.__path__[0])"], { encoding: "utf8" }).trim();
const words = Object.entries(others).flatMap(([name, value]) => [`--${name}`, ...(typeof value === "string" ? [value] : [])]); // prettier-ignore
if (isJar) {
  const jar = buildJar();
  words.push("--jar", jar);
  const classes = `${jar}:${join(cwd, "../jvm/target/test-classes")}`;
  execFileSync("java", ["-cp", classes, "percodec.Cases", join(folder, "cases.tsv")], { stdio: "inherit" });
}
const env = { ...process.env, SPARK_HOME: home };
process.exitCode = spawnSync(python, ["suite.py", folder, buildWheel(), ...words], { cwd, env, stdio: "inherit" }).status ?? 1; // prettier-ignore

/** Writes the requirements for another version of Spark, which chooses its py4j. */
function writeRequirements(version) {
  const file = join(folder, "requirements.txt");
  const text = readFileSync(join(cwd, "requirements.txt"), "utf8");
  writeFileSync(file, text.replace(/^pyspark==.*$/m, `pyspark==${version}`).replace(/^py4j.*\n/m, ""));
  return file;
}
