/** The one opening of the page's tests: a server, each browser, and a page at a fragment. */
import { after, afterEach, before, describe, test } from "node:test";
import { BROWSERS } from "./browsers.mjs";
import { assertQuiet, open } from "./helpers.mjs";
import { servePage } from "./serve.mjs";

/**
 * Describes tests in each browser. The page is served, and the browser runs, from before the first test until after the last one.
 *
 * @param {object} options
 * @param {number} [options.timeout] in ms
 * @param {string} [options.at] the fragment at which a page is opened for all tests
 * @param {object} [options.how] options of the page
 * @param {boolean} [options.stored] whether Chromium stores files on the disk
 * @param {boolean} [options.quiet] whether each test ends with `assertQuiet`, for the page that is opened for all tests
 * @param define defines the tests of the browser `name`. What it passes to `whenOpened` runs before the first test, with `browser`, `server`
 *   and the `page` of `at`. `onPage(title, fragment, act)` defines a test with a page of its own, which is quiet at the end.
 */
export function describeBrowsers({ timeout = 300_000, at, how, stored = false, quiet = at !== undefined }, define) {
  for (const [name, launch] of Object.entries(BROWSERS)) {
    describe(name, { timeout }, () => {
      let use;
      /** @type {any} */
      const opened = {};
      before(async () => {
        opened.server = await servePage();
        opened.browser = await launch({ stored });
        if (at !== undefined) opened.page = await open(opened.browser, opened.server.address, at, how);
        await use?.(opened);
      });
      after(async () => {
        await opened.browser?.close();
        opened.server?.close();
      });
      if (quiet) afterEach(() => assertQuiet(opened.page));
      define(
        name,
        (given) => (use = given),
        (title, fragment, act) =>
          void test(title, async () => {
            const page = await open(opened.browser, opened.server.address, fragment);
            await act(page);
            await assertQuiet(page);
            await page.end();
          }),
      );
    });
  }
}
