/** Helpers of the page's tests: open the page, enter texts, read what it shows. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { makeTemporaryFolder } from "../../support/temporary-folder.mjs";

export const VIEWS = [
  "start", "encode", "decode", "explain", "form", "clean", "display", "compare", "resolve", "inspect", "template", "decoders", "sets", "findings",
  "help",
]; // prettier-ignore

/** The views with a field for an input, and those with a second one. */
export const TEXT_VIEWS = VIEWS.filter((view) => !["sets", "findings", "help"].includes(view));
export const TWO_TEXT_VIEWS = ["template", "resolve", "compare"];

/** Runs before the page's scripts: records violations, errors, copied texts and Blobs. */
const WATCH = () => {
  globalThis.watched = { violations: [], errors: [], copied: [], blobs: [] };
  document.addEventListener("securitypolicyviolation", (event) => {
    globalThis.watched.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
  });
  addEventListener("error", (event) => globalThis.watched.errors.push(event.message));
  addEventListener("unhandledrejection", (event) => globalThis.watched.errors.push(String(event.reason)));
  const createObjectURL = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob) => {
    globalThis.watched.blobs.push(blob);
    return createObjectURL(blob);
  };
  const clipboard = { writeText: async (value) => void globalThis.watched.copied.push(value) };
  Object.defineProperty(navigator, "clipboard", { value: clipboard });
};

/** Runs before the page's scripts: replaces animation frames by microtasks, so that thousands of texts are drawn fast. */
const FAST_FRAMES = () => {
  globalThis.requestAnimationFrame = (draw) => {
    queueMicrotask(() => draw(performance.now()));
    return 1;
  };
};

/** Opens the page at a fragment. */
export async function open(browser, address, fragment = "", options = {}) {
  const page = await browser.newPage(options);
  page.foreign = [];
  page.dialogs = [];
  page.on("request", (request) => {
    // Firefox loads a built-in font as data:.
    if (!/^(?:blob|data):/.test(request.url()) && !request.url().startsWith(address)) page.foreign.push(request.url());
  });
  page.on("dialog", (dialog) => {
    page.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.beforeLoad(WATCH);
  if (options.fastFrames) await page.beforeLoad(FAST_FRAMES);
  await page.goto(address + (fragment && `#${fragment}`));
  await drawn(page);
  return page;
}

/** Waits until the view is drawn. */
export function drawn(page) {
  return page.until(
    () => document.querySelector("#view:not([aria-busy]) > *") !== null && !document.querySelector(".waiting"),
  );
}

/** Opens a fragment in the current page, after another one, and puts an input. */
export async function start(page, fragment, content, wanted = {}) {
  await visit(page, ["0", fragment]);
  await arrive(page, /[a-z]+/.exec(fragment)?.[0]);
  if (content === undefined) await assertShown(page, wanted);
  else await put(page, "#text", content, wanted);
}

/** Waits until the page shows a view, and has drawn it. */
export async function arrive(page, mode, wanted = {}) {
  await shows(page, mode);
  await drawn(page);
  await settled(page);
  await assertShown(page, wanted);
}

/** Waits until the page shows a view. */
export function shows(page, mode) {
  return page.until((href) => document.querySelector(`#modes [aria-current][href="${href}"]`) !== null, `#1/${mode}`);
}

/** Opens each fragment in the current page, and counts those that were read and those that were refused. */
export function visit(page, fragments) {
  return page.evaluate(async (list) => {
    const counts = { read: 0, refused: 0 };
    for (const fragment of list) {
      const before = location.href;
      location.hash = fragment;
      if (location.href === before) continue;
      await new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`no hashchange for #${fragment}`)), 20_000);
        const changed = () => resolve(clearTimeout(late));
        addEventListener("hashchange", changed, { once: true });
      });
      await Promise.resolve();
      if (document.querySelector("#view > *") === null) throw new Error(`nothing is drawn for #${fragment}`);
      if (document.querySelector("#notice")?.textContent === "") counts.read++;
      else counts.refused++;
    }
    return counts;
  }, fragments);
}

/** Sets the text of a field as the user would, waits until it is drawn, and checks what is shown then. */
export async function put(page, selector, content, wanted = {}) {
  await page.$eval(
    selector,
    (field, value) => {
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    },
    content,
  );
  await settled(page);
  await assertShown(page, wanted);
}

export async function choose(page, name, value, wanted = {}) {
  await page.$eval(
    `[name="${name}"]`,
    (field, chosen) => {
      if (field.type === "checkbox") field.checked = chosen === "true";
      else field.value = chosen;
      field.dispatchEvent(new Event(field.type === "text" ? "input" : "change", { bubbles: true }));
    },
    value,
  );
  await settled(page);
  await assertShown(page, wanted);
}

/** Waits two frames, as a change is drawn with the next frame, and for what the view loads to draw it. */
export async function settled(page) {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))),
  );
  await page.until(() => !document.querySelector("#view .waiting"));
}

export async function go(page, mode, wanted = {}) {
  await page.$eval(`#modes li > a[href="#1/${mode}"]:not(.group-name)`, (link) => link.click());
  await arrive(page, mode, wanted);
}

/** Returns the text of the first element or the value of a field, in one step: a handle is lost if the document is replaced. */
export function text(page, selector) {
  return page.evaluate((find) => {
    const element = document.querySelector(find);
    if (element === null) throw new Error(`no element matches ${find}`);
    return /^(?:textarea|input|select)$/.test(element.localName) ? element.value : element.textContent;
  }, selector);
}

export function all(page, selector) {
  return page.evaluate((find) => [...document.querySelectorAll(find)].map(({ textContent }) => textContent), selector);
}

/**
 * Checks elements by their selectors: a list has the texts of all elements, `true` stands for an element that may come later, and anything
 * else is the text of the first one.
 */
export async function assertShown(page, wanted) {
  for (const [selector, expected] of Object.entries(wanted)) {
    if (expected === true) await page.until((find) => document.querySelector(find), selector);
    else if (Array.isArray(expected)) assert.deepEqual(await all(page, selector), expected, selector);
    else if (expected instanceof RegExp) assert.match(await text(page, selector), expected, selector);
    else assert.equal(await text(page, selector), expected, selector);
  }
}

/** Clicks the first element. */
export async function click(page, selector, wanted = {}) {
  await page.click(selector);
  await settled(page);
  await assertShown(page, wanted);
}

/** Presses a key while the keys before it are held, such as `Control+z`. */
export async function keys(page, pressed, wanted = {}) {
  const held = pressed.split("+");
  const last = held.pop();
  for (const key of held) await page.keyboard.down(key);
  await page.keyboard.press(last);
  for (const key of held.toReversed()) await page.keyboard.up(key);
  await settled(page);
  await assertShown(page, wanted);
}

/** Types at the caret. */
export async function type(page, content, wanted = {}) {
  await page.keyboard.type(content);
  await settled(page);
  await assertShown(page, wanted);
}

/** Clicks the button with this label, and checks what is shown then. */
export async function press(page, words, within = "main", wanted = {}) {
  const found = await page.$$eval(
    `${within} button, ${within} a.button`,
    (buttons, label) => {
      const button = buttons.find((one) => one.textContent === label);
      button?.click();
      return button !== undefined;
    },
    words,
  );
  assert.ok(found, `a button ${words}`);
  await settled(page);
  await assertShown(page, wanted);
}

/** Clicks the button with this label, and returns the text that it copies. */
export async function copy(page, words, within) {
  await press(page, words, within);
  return copied(page);
}

/** Clicks near the right edge of a unit of the text. */
export async function clickUnit(page, index) {
  const [x, y] = await page.evaluate((unit) => {
    /** @type {any} */
    const backdrop = document.querySelector("#text-field .backdrop");
    backdrop.scrollIntoView({ block: "center" });
    /** @type {any} */
    const walker = document.createTreeWalker(backdrop, NodeFilter.SHOW_TEXT);
    let at = unit;
    while (at >= walker.nextNode().length) at -= walker.currentNode.length;
    const range = document.createRange();
    range.setStart(walker.currentNode, at);
    range.setEnd(walker.currentNode, at + 1);
    const { right, top, bottom } = range.getBoundingClientRect();
    return [right - 1, (top + bottom) / 2];
  }, index);
  await page.mouse.click(x, y);
  await settled(page);
}

const folder = makeTemporaryFolder("web");

const CONVERTED = "#files a[download]";

/** Writes a file in a temporary folder, and returns its path. @param {string | Uint8Array} content */
export function makeFile(name, content = "") {
  writeFileSync(`${folder}/${name}`, content);
  return `${folder}/${name}`;
}

/** Chooses a file with this content, and waits for an element: by default until the file is converted. */
export async function upload(page, name, content, awaited = CONVERTED) {
  await page.upload("#file", makeFile(name, content));
  await assertShown(page, { [awaited]: true });
}

/** Waits until a file is converted. */
export const converted = (page) => assertShown(page, { [CONVERTED]: true });

/** Waits until the service worker controls the page. */
export async function controlled(page) {
  await page.until(() => navigator.serviceWorker.ready.then(({ active }) => active?.state === "activated"));
  await page.until(() => navigator.serviceWorker.controller !== null);
}

/** Returns the last file that was offered for download, with its first `most` bytes. */
export function offered(page, most = 200_000) {
  return page.evaluate(async (end) => {
    const blob = globalThis.watched.blobs.at(-1);
    const bytes = Array.from(new Uint8Array(await blob.slice(0, end).arrayBuffer()));
    return {
      type: blob.type,
      size: blob.size,
      bytes,
      name: document.querySelector("#files a[download]")?.getAttribute("download"),
    };
  }, most);
}

/** Returns the text that was copied last. */
export function copied(page) {
  return page.evaluate(() => globalThis.watched.copied.at(-1));
}

/** Checks that there was no policy violation, no error, no dialog and no request to another origin. */
export async function assertQuiet(page) {
  const { violations, errors } = await page.evaluate(() => globalThis.watched);
  assert.deepEqual({ violations, errors }, { violations: [], errors: [] });
  assert.deepEqual(page.dialogs, []);
  assert.deepEqual(page.foreign, []);
}

/** Stops the clock of a page, so that the time between two keys is 0 ms on every machine. */
export function stopClock(page) {
  return page.evaluate(() => {
    const now = performance.now();
    performance.now = () => now;
  });
}
