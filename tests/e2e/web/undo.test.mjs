// Tests that every change of an input can be undone and redone in each view, one edit at a time.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import {
  all,
  assertQuiet,
  choose,
  click,
  go,
  keys,
  open,
  press,
  put,
  settled,
  stopClock,
  text,
  type,
} from "./helpers.mjs";
import { describeBrowsers } from "./opening.mjs";

const URL_TEXT = "https://e.com/?a=1&b=2#f";

describeBrowsers({}, (name, whenOpened) => {
  let browser;
  let server;
  let page;
  whenOpened((opened) => ({ browser, server } = opened));
  // A page of its own has no earlier step.
  beforeEach(async () => {
    await page?.end();
    page = await open(browser, server.address, "1/start");
    await stopClock(page);
  });
  afterEach(() => assertQuiet(page));

  const value = () => text(page, "#text");
  const canUndo = () => page.$eval("#undo", (button) => !button.disabled);
  const canRedo = () => page.$eval("#redo", (button) => !button.disabled);
  const answered = async (content = URL_TEXT) => {
    await put(page, "#text", content, { "#view .query": true });
  };
  // In one call: the view may be drawn again between a search for the field and its focus.
  const focusEnd = (label) =>
    page.evaluate((named) => {
      const field = /** @type {HTMLTextAreaElement} */ (document.querySelector(`#view [aria-label="${named}"]`));
      field.focus();
      field.setSelectionRange(field.value.length, field.value.length);
    }, label);
  const focused = () =>
    page.evaluate(() => [
      document.activeElement?.getAttribute("aria-label"),
      document.activeElement instanceof HTMLTextAreaElement && document.activeElement.value,
    ]);

  test("one edit of a value is one step, and the focus stays in its field", async () => {
    await answered();
    await focusEnd("Value of a");
    await type(page, " caf\u00e9 & x y", { "#text": "https://e.com/?a=1%20caf%C3%A9%20%26%20x%20y&b=2#f" });
    await keys(page, "Control+z", { "#text": URL_TEXT });
    assert.deepEqual(await focused(), ["Value of a", "1"]);
    await keys(page, "Control+Shift+z", { "#text": "https://e.com/?a=1%20caf%C3%A9%20%26%20x%20y&b=2#f" });
    await keys(page, "Control+z");
    await keys(page, "Control+y", { "#text": "https://e.com/?a=1%20caf%C3%A9%20%26%20x%20y&b=2#f" });
    assert.deepEqual(await focused(), ["Value of a", "1 caf\u00e9 & x y"]);
    await click(page, "#undo");
    assert.deepEqual([await value(), await canRedo()], [URL_TEXT, true]);
    await click(page, "#undo");
    assert.deepEqual([await value(), await canUndo()], ["", false]);
    await click(page, "#redo");
    await click(page, "#redo");
    assert.deepEqual([await value(), await canRedo()], ["https://e.com/?a=1%20caf%C3%A9%20%26%20x%20y&b=2#f", false]);
  });

  test("a value of a template is a step, and the focus stays in its field", async () => {
    await go(page, "template");
    await put(page, "#text", "/{id}{?q}\nid=1");
    await focusEnd("Value of q");
    await page.keyboard.type("x y");
    await focusEnd("Value of id");
    await type(page, "23", { "#text": "/{id}{?q}\nid=123\nq=x y" });
    await keys(page, "Control+z", { "#text": "/{id}{?q}\nid=1\nq=x y" });
    assert.deepEqual(await focused(), ["Value of id", "1"]);
    await keys(page, "Control+z", { "#text": "/{id}{?q}\nid=1", "#view .text": "/1" });
    await keys(page, "Control+y", { "#text": "/{id}{?q}\nid=1\nq=x y", "#view .text": "/1?q=x%20y" });
  });

  test("Clear, an example and what a view changes with the text are undone as a whole", async () => {
    await go(page, "explain");
    await put(page, "#text", "typed%21");
    await click(page, "#clear");
    await page.$$eval("#view .example", (list) => list.find((one) => one.textContent.includes("Shift_JIS")).click());
    await settled(page);
    assert.deepEqual(await all(page, "#options .chip"), ["Encoding: Shift_JIS \u2715"]);
    await click(page, "#undo", { "#text": "", "#options .chip": [] });
    await click(page, "#undo", { "#text": "typed%21" });
    await click(page, "#redo");
    await click(page, "#redo", { "#text": "%83A%82%A0%FF", "#options .chip": ["Encoding: Shift_JIS \u2715"] });
    // A remedy that is an option.
    await go(page, "decode");
    await put(page, "#text", "100% sure");
    await press(page, "keep it unchanged", "#view", { "#view .text": "100% sure" });
    await click(page, "#undo", { "#text": "100% sure", "#options .chip": [] });
    // An option that the user sets is not a step.
    await choose(page, "malformed", "drop");
    await click(page, "#undo", { "#text": "%83A%82%A0%FF", "#options .chip": ["Broken escapes: drop \u2715"] });
  });

  test("adds, moves and removes the pairs of a query, and changes nothing else", async () => {
    await put(page, "#text", "https://e.com/?a=%7e&&b=x+y#f", { "#view .query": true });
    await press(page, "+ Add", "#view", { "#text": "https://e.com/?a=%7e&&b=x+y&name=#f" });
    // The name of the new pair is selected, and its value is the next field.
    await page.until(() => document.activeElement?.getAttribute("aria-label") === "Name of pair 3");
    await type(page, "k\u00e9&", { "#text": "https://e.com/?a=%7e&&b=x+y&k%C3%A9%26=#f" });
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Tab");
    await type(page, "a b", { "#text": "https://e.com/?a=%7e&&b=x+y&k%C3%A9=a%20b#f" });
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Value of k\u00e9");
    await keys(page, "Shift+Tab");
    await page.keyboard.press("Home");
    await type(page, "n", { "#text": "https://e.com/?a=%7e&&b=x+y&nk%C3%A9=a%20b#f" });
    // The name, the value, the name and the pair are four steps.
    for (const earlier of ["k%C3%A9=a%20b", "k%C3%A9=", "name="]) {
      await click(page, "#undo", { "#text": `https://e.com/?a=%7e&&b=x+y&${earlier}#f` });
    }
    await put(page, "#text", "https://e.com/?a=%7e&&b=x+y&name=value#f");
    await press(page, "\u21c5 Order", "#view");
    await click(page, '#view [aria-label="Move up name"]', { "#text": "https://e.com/?a=%7e&&name=value&b=x+y#f" });
    await settled(page);
    await page.until(() => document.activeElement?.getAttribute("aria-label") === "Move up name");
    await keys(page, "Enter", { "#text": "https://e.com/?name=value&&a=%7e&b=x+y#f" });
    // The first pair cannot move up, so the focus is on the other button.
    await page.until(() => document.activeElement?.getAttribute("aria-label") === "Move down name");
    await press(page, "\u21c5 Order", "#view");
    await click(page, '#view [aria-label="Remove a"]', { "#text": "https://e.com/?name=value&&b=x+y#f" });
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Remove name");
    for (const earlier of ["https://e.com/?name=value&&a=%7e&b=x+y#f", "https://e.com/?a=%7e&&name=value&b=x+y#f"]) {
      await click(page, "#undo", { "#text": earlier });
    }
    // Two clicks in one frame are two moves, and peel two layers.
    const clickTwice = (selector) =>
      page.evaluate((one) => {
        for (let k = 0; k < 2; k++) /** @type {HTMLButtonElement} */ (document.querySelector(one)).click();
      }, selector);
    await put(page, "#text", "https://e.com/?a&b&c");
    await press(page, "\u21c5 Order", "#view");
    await clickTwice('#view [aria-label="Move up c"]');
    assert.equal(await value(), "https://e.com/?c&a&b");
    await put(page, "#text", "https://e.com/?a=%25252541&b");
    await clickTwice("#view .ladder > button");
    assert.equal(await value(), "https://e.com/?a=%2541&b");
    await press(page, "\u21c5 Order", "#view");
    assert.equal(await page.$$eval("#view .values dt .quiet", (list) => list.length), 0);
  });

  // Ctrl+Z sent by WebKitWebDriver undoes nothing, on an empty page either.
  const noUndo = name === "webkit" && "WebKitWebDriver does not send the editing commands of the browser";
  test("the fields of options have the undo of the browser", { skip: noUndo }, async () => {
    await go(page, "encode");
    await put(page, "#text", "a/b");
    await page.$eval("#options details", (details) => (details.open = true));
    await page.click("#option-keep");
    await page.keyboard.type("/");
    await keys(page, "Control+z", { "#text": "a/b", "#option-keep": "" });
  });
});
