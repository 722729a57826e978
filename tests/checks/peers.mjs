// Runs all peers on invalid input again and checks that percodec has the best rank in every row: npm run check -- peers
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { conclude } from "./check.mjs";

const LEAST_ROWS = 100;

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = (...words) => spawnSync(process.execPath, words, { cwd: root, encoding: "utf8" });

const { status, stdout, stderr } = run("tests/surveys/peers/run.mjs", "--check");
console.log(stdout + stderr);
const faults = stdout.split("\n").filter((line) => line.startsWith("FAIL"));
if (status !== 0 && faults.length === 0) faults.push(`the peers could not be run: exit ${status}`);
const [, rows = 0, peers = 0] = /docs\/peers\.md: (\d+) rows, (\d+) peers/.exec(stdout) ?? [];
if (Number(rows) < LEAST_ROWS && faults.length === 0) faults.push(`only ${rows} rows`);
conclude(
  "peers",
  `${rows} rows (at least ${LEAST_ROWS}), ${peers} peers; ahead of percodec or different from the pages: ${faults.length} (0)`,
  faults,
);
