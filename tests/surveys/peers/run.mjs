// Runs the peers and percodec on bad input and thirty URIs, writes docs/peers.md, or with --check compares it, and reports rows in which a
// peer has a higher rank than percodec: npm run suite -- peers
import { writePage } from "../../conformance/markdown.mjs";
import { peers } from "./peers.mjs";
import { ranksPage } from "./ranks-page.mjs";
import { findLowRanks, rankTables } from "./ranks.mjs";

const tables = rankTables(peers());
const rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
const asked = new Set(tables.flatMap(({ names }) => names.slice(1)));
await writePage("docs/peers.md", ranksPage(tables), `${rows} rows, ${asked.size} peers`);
for (const row of findLowRanks(tables)) {
  console.log(`FAIL  ${row}`);
  process.exitCode = 1;
}
