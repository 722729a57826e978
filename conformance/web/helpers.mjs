/** What the tests of the page share: opening it, putting texts in, reading what it shows. */
import assert from "node:assert/strict";

/** Runs before the page's own scripts: notes what must never happen, and what is copied. */
const WATCH = () => {
  globalThis.watched = { violations: [], errors: [], copied: [], tasks: [] };
  document.addEventListener("securitypolicyviolation", (event) => {
    globalThis.watched.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
  });
  addEventListener("error", (event) => globalThis.watched.errors.push(event.message));
  addEventListener("unhandledrejection", (event) => globalThis.watched.errors.push(String(event.reason)));
  const clipboard = { writeText: async (value) => void globalThis.watched.copied.push(value) };
  Object.defineProperty(navigator, "clipboard", { value: clipboard });
  if (PerformanceObserver.supportedEntryTypes.includes("longtask")) {
    new PerformanceObserver((list) => {
      globalThis.watched.tasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: "longtask" });
  }
};

/** Opens the page at a fragment. */
export async function open(browser, address, fragment = "", options = {}) {
  const page = await browser.newPage(options);
  page.foreign = [];
  page.dialogs = [];
  page.on("request", (request) => {
    // Firefox brings a font of its own as data:.
    if (!/^(?:blob|data):/.test(request.url()) && !request.url().startsWith(address)) page.foreign.push(request.url());
  });
  page.on("dialog", (dialog) => {
    page.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.beforeLoad(WATCH);
  await page.goto(address + (fragment && `#${fragment}`));
  await drawn(page);
  return page;
}

/** Waits until the view is there. */
export function drawn(page) {
  return page.until(() => document.querySelector("#view").childElementCount > 0 && !document.querySelector(".waiting"));
}

/** Goes to another fragment in the page that is there. */
export async function start(page, fragment) {
  await page.evaluate(
    (hash) =>
      new Promise((resolve) => {
        history.replaceState(null, "", "#");
        addEventListener("hashchange", () => resolve(undefined), { once: true });
        location.hash = hash;
      }),
    fragment,
  );
  await page.until(
    (mode) => document.querySelector("h1").textContent.toLowerCase() === mode,
    /[a-z]+/.exec(fragment)[0],
  );
  await drawn(page);
  await settled(page);
}

/** Puts a text into a field, as an edit of the user, and waits for what is drawn of it. */
export async function put(page, selector, content) {
  await page.$eval(
    selector,
    (field, value) => {
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    },
    content,
  );
  await settled(page);
}

export async function choose(page, name, value) {
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
}

/** Two frames: what a change asks for is drawn with the next. */
export function settled(page) {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))),
  );
}

export async function go(page, mode) {
  await page.click(`#modes a[href="#1/${mode}"]`);
  await page.until((title) => document.querySelector("h1").textContent.toLowerCase() === title, mode);
  await drawn(page);
  await settled(page);
}

/** The text of the first element, without what is only for the eye. */
export function text(page, selector) {
  return page.$eval(selector, (element) => element.textContent);
}

export function all(page, selector) {
  return page.$$eval(selector, (elements) => elements.map((element) => element.textContent));
}

/** Clicks the button with these words. */
export async function press(page, words, within = "main") {
  const found = await page.$$eval(
    `${within} button, ${within} a.button`,
    (buttons, wanted) => {
      const button = buttons.find((one) => one.textContent === wanted);
      button?.click();
      return button !== undefined;
    },
    words,
  );
  assert.ok(found, `a button ${words}`);
  await settled(page);
}

/** What was copied last. */
export function copied(page) {
  return page.evaluate(() => globalThis.watched.copied.at(-1));
}

/** Nothing ran that should not, nothing was refused, nothing was asked for elsewhere. */
export async function assertQuiet(page) {
  const { violations, errors } = await page.evaluate(() => globalThis.watched);
  assert.deepEqual({ violations, errors }, { violations: [], errors: [] });
  assert.deepEqual(page.dialogs, []);
  assert.deepEqual(page.foreign, []);
}
