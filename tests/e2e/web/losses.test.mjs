// Tests that each view says what of an input its result does not hold.
import assert from "node:assert/strict";
import { test } from "node:test";
import { all, choose, copy, drawn, press, put, start, text, upload } from "./helpers.mjs";
import { describeBrowsers } from "./opening.mjs";

describeBrowsers({ timeout: 600_000, at: "1/encode" }, (_, whenOpened) => {
  let page;
  whenOpened((opened) => ({ page } = opened));
  const losses = () => all(page, "#view .lost");
  const isShown = (value) =>
    page.until((wanted) => document.querySelector("#view pre.text")?.textContent.startsWith(wanted), value);

  test("Encode names the characters that became references, and UTF-8 keeps them", async () => {
    await start(page, "1/encode?text=caf%25C3%25A9%20%E2%98%83%20%E2%98%83%20%F0%9F%8E%89&encoding=windows-1252");
    await isShown("caf%25C3%25A9%20%26%239731%3B%20%26%239731%3B%20%26%23127881%3B");
    const [lost] = await losses();
    assert.match(await text(page, "#view details:not(.lesson) summary"), /^Bytes of the text in windows-1252: 35$/);
    assert.match(lost, /^3 characters are not in windows-1252☃ became &#9731;, \u{1f389} became &#127881;\./u);
    assert.match(lost, /percent-encoded, as in %26%239731%3B\./);
    await page.until(() =>
      /3 characters not in the encoding/.test(document.querySelector("#announcement")?.textContent ?? ""),
    );
    await press(page, "Stop at such a character", "#view .lost", { "#view .fault h2": /unencodable "\\u\{2603\}"/ });
    await choose(page, "unencodable", "reference");
    await press(page, "Use UTF-8", "#view .lost");
    assert.equal(await text(page, "#view pre.text"), "caf%25C3%25A9%20%E2%98%83%20%E2%98%83%20%F0%9F%8E%89");
    assert.deepEqual(await losses(), []);
  });

  test("Encode line by line, and with the options of text, names them too", async () => {
    await start(page, "1/encode?text=%E2%98%83%0Aa&encoding=Shift_JIS&lines=true");
    await isShown("%26%239731%3B");
    assert.match((await losses())[0], /^1 character is not in Shift_JIS☃ became/);
    await start(page, "1/encode?text=%E2%98%83&encoding=Shift_JIS&hex=lower");
    await isShown("%26%239731%3b");
    assert.equal((await losses()).length, 1);
    await start(page, "1/encode?loneSurrogate=replace", "a\ud800");
    assert.match(await text(page, "#view .notes"), /1 lone surrogate became U\+FFFD/);
  });

  test("Decode says what was dropped or replaced, in every encoding and line by line", async () => {
    await start(page, "1/decode?text=a%25zz%25FF&malformed=drop&invalidUtf8=replace");
    assert.match((await losses())[0], /1 broken escape was dropped. 1 part that is not text became U\+FFFD./);
    for (const options of ["encoding=Shift_JIS", "encoding=Shift_JIS&newlines=lf", "newlines=lf", "lines=true"]) {
      await start(page, `1/decode?text=%25zz%0Aa%25FF&malformed=keep&invalidUtf8=drop&${options}`);
      await isShown("%zz");
      assert.match((await losses())[0], /result1 part that is not text was dropped./, options);
      const row = ["undecodable", "invalid UTF-8"][options.startsWith("encoding") ? 0 : 1];
      assert.deepEqual(await all(page, "#view tbody th:first-child"), ["malformed escape", row]);
    }
    await press(page, "Keep bytes that are not text", "#view .lost");
    assert.equal(await copy(page, "Copy", "#view"), "%zz\na%FF");
    assert.deepEqual(await losses(), []);
  });

  test("Form says what a typed value became, and writes the form in UTF-8", async () => {
    await start(page, "1/form?text=q%3D%25E9%26k&encoding=windows-1252", undefined, { ".pairs textarea": true });
    await put(page, '.pairs [aria-label="Value 1"]', "é ☃", { "#view .tail pre.text": "q=%E9+%26%239731%3B&k" });
    assert.match((await losses())[0], /^1 character is not in windows-1252☃ became &#9731;/);
    await press(page, "Write the whole form in UTF-8", "#view .lost");
    await drawn(page);
    assert.equal(await text(page, "#text"), "q=%C3%A9+%E2%98%83&k");
    assert.deepEqual([await losses(), await page.$eval('[name="encoding"]', (list) => list.value)], [[], "UTF-8"]);
    await put(page, '.pairs [aria-label="Value 1"]', "\ud800");
    assert.match(await text(page, "#notice"), /Half of a surrogate pair became U\+FFFD/);
  });

  test("Form reads the field _charset_ and writes a space as chosen, and Decode keeps escapes", async () => {
    await start(page, "1/form?text=_charset_%3Dgbk%26q%3D%25C4%25E3&charsetField=true");
    const value = () => page.$eval('.pairs [aria-label="Value 2"]', (field) => field.value);
    assert.equal(await value(), "你");
    await put(page, '.pairs [aria-label="Value 1"]', "x", { "#view": /_charset_ is not the name/ });
    assert.equal(await value(), "%C4%E3");
    await put(page, '.pairs [aria-label="Value 1"]', "GBK");
    await choose(page, "space", "%20");
    await put(page, '.pairs [aria-label="Value 2"]', "你 a", { "#text": "_charset_=GBK&q=%C4%E3%20a" });
    await start(page, "1/decode?text=a%252Fb%2541&keep=%2F", undefined, { "#view pre.text": "a%2FbA" });
  });

  test("Display says that an input was cleaned first", async () => {
    await start(page, "1/display?text=http%3A%2F%2Fe.com%2Fa%20b");
    assert.match(await text(page, "#view .notes"), /cleaned first: http:\/\/e\.com\/a%20b/);
  });

  test("a file says which lines stay, which characters an encoding does not have, and what is dropped", async () => {
    const notes = () => all(page, "#files .notes span");
    await start(page, "1/clean?encoding=windows-1252");
    await upload(page, "urls.txt", "http://e.com/?q=\u2603\nhttp://good.com\\@evil.com/\n");
    const [, ...cleaned] = await notes();
    assert.deepEqual(cleaned, [
      "a character of a query that windows-1252 lacks is written as &#N;",
      "2 lines",
      "1 line kept unchanged",
    ]);
    assert.match(
      await text(page, "#files pre"),
      /^http:\/\/e\.com\/\?q=%26%239731%3BLF\nhttp:\/\/good\.com\\@evil\.com\/LF\n/,
    );
    await press(page, "Remove", "#files");
    await start(page, "1/decode?malformed=drop");
    await upload(page, "escaped.txt", "a%zzb%41");
    assert.deepEqual((await notes()).slice(1), ["1 issue"]);
    assert.match(await text(page, "#files table"), /malformed/);
    await press(page, "Remove", "#files");
  });
});
