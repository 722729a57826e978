// Tests that the page works offline, that the service worker answers for the page alone, and that a new build replaces the one before as a whole.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { test } from "node:test";
import { freePort } from "../../support/loopback.mjs";
import { assertQuiet, controlled, drawn, open, put, start, text } from "./helpers.mjs";
import { describeBrowsers } from "./opening.mjs";
import { assertResults } from "./results.mjs";
import { servePage, startWeb } from "./serve.mjs";

const built = (name) => readFileSync(new URL(`../../../tool/dist/web/${name}`, import.meta.url), "utf8");

describeBrowsers({}, (_, whenOpened) => {
  let browser;
  whenOpened((opened) => ({ browser } = opened));

  test("works without a network, and another application on the same port is not answered by the page", async () => {
    const port = await freePort();
    const web = await startWeb(port);
    assert.equal(web.address, `http://127.0.0.1:${port}/percodec/`);
    const page = await open(browser, web.address);
    await controlled(page);
    const scopes = await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    );
    assert.deepEqual(scopes, [web.address]);
    await assertQuiet(page);
    web.close();
    await assert.rejects(fetch(web.address));
    await page.reload();
    await drawn(page);
    await assertResults(page);
    await assertQuiet(page);
    const asked = [];
    const other = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(200, { "content-type": "text/html" }).end(`<title>other</title><p>other ${request.url}</p>`);
    });
    // The port is free once the command has ended.
    const listening = () =>
      new Promise((resolve, reject) => other.once("error", reject).listen(port, "127.0.0.1", () => resolve(undefined)));
    for (let tries = 0; tries < 50; tries++) {
      const isFree = await listening().then(
        () => true,
        () => new Promise((resolve) => setTimeout(() => resolve(false), 100)),
      );
      if (isFree) break;
    }
    for (const path of ["/", "/main.js", "/style.css", "/percodec/unknown", "/percodec-2/main.js"]) {
      await page.goto(`http://127.0.0.1:${port}${path}`);
      assert.match(await text(page, "body"), new RegExp(`^other ${path}$`), path);
      assert.ok(asked.includes(path), path);
    }
    // The page itself still works, from the cache.
    await page.goto(web.address);
    await drawn(page);
    assert.equal(await text(page, "h1"), "Read a link");
    await page.end();
    other.close();
    other.closeAllConnections();
  });

  test("a new build replaces the one before as a whole, and no other cache is deleted", async () => {
    const changed = new Map();
    const server = await servePage("/apps/percodec/", changed);
    const page = await open(browser, server.address);
    await controlled(page);
    await page.evaluate(async () => {
      await (await caches.open("another application")).put("/data", new Response("kept"));
      await caches.open(`percodec ${location.origin}/apps/ old`);
      await caches.open(`percodec ${location.origin}/apps/percodec/ old`);
    });
    const worker = built("service-worker.js");
    const [version] = /\b[0-9a-f]{16}\b/.exec(worker) ?? [];
    assert.ok(version !== undefined);
    changed.set("service-worker.js", worker.replaceAll(version, "0123456789abcdef"));
    changed.set(
      "index.html",
      built("index.html").replace(
        "<title>percodec</title>",
        '<title>percodec</title><meta name="build" content="new" />',
      ),
    );
    // An input that is typed while the update comes.
    const typed = "https://joe@e.com/?a=typed";
    await put(page, "#text", typed, { "#view .verdict": true });
    await page.until((value) => history.state?.text === value, typed);
    await page.evaluate(() => navigator.serviceWorker.ready.then((registration) => registration.update()));
    await page.until(() => navigator.serviceWorker.ready.then(({ waiting }) => waiting?.state === "installed"));
    assert.equal(await text(page, "#text"), typed);
    // The open page keeps its build and its text, also when it is loaded again and when it loads a view.
    await page.reload();
    await drawn(page);
    assert.equal(await text(page, "#text"), typed);
    await page.until(() => document.querySelector("#view .verdict"));
    assert.match(await text(page, "#view .verdict"), /Goes to e\.com/);
    assert.equal(await page.evaluate(() => document.querySelector("meta[name=build]") === null), true);
    await assertResults(page);
    // Once the page is closed, the new build takes over.
    const next = await page.sibling();
    await page.close();
    for (let tries = 0; tries < 20; tries++) {
      // A browser activates the new worker a moment after the last page is closed.
      await new Promise((resolve) => setTimeout(resolve, 300));
      await next.goto(server.address);
      await drawn(next);
      if (await next.evaluate(() => document.querySelector("meta[name=build]") !== null)) break;
      await next.goto("about:blank");
    }
    assert.equal(await next.evaluate(() => document.querySelector("meta[name=build]") !== null), true);
    await next.until(async () => (await caches.keys()).length === 3);
    const base = new URL(server.address);
    assert.deepEqual((await next.evaluate(() => caches.keys())).toSorted(), [
      "another application",
      `percodec ${base.origin}/apps/ old`,
      `percodec ${server.address} 0123456789abcdef`,
    ]);
    assert.equal(
      await next.evaluate(async () => (await (await caches.open("another application")).match("/data"))?.text()),
      "kept",
    );
    // Each view has its right result from the new build without a network, and a typed text stays.
    await start(next, "1/start", typed);
    await next.until((value) => history.state?.text === value, typed);
    server.close();
    await next.reload();
    await drawn(next);
    assert.equal(await next.$eval("#text", (area) => area.value), typed);
    await assertResults(next);
    await next.end();
  });
});
