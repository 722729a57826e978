// Tests that the page works offline after it is loaded, and that `percodec web` serves it with the right headers.
import assert from "node:assert/strict";
import { request } from "node:http";
import { after, before, describe, test } from "node:test";
import { assertQuiet, controlled, drawn, open } from "./helpers.mjs";
import { describeBrowsers } from "./opening.mjs";
import { assertResults } from "./results.mjs";
import { startWeb } from "./serve.mjs";

/** Requests a path without normalizing it. */
function requestPath(address, path, method = "GET") {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method }, (response) => {
      response.resume();
      response.on("end", () => resolve(response));
    })
      .on("error", reject)
      .end();
  });
}

describe("percodec web", () => {
  let server;
  before(async () => (server = await startWeb()));
  after(() => server?.close());

  test("prints an address on loopback, and serves every file with its type and the policy", async () => {
    assert.match(server.address, /^http:\/\/127\.0\.0\.1:\d+\/percodec\/$/);
    const types = {
      "/percodec/": "text/html",
      "/percodec/main.js": "text/javascript",
      "/percodec/style.css": "text/css",
      "/percodec/icon.svg": "image/svg+xml",
      "/percodec/manifest.webmanifest": "application/manifest+json",
    };
    for (const [path, type] of Object.entries(types)) {
      const { statusCode, headers } = await requestPath(server.address, path);
      assert.equal(statusCode, 200, path);
      assert.equal(headers["content-type"], `${type}; charset=utf-8`);
      assert.match(
        headers["content-security-policy"],
        /^default-src 'none'; .*trusted-types percodec; frame-ancestors 'none'$/,
      );
      assert.equal(headers["x-content-type-options"], "nosniff");
      assert.equal(headers["cache-control"], "no-cache");
    }
    const { headers } = await requestPath(server.address, "/percodec/service-worker.js");
    assert.match(headers["content-security-policy"], /connect-src 'self'/);
  });

  test("serves no other file", async () => {
    for (const path of [
      "/main.js",
      "/percodec/..%2fcli.cjs",
      "/percodec/../cli.cjs",
      "/percodec/%2e%2e/cli.cjs",
      "/percodec/..\\cli.cjs",
      "/percodec/LICENSES.txt",
      "/percodec/%zz",
      "/..%2fcli.cjs",
      "/../cli.cjs",
      "/%2e%2e/cli.cjs",
      "/..\\cli.cjs",
      "/%252e%252e%252fcli.cjs",
      "//etc/passwd",
      "/a/main.js",
      "/main.js/",
      "/%zz",
      "/%00",
      "/main.js%00",
      "/LICENSES.txt",
      "/__proto__",
      "*",
    ]) {
      assert.equal((await requestPath(server.address, path)).statusCode, 404, path);
    }
    assert.equal((await requestPath(server.address, "/percodec/", "POST")).statusCode, 405);
    assert.equal((await requestPath(server.address, "/percodec/", "HEAD")).statusCode, 200);
  });
});

describeBrowsers({}, (_, whenOpened) => {
  let browser;
  whenOpened((opened) => ({ browser } = opened));

  // service-worker.test.mjs does the same with the page from a file server.
  test("works without a network after it is loaded from percodec web", async () => {
    const server = await startWeb();
    const page = await open(browser, server.address);
    await controlled(page);
    await assertQuiet(page);
    server.close();
    await assert.rejects(requestPath(server.address, "/"));
    await page.reload();
    await drawn(page);
    await assertResults(page);
    await assertQuiet(page);
    await page.end();
  });
});
