// Checks each view with axe, light and dark, on a phone and on a wide screen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { isInPart } from "../../support/part.mjs";
import { converted, open, start } from "./helpers.mjs";
import { describeBrowsers } from "./opening.mjs";
import { STATES } from "./states.mjs";

describeBrowsers({ timeout: 600_000 }, (name, whenOpened) => {
  if (name !== "chromium") return;
  let server;
  let browser;
  whenOpened((opened) => ({ browser, server } = opened));

  async function check(page, what) {
    // It takes a link of the menu that is scrolled out of sight for a skip link; features.test.mjs follows the real one.
    const axe = new AxeBuilder({ page }).setLegacyMode().disableRules(["skip-link"]);
    const { violations, passes } = await axe.analyze();
    assert.ok(passes.length > 10, what);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${what} is too wide`);
    const messages = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("; ")}`,
    );
    assert.deepEqual(messages, [], what);
  }

  // A part checks each state in one of the two schemes.
  const isHere = isInPart(2);
  for (const [at, [scheme, width]] of [
    ["light", 1280],
    ["dark", 390],
  ].entries()) {
    test(`${scheme}, ${width} pixels`, async () => {
      const page = await open(browser, server.address, "9/nothing", { width, scheme });
      await check(page, "notice");
      for (const [what, fragment] of Object.entries(STATES).filter((state, k) => isHere(state, k + at))) {
        await start(page, fragment);
        await page.$$eval("#view details:not([open])", (all) => all.forEach((element) => (element.open = true)));
        await check(page, what);
      }
      await start(page, "1/decode", "%41".repeat(20_000));
      await converted(page);
      await check(page, "file");
      await page.end();
    });
  }

  test("with forced colors, no plate under the text of a field hides the highlights", async () => {
    const page = await open(browser, server.address, "1/decode", { forced: true });
    const read = (selector) => page.$eval(selector, (element) => getComputedStyle(element).forcedColorAdjust);
    assert.deepEqual(
      [await read("#text"), await read("#text-field .backdrop"), await read("main")],
      ["none", "none", "auto"],
    );
    await page.end();
  });
});
