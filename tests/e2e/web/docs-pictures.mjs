// Takes the six pictures of docs/: node tests/e2e/web/docs-pictures.mjs (after npm run build).
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BROWSERS } from "./browsers.mjs";
import { open, put } from "./helpers.mjs";
import { servePage } from "./serve.mjs";
import { STATES } from "./states.mjs";

const docs = fileURLToPath(new URL("../../../docs/", import.meta.url));
const MAX_BYTES = 150_000;
/** The state of each picture, and the size of its page. @type {Record<string, [string, object]>} */
const PICTURES = {
  "page-light": [STATES.start, { width: 1200, height: 700 }],
  "page-dark": [STATES.start, { width: 1200, height: 700, scheme: "dark" }],
  "page-text": [STATES.plain, { width: 1200, height: 700 }],
  "page-file": ["1/decode", { width: 1200, height: 700 }],
  "page-phone": [STATES.start, { width: 390, height: 844 }],
  "page-explain": [STATES.explain, { width: 1200, height: 700 }],
};

const server = await servePage();
const browser = await BROWSERS.chromium();
for (const [name, [fragment, size]] of Object.entries(PICTURES)) {
  const page = await open(browser, server.address, fragment, size);
  if (name === "page-file") {
    await put(page, "#text", "caf%C3%A9%20".repeat(5000));
    await page.until(() => document.querySelector("#files a[download]"));
  }
  await page.waitForTimeout(500);
  const path = `${docs}${name}.png`;
  await page.screenshot({ path });
  const { size: bytes } = statSync(path);
  if (bytes > MAX_BYTES) throw new Error(`${name}.png has ${bytes} bytes of ${MAX_BYTES}`);
  await page.end();
}
await browser.close();
server.close();
