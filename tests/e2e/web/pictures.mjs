// Takes a screenshot of each view at 390 and 1280 pixels, light and dark: node pictures.mjs FOLDER [VIEW…]
import { mkdirSync } from "node:fs";
import { BROWSERS } from "./browsers.mjs";
import { servePage } from "./serve.mjs";
import { STATES } from "./states.mjs";

const [folder, ...wanted] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: node pictures.mjs FOLDER [VIEW…]");
mkdirSync(folder, { recursive: true });

const server = await servePage();
const browser = await BROWSERS.chromium();
for (const [name, fragment] of Object.entries(STATES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const scheme of ["light", "dark"]) {
    for (const width of [390, 1280]) {
      const page = await browser.newPage({ width, scheme });
      page.on("console", (message) => console.log(`${name}: ${message.text()}`));
      page.on("pageerror", (error) => console.log(`${name}: ${error}`));
      await page.goto(`${server.address}#${fragment}`);
      await page.waitForFunction(() => document.querySelector("#view > *") !== null);
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png`, fullPage: true });
      await page.end();
    }
  }
}
await browser.close();
server.close();
