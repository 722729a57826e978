// Tests each view of the page in each browser, and compares it with the library.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "../../../library/dist/inspect/index.js";
import { diffSets, namedSet } from "../../../library/dist/sets/index.js";
import { loadSources } from "../../support/sources.mjs";
import {
  all,
  arrive,
  choose,
  click,
  clickUnit,
  copied,
  copy,
  drawn,
  go,
  keys,
  open,
  press,
  put,
  settled,
  shows,
  start,
  text,
  type,
} from "./helpers.mjs";
import { describeBrowsers } from "./opening.mjs";

const { compareDecoders, compareUrlReaders, explainDecode } = await loadSources([
  "tool/shared/explain/decoder-comparison.ts",
  "tool/shared/explain/explain.ts",
  "tool/shared/explain/url-comparison.ts",
]);

describeBrowsers({ timeout: 600_000, at: "1/decode" }, (name, whenOpened, onPage) => {
  let browser;
  let server;
  let page;
  whenOpened((opened) => ({ browser, server, page } = opened));

  test("decodes while the user types, and copies the exact text", async () => {
    await page.click("#text");
    await type(page, "caf%C3%A9%20%E2%80%AE", { "#view .text": "café U+202E" });
    assert.equal(await copy(page, "Copy", "#view"), "café \u202e");
    await keys(page, "Control+Enter");
  });

  test("shows where an input is malformed, highlights it, and offers the policies", async () => {
    await put(page, "#text", "100% sure%21", { "#view .fault h2": /malformed escape "% s" at 3/ });
    assert.deepEqual(await all(page, "#text-field mark.danger"), ["%"]);
    await press(page, "keep it unchanged", "#view", { "#view .text": "100% sure!", "#option-malformed": "keep" });
    await press(page, "Show", "#view");
    assert.deepEqual(await page.$eval("#text", (area) => [area.selectionStart, area.selectionEnd]), [3, 4]);
  });

  test("decodes a whole URL part by part, and at once only when asked", async () => {
    const url = "https://login.example/r?url=https%3A%2F%2Fb.org%2F%3Fq%3D1%26r%3D2&state=a%26b%23c";
    await start(page, "1/decode", url, { "#view h2": /whole URL/ });
    assert.deepEqual(await page.$$eval("#view .value textarea", (list) => list.map(({ value }) => value)), [
      "https://b.org/?q=1&r=2",
      "a&b#c",
    ]);
    assert.deepEqual(await all(page, "#view pre.text"), []);
    await press(page, "Decode the whole text at once", "#view", { "#view .flattened h2": /not the same URL/ });
    assert.equal(await text(page, "#view pre.text"), decodeURIComponent(url));
    // The fault of a URL is reported as in any text.
    await put(page, "#text", "https://e.com/100%?q=%C0%AF", { "#view .fault h2": /malformed escape/ });
    // Another text is not a URL, and the next URL is asked about again.
    await put(page, "#text", "caf%C3%A9", { "#view pre.text": "caf\u00e9" });
    await put(page, "#text", url, { "#view h2": /whole URL/ });
  });

  test("says that an input is already encoded, with a way out", async () => {
    await start(page, "1/encode", "https://e.com/caf%C3%A9?a=1", { "#view .already": /already encoded.*%25C3 of %C3/ });
    await press(page, "Keep its escapes", "#view", { "#view pre.text": "https%3A%2F%2Fe.com%2Fcaf%C3%A9%3Fa%3D1" });
    assert.deepEqual(await all(page, "#view .already"), []);
    // The changed option is a chip, which sets it back.
    assert.deepEqual(await all(page, "#options .chip"), ["Keep valid escapes \u2715"]);
    await click(page, "#options .chip");
    assert.deepEqual([await all(page, "#options .chip"), (await all(page, "#view .already")).length], [[], 1]);
    await press(page, "Decode it first", "#view", { "#text": "https://e.com/caf\u00e9?a=1", "#view .already": [] });
    await put(page, "#text", "100% sure", { "#view .already": [] });
  });

  test("keeps the escapes of one text, and not those of the next one", async () => {
    const isKept = async () => (await all(page, "#options .chip")).includes("Keep valid escapes \u2715");
    const keep = async () => {
      await put(page, "#text", "caf%C3%A9 noir");
      await press(page, "Keep its escapes", "#view");
      assert.equal(await isKept(), true);
    };
    await start(page, "1/encode");
    await keep();
    await put(page, "#text", "caf%C3%A9 noire");
    assert.deepEqual([await text(page, "#view pre.text"), await isKept()], ["caf%C3%A9%20noire", true]);
    await click(page, "#clear");
    assert.equal(await isKept(), false);
    // Replaced in another view.
    await keep();
    await go(page, "decode");
    await put(page, "#text", "100%25 sure");
    await go(page, "encode");
    assert.deepEqual([await text(page, "#view pre.text"), await isKept()], ["100%2525%20sure", false]);
    // The address says it.
    await start(page, "1/encode?text=caf%25C3%25A9&preserveEscapes=true");
    assert.equal(await isKept(), true);
  });

  test("folds the options, in plain words with the name of the library next to them", async () => {
    await start(page, "1/decode");
    const isOpen = () => page.$eval("#options details", (details) => details.open);
    const wasOpen = await isOpen();
    await page.click("#options summary");
    assert.equal(await isOpen(), !wasOpen);
    assert.equal(await text(page, 'label[for="option-malformed"]'), "Broken escapes malformed");
    assert.equal(await text(page, "#option-malformed-help"), "what to do with a % without two hex digits");
    assert.deepEqual(await all(page, "#option-malformed option"), ["stop", "keep", "drop", "replace"]);
    await choose(page, "malformed", "keep", { "#options .chip": ["Broken escapes: keep \u2715"] });
    await start(page, "1/decode", undefined, { "#options .chip": [] });
  });

  test("says that a long list is cut", async () => {
    await start(page, "1/start", "https://e.com/?" + "a=1&".repeat(250), { "#view .query": true });
    assert.equal(await text(page, "#view .query h2"), "250 parameters");
    assert.equal(await text(page, "#view .query > .notes"), "The first 200 are listed. 50 more stay as they are.");
  });

  test("groups the sets by who uses them, and lists the purposes first", async () => {
    await start(page, "1/sets");
    for (const option of ["set", "diff"]) {
      const groups = await page.$$eval(`#option-${option} optgroup`, (list) => list.map(({ label }) => label));
      assert.deepEqual(groups.slice(0, 2), ["For a purpose", "URIs: RFC 3986"]);
      assert.deepEqual(await all(page, `#option-${option} > option`), option === "diff" ? ["none"] : []);
    }
    await choose(page, "set", "php-urlencode", { "#view h2": "php-urlencode" });
  });

  onPage("loads the other encodings when one is chosen, and not before", "1/encode?text=%E3%82%A2", async (own) => {
    const tables = () =>
      own.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .map(({ name: address }) => address.split("/").at(-1))
          .filter((file) => /^charset-(?!loader|guess)/.test(file ?? "")),
      );
    assert.equal(await text(own, "#view .text"), "%E3%82%A2");
    assert.deepEqual(await tables(), []);
    await choose(own, "encoding", "Shift_JIS");
    await drawn(own);
    await own.until(() => document.querySelector("#view .text")?.textContent === "%83A");
    assert.equal((await tables()).length, 1);
  });

  test("refuses a lone surrogate unless the option allows it, and keeps it out of the address", async () => {
    await start(page, "1/encode", "a\ud800b", { "#view .fault h2": /at 1$/ });
    await press(page, "replace it by U+FFFD", "#view", { "#view .text": "a%EF%BF%BDb" });
    await page.until(() => location.hash.startsWith("#1/encode"));
  });

  test("cleans and displays", async () => {
    await start(page, "1/clean", "http://www.café.fr/a b", { "#view .text": "http://www.xn--caf-dma.fr/a%20b" });
    await put(page, "#text", "http://good.com\\@evil.com/", { "#view .fault h2": /host ambiguous/ });
    await go(page, "display");
    await put(page, "#text", "http://xn--caf-dma.fr/%C3%BC/%2F", { "#view .text": "http://café.fr/ü/%2F" });
    await put(page, "#text", "http://xn--caf-dma.fr/%C3%BC.");
    assert.equal(await copy(page, "Copy as readable link", "#view"), "http://café.fr/ü%2E");
  });

  test("edits one pair of a query, and changes nothing else", async () => {
    await start(page, "1/form", "http://e.com/?a=%7e&tag=x+y&&tag=2&k#f?g");
    assert.deepEqual(await all(page, "#view .counts span"), ["4 pairs", "1 duplicate name", "1 empty pair"]);
    assert.equal((await all(page, "#view .pairs .no-pair")).length, 1);
    await put(page, '#view textarea[aria-label="Value 4"]', "x");
    await click(page, "#undo", { "#text": "http://e.com/?a=%7e&tag=x+y&&tag=2&k#f?g" });
    await put(page, '#view textarea[aria-label="Value 4"]', "é&");
    await press(page, "Add a pair", "#view");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Name 6");
    await page.keyboard.type("new");
    assert.equal(await copy(page, "Copy", "#view .tail"), "http://e.com/?a=%7e&tag=x+y&&tag=%C3%A9%26&k&new=#f?g");
  });

  test("Template has its own texts, and each size is below its field", async () => {
    await start(page, "1/compare?text=http%3A%2F%2Fa%2F&other=http%3A%2F%2Fbb%2F%C3%A9");
    assert.match(await text(page, "#text-size"), /^9 characters/);
    assert.match(await text(page, "#other-size"), /^11 characters, 12 bytes/);
    const places = await page.evaluate(() =>
      ["#text-field", "#text-size", "#other-field", "#other-size"].map((selector) => {
        const { left, top } = /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect();
        return { left, top };
      }),
    );
    for (const k of [0, 2]) {
      assert.equal(places[k].left, places[k + 1].left);
      assert.ok(places[k].top < places[k + 1].top);
    }
    await go(page, "template", { "#text": "", "#text-label": "URI template" });
    assert.match(await text(page, "#text-hint"), /Each line after it is the value of a variable, as name=value\.$/);
    await put(page, "#text", "/{id}\nid=7");
    await go(page, "resolve", { "#text": "http://a/", "#text-hint": "" });
    await go(page, "template", { "#text": "/{id}\nid=7" });
  });

  test("expands a template with the values of its fields, and matches a URI", async () => {
    await start(page, "1/template");
    await put(page, "#text", "/users/{id}{?tag*,lang:2}", { "#view .variables tbody th": ["id", "tag", "lang"] });
    assert.match(await text(page, "#view .variables"), /in the query, with its name, each member on its own \(\*\)/);
    assert.equal(await text(page, "#view .text"), "/users/");
    await put(page, '#view [aria-label="Value of id"]', "a/b");
    await put(page, '#view [aria-label="Value of tag"]', "x\ny z");
    await put(page, '#view [aria-label="Value of lang"]', "english");
    assert.equal(await text(page, "#text"), "/users/{id}{?tag*,lang:2}\nid=a/b\ntag=x\ntag=y z\nlang=english");
    assert.equal(await copy(page, "Copy", "#view"), "/users/a%2Fb?tag=x&tag=y%20z&lang=en");
    // An empty text is not the same as no value.
    await click(page, '#view [aria-label="Leave out: Value of lang"]');
    assert.equal(await text(page, "#view .text"), "/users/a%2Fb?tag=x&tag=y%20z");
    await click(page, '#view [aria-label="Make it empty: Value of lang"]');
    assert.equal(await text(page, "#view .text"), "/users/a%2Fb?tag=x&tag=y%20z&lang=");
    await page.until(() => document.activeElement?.getAttribute("aria-label") === "Value of lang");
    await click(page, "#undo", { "#view .text": "/users/a%2Fb?tag=x&tag=y%20z" });
    // The second text.
    await put(page, "#other", "/users/7?tag=u&tag=v", { "#view": /The URI matches: 2 values/ });
    await press(page, "Use these values", "#view", { "#text": "/users/{id}{?tag*,lang:2}\nid=7\ntag=u\ntag=v" });
    assert.equal(await text(page, "#view .text"), "/users/7?tag=u&tag=v");
    await put(page, "#other", "/user/7", { "#view": /The URI does not matchIt does not begin as the template does/ });
    assert.deepEqual(await all(page, "#other-field mark.differs"), ["/7"]);
    await put(page, "#other", "/users/7?tag=u&more=1");
    await press(page, "ignore more parameters", "#view", { "#view": /The URI matches: 2 values/ });
  });

  test("shows where a template or a value is refused, and offers the options", async () => {
    await start(page, "1/template", "/users/{id", { "#view .fault h2": /invalid template "\{id" at 7/ });
    assert.deepEqual(await all(page, "#text-field mark.danger"), ["{id"]);
    await put(page, "#text", "/users/{id}\nid=..", { "#view .fault h2": /unsafe segment/ });
    await press(page, "allow unsafe values", "#view", { "#view .text": "/users/.." });
    assert.deepEqual(await all(page, "#options .chip"), ["Unsafe values: allow \u2715"]);
    await start(page, "1/template?allow=none", "/users/{id}\nid=a/b", { "#text-field mark.danger": ["/b"] });
    await press(page, "encode slashes in values", "#view", { "#view .text": "/users/a%2Fb" });
    await start(page, "1/template", "/users/{id}\nid=1\nother=2", { "#text-field mark.warning": ["other=2"] });
    await put(page, "#other", "/users/a%2Fb", { "#other-field mark.danger": ["a%2Fb"] });
    await press(page, "Show", "#view .fault");
    assert.deepEqual(await page.$eval("#other", (area) => [area.selectionStart, area.selectionEnd]), [7, 12]);
    await press(page, "decode %2F in values", "#view");
    assert.match(await text(page, "#view"), /The URI matches: 1 valueUse these valuesVariableValueida\/b/);
  });

  test("resolves a reference, and marks where each part comes from", async () => {
    await start(page, "1/resolve", "../g?y#s", { "#view .notes": /^Write the base URI to resolve the reference/ });
    await put(page, "#other", "http://a/b/c/d;p?q", { "#view .text": "http://a/b/g?y#s", "#view .badge.same": "same" });
    assert.deepEqual(await all(page, "#view .text mark.info"), ["http:", "//a", "/b/"]);
    assert.deepEqual(await all(page, "#view .text mark.differs"), ["g", "?y", "#s"]);
    // A browser reads a backslash as a slash, so the two differ.
    await put(page, "#text", "/\\evil.com a", {
      "#view .badge.other": "differs",
      "#view": /2 issues in the reference/,
    });
    assert.deepEqual(await all(page, "#text-field mark.warning"), ["\\", " "]);
  });

  test("lists all findings, filters them by words, and opens an example in Inspect", async () => {
    await start(page, "1/decode?text=a%2520b");
    await go(page, "findings");
    assert.equal(await page.$eval("#source", (source) => source.hidden), true);
    assert.match(await text(page, "#view"), /^Search the findings49 findings/);
    await put(page, "#find", "padlock", { "#view h2": ["Characters that mislead the eye"] });
    const listed = await all(page, "#view .finding h3 code");
    assert.ok(listed.includes("look-alike"), String(listed));
    await page.$eval("#view details", (details) => (details.open = true));
    await page.until(() => document.querySelector("#view .sources a[rel~=noreferrer]"));
    assert.match(await text(page, "#view details"), /Why it matters: .*What to do: /);
    await press(page, "Copy the list", "#view");
    assert.equal((await copied(page)).split("\n").length, listed.length);
    await put(page, "#find", "truncated-escape");
    await page.click("#view .sample");
    await arrive(page, "inspect");
    assert.ok((await all(page, "#view .finding .code")).includes("truncated-escape"));
    await page.click("#undo");
    await arrive(page, "findings", { "#find": "truncated-escape" });
  });

  test("a finding explains itself where it is shown, and leads to its entry", async () => {
    for (const view of ["start", "inspect"]) {
      await start(page, `1/${view}?text=https%3A%2F%2Fxn--pypal-4ve.com%2F`);
      await page.until(() => document.querySelector("#view .finding details") !== null);
      const find = (selector) => `#view .finding:first-child ${selector}`;
      await click(page, find("summary"), { "#view .finding details strong": true });
      assert.match(
        await text(page, find("details")),
        /Why it matters: People mistake.*What to do: Do not open it.*In a program: Show its A-labels/,
      );
      await press(page, "Its entry in Findings", "#view");
      await arrive(page, "findings", { "#view .finding h3 code": "look-alike-host" });
      assert.match(await text(page, "#view .finding details[open]"), /Why it matters/);
    }
  });

  test("Help lists every other view, and opens it with the text", async () => {
    await start(page, "1/encode", "a b");
    await go(page, "help");
    assert.equal(await page.$eval("#source", (source) => source.hidden), true);
    await page.until(() => {
      // The table draws its further rows when its end comes into view.
      document.querySelector("#view tr[aria-hidden]")?.scrollIntoView({ block: "center" });
      return document.querySelector('#view [aria-label="Open Findings"]') !== null;
    });
    const opened = await page.$$eval("#view [aria-label^=Open]", (list) =>
      list.map((button) => button.getAttribute("aria-label")?.slice(5)),
    );
    const listed = await all(page, "#modes li > a:not(.group-name)");
    assert.deepEqual([...opened, "Help"], listed);
    await page.click('#view [aria-label="Open Encode"]');
    await arrive(page, "encode", { "#view .text": "a%20b" });
  });

  test("lists the findings of the library", async () => {
    await start(page, "1/inspect");
    const sample = "http://good.com\\@evil.com/%252e%252e/a;b?q=%C0%AF";
    await put(page, "#text", sample);
    const { findings } = inspect(sample);
    const codes = "#view article:first-of-type .finding .code";
    assert.deepEqual((await all(page, codes)).sort(), findings.map(({ code }) => code).sort());
    await choose(page, "severity", "danger");
    const dangers = findings.filter(({ severity }) => severity === "danger");
    assert.equal((await all(page, codes)).length, dangers.length);
  });

  test("explains every byte by tiles that are buttons, by mouse and by keyboard", async () => {
    const sample = "%2541%C3%A9%zz";
    await start(page, "1/explain", sample);
    assert.deepEqual(
      await all(page, "#view > .card .cell .piece"),
      explainDecode(sample).map(({ input }) => input),
    );
    const [first, ...tiles] = await page.$$eval("#view > .card .cell", (cells) =>
      cells.map((cell) => [cell.tagName, cell.getAttribute("aria-label"), getComputedStyle(cell).cursor]),
    );
    assert.deepEqual(first, ["BUTTON", "%25, 25: One byte: % (U+0025)", "pointer"]);
    const pressed = () =>
      page.$$eval('#view > .card .cell[aria-pressed="true"]', (cells) => cells.map((cell) => cell.ariaLabel));
    assert.deepEqual(await pressed(), [first[1]]);
    // The hint describes the row of tiles, and a tile names the text that it changes.
    const described = await page.$eval(
      "#view .cells",
      (row) => document.getElementById(row.getAttribute("aria-describedby"))?.textContent,
    );
    assert.match(described, /^Press a tile/);
    await click(page, "#view .cell.lead", { "#view .step": /Lead byte of a character of 2 bytes/ });
    assert.deepEqual(await pressed(), [tiles[1][1]]);
    assert.deepEqual(await all(page, "#text-field mark.point"), ["%C3"]);
    await keys(page, "ArrowRight", { "#view .step": /completes é \(U\+00E9\)/ });
    assert.equal(await page.$eval(":focus", (cell) => getComputedStyle(cell).outlineStyle), "solid");
    await page.keyboard.press("End");
    await keys(page, "ArrowLeft", { "#view .step": /Malformed escape/ });
    assert.equal(await page.$$eval('#view > .card .cell[tabindex="0"]', (cells) => cells.length), 1);
  });

  test("opens the picture of the character that is clicked, in its direction, and follows the caret", async () => {
    const title = () => text(page, "#view .picture h3");
    const rows = () =>
      page.$$eval("#view .poured tr", (list) => list.map((row) => row.innerText.split(/\s+/).join(" ")));
    await start(page, "1/decode", "caf%C3%A9 é%E2%82");
    await clickUnit(page, 5);
    assert.equal(await title(), "How %C3%A9 becomes é");
    assert.deepEqual(await rows(), [
      "Escapes %C3 %A9",
      "Bytes C3 A9",
      "With markers 110·00011 10·101001",
      "Bits 00011 101001",
      "Code point U+00E9",
      "Character é",
    ]);
    assert.match(await text(page, "#view .picture"), /6 for 2 bytes\./);
    assert.deepEqual(await all(page, "#text-field mark.point"), ["%C3%A9"]);
    await clickUnit(page, 10);
    assert.equal(await title(), "How é becomes %C3%A9");
    assert.match((await rows())[0], /^Character/);
    await keys(page, "ArrowRight", { "#view .picture h3": "Why %E2%82 is not a character" });
    assert.match(await text(page, "#view .picture"), /2 of 3 bytes of €, for example: the text was cut here\./);
    await page.keyboard.press("End");
    await type(page, "%AC", { "#view .picture": /9 for 3 bytes\./ });
    await page.click("#view .lesson summary");
    await clickUnit(page, 0);
    assert.equal(await page.$eval("#view .lesson", (lesson) => lesson.open), false);
    await page.keyboard.press("End");
    await keys(page, "Alt+Enter", { "#view .picture h3": "How %E2%82%AC becomes €" });
    await start(page, "1/encode?text=a%20%E2%82%AC");
    await click(page, "#view .lesson summary", { "#view .picture h3": "How € becomes %E2%82%AC" });
    await start(page, "1/explain?text=%C3%A9");
    assert.equal(await title(), "How é becomes %C3%A9");
  });

  test("shows each layer, folded", async () => {
    await start(page, "1/explain", "%25252f", { "#view summary": "What a program that decodes twice would see" });
    await page.click("#view summary");
    await page.until(() => {
      scrollTo(0, document.body.scrollHeight);
      return document.querySelectorAll("#view .layer").length === 2;
    });
    assert.deepEqual(await all(page, "#view .layer h2"), ["Decoded twice", "Decoded 3 times"]);
    assert.match(await text(page, "#view .layer .step"), /One byte: %/);
    await page.evaluate(() => scrollTo(0, 0));
  });

  test("compares by the rules of RFC 3986", async () => {
    await start(page, "1/compare", "http://e.com/%7Eu");
    await put(page, "#other", "HTTP://e.com/~u", { "#view .reached code": "unreserved-escapes" });
    assert.deepEqual(await all(page, "#text-field mark"), ["http", "%7E"]);
    assert.match(await text(page, "#view h2"), /^Equal by unreserved-escapes: in the scheme, .*; in the path, .*\.$/);
    assert.deepEqual((await all(page, "#view .rules li :last-child")).slice(0, 4), [
      "differs: scheme, path",
      "differs: path",
      "equal",
      "equal",
    ]);
  });

  test("shows the results of decoders, encoders and this browser", async () => {
    await start(page, "1/decoders");
    const sample = "a+b%zz";
    await put(page, "#text", sample);
    const { results } = compareDecoders(sample);
    assert.deepEqual((await all(page, "#view table")).length, 4);
    // Draws the rows that are not in view.
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    assert.deepEqual(
      await page.$$eval("#view article:first-child tbody td:nth-child(2)", (cells) =>
        cells.map((cell) => cell.textContent),
      ),
      results.map(({ call }) => call),
    );
    assert.match(await text(page, "#view article:last-child"), /decodeURIComponent\(text\)URIError/);
    const url = "http://good.com\\@evil.com/";
    await put(page, "#text", url);
    const { readings } = compareUrlReaders(url);
    assert.deepEqual(
      await page.$$eval("#view article:first-child tbody td:nth-child(4)", (cells) =>
        cells.map((cell) => cell.textContent),
      ),
      readings.map(({ refused, host }) => (refused ? "" : (host ?? "none"))),
    );
  });

  test("draws the 128 characters of each set, and the difference of two", async () => {
    await start(page, "1/sets");
    for (const { a, b } of [
      { a: "rfc3986-component", b: "none" },
      { a: "whatwg-form", b: "rfc3986-component" },
    ]) {
      await choose(page, "set", a);
      await choose(page, "diff", b);
      const cells = (kind) => page.$$eval(`#view .ascii td.${kind}`, (found) => found.length);
      const found = b === "none" ? { onlyA: "", onlyB: "" } : diffSets(namedSet(a), namedSet(b));
      assert.equal(await cells("only-a"), found.onlyA.length);
      assert.equal(await cells("only-b"), found.onlyB.length);
      assert.equal((await cells("encoded")) + found.onlyA.length, namedSet(a).encoded.length);
      assert.equal(
        (await cells("kept")) + (await cells("encoded")) + (await cells("only-a")) + (await cells("only-b")),
        128,
      );
    }
  });

  test("keeps its state in the fragment", async () => {
    for (const fragment of [
      "1/decode?text=caf%25C3%25A9%250A&malformed=keep&lines=true",
      "1/sets?set=all&diff=whatwg-form",
    ]) {
      const fresh = await open(browser, server.address, fragment);
      const drawnOnce = await text(fresh, "#view");
      assert.equal(await fresh.evaluate(() => location.hash), `#${fragment}`);
      await fresh.end();
      // A page that is already open shows the same.
      await start(page, fragment, undefined, { "#view": drawnOnce });
    }
    // Each view keeps its options.
    await start(page, "1/encode");
    await start(page, "1/decode", "typed%21");
    await page.until(() => history.state?.text === "typed%21");
    assert.equal(await page.evaluate(() => location.hash), "#1/decode");
    await go(page, "encode");
    assert.equal(await page.evaluate(() => location.hash), "#1/encode");
    await page.evaluate(() => history.back());
    await arrive(page, "decode", { "#text": "typed%21" });
  });

  test("answers a pasted text on one screen", async () => {
    const content = "https://paypal.com@xn--pypal-4ve.com/%2e%2e/a?u=https%253A%252F%252Fb.org&q=%83A%83C";
    await start(page, "1/start", content, { "#view .verdict": true });
    // The first decoding is in the field.
    assert.deepEqual(await all(page, "#view .ladder li code"), ["https://b.org", "https://b.org"]);
    assert.match(await text(page, "#view .charset"), /^\u30a2\u30a4 in Shift_JIS/);
    await press(page, "Copy report as JSON", "#view", {
      "#announcement": "Copied to the clipboard: report as JSON",
    });
    assert.match(JSON.parse(await copied(page)).verdict, /\), not paypal\.com, and perhaps on to b\.org/);
    await put(page, '#view textarea[aria-label="Value of u"]', "a&b", { "#text": /\?u=a%26b&q=%83A%83C$/ });
    // The foreign letter of the host, in the sentence and in the table.
    assert.deepEqual(await all(page, "#view mark.danger"), ["\u0430", "\u0430"]);
    assert.match(await text(page, "#view .kept"), /It keeps: .*a user name that looks like a host; .*a hidden .\.\../);
    await put(page, "#text", "https://e.com/?a=1", { "#view .kept": [] });
    await put(page, "#text", "a%20b\nc%zz%20", { "#view .parts .decoded-as code": "a b" });
    assert.equal(await text(page, "#view .kept"), "1 line is copied as it is: it is malformed.");
    assert.equal(await copy(page, "Copy decoded lines", "#view"), "a b\nc%zz%20");
    await put(page, "#text", "https://e.com/a b\nhttps://e.com\\@f.com/");
    assert.deepEqual(await all(page, "#view .kept"), [
      "1 line is copied as it is: it cannot be cleaned.",
      "Cleaning does not make them safe. They keep: programs do not agree on the host; a backslash, which browsers read as a slash.",
    ]);
    assert.equal(await copy(page, "Copy cleaned lines", "#view"), "https://e.com/a%20b\nhttps://e.com\\@f.com/");
    await put(page, "#text", "plain", { "#view .notes": /^Not judged: / });
  });

  test("each Copy button says what it copies, and keeps its width", async () => {
    const texts = ["https://e.com/?u=https%253A%252F%252Fb.org&q=%83A%83C", "caf%25C3%25A9%2520noir"];
    for (const content of texts) {
      await start(page, "1/start", content, { "#view .verdict": true });
      const copies = await page.evaluate(async () => {
        for (const fold of document.querySelectorAll("#view details"))
          /** @type {HTMLDetailsElement} */ (fold).open = true;
        await new Promise((resolve) => setTimeout(resolve, 50));
        const found = [];
        for (const button of document.querySelectorAll("#view button.copies")) {
          const { width } = button.getBoundingClientRect();
          const says = button.getAttribute("aria-label") ?? button.textContent;
          /** @type {HTMLButtonElement} */ (button).click();
          await new Promise((resolve) => setTimeout(resolve, 0));
          const isCopied = button.textContent === "Copied";
          const isSame = button.getBoundingClientRect().width === width;
          found.push({ says, isCopied, isSame, copied: globalThis.watched.copied.at(-1) });
        }
        return found;
      });
      assert.ok(copies.length > 4);
      for (const { says, isCopied, isSame, copied: own } of copies) {
        assert.deepEqual([says, isCopied, isSame], [says, true, true]);
        const others = copies.filter((other) => other.copied === own && other.says === says);
        assert.deepEqual(others.length, 1, `${content}: ${says}`);
      }
    }
    await start(page, "1/start?text=https%3A%2F%2Fe.com%2F", undefined, { "#view .use": true });
    assert.equal(await text(page, "#view .use h3"), "Copy it as code:");
    await press(page, "JavaScript: clean this URL", "#view .use");
    await page.until(() =>
      document.querySelector("#announcement")?.textContent.endsWith(": JavaScript: clean this URL"),
    );
  });

  test("a copied report has no control character", async () => {
    await start(page, `1/start?text=${encodeURIComponent("https://e.com/?a=\x03\u202e\ntouch X")}`);
    await page.until(() => document.querySelector("#view .use"));
    assert.match(await copy(page, "Copy report as JSON", "#view .use"), /^[ -~\n]+$/);
  });

  test("names the buttons beside the findings only if there is one", async () => {
    const kept = async (content) => {
      await start(page, `1/start?text=${encodeURIComponent(content)}`, undefined, { "#view .kept": true });
      return text(page, "#view .kept");
    };
    assert.match(await kept("https://joe@e.com/"), /The buttons beside the findings/);
    const hidden = await kept("https://e.com/a%00b");
    assert.doesNotMatch(hidden, /buttons/);
    assert.match(hidden, /It keeps: a NUL.*\.$/);
  });

  test("Decode with options unfolds them, and reads lines as Start did", async () => {
    await start(page, "1/start", "a%20b\nc%2Fd", { "#view .deeper": true });
    await press(page, "Decode with options", "#view .deeper");
    await arrive(page, "decode");
    assert.equal(await page.$eval("#options .more-options", (fold) => fold.open), true);
    assert.equal(await page.$eval('[name="lines"]', (box) => box.checked), true);
    await page.$eval("#options .more-options", (fold) => (fold.open = false));
  });

  test("Start opens a file with a button, and the groups of views are no extra stops", async () => {
    await start(page, "1/start");
    assert.equal(await page.$eval("#pick", (button) => button.checkVisibility() && button.tabIndex), 0);
    const links = await page.$$eval("#modes a", (list) =>
      list.filter((link) => link.checkVisibility()).map((link) => link.getAttribute("href")),
    );
    assert.deepEqual(links, [...new Set(links)]);
    assert.equal(links.length, 9);
  });

  test("on a phone, the list of sets cuts no name, and a group is a link while its views are hidden", async () => {
    const own = await open(browser, server.address, "1/encode", { width: 390, height: 844, touch: true });
    // A window of WebKitGTK is at least 334 pixels wide.
    for (const width of [390, name === "webkit" ? 334 : 320]) {
      const size = { width, height: 844 };
      await (own.setViewportSize === undefined ? own.setViewport(size) : own.setViewportSize(size));
      await settled(own);
      const cut = await own.$eval("#option-set", (list) => {
        const style = getComputedStyle(list);
        const ruler = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
        ruler.font = style.font;
        const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20;
        return [...list.options].map(({ label }) => label).filter((label) => ruler.measureText(label).width > room);
      });
      assert.deepEqual(cut, [], String(width));
      assert.match(await text(own, "#option-set-help"), /^rfc3986-component: /);
      const links = await own.$$eval("#modes a", (list) =>
        list.filter((link) => link.checkVisibility()).map((link) => link.getAttribute("href")),
      );
      assert.deepEqual(
        links,
        ["start", "encode", "decode", "form", "clean", "inspect", "template", "decoders", "sets"].map(
          (view) => `#1/${view}`,
        ),
      );
    }
    await own.goto(`${server.address}#1/start`);
    await own.reload();
    await drawn(own);
    // Firefox sets the width of the window after the reload.
    await own.until(() => document.querySelector(".on-phone button")?.checkVisibility());
    await own.end();
  });

  test("begins a view at its top, with the focus on its title if a button opened it", async () => {
    await start(page, "1/start", "http://good.com\\@evil.com/?a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8");
    await page.until(() => document.querySelector("#view .deeper button"));
    await page.evaluate(() => scrollTo({ top: 1e6 }));
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll("#view .deeper button")];
      const button = /** @type {HTMLButtonElement} */ (
        buttons.find((one) => one.textContent === "What other programs see")
      );
      button.focus();
      button.click();
    });
    await arrive(page, "decoders");
    assert.deepEqual(await page.evaluate(() => [scrollY, document.activeElement?.id]), [0, "title"]);
    // Programs that read the whole URL do not agree, which is what the text is about.
    assert.equal((await all(page, "#view h2"))[0], "As a whole URL, the readers do not agree");
  });

  test("shares an input only when asked", async () => {
    await start(page, "1/decode", "typed%20text");
    await page.until(() => history.state?.text === "typed%20text");
    assert.equal(await page.evaluate(() => location.hash), "#1/decode");
    await page.click("#private");
    assert.equal(await page.evaluate(() => history.state), null);
    // A private text is shared by its copied address alone.
    await page.click("#share");
    await page.until(() => document.querySelector("#share")?.textContent === "Copied");
    assert.match(await copied(page), /#1\/decode\?text=typed%2520text$/);
    assert.equal(await page.evaluate(() => location.hash), "#1/decode");
    await page.click("#private");
    await page.click("#share");
    assert.equal(await page.evaluate(() => location.hash), "#1/decode?text=typed%2520text");
    await page.until(() =>
      /address of this page contains the text/.test(document.querySelector("#notice")?.textContent ?? ""),
    );
    await put(page, "#text", "other", { "#notice": "" });
    await page.until(() => location.hash === "#1/decode");
    // The notice belongs to the view in which Share was pressed.
    await page.click("#share");
    await page.until(() => document.querySelector("#notice")?.textContent !== "");
    await go(page, "inspect", { "#notice": "" });
    assert.match(await page.evaluate(() => location.hash), /^#1\/inspect\?text=other(?:&|$)/);
  });

  test("a view that shows one more text, or a search, does not put it into the address", async () => {
    const hash = () => page.evaluate(() => location.hash);
    await start(page, "1/compare");
    await put(page, "#other", "secret");
    await go(page, "resolve");
    await go(page, "decoders");
    await put(page, "#text", "shared");
    await page.click("#share");
    assert.equal(await hash(), "#1/decoders?text=shared");
    await go(page, "compare");
    assert.equal(await hash(), "#1/compare");
    await go(page, "findings");
    await put(page, "#find", "crlf");
    await page.until(() => document.querySelector("#view .finding code")?.textContent === "crlf");
    await new Promise((resolve) => setTimeout(resolve, 600));
    assert.equal(await hash(), "#1/findings");
    await page.click("#share");
    assert.equal(await hash(), "#1/findings?find=crlf");
    await put(page, "#find", "nul");
    await page.until(() => location.hash === "#1/findings");
    await go(page, "sets");
    await page.evaluate(() => history.back());
    await arrive(page, "findings", { "#find": "nul" });
  });

  test("the URLs inside have their owners, a Copy each, and are read alone", async () => {
    await start(page, "1/start");
    const inner = "https://login.phish.example/?a=1";
    await put(page, "#text", `https://www.google.com/url?q=${encodeURIComponent(inner)}`);
    await page.until(() => document.querySelector("#view .verdict.warning mark.owner"));
    assert.deepEqual(await all(page, "#view .verdict mark.owner"), ["google.com", "phish.example"]);
    assert.deepEqual(await all(page, ".backdrop mark.owner"), ["google.com"]);
    assert.deepEqual(await all(page, "#view .hops p:not(.actions)"), ["login.phish.example in a link of Google "]);
    await page.click('#view [aria-label="Copy: the URL in Google"]');
    assert.equal(await copied(page), inner);
    await press(page, "Read this link", "#view .hops", { "#text": inner });
    assert.match(await text(page, "#view .verdict"), /The owner is phish\.example; who that is was not checked\./);
  });

  test("a URL that is read as encoded text is said not to be the same one", async () => {
    await start(page, "1/start", "https://e.com/?a=1%262", { "#view .query": true });
    await page.$eval("#read-as", (list) => {
      list.value = "escaped-value";
      list.dispatchEvent(new Event("change"));
    });
    await page.until(() => document.querySelector("#view .flattened"));
    await press(page, "Decode each part for itself", "#view .flattened", { "#view .query": true });
  });

  test("the segments of a path in Arabic keep the order of the URL", async () => {
    await start(page, "1/start", `https://e.com/${encodeURIComponent("سلام")}/${encodeURIComponent("عالم")}`);
    await page.until(() => document.querySelector("#view .parts"));
    const places = await page.$$eval("#view .parts .decoded-as bdi bdi", (list) =>
      list
        .filter((each) => each.textContent !== "")
        .map((each) => [each.textContent, each.getBoundingClientRect().left]),
    );
    assert.deepEqual(
      places.map(([segment]) => segment),
      ["سلام", "عالم"],
    );
    assert.ok(places[0][1] < places[1][1]);
    assert.match(await text(page, "#view .parts"), /Its segments are in the order of the URL\./);
  });

  test("a dangerous link is copied for a report", async () => {
    await start(page, "1/start", "https://paypal.com@evil.example/", { "#view .use": true });
    await page.click("#view .verdict .strong");
    assert.match(
      await copied(page),
      /^hxxps:\/\/paypal\[\.\]com@evil\[\.\]example\/\nGoes to evil\[\.\]example\. .*\ndanger: /,
    );
  });

  test("says once what a host stands for, and what cleaning does to a dangerous URL", async () => {
    await start(page, "1/start", "http://169.254.169.254/latest", { "#view .why .finding": true });
    assert.doesNotMatch(await text(page, "#view .why"), /It stands for/);
    await put(page, "#text", "https://good.com@e.com/");
    assert.doesNotMatch(await text(page, "#view .use"), /clean already/);
    assert.match(
      await text(page, "#view .kept"),
      /^Cleaning changes nothing, and does not make it safe\. It keeps: a user name that looks like a host\./,
    );
  });

  onPage("shows an empty page and a notice for an unknown state", "1/decode?malformed=maybe", async (fresh) => {
    assert.match(await text(fresh, "#notice"), /it was ignored/);
    assert.equal(await fresh.$eval("#text", (area) => area.value), "");
    assert.ok((await all(fresh, "#view .example")).length > 0);
  });

  test("works with the keyboard only", async () => {
    await start(page, "1/encode");
    await keys(page, "Alt+ArrowDown");
    await shows(page, "decode");
    await page.$eval(".skip", (link) => link.focus());
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "text");
  });
});
