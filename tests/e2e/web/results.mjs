/** One text for each view, and its right result. */
import assert from "node:assert/strict";
import { start, text, VIEWS } from "./helpers.mjs";

/** @type {Record<string, [query: string, selector: string, result: RegExp]>} */
const RESULTS = {
  start: ["text=%252e%252e", "#view .verdict h2", /A text that was encoded once/],
  encode: ["text=a%20b", "#view .text", /^a%20b$/],
  decode: ["text=caf%25C3%25A9", "#view .text", /^caf\u00e9$/],
  explain: ["text=%25C3%25A9", "#view .cells .result", /^\u00e9$/],
  form: ["text=a%3D1%26b%3D%2541", "#view .counts", /^2 pairs/],
  clean: ["text=http%3A%2F%2Fe.com%2Fa%20b", "#view .text", /^http:\/\/e\.com\/a%20b$/],
  display: ["text=http%3A%2F%2Fe.com%2F%25C3%25BC", "#view .text", /^http:\/\/e\.com\/\u00fc$/],
  compare: ["text=http%3A%2F%2Fe.com%2F%257E&other=http%3A%2F%2Fe.com%2F~", "#view h2", /^Equal/],
  resolve: ["text=..%2Fg&other=http%3A%2F%2Fa%2Fb%2Fc%2Fd", "#view .text", /^http:\/\/a\/b\/g$/],
  inspect: ["text=%2F%2Fevil.com%2Fx", "#view .finding h3", /Begins with \/\/: it names another host$/],
  template: ["text=%2Fusers%2F%7Bid%7D%0Aid%3Da%2520b", "#view .text", /^\/users\/a%2520b$/],
  decoders: ["text=a%2Bb", "#view h2", /differ at 1 position/],
  sets: ["set=whatwg-form", "#view h2", /whatwg-form/],
  findings: ["find=padlock", "#view h2", /Characters that mislead the eye/],
  help: ["", "#view h2", /^Views$/],
};

/** Checks the result of each view in the current page. */
export async function assertResults(page) {
  assert.deepEqual(Object.keys(RESULTS), VIEWS);
  for (const [view, [query, selector, result]] of Object.entries(RESULTS)) {
    await start(page, `1/${view}${query && `?${query}`}`);
    await page.until((element) => document.querySelector(element), selector);
    assert.match(await text(page, selector), result, view);
  }
  // Another encoding loads a part of its own.
  await start(page, "1/encode?encoding=Shift_JIS", "\u30a2");
  await page.until(() => document.querySelector("#view .text")?.textContent === "%83A");
}
