// Opens a page with the measured script in a browser of the system.
import { CHROMIUM_ARGS, chromiumPath, firefoxPath, ownHome } from "../../tests/conformance/browsers/installed.mjs";
import { chromium, launch } from "../../tests/support/drivers.mjs";
import { webkit } from "../../tests/e2e/web/webkit.mjs";
import { serveHttp } from "../../tests/support/loopback.mjs";

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
      const server = await servePage(script);
      const browser = /** @type {any} */ (await start());
      const page = await browser.newPage();
      await page.goto(server.address);
      return {
        version: await toVersion(browser),
        measure: async (...row) => JSON.parse(await page.evaluate(callMeasure, row)),
        async close() {
          await browser.close();
          server.close();
        },
      };
    },
  ]),
);

/** Starts a loopback server. Its headers isolate the page from other origins, for a finer clock. */
function servePage(script) {
  return serveHttp((request, response) => {
    const isScript = request.url === "/page.js";
    response.writeHead(200, {
      "content-type": isScript ? "text/javascript; charset=utf-8" : "text/html; charset=utf-8",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
    });
    response.end(isScript ? script : '<!doctype html><title>bench</title><script src="/page.js"></script>');
  });
}
