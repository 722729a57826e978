/** Reads how Chromium displays hosts: the title of a page without a title is its URL as the address bar shows it. */
import { serveHttp } from "../../support/loopback.mjs";
import { launchChromium, TIMEOUT } from "./installed.mjs";

/** Pages that are used in parallel. */
const PAGES = 16;
/** Chromium puts these around titles written from right to left. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Opens the browser. Its function `shown` accepts hosts in ASCII. */
export async function openChromiumHosts() {
  const server = await serveHttp((_, response) => response.setHeader("content-type", "text/html").end());
  // With these flags a page may set its address to any host without a lookup or a request.
  const browser = await launchChromium("--disable-web-security", "--disable-site-isolation-trials");
  const close = async () => {
    await browser.close();
    server.close();
  };
  try {
    const session = await browser.newBrowserCDPSession();
    const context = await browser.newContext();
    const pages = [];
    for (let k = 0; k < PAGES; k++) {
      const page = await context.newPage();
      await page.goto(server.address, { timeout: TIMEOUT });
      const own = await context.newCDPSession(page);
      const { targetInfo } = await own.send("Target.getTargetInfo");
      pages.push({ page, id: targetInfo.targetId });
    }
    let asked = 0;
    /** Returns how each host is displayed, in the order of the hosts. */
    const shown = async (hosts) => {
      const results = [];
      for (let from = 0; from < hosts.length; from += PAGES) {
        const number = ++asked;
        const part = hosts.slice(from, from + PAGES);
        await Promise.all(
          part.map((host, k) =>
            pages[k].page.evaluate((url) => history.pushState(null, "", url), `http://${host}/${number}`),
          ),
        );
        results.push(...(await titles(session, pages.slice(0, part.length), `/${number}`)));
      }
      return results;
    };
    return { version: browser.version(), shown, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits until the title of each page ends with the number of its address, and returns the part before that. */
async function titles(session, pages, end) {
  for (const started = Date.now(); Date.now() - started < TIMEOUT;) {
    const { targetInfos } = await session.send("Target.getTargets");
    const byId = new Map(targetInfos.map(({ targetId, title }) => [targetId, title.replace(DIRECTIONS, "")]));
    const found = pages.map(({ id }) => byId.get(id));
    if (found.every((title) => title.endsWith(end))) return found.map((title) => title.slice(0, -end.length));
  }
  throw new Error(`no title within ${TIMEOUT} ms`);
}
