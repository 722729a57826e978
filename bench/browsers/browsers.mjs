// Opens a page in a browser of the system. `measure(id, rounds)` runs a workload in the page.
import { chromium } from "playwright-core";
import { launch } from "puppeteer-core";
import { CHROMIUM_ARGS, chromiumPath, firefoxPath, ownHome } from "../../tests/conformance/browsers/installed.mjs";

const TIMEOUT = 60_000;

const callMeasure = ([id, rounds]) => globalThis.measure(id, rounds);

/** Openers of the browsers. Each returns the version, `measure` and `close`. */
export const BROWSERS = {
  async chromium(address) {
    const options = { executablePath: chromiumPath(), args: CHROMIUM_ARGS, env: ownHome(), timeout: TIMEOUT };
    const browser = await chromium.launch(options);
    const page = await browser.newPage();
    await page.goto(address);
    return {
      version: `Chromium ${browser.version()}`,
      measure: (id, rounds) => page.evaluate(callMeasure, [id, rounds]),
      close: () => browser.close(),
    };
  },
  async firefox(address) {
    const options = {
      browser: "firefox",
      executablePath: firefoxPath(),
      headless: true,
      env: ownHome(),
      timeout: TIMEOUT,
    };
    const browser = await launch(options);
    const page = await browser.newPage();
    await page.goto(address);
    const [, version] = (await browser.version()).split("/");
    return {
      version: `Firefox ${version}`,
      measure: (id, rounds) => page.evaluate(callMeasure, [id, rounds]),
      close: () => browser.close(),
    };
  },
};
