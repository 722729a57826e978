// Writes the icons of an installed page with Chromium: node scripts/icons.mjs (after node tests/support/install.mjs tests). The files are committed,
// because the build of the page needs no browser.
import { writeFileSync } from "node:fs";
import { BROWSERS } from "../tests/e2e/web/browsers.mjs";
import { drawIcon, ICONS } from "../tests/e2e/web/icon-drawings.mjs";

const browser = await BROWSERS.chromium();
for (const [name, icon] of Object.entries(ICONS))
  writeFileSync(new URL(`../tool/page/${name}`, import.meta.url), await drawIcon(browser, icon));
await browser.close();
