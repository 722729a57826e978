/** The one opening of the page's tests: a server, each browser, and a page at a fragment. */
import { after, before, describe, test } from "node:test";
import { BROWSERS } from "./browsers.mjs";
import { assertQuiet, open } from "./helpers.mjs";
import { servePage } from "./serve.mjs";

/**
 * @typedef {object} Opened
 * @property {any} browser
 * @property {Awaited<ReturnType<typeof servePage>>} server
 * @property {any} page undefined without `at`
 */

/**
 * Describes tests in each browser. The page is served, and the browser runs, from before the first test until after the last one.
 *
 * @param {object} options
 * @param {number} [options.timeout] in ms
 * @param {string} [options.at] the fragment at which a page is opened for all tests
 * @param {object} [options.how] options of the page
 * @param {boolean} [options.stored] whether Chromium stores files on the disk
 * @param {boolean} [options.quiet] whether the last test checks that the page violated no policy
 * @param {(name: string, whenOpened: (use: (opened: Opened) => unknown) => void) => void} define defines the tests of the browser
 *   `name`; what it passes to `whenOpened` runs before the first test
 */
export function describeBrowsers({ timeout = 300_000, at, how, stored = false, quiet = false }, define) {
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
      define(name, (given) => (use = given));
      if (quiet) test("violates no policy, and sends no request to another origin", () => assertQuiet(opened.page));
    });
  }
}
