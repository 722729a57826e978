// Draws the icons of an installed page from tool/page/icon.svg, for scripts/icons.mjs and for the test that compares the files with the drawing.
import { readFileSync } from "node:fs";

const svg = readFileSync(new URL("../../../tool/page/icon.svg", import.meta.url), "utf8");
/** Each file with its size. A maskable icon has no round corners, and its sign fits into the inner 80 percent. */
export const ICONS = {
  "icon-192.png": { size: 192, drawn: svg },
  "icon-512.png": { size: 512, drawn: svg },
  "icon-maskable.png": {
    size: 512,
    drawn: svg.replace(' rx="96"', "").replace("<g ", '<g transform="translate(76.8 76.8) scale(.7)" '),
  },
};

/** Returns the bytes of an icon as a PNG, drawn by a browser. */
export async function drawIcon(browser, { size, drawn }) {
  const page = await browser.newPage({ width: size, height: size });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${drawn}`);
  const bytes = await page.screenshot({ omitBackground: true });
  await page.end();
  return bytes;
}
