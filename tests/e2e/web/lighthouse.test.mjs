// Checks Lighthouse's scores for the page from a file server, on a slow phone.
import { after, before, test } from "node:test";
import { debuggedChromium } from "./browsers.mjs";
import { assertScores } from "./scores.mjs";
import { servePage } from "./serve.mjs";

const MIN_SCORES = { accessibility: 100, "best-practices": 95, performance: 95 };

let server;
let browser;
before(async () => {
  server = await servePage();
  browser = await debuggedChromium();
});
after(async () => {
  await browser?.close();
  server?.close();
});

test(`Lighthouse scores at least ${JSON.stringify(MIN_SCORES)}`, { timeout: 300_000 }, () =>
  assertScores(browser, server.address, MIN_SCORES),
);
