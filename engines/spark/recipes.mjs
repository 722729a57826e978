// Runs each recipe as a user would, and two of them with a filter that ends early.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { check, fails, same } from "./checks.mjs";
import { COUNT_MESSAGE, SUMS_MESSAGE } from "./early.mjs";
import { FILTER } from "./environment.mjs";
import { localSums } from "./local.mjs";
import { startSession } from "./session.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const RECIPE_MS = 600_000;
/** The recipes accept rows up to 16 MiB; the helper limits its column to 1 MiB. */
const WIDE = ["--max-record", "16M"];
/** Without this setting ADD FILE puts a file where TRANSFORM does not look. */
const SHARED = ["--conf", "spark.sql.artifact.isolation.enabled=false"];
const RECIPES = ["transform-json.sql", "transform-hex.sql", "transform-tsv.sql", "pipe.py", "column.py"];

/**
 * @param input the folder of rows; `wanted` has the sums that the helper must produce
 * @param early the filter that ends early, and a folder with few rows for it
 */
export async function checkRecipes(cluster, { input, wanted, early }) {
  const toOutput = (name) => join(cluster.folder, `output-${name}`);
  for (const name of RECIPES) {
    await check(`recipes/${name} runs`, () =>
      run(cluster, cluster.options(), join(here, "recipes", name), input, toOutput(name)),
    );
  }
  const runEarly = (name, options) =>
    run(cluster, options, withEarlyFilter(cluster, early.filter, name), early.input, toOutput(`early-${name}`));
  await check("recipes/pipe.py fails with a filter that ends early with exit code 0", () =>
    fails(() => runEarly("pipe.py", cluster.options([early.filter])), COUNT_MESSAGE),
  );
  // Spark notices only if it still had input to write. Otherwise the sums must show the difference.
  let noticed = /** @type {boolean} */ (false);
  await check("recipes/transform-hex.sql with such a filter fails, or is done", async () => {
    try {
      await runEarly("transform-hex.sql", [...cluster.options(), ...SHARED]);
    } catch (error) {
      if (!/Stream closed|Broken pipe/.test(error.message)) throw error;
      noticed = true;
    }
    return noticed ? "it failed" : "it was done";
  });

  const session = await startSession(cluster);
  const wide = await localSums(input, WIDE);
  for (const name of RECIPES) {
    await check(`recipes/${name}: ${wanted.rows} rows as on one machine`, async () =>
      same(await session.ask("sums", { output: toOutput(name) }), name === "column.py" ? wanted : wide),
    );
  }
  if (!noticed) {
    await check("the sums show the missing rows", async () => {
      const sums = await session.ask("sums", { output: toOutput("early-transform-hex.sql") });
      const whole = await localSums(early.input, WIDE);
      await fails(() => same(sums, whole), SUMS_MESSAGE);
    });
  }
  await session.end();
}

/** Writes a recipe that uses the filter that ends early. */
function withEarlyFilter(cluster, filter, name) {
  const text = readFileSync(join(here, "recipes", name), "utf8");
  const file = join(cluster.folder, `early-${name}`);
  const add = name.endsWith(".sql") ? `ADD FILE '${filter}';\n` : "";
  writeFileSync(file, add + text.replaceAll(basename(FILTER), basename(filter)));
  return file;
}

async function run(cluster, options, file, input, output) {
  const python = file.endsWith(".py");
  const words = python
    ? ["--py-files", join(here, "percodec_spark.py"), file, input, output]
    : ["-S", "-d", `input=${input}`, "-d", `output=${output}`, "-f", file];
  const program = join(cluster.bin, python ? "spark-submit" : "spark-sql");
  const name = basename(output);
  const driver = cluster.launch(name, program, [...options, ...words], { timeout: RECIPE_MS });
  const status = await driver.ended;
  if (status !== 0) throw new Error(`${cluster.log(name)}\nexit ${status}`);
}
