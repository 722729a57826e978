// Opens a page with the measured script in a browser of the system.
import { createServer } from "node:http";
import { CHROMIUM_ARGS, chromiumPath, firefoxPath, ownHome } from "../../tests/conformance/browsers/installed.mjs";
import { chromium, launch } from "../../tests/support/drivers.mjs";
import { webkit } from "../../tests/e2e/web/webkit.mjs";
import { listen } from "../../tests/support/loopback.mjs";

const TIMEOUT = 120_000;

const callMeasure = ([row, rounds, roundMs]) => globalThis.measureRow(row, rounds, roundMs);

/** How each browser is started, and how it names its version. */
const LAUNCHERS = {
  chromium: {
    launch: () => chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS, env: ownHome(), timeout: TIMEOUT }), // prettier-ignore
    toVersion: (browser) => `Chromium ${browser.version()}`,
  },
  firefox: {
    launch: () => launch({ executablePath: firefoxPath(), headless: true, env: ownHome(), timeout: TIMEOUT, browser: "firefox" }), // prettier-ignore
    toVersion: async (browser) => `Firefox ${(await browser.version()).split("/")[1]}`,
  },
  webkit: {
    launch: () => webkit(ownHome(), TIMEOUT),
    toVersion: (browser) => `WebKitGTK ${browser.version}`,
  },
};

/** Openers of the browsers. Each takes the script of a build and returns the version, `measure` and `close`. */
export const BROWSERS = Object.fromEntries(
  Object.entries(LAUNCHERS).map(([name, { launch: start, toVersion }]) => [
    name,
    async (script) => {
      const { server, address } = await serve(script);
      const browser = /** @type {any} */ (await start());
      const page = await browser.newPage();
      await page.goto(address);
      return {
        version: await toVersion(browser),
        measure: async (...row) => JSON.parse(await page.evaluate(callMeasure, row)),
        async close() {
          await browser.close();
          server.close();
          server.closeAllConnections();
        },
      };
    },
  ]),
);

/** Starts a loopback server. Its headers isolate the page from other origins, for a finer clock. */
async function serve(script) {
  const server = createServer((request, response) => {
    const isScript = request.url === "/page.js";
    response.writeHead(200, {
      "content-type": isScript ? "text/javascript; charset=utf-8" : "text/html; charset=utf-8",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
    });
    response.end(isScript ? script : '<!doctype html><title>bench</title><script src="/page.js"></script>');
  });
  return { server, address: `http://127.0.0.1:${await listen(server)}/` };
}
