// Compares fileUri and filePath with pathToFileURL and fileURLToPath of Node 24 over 1,000,000 paths of both systems and as many URIs. Only
// the differences in file-uris/deviations.mjs may occur: npm run check -- file-uris [-- --seed N]
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { installOnce } from "../support/install.mjs";
import { conclude, counted, readSeed } from "./check.mjs";
import { DEVIATIONS } from "./file-uris/deviations.mjs";
import { chooseSize } from "../support/part.mjs";

const PATHS = chooseSize(1_000_000, 100_000);
/** Node's functions have the option `windows` since version 20.13; the compared version is that of the other runtimes. */
const folder = fileURLToPath(new URL("file-uris", import.meta.url));
const node = fileURLToPath(new URL("../conformance/runtimes/node_modules/node24/bin/node", import.meta.url));

installOnce("tests/conformance/runtimes");

const seed = readSeed();
const { status, stdout, stderr } = spawnSync(node, [`${folder}/compare.mjs`, String(seed), String(PATHS)], {
  encoding: "utf8",
  maxBuffer: 1 << 28,
});
if (status !== 0) throw new Error(stderr);
/** @type {{ version: string, compared: number, same: number, counts: Record<string, number>, unexplained: string[], stale: string[] }} */
const { version, compared, same, counts, unexplained, stale } = JSON.parse(stdout);
for (const { id, call, reason } of DEVIATIONS) {
  console.log(`      ${counted(counts[id] ?? 0).padStart(9)}  ${call} ${id}: ${reason}`);
}
conclude(
  "file-uris",
  `${counted(PATHS)} paths and URIs, ${counted(same)} of ${counted(compared)} answers as those of Node ${version}, ` +
    `${unexplained.length} unexplained (0), ${DEVIATIONS.length} deviations, seed ${seed}`,
  [...stale.map((id) => `the outcomes of the example of ${id} changed`), ...unexplained],
);
