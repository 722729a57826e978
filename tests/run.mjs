// Runs the tests that need browsers, other runtimes, servers or engines, by name: npm run suite -- NAME [ARGUMENT...]
import { existsSync } from "node:fs";
import { isInPart } from "./support/part.mjs";
import { runByName } from "./support/run-by-name.mjs";

if (!existsSync(new URL("../tool/dist/web/index.html", import.meta.url)))
  throw new Error("nothing is built: npm run build");

const RUNTIMES = "tests/conformance/runtimes";
/** Installs packages unless they are installed. */
const install = (...folders) => ["node", "tests/support/install.mjs", ...folders];

/** The tests that WebKitGTK runs; the others need the DevTools protocol of Chromium, or a script that runs before the page's own. */
const WEBKIT_TESTS = "features answers encodings links phone privacy service-worker undo".split(" ");

runByName("suite", {
  browsers: [
    install("tests"),
    ["node", "tests/conformance/browsers/single-file.mjs"],
    ["node", "tests/conformance/browsers/forms.mjs"],
    ["node", "tests/conformance/browsers/labels.mjs"],
    ["node", "tests/conformance/browsers/policy.mjs"],
  ],
  bundlers: [install("tests", RUNTIMES), ["node", "tests/conformance/bundlers/run.mjs"]],
  "column-examples": [["node", "engines/column/run.mjs", "--examples"]],
  columns: [["node", "engines/column/run.mjs"]],
  decoders: [
    ["node", "tests/surveys/decoders/run.mjs", "--check"],
    ["python3", "tests/vectors/runners/run.py", "tests/vectors/runners/urllib_parse.py"],
  ],
  engines: [["node", "engines/run.mjs"]],
  golden: [["node", "engines/run.mjs", "--golden"]],
  migration: [install("tests"), ["node", "tests/surveys/peers/migration-check.mjs", "--texts", "100000"]],
  peers: [
    install("tests", RUNTIMES),
    // The newest Node, so that the page is the same everywhere. One of the peers is url.parse, which prints a deprecation warning.
    [`${RUNTIMES}/node_modules/node26/bin/node`, "--no-deprecation", "tests/surveys/peers/run.mjs", "--check"],
    ["node", "tests/surveys/peers/elsewhere.mjs", "--check"],
    ["node", "tests/surveys/peers/migration-check.mjs"],
  ],
  runtimes: [install(RUNTIMES), ["node", "tests/conformance/runtimes/run.mjs"]],
  servers: [
    install("tests", RUNTIMES),
    ["node", "tests/conformance/servers/run.mjs", "--check"],
    ["node", "--test", "tests/conformance/servers/adapters.test.mjs"],
    ["node", "--test", "tests/conformance/servers/frameworks-page.test.mjs"],
    ["tsc", "-p", "tests/conformance/servers"],
  ],
  site: [install("tests"), ["node", "docs/site/build.mjs"], ["node", "--test", "tests/e2e/site/site.test.mjs"]],
  toolchains: [install("docs/examples/toolchains", RUNTIMES), ["node", "tests/conformance/toolchains/run.mjs"]],
  "spark-column": [["node", "engines/spark/run.mjs"]],
  "spark-jar": [["node", "engines/spark/run.mjs", "--jar"]],
  trurl: [["node", "tests/surveys/trurl/run.mjs"]],
  web: [install("tests"), ["node", "tests/e2e/web/run.mjs"]],
  webkit: [
    install("tests"),
    "env PERCODEC_BROWSERS=webkit xvfb-run -a node tests/e2e/web/run.mjs"
      .split(" ")
      .concat(WEBKIT_TESTS.filter(isInPart(3))),
  ],
});
