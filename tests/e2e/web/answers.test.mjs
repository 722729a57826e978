// Tests that Start shows the verdict, the values and the parts of an input without a click, and that each of its tasks needs only the keyboard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { all, copied, copy, keys, press, put, settled, shows, start, text, type } from "./helpers.mjs";
import { describeBrowsers } from "./opening.mjs";

/**
 * Each text with its verdict, texts that the answer shows, and codes of findings.
 *
 * @type {[text: string, verdict: RegExp, shown: string[], codes?: string[]][]}
 */
const ANSWERS = [
  [
    "https://paypal.com@xn--pypal-4ve.com/%2e%2e/a?u=https%253A%252F%252Fb.org&q=%83A%83C",
    /Goes to p\u0430ypal\.com \(Cyrillic \u0430\), not paypal\.com, and perhaps on to b\.org/,
    ["paypal.com", "xn--pypal-4ve.com", "/%2e%2e/a", "https%3A%2F%2Fb.org", "\u30a2\u30a4"],
    ["look-alike-host", "host-like-user", "encoded-dot-segment", "multiple-encoding", "legacy-charset"],
  ],
  [
    "https://login.example/r?url=https%3A%2F%2Fb.org%2F%3Fq%3D1%26r%3D2&state=a%26b%23c",
    /Goes to login\.example and perhaps on to b\.org/,
    ["https://b.org/?q=1&r=2", "a&b#c"],
    ["nested-url"],
  ],
  ["%93%FA%96%7B%8C%EA", /A text in Shift_JIS/, ["\u65e5\u672c\u8a9e"], ["legacy-charset"]],
  ["q=%93%FA+%96%7B%8C%EA", /A query of one pair/, ["\u65e5 \u672c\u8a9e"], ["legacy-charset"]],
  ["%u0041", /encoded once/, ["A"], ["percent-u-ascii"]],
  ["hello world & co", /Plain text/, ["hello%20world%20%26%20co", "hello+world+%26+co", "hello%20world%20&%20co", "UTF-8''hello%20world%20&%20co"]],
  ["https://e.com/?a=1&amp;b=2", /Goes to e\.com/, ["https://e.com/?a=1&b=2"]],
  ["https://e.com/r%C3%83%C2%A9", /Goes to e\.com/, ["\u00e9"], ["mojibake"]],
  ["https://e.com/caf%C3%A9?a=1", /Goes to e\.com/, ["/caf\u00e9", "1"]],
  ["caf%25C3%25A9%2520noir", /encoded twice/, ["caf%C3%A9%20noir", "caf\u00e9 noir"], ["multiple-encoding"]],
  ["caf%2525C3%2525A9%252520noir", /encoded 3 times/, ["caf%25C3%25A9%2520noir", "caf%C3%A9%20noir", "caf\u00e9 noir"], ["multiple-encoding"]],
  ['<a href="https://paypal.com@evil.example/">', /Goes to evil\.example/, ["https://paypal.com@evil.example/"], ["host-like-user"]],
  ["hxxps://jane.github[.]io/", /Goes to jane\.github\.io, a page of a user of github\.io/, ["https://jane.github.io/"]],
  ["caf=C3=A9", /looks like quoted-printable.* "caf\u00e9/, []],
  ["?token=SECRET", /A query of one pair/, ["SECRET"]],
]; // prettier-ignore

describeBrowsers({ at: "1/start" }, (_, whenOpened) => {
  let page;
  whenOpened((opened) => ({ page } = opened));

  for (const [content, verdict, shown, codes = []] of ANSWERS) {
    test(`answers ${content} without a click`, async () => {
      await start(page, "1/start", content, { "#view .verdict": true });
      assert.match(await text(page, "#view .verdict h2"), verdict);
      const values = [
        ...(await all(page, "#view :is(code, pre, .charset strong)")),
        ...(await page.$$eval("#view textarea", (list) => list.map(({ value }) => value))),
      ];
      for (const one of shown) assert.ok(values.includes(one), `${one} is not in\n${values.join("\n")}`);
      const found = await all(page, "#view .why .code");
      for (const code of codes) assert.ok(found.includes(code), `${code} is not in ${found.join(", ")}`);
      assert.match(await text(page, "#view .why .notes"), /^Not judged: /);
    });
  }

  test("a text is shown for each purpose, with the error where it is not possible", async () => {
    await start(page, "1/start?text=..&as=text", undefined, {});
    await page.until(() => document.querySelector("#view .verdict"));
    assert.match(await text(page, "#view table.parts"), /As a path segment.* at 0/);
  });

  test("Findings begins with the reasons of the headline, and lists each kind of finding once", async () => {
    await start(page, "1/start");
    const heads = () => all(page, "#view .why .finding h3");
    await put(page, "#text", "https://paypal.com@xn--pypal-4ve.com/%2e%2e/a?u=https%253A%252F%252Fb.org&q=%83A%83C");
    await page.until(() => document.querySelector("#view .why"));
    assert.deepEqual(await heads(), [
      "danger A user name that looks like a host",
      "danger The host looks like another",
      "danger A hidden '..'",
      "danger Leaves its folder once decoded",
      "danger Decoded twice, it has a new '/', '..' or other delimiter",
      "warning Encoded more than once",
      "warning Bytes that are not valid UTF-8 2\u00a0places",
      "info An escape that is not necessary",
      "info Bytes of an older encoding",
    ]);
    // Codes and indexes are folded, and everything else is in words.
    const visible = await page.$eval("#view .why", (card) => card.innerText);
    assert.doesNotMatch(visible, /index|length \d|[a-z]-[a-z]+-|userinfo/);
    await put(page, "#text", `https://e.com/?${"a=%zz&".repeat(12)}b=%00`);
    assert.deepEqual(await heads(), [
      "danger A NUL, which ends the text for some programs",
      "warning A % that does not start an escape 12\u00a0places",
    ]);
    const fold = "#view .why .places";
    assert.equal(await page.$eval(fold, (details) => details.open), false);
    await page.click(`${fold} summary`);
    await page.until((selector) => document.querySelectorAll(`${selector} li p code`).length >= 10, fold);
    const first = await page.$eval(`${fold} li`, (item) => item.innerText.trim());
    assert.match(first, /^In the query: %\s+Write %25\s+Show$/);
    await press(page, "Show", fold);
    assert.deepEqual(await page.$eval("#text", (area) => [area.selectionStart, area.selectionEnd]), [17, 18]);
    await press(page, "Write %25 at all 12 places", "#view .why");
    assert.equal(await text(page, "#text"), `https://e.com/?${"a=%25zz&".repeat(12)}b=%00`);
    // An input without parts has none to name.
    await put(page, "#text", "caf%25C3%25A9%2520noir %zz");
    assert.doesNotMatch(await page.$eval("#view .why", (card) => card.innerText), /In the path/);
  });

  test("each task is reached and done with the keyboard alone", async () => {
    const active = () =>
      page.evaluate(() => {
        const { activeElement: element } = document;
        return element?.getAttribute("aria-label") ?? (element?.id || element?.textContent) ?? "";
      });
    /** Presses Tab until an element with this name has the focus. */
    const reach = async (wanted, most = 80) => {
      const seen = [];
      for (let k = 0; k < most; k++) {
        await page.keyboard.press("Tab");
        seen.push(await active());
        if (seen.at(-1) === wanted) return;
      }
      assert.fail(`${wanted} is not reached: ${seen.join(", ")}`);
    };
    const value = () => text(page, "#text");
    await start(page, "1/start");
    await page.$eval("#text", (area) => area.focus());
    await type(page, "https://joe@e.com/?a=1&b=2", { "#view .query": true });
    await settled(page);
    // In Firefox the focus moves to the browser's own buttons after the last element of the page.
    await reach("Copy URL");
    await page.keyboard.press("Enter");
    assert.equal(await copied(page), "https://joe@e.com/?a=1&b=2");
    await reach("Value of a");
    await page.keyboard.press("End");
    await type(page, "0", { "#text": "https://joe@e.com/?a=10&b=2" });
    await reach("Remove the user name");
    await keys(page, "Enter", { "#text": "https://e.com/?a=10&b=2" });
    await page.$eval("#text", (area) => area.focus());
    await keys(page, "Control+z", { "#text": "https://joe@e.com/?a=10&b=2" });
    await reach("read-as");
    await reach("\u21c5 Order");
    await keys(page, "Enter");
    await reach("Move down a");
    await keys(page, "Enter", { "#text": "https://joe@e.com/?b=2&a=10" });
    await reach("Bytes, one by one");
    await page.keyboard.press("Enter");
    await shows(page, "explain");
    assert.equal(await value(), "https://joe@e.com/?b=2&a=10");
  });

  test("trackers leave in one act, a URL without a query gets one, and lines are copied as values", async () => {
    await start(page, "1/start", "https://e.com/?id=7&utm_source=m&fbclid=x#top", { "#view .query": true });
    await press(page, "Remove 2 trackers", "main", { "#text": "https://e.com/?id=7#top" });
    await put(page, "#text", "https://e.com/a#top");
    await press(page, "+ Add a parameter", "main", { "#text": "https://e.com/a?name=#top" });
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Name of pair 1");
    await put(page, "#text", "fish & chips\na/b");
    assert.equal(await copy(page, "Copy lines as query values"), "fish%20%26%20chips\na%2Fb");
    await put(page, "#text", "https://xn--pypal-4ve.com/");
    await press(page, "Change to paypal.com", "main", { "#text": "https://paypal.com/" });
    await press(page, "as plain text", "main", { "#view .verdict h2": /Plain text/ });
    await press(page, "Clear", "main", { "#announcement": "Cleared" });
    await start(
      page,
      "1/compare?text=https%3A%2F%2Fe.com%2F%3Fa%3D1%26b%3D2&other=https%3A%2F%2Fe.com%2F%3Fb%3D2%26a%3D1",
    );
    assert.equal(await text(page, "#view h2"), "Different: they have the same parameters in another order.");
    await press(page, "\u21c4 Swap", "main", { "#text": "https://e.com/?b=2&a=1" });
    await start(page, "1/inspect?text=https%3A%2F%2Fe.com%2F%3Fnext%3Dhttps%253A%252F%252Fb.org%252F");
    assert.match(await text(page, "#view .hops"), /b\.org in the value of next/);
    assert.match(await text(page, "#view"), /path on your own site\?.*No: it names a host/);
  });

  test("what was typed just before a reload is kept", async () => {
    await start(page, "1/start");
    await page.$eval("#text", (area) => area.focus());
    await put(page, "#text", "kept%20text");
    await page.reload();
    await page.until(() => document.querySelector("#view .verdict"));
    assert.equal(await text(page, "#text"), "kept%20text");
  });
});
