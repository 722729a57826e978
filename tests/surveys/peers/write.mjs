// Runs the peers, writes or compares docs/peers-uris.md and docs/peers.md, and reports rows in which a peer has a higher rank than percodec. run.mjs
// starts it with the Node whose `new URL` the pages show.
import { writePage } from "../../conformance/markdown.mjs";
import { page } from "./page.mjs";
import { peers } from "./peers.mjs";
import { functions, version } from "./percodec.mjs";
import { ranksPage } from "./ranks-page.mjs";
import { findLowRanks, rankTables } from "./ranks.mjs";
import { URIS } from "./uris.mjs";

const all = peers();
const tables = rankTables(all, functions);
const rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
const asked = new Set(tables.flatMap(({ names }) => names.slice(1)));
const urisPage = page({ peers: all, functions, version });
await writePage("docs/peers-uris.md", urisPage, `${URIS.length} URIs, ${all.length} peers`);
await writePage("docs/peers.md", ranksPage(tables), `${rows} rows, ${asked.size} peers`);
for (const row of findLowRanks(tables)) {
  console.log(`FAIL  ${row}`);
  process.exitCode = 1;
}
