// Opens a page with the measured script in a browser of the system.
import { createServer } from "node:http";
import { CHROMIUM_ARGS, chromiumPath, firefoxPath, ownHome } from "../../tests/conformance/browsers/installed.mjs";
import { chromium, launch } from "../../tests/support/drivers.mjs";
import { webkit } from "../../tests/e2e/web/webkit.mjs";
import { listen } from "../../tests/support/loopback.mjs";

const TIMEOUT = 120_000;

const callMeasure = ([row, rounds, roundMs]) => globalThis.measureRow(row, rounds, roundMs);

/** Openers of a page. Each returns the version, `evaluate` and `close`. */
const PAGES = {
  async chromium(address) {
    const options = { executablePath: chromiumPath(), args: CHROMIUM_ARGS, env: ownHome(), timeout: TIMEOUT };
    const browser = await chromium.launch(options);
    const page = await browser.newPage();
    await page.goto(address);
    return { version: `Chromium ${browser.version()}`, evaluate: (row) => page.evaluate(callMeasure, row), close: () => browser.close() }; // prettier-ignore
  },
  async firefox(address) {
    const executablePath = firefoxPath();
    const options = { executablePath, headless: true, env: ownHome(), timeout: TIMEOUT };
    const browser = await launch({ ...options, browser: "firefox" });
    const page = await browser.newPage();
    await page.goto(address);
    const [, version] = (await browser.version()).split("/");
    return { version: `Firefox ${version}`, evaluate: (row) => page.evaluate(callMeasure, row), close: () => browser.close() }; // prettier-ignore
  },
  async webkit(address) {
    const browser = await webkit(ownHome(), TIMEOUT);
    const page = await browser.newPage();
    await page.goto(address);
    return { version: `WebKitGTK ${browser.version}`, evaluate: (row) => page.evaluate(callMeasure, row), close: () => browser.close() }; // prettier-ignore
  },
};

/** Openers of the browsers. Each takes the script of a build and returns the version, `measure` and `close`. */
export const BROWSERS = Object.fromEntries(
  Object.entries(PAGES).map(([name, open]) => [
    name,
    async (script) => {
      const { server, address } = await serve(script);
      const { version, evaluate, close } = await open(address);
      return {
        version,
        measure: async (...row) => JSON.parse(await evaluate(row)),
        async close() {
          await close();
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
