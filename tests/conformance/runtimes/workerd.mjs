// Runs the suite inside workerd: a script bundles the built library and the suite, and one request sends the vectors.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { bundleCode } from "../../support/sources.mjs";
import { startWorkerd } from "../../support/workerd.mjs";
import { allRows, expectedFailures, judge } from "../vectors.mjs";

const dist = fileURLToPath(new URL("../../../library/dist", import.meta.url));
const library = fileURLToPath(new URL("../library.mjs", import.meta.url));
const suite = fileURLToPath(new URL("../suite.mjs", import.meta.url));
const worker = `
  import * as library from ${JSON.stringify(library)};
  import { PercentDecodeStream } from ${JSON.stringify(`${dist}/stream.js`)};
  import { check } from ${JSON.stringify(suite)};
  export default {
    async fetch(request) {
      if (new URL(request.url).pathname === "/stream") {
        return new Response(request.body.pipeThrough(new PercentDecodeStream()));
      }
      const rows = JSON.parse(await request.text());
      return Response.json(rows.map((row) => [row.id, check(row, library)]));
    },
  };
`;

const { port, stop } = await startWorkerd({ "main.mjs": await bundleCode(worker, "esm") });
try {
  const rows = allRows();
  const post = async (path, body) => (await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body })).text();
  const outcomes = JSON.parse(await post("/", JSON.stringify(rows)));
  assert.equal(outcomes.length, rows.length);
  const failures = new Map(outcomes.filter(([, wrong]) => wrong));
  assert.deepEqual(judge(rows, failures, expectedFailures("library")), []);
  assert.equal(await post("/stream", "caf%C3%A9%20%E2%9C%93"), "café ✓");
  console.log(`${rows.length} vectors agree`);
} finally {
  await stop();
}
