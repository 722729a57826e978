/** Opens the browsers of the system, with pages that the tests can treat alike: two, or those that PERCODEC_BROWSERS names. */
import { chromium } from "playwright-core";
import { launch } from "puppeteer-core";
import { CHROMIUM_ARGS, chromiumPath, firefoxPath, ownHome } from "../../conformance/browsers/installed.mjs";
import { webkit } from "./webkit.mjs";

const ARGS = [
  ...CHROMIUM_ARGS,
  // A page may not change its own address thousands of times.
  "--disable-ipc-flooding-protection",
  // A host of that name is this machine, and no secure context.
  "--host-resolver-rules=MAP percodec.test 127.0.0.1",
];
/** For the start, and for whatever a page is waited for, in ms. */
const PATIENCE = 60_000;

function prepared(page, end) {
  page.setDefaultTimeout(PATIENCE);
  return Object.assign(page, {
    until: (condition, arg) => page.waitForFunction(condition, arg, { polling: 50 }),
    upload: (selector, ...files) => page.setInputFiles(selector, files),
    beforeLoad: (script) => page.addInitScript(script),
    end: () => end(page),
  });
}

/** Chromium with a port that others can drive it by. */
export async function debuggedChromium() {
  const options = { executablePath: chromiumPath(), args: ARGS, headless: true, env: ownHome(), timeout: PATIENCE };
  const browser = await launch(options);
  return { port: Number(new URL(browser.wsEndpoint()).port), close: () => browser.close() };
}

/**
 * Chromium keeps the files of a context that was made for a test in memory; `stored` gives one profile on the disk.
 *
 * Each gives `newPage`, `version`, and `close`.
 */
const ALL = {
  async chromium({ stored = false } = {}) {
    const env = ownHome();
    const options = { executablePath: chromiumPath(), args: ARGS, env, timeout: PATIENCE };
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
      async newPage({ width = 1280, height = 844, scheme = "light" } = {}) {
        // One context a page: what one stores no other sees.
        const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
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
      timeout: PATIENCE,
      // A page may not change its own address thousands of times.
      extraPrefsFirefox: {
        "dom.navigation.locationChangeRateLimit.count": 0,
        "dom.navigation.navigationRateLimit.count": 0,
        // A host of that name is this machine, and no secure context.
        "network.dns.localDomains": "percodec.test",
      },
    };
    const browser = await launch(options);
    return {
      name: "firefox",
      version: await browser.version(),
      close: () => browser.close(),
      async newPage({ width = 1280, height = 844 } = {}) {
        const context = await browser.createBrowserContext();
        const page = await context.newPage();
        await page.setViewport({ width, height });
        page.setDefaultTimeout(PATIENCE);
        return Object.assign(page, {
          until: (condition, arg) => page.waitForFunction(condition, { polling: 50 }, arg),
          upload: async (selector, ...files) => (await page.$(selector)).uploadFile(...files),
          beforeLoad: (script) => page.evaluateOnNewDocument(script),
          end: () => context.close(),
        });
      },
    };
  },
  webkit: () => webkit(ownHome(), PATIENCE),
};

const named = (process.env.PERCODEC_BROWSERS || "chromium,firefox").split(",");
export const BROWSERS = Object.fromEntries(named.map((name) => [name, ALL[name]]));
