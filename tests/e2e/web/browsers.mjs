/** Opens the installed browsers with one interface: Chromium and Firefox, or those that PERCODEC_BROWSERS names. */
import { chromium } from "playwright-core";
import { launch } from "puppeteer-core";
import {
  CHROMIUM_ARGS,
  chromiumPath,
  firefoxPath,
  namedBrowsers,
  ownHome,
} from "../../conformance/browsers/installed.mjs";
import { webkit } from "./webkit.mjs";

const ARGS = [
  ...CHROMIUM_ARGS,
  // Without this a page cannot change its address thousands of times.
  "--disable-ipc-flooding-protection",
  // This host name resolves to this machine, and is not a secure context.
  "--host-resolver-rules=MAP percodec.test 127.0.0.1",
];
/** Timeout for the start of a browser and for each wait. */
const TIMEOUT_MS = 60_000;

function prepared(page, end) {
  page.setDefaultTimeout(TIMEOUT_MS);
  return Object.assign(page, {
    until: (condition, arg) => page.waitForFunction(condition, arg, { polling: 50 }),
    upload: (selector, ...files) => page.setInputFiles(selector, files),
    beforeLoad: (script) => page.addInitScript(script),
    end: () => end(page),
    /** Opens another page with the same storage. */
    sibling: async () => prepared(await page.context().newPage(), end),
  });
}

/** Opens Chromium with a debugging port, for Lighthouse. */
export async function debuggedChromium() {
  const options = { executablePath: chromiumPath(), args: ARGS, headless: true, env: ownHome(), timeout: TIMEOUT_MS };
  const browser = await launch(options);
  return { port: Number(new URL(browser.wsEndpoint()).port), close: () => browser.close() };
}

/**
 * Functions that open a browser; each returns `newPage`, `version` and `close`.
 *
 * Chromium keeps the files of a temporary context in memory; `stored` makes it use a profile on the disk.
 */
export const LAUNCHERS = {
  async chromium({ stored = false } = {}) {
    const env = ownHome();
    const options = { executablePath: chromiumPath(), args: ARGS, env, timeout: TIMEOUT_MS };
    if (stored) {
      const context = await chromium.launchPersistentContext(`${env.HOME}/profile`, options);
      return {
        name: "chromium",
        close: () => context.close(),
        newPage: async () => prepared(await context.newPage(), (page) => page.close()),
      };
    }
    const browser = await chromium.launch(options);
    return {
      name: "chromium",
      version: `Chromium ${browser.version()}`,
      close: () => browser.close(),
      async newPage({ width = 1280, height = 844, scheme = "light", forced = false, touch = false } = {}) {
        // Each page has its own context, so that pages share no storage.
        const context = await browser.newContext({
          viewport: { width, height },
          colorScheme: scheme,
          forcedColors: forced ? "active" : "none",
          hasTouch: touch,
          isMobile: touch,
        });
        return prepared(await context.newPage(), () => context.close());
      },
    };
  },
  async firefox() {
    const options = {
      browser: "firefox",
      executablePath: firefoxPath(),
      headless: true,
      env: ownHome(),
      timeout: TIMEOUT_MS,
      // Without this a page cannot change its address thousands of times.
      extraPrefsFirefox: {
        "dom.navigation.locationChangeRateLimit.count": 0,
        "dom.navigation.navigationRateLimit.count": 0,
        // This host name resolves to this machine, and is not a secure context.
        "network.dns.localDomains": "percodec.test",
      },
    };
    const browser = await launch(options);
    return {
      name: "firefox",
      version: `Firefox ${(await browser.version()).split("/")[1]}`,
      close: () => browser.close(),
      async newPage({ width = 1280, height = 844 } = {}) {
        const context = await browser.createBrowserContext();
        const prepare = async (page) => {
          await page.setViewport({ width, height });
          page.setDefaultTimeout(TIMEOUT_MS);
          return Object.assign(page, {
            until: (condition, arg) => page.waitForFunction(condition, { polling: 50 }, arg),
            upload: async (selector, ...files) => (await page.$(selector)).uploadFile(...files),
            beforeLoad: (script) => page.evaluateOnNewDocument(script),
            end: () => context.close(),
            sibling: async () => prepare(await context.newPage()),
          });
        };
        return prepare(await context.newPage());
      },
    };
  },
  webkit: () => webkit(ownHome(), TIMEOUT_MS),
};

const wanted = namedBrowsers.length === 0 ? ["chromium", "firefox"] : namedBrowsers;
export const BROWSERS = Object.fromEntries(wanted.map((name) => [name, LAUNCHERS[name]]));
