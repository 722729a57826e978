// Draws the icons of an installed page from web/icon.svg with Chromium: node tools/icons.mjs (after npm ci --prefix tests/e2e/web). The files
// are committed, because the build of the page needs no browser.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BROWSERS } from "../tests/e2e/web/browsers.mjs";

const web = fileURLToPath(new URL("../web/", import.meta.url));
const svg = readFileSync(`${web}icon.svg`, "utf8");
/** Each file with its size. A maskable icon has no round corners, and its sign fits into the inner 80 percent. */
const ICONS = {
  "icon-192.png": { size: 192, drawn: svg },
  "icon-512.png": { size: 512, drawn: svg },
  "icon-maskable.png": {
    size: 512,
    drawn: svg.replace(' rx="96"', "").replace("<g ", '<g transform="translate(76.8 76.8) scale(.7)" '),
  },
};

const browser = await BROWSERS.chromium();
for (const [name, { size, drawn }] of Object.entries(ICONS)) {
  const page = await browser.newPage({ width: size, height: size });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${drawn}`);
  await page.screenshot({ path: `${web}${name}`, omitBackground: true });
  await page.end();
}
await browser.close();
