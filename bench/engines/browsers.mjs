// Opens a page with the measured script in a browser of the system.
import { LAUNCHERS } from "../../tests/e2e/web/browsers.mjs";
import { serveHttp } from "../../tests/support/loopback.mjs";

const callMeasure = ([row, rounds, roundMs]) => globalThis.measureRow(row, rounds, roundMs);

/** Openers of the browsers. Each takes the script of a build and returns the version, `measure` and `close`. */
export const BROWSERS = Object.fromEntries(
  Object.entries(LAUNCHERS).map(([name, launch]) => [
    name,
    async (script) => {
      const server = await servePage(script);
      const browser = await launch();
      const page = await browser.newPage();
      await page.goto(server.address);
      return {
        version: browser.version,
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
