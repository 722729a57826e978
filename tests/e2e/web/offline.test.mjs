// Tests that the page works offline after it is loaded from `percodec web`; service-worker.test.mjs does the same with a file server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertQuiet, controlled, drawn, open } from "./helpers.mjs";
import { describeBrowsers } from "./opening.mjs";
import { assertResults } from "./results.mjs";
import { startWeb } from "./serve.mjs";

describeBrowsers({}, (_, whenOpened) => {
  let browser;
  whenOpened((opened) => ({ browser } = opened));

  test("works without a network after it is loaded", async () => {
    const server = await startWeb();
    const page = await open(browser, server.address);
    await controlled(page);
    await assertQuiet(page);
    server.close();
    await assert.rejects(fetch(server.address));
    await page.reload();
    await drawn(page);
    await assertResults(page);
    await assertQuiet(page);
    await page.end();
  });
});
