// The recipes, each as its user runs it, and two of them with a filter that ends early.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { check, fails, same } from "./checks.mjs";
import { OTHER_SUMS, TOLD } from "./early.mjs";
import { FILTER } from "./environment.mjs";
import { localSums } from "./local.mjs";
import { startSession } from "./session.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const RECIPE_MS = 600_000;
/** The recipes take rows up to 16 MiB; the helper holds its column to 1 MiB. */
const WIDE = ["--max-record", "16M"];
/** Without it ADD FILE puts a file where TRANSFORM does not look. */
const SHARED = ["--conf", "spark.sql.artifact.isolation.enabled=false"];
const RECIPES = ["transform-json.sql", "transform-hex.sql", "transform-tsv.sql", "pipe.py", "column.py"];

/**
 * @param input the folder of rows, and `wanted`: their sums as the helper has to give them
 * @param early the filter that ends early, and a folder of few rows for it
 */
export async function checkRecipes(cluster, { input, wanted, early }) {
  const outputOf = (name) => join(cluster.folder, `output-${name}`);
  for (const name of RECIPES) {
    await check(`recipes/${name} runs`, () =>
      run(cluster, cluster.options(), join(here, "recipes", name), input, outputOf(name)),
    );
  }
  const runEarly = (name, options) =>
    run(cluster, options, withEarlyFilter(cluster, early.filter, name), early.input, outputOf(`early-${name}`));
  await check("recipes/pipe.py fails with a filter that ends early with exit code 0", () =>
    fails(() => runEarly("pipe.py", cluster.options([early.filter])), TOLD),
  );
  // Whether Spark notices depends on whether it still had something to write: if it does not, the sums have to.
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
      same(await session.ask("sums", { output: outputOf(name) }), name === "column.py" ? wanted : wide),
    );
  }
  if (!noticed) {
    await check("the sums tell what is missing then", async () => {
      const sums = await session.ask("sums", { output: outputOf("early-transform-hex.sql") });
      const whole = await localSums(early.input, WIDE);
      await fails(() => same(sums, whole), OTHER_SUMS);
    });
  }
  await session.end();
}

/** A recipe with the filter that ends early in its place. */
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
