// Tests the page on a small phone: what is visible without scrolling, and the bar at the bottom.
import assert from "node:assert/strict";
import { test } from "node:test";
import { click, copied, copy, put, settled, start, text } from "./helpers.mjs";
import { describeBrowsers } from "./opening.mjs";

const PHONE = { width: 390, height: 440, touch: true };
/** Texts of each kind, and the beginning of their first value. */
const ANSWERS = {
  "https://paypal.com@xn--pypal-4ve.com/%2e%2e/a?u=https%253A%252F%252Fb.org&q=%83A%83C": "https://b.org",
  "https://login.example/r?url=https%3A%2F%2Fb.org%2F%3Fq%3D1%26r%3D2&state=a%26b%23c": "https://b.org/?q=1&r=2",
  "https://e.com/a%20b": "https",
  "hello world & co": "hello%20world%20%26%20co",
  "caf%25C3%25A9%2520noir": "caf%C3%A9%20noir",
  "a=1&b=2": "1",
  "%93%FA%96%7B%8C%EA": "\u65e5\u672c\u8a9e",
};

const ON_ITS_SIDE = { width: 844, height: 390 };

function resize(page, size) {
  return page.setViewportSize === undefined ? page.setViewport(size) : page.setViewportSize(size);
}

/** Returns the place of an element in the window, and the height of the window that the bar leaves free. */
function place(page, selector) {
  return page.$eval(selector, (element) => {
    const { top, bottom, left, right, height } = element.getBoundingClientRect();
    const bar = document.querySelector("#phone-bar")?.getBoundingClientRect();
    return { top, bottom, left, right, height, free: bar?.top ?? 0, barBottom: bar?.bottom ?? 0, width: innerWidth };
  });
}

describeBrowsers({ at: "1/start", how: PHONE }, (_, whenOpened) => {
  let page;
  whenOpened((opened) => ({ page } = opened));
  const ids = (selector) => page.$$eval(selector, (list) => list.map(({ id }) => id).join(" "));

  for (const [content, value] of Object.entries(ANSWERS)) {
    test(`shows the field, the verdict and the first value of ${content}`, async () => {
      await start(page, "1/start", content, { "#view .verdict": true });
      await settled(page);
      const first = "#view .first :is(.value textarea, li code, td code, pre.text)";
      assert.equal(await page.$eval(first, (element) => element.value ?? element.textContent), value);
      for (const size of [PHONE, ON_ITS_SIDE]) {
        await resize(page, { width: size.width, height: size.height });
        await page.until((width) => innerWidth === width, size.width);
        const field = await place(page, "#text-field");
        // Two lines of 24 pixels, and the padding.
        assert.ok(field.height >= 48 && field.height <= 72, `the field is ${field.height} pixels high`);
        for (const selector of ["#text-field", "#view .verdict", first]) {
          const { top, bottom, left, right, free, width } = await place(page, selector);
          assert.ok(top >= 0 && bottom <= free, `${selector} is from ${top} to ${bottom} of ${free} at ${width}`);
          assert.ok(left >= 0 && right <= width, `${selector} is from ${left} to ${right} of ${width}`);
        }
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is cut off");
      }
      await resize(page, { width: PHONE.width, height: PHONE.height });
    });
  }

  test("keeps the field and the bar in place while the answer is scrolled", async () => {
    await start(page, "1/start", Object.keys(ANSWERS)[0]);
    await page.evaluate(() => scrollTo(0, 10_000));
    await settled(page);
    assert.ok(await page.evaluate(() => scrollY > 200));
    assert.equal((await place(page, "#source")).top, 0);
    const { height, barBottom } = await place(page, "#phone-bar");
    assert.equal(Math.round(barBottom), await page.evaluate(() => innerHeight));
    assert.ok(height < 64, `the bar is ${height} pixels high`);
    await page.evaluate(() => scrollTo(0, 0));
  });

  test("has Copy, Share and More in the bar, and the other actions under More", async () => {
    const labels = () => page.$$eval("#phone-bar > button", (list) => list.map((button) => button.textContent));
    await start(page, "1/start", "a b");
    assert.deepEqual(await labels(), ["Copy as query value", "Share", "More"]);
    await page.click("#bar-copy");
    await page.until(() => document.querySelector("#bar-copy")?.textContent === "Copied");
    assert.equal(await copied(page), "a%20b");
    assert.equal(await page.$eval("#more-panel", (panel) => panel.hidden), true);
    await page.click("#more");
    assert.equal(await page.$eval("#more", (button) => button.getAttribute("aria-expanded")), "true");
    assert.equal(await ids("#more-panel button"), "undo redo clear paste pick private theme");
    await click(page, "#clear", { "#text": "" });
    await click(page, "#undo", { "#text": "a b" });
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "more");
    assert.equal(await page.$eval("#more-panel", (panel) => panel.hidden), true);
    // A view without a result has nothing to copy.
    await start(page, "1/sets");
    assert.equal(await page.$eval("#bar-copy", (button) => button.disabled), true);
    await start(page, "1/decode", "a%20b");
    await page.click("#bar-copy");
    assert.equal(await copied(page), "a b");
  });

  test("puts the actions back on a wide screen", async () => {
    await resize(page, { width: 1280, height: 800 });
    await page.until(() => document.querySelector("header #share") !== null);
    const actions = await ids("header button, #source .actions button");
    assert.equal(actions, "private share theme paste pick undo redo clear");
    assert.equal(await page.$eval("#phone-bar", (bar) => getComputedStyle(bar).display), "none");
    await put(page, "#text", "%41");
    assert.equal(await copy(page, "Copy", "#view"), "A");
    assert.equal(await text(page, "#announcement"), "Copied to the clipboard");
  });
});
