// Runs the peers, writes or compares docs/peers-uris.md and docs/peers.md, and reports rows in which percodec is behind. run.mjs
// starts it with the Node whose `new URL` the pages show.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { difference } from "../../conformance/servers/page.mjs";
import { page } from "./page.mjs";
import { peers } from "./peers.mjs";
import { functions, version } from "./percodec.mjs";
import { ranksPage } from "./ranks-page.mjs";
import { findRowsBehind, rankTables } from "./ranks.mjs";
import { URIS } from "./uris.mjs";

const all = peers();
const tables = rankTables(all, functions);
const rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
const asked = new Set(tables.flatMap(({ names }) => names.slice(1)));
const PAGES = {
  "docs/peers-uris.md": {
    text: await page({ peers: all, functions, version }),
    summary: `${URIS.length} URIs, ${all.length} peers`,
  },
  "docs/peers.md": { text: await ranksPage(tables), summary: `${rows} rows, ${asked.size} peers` },
};

const check = process.argv.includes("--check");
for (const [path, { text, summary }] of Object.entries(PAGES)) {
  const target = fileURLToPath(new URL(`../../../${path}`, import.meta.url));
  const before = existsSync(target) ? readFileSync(target, "utf8") : "";
  if (!check) writeFileSync(target, text);
  if (!check || before === text) {
    console.log(`${check ? "pass  " : ""}${path}: ${summary}`);
  } else {
    console.log(`FAIL  ${path} differs from the peers' results\n${difference(before, text)}`);
    process.exitCode = 1;
  }
}
for (const row of findRowsBehind(tables)) {
  console.log(`FAIL  ${row}`);
  process.exitCode = 1;
}
