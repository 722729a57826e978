// Tests that no text and no address runs a script, sends a request or breaks the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { random } from "../../support/random.mjs";
import { TEXT_VIEWS, TWO_TEXT_VIEWS, VIEWS, choose, copy, put, start, text, visit } from "./helpers.mjs";
import { INJECTIONS } from "./injections.mjs";
import { chooseSize, isInPart } from "../../support/part.mjs";
import { describeBrowsers } from "./opening.mjs";

const FRAGMENTS = chooseSize(10_000, 250);
const seed = Number(process.env.PERCODEC_SEED ?? Date.now() % 2 ** 31);

/** Returns a random fragment, valid or not. */
function randomFragment(next) {
  const pick = (list) => list[next(list.length)];
  const randomText = () =>
    Array.from({ length: 1 + next(12) }, () =>
      pick(["%", "%41", "%zz", "&", "=", "?", "#", "é", "a", "<", "%E2%80%AE", "%00", "+", "/"]),
    ).join("");
  const names = [
    ..."text other malformed set keep lines rules addressBar profile encoding accept explain diff".split(" "),
    ..."unsafe trailingQuery __proto__".split(" "),
  ];
  const values = "keep true whatwg-form all advanced Shift_JIS encode strict [ a%2Bb %25zz %2525".split(" ");
  const fields = Array.from({ length: next(4) }, () => `${pick(names)}=${next(3) === 0 ? randomText() : pick(values)}`);
  const known = `1/${pick(VIEWS)}?text=${encodeURIComponent(randomText())}`;
  return pick([
    known,
    known,
    `${known}&${fields.join("&")}`,
    `${next(4)}/${pick([...VIEWS, randomText()])}?${fields.join("&")}`,
    randomText(),
  ]);
}

/** Types each text into every field of the current view, and returns the forbidden elements that it finds. */
async function typeAll([texts, compares]) {
  const type = (field, value) => {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const foreign = new Set();
  const checkElements = () => {
    for (const element of document.querySelectorAll("main *")) {
      const bad = /^(?:script|img|svg|iframe|object|embed|base|meta|link|style|video|math|template)$/i.test(
        element.localName,
      );
      const hasHandler = element.getAttributeNames().some((attribute) => attribute.startsWith("on"));
      const hasScriptUrl = /^\s*(?:javascript|data):/i.test(element.getAttribute("href") ?? "");
      if (bad || hasHandler || hasScriptUrl) foreign.add(element.outerHTML.slice(0, 200));
    }
  };
  let drawn = 0;
  for (const injected of texts) {
    type(document.querySelector("#text"), injected);
    if (compares) type(document.querySelector("#other"), injected);
    await Promise.resolve();
    if (document.querySelector("#view")?.textContent !== "") drawn++;
    for (const field of document.querySelectorAll('#options input[type="text"], .pairs textarea, .filled textarea')) {
      type(field, injected.slice(0, 128));
    }
    await Promise.resolve();
    for (const element of document.querySelectorAll("#view details:not([open])")) element.setAttribute("open", "");
    checkElements();
    for (const field of document.querySelectorAll('#options input[type="text"]')) type(field, "");
    await Promise.resolve();
  }
  return { drawn, foreign: [...foreign] };
}

describeBrowsers({ timeout: 1_200_000, at: "1/decode", how: { fastFrames: true } }, (name, whenOpened) => {
  let server;
  let page;
  whenOpened(async (opened) => {
    ({ server, page } = opened);
    for (const view of VIEWS) await start(page, `1/${view}`);
    await start(page, "1/start?text=a");
    await start(page, "1/encode?encoding=Shift_JIS&text=a", undefined, { "#view .text": true });
    await page.until(() => navigator.serviceWorker.ready.then(() => true));
    await page.evaluate(() => {
      globalThis.pwned = () => globalThis.watched.errors.push("a script ran");
    });
  });

  test("500 injections through every field and fragment: no script runs, no violation, no request", async () => {
    assert.equal(INJECTIONS.length, 500);
    const requestCount = server.requests.length;
    for (const [at, view] of TEXT_VIEWS.entries()) {
      await start(page, `1/${view}`);
      // A part types each text into a sixteenth of the views.
      const texts = INJECTIONS.filter((_, k) => (k + at) % chooseSize(1, 16) === 0);
      const { drawn, foreign } = await page.evaluate(typeAll, [texts, TWO_TEXT_VIEWS.includes(view)]);
      assert.deepEqual([drawn, foreign], [texts.length, []], view);
    }
    // A part opens half of them as fragments.
    const opened = INJECTIONS.filter(isInPart(2));
    const written = opened.map(
      (injected, k) => `1/${TEXT_VIEWS[k % TEXT_VIEWS.length]}?text=${encodeURIComponent(injected)}`,
    );
    assert.equal((await visit(page, written)).refused, 0);
    await visit(page, opened);
    // Wait for what an injected element would load or run.
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.deepEqual(server.requests.slice(requestCount), []);
  });

  test(`${FRAGMENTS.toLocaleString("en")} random fragments: no exception`, async (context) => {
    context.diagnostic(`PERCODEC_SEED=${seed}`);
    const next = random(seed);
    const fragments = Array.from({ length: FRAGMENTS }, () => randomFragment(next));
    let [read, refused] = [0, 0];
    for (let k = 0; k < FRAGMENTS; k += 500) {
      const counts = await visit(page, fragments.slice(k, k + 500));
      read += counts.read;
      refused += counts.refused;
    }
    console.log(`${name}: ${read} fragments read, ${refused} refused, ${FRAGMENTS - read - refused} were already open`);
    assert.ok(read > FRAGMENTS / 5 && refused > FRAGMENTS / 5);
    await start(page, "1/decode?text=a%2541", undefined, { "#view .text": "aA" });
  });

  test("bidirectional and invisible characters are shown as signs, isolated, and copied exactly", async () => {
    await start(page, "1/decode");
    const invisible = "a\u202eb\u2066c\u200bd\u0000e\u001b[31mf\ufeff";
    await put(page, "#text", encodeURIComponent(invisible));
    assert.equal(await text(page, "#view .text"), "aU+202EbU+2066cU+200BdNULeESC[31mfU+FEFF");
    assert.equal(await page.$eval("#view .text bdi", (box) => getComputedStyle(box).unicodeBidi), "isolate");
    assert.equal(await copy(page, "Copy", "#view"), invisible);
    await start(page, "1/encode", invisible, { "#text-size": /with invisible characters: aU\+202Eb/ });
    // No view shows such a character raw.
    for (const view of TEXT_VIEWS) {
      await start(page, `1/${view}`);
      for (const content of [
        "a\u202eb\u200b\u2066",
        "//\u202e\u200b\u2066:x",
        "a%E2%80%AEb%E2%80%8B%E2%81%A6=%E2%80%AE",
      ]) {
        await put(page, "#text", content);
        assert.doesNotMatch(await text(page, "#view"), /[\u202e\u200b\u2066]/, view);
      }
    }
    await start(page, "1/encode");
    await choose(page, "set", "all");
  });
});
