// Asks the peers and writes docs/uris.md, or compares it. Run by run.mjs, on the Node whose `new URL` the page is about.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { difference } from "../servers/page.mjs";
import { page } from "./page.mjs";
import { peers } from "./peers.mjs";
import { functions, version } from "./percodec.mjs";
import { URIS } from "./uris.mjs";

const target = fileURLToPath(new URL("../../docs/uris.md", import.meta.url));
const all = peers();
const now = await page({ peers: all, functions, version });
const before = existsSync(target) ? readFileSync(target, "utf8") : "";
const summary = `docs/uris.md: ${URIS.length} URIs, ${all.length} peers`;
if (!process.argv.includes("--check")) {
  writeFileSync(target, now);
  console.log(summary);
} else if (before === now) {
  console.log(`pass  ${summary}`);
} else {
  console.log(`FAIL  docs/uris.md is not what the peers say today\n${difference(before, now)}`);
  process.exitCode = 1;
}
