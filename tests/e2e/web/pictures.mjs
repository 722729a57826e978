// Takes a picture of each state of each view, wide and narrow, light, dark and in forced colors: node pictures.mjs FOLDER [STATE…]
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { BROWSERS } from "./browsers.mjs";
import { drawn, settled } from "./helpers.mjs";
import { servePage } from "./serve.mjs";
import { STATES } from "./states.mjs";

/** The widths of each kind of device. Fingers need larger targets. */
const DEVICES = [
  { touch: false, widths: [1440, 1024] },
  { touch: true, widths: [768, 390, 320] },
];
const SCHEMES = { light: { scheme: "light" }, dark: { scheme: "dark" }, forced: { forced: true } };
/** Files that are opened in a view. @type {Record<string, [fragment: string, content: string]>} */
const FILES = {
  "file-good": ["1/decode", "caf%C3%A9%20noir\n".repeat(2000)],
  "file-fault": ["1/decode", "caf%C3%A9%20noir\n100% sure\n"],
  "file-findings": ["1/inspect", "https://joe@e.com/%2e%2e/a\nhttps://xn--pypal-4ve.com/\n"],
  "file-start": ["1/start", "caf%C3%A9%20noir\n".repeat(1000)],
};

const [folder, ...wanted] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: node pictures.mjs FOLDER [STATE…]");
mkdirSync(folder, { recursive: true });
/** @param {[name: string, ...unknown[]]} entry */
const isWanted = ([name]) => wanted.length === 0 || wanted.includes(name);

const server = await servePage();
const browser = await BROWSERS.chromium();
for (const { touch, widths } of DEVICES)
  for (const scheme of Object.keys(SCHEMES)) await takeAll(touch, widths, scheme);
await browser.close();
server.close();

async function takeAll(touch, widths, scheme) {
  const page = await browser.newPage({ touch, ...SCHEMES[scheme] });
  let state = "";
  page.on("console", (message) => console.log(`${state}: ${message.text()}`));
  page.on("pageerror", (error) => console.log(`${state}: ${error}`));
  const show = async (name, fragment) => {
    state = name;
    await page.goto("about:blank");
    await page.goto(`${server.address}#${fragment}`);
    await drawn(page);
  };
  const take = async () => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: touch ? 844 : 900 });
      await settled(page);
      const size = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return { wide: scrollWidth, height: scrollHeight };
      });
      if (size.wide > width) console.log(`${state}: ${size.wide} pixels wide at ${width}`);
      // A picture of the full page would end the emulation of a finger.
      await page.setViewportSize({ width, height: size.height });
      await page.screenshot({ path: `${folder}/${state}-${scheme}-${width}.png` });
    }
  };
  for (const [name, fragment] of Object.entries(STATES).filter(isWanted)) {
    await show(name, fragment);
    await page.waitForTimeout(200);
    await take();
  }
  for (const [name, [fragment, content]] of Object.entries(FILES).filter(isWanted)) {
    const path = `${folder}/${name}.txt`;
    writeFileSync(path, content);
    await show(name, fragment);
    await page.upload("#file", path);
    await page.until(() => document.querySelector("#files :is(a[download], .refused, .remedies)"));
    await take();
    rmSync(path);
  }
  await page.end();
}
