// Runs a bench by its name: npm run bench [-- NAME] [ARGUMENT...]; without a name, the library with its competitors.
import { runByName } from "../tests/support/run-by-name.mjs";

runByName(
  "bench",
  {
    library: [["node", "bench/library.mjs"]],
    columns: [
      ["node", "bench/column-builds.mjs"],
      ["node", "engines/column/run.mjs", "--bench"],
    ],
    engines: [["node", "bench/engines/run.mjs"]],
    cli: [["node", "bench/cli/run.mjs"]],
    "form-memory": [["node", "bench/form-memory.mjs"]],
    links: [["node", "bench/links.mjs"]],
    load: [["node", "bench/load.mjs"]],
    page: [["node", "bench/page/write.mjs"]],
    paste: [["node", "bench/paste.mjs"]],
    records: [["node", "bench/records.mjs"]],
    "records-memory": [["node", "bench/records-memory.mjs"]],
    requests: [["node", "bench/engines/run.mjs", "--build", "requests"]],
    sql: [["node", "bench/sql.mjs"]],
    spark: [["node", "engines/spark/run.mjs", "--bench", "--rows", "2000000"]],
    "spark-jar": [["node", "engines/spark/run.mjs", "--jar", "--bench", "--rows", "2500000"]],
  },
  ["library"],
);
