// Runs the tests that need browsers, other runtimes, servers or engines, by name: npm run suite -- NAME [ARGUMENT...]
import { runByName } from "./support/run-by-name.mjs";

/** The tests that WebKitGTK runs; the others need the DevTools protocol of Chromium, or a script that runs before the page's own. */
const WEBKIT_TESTS = "features answers encodings links offline phone privacy service-worker undo".split(" ");

runByName("suite", {
  browsers: [
    ["node", "tests/conformance/browsers/single-file.mjs"],
    ["node", "tests/conformance/browsers/forms.mjs"],
    ["node", "tests/conformance/browsers/labels.mjs"],
    ["node", "tests/conformance/browsers/policy.mjs"],
  ],
  bundlers: [["node", "tests/conformance/bundlers/run.mjs"]],
  "column-examples": [["node", "engines/column/run.mjs", "--examples"]],
  columns: [["node", "engines/column/run.mjs"]],
  decoders: [
    ["node", "tests/surveys/decoders/run.mjs", "--check"],
    ["python3", "tests/vectors/runners/run.py", "tests/vectors/runners/urllib_parse.py"],
  ],
  engines: [["node", "engines/run.mjs"]],
  golden: [["node", "engines/run.mjs", "--golden"]],
  migration: [["node", "tests/surveys/peers/migration-check.mjs", "--texts", "100000"]],
  peers: [
    ["node", "tests/surveys/peers/run.mjs", "--check"],
    ["node", "tests/surveys/peers/elsewhere.mjs", "--check"],
    ["node", "tests/surveys/peers/migration-check.mjs"],
  ],
  runtimes: [["node", "tests/conformance/runtimes/run.mjs"]],
  servers: [
    ["node", "tests/conformance/servers/run.mjs", "--check"],
    ["node", "--test", "tests/conformance/servers/adapters.test.mjs"],
    ["node", "--test", "tests/conformance/servers/frameworks-page.test.mjs"],
    ["tsc", "-p", "tests/conformance/servers"],
  ],
  site: [
    ["node", "tests/support/install.mjs", "tests"],
    ["node", "docs/site/build.mjs"],
    ["node", "--test", "tests/e2e/site/site.test.mjs"],
  ],
  toolchains: [["node", "tests/conformance/toolchains/run.mjs"]],
  "spark-column": [["node", "engines/spark/run.mjs"]],
  "spark-jar": [["node", "engines/spark/run.mjs", "--jar"]],
  trurl: [["node", "tests/surveys/trurl/run.mjs"]],
  web: [["node", "tests/e2e/web/run.mjs"]],
  webkit: ["env PERCODEC_BROWSERS=webkit xvfb-run -a node tests/e2e/web/run.mjs".split(" ").concat(WEBKIT_TESTS)],
});
