// Whatever a text or an address says, nothing of it runs, nothing is asked for, and the page does not fall over.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { BROWSERS } from "./browsers.mjs";
import { assertQuiet, choose, open, press, put, start, text } from "./helpers.mjs";
import { INJECTIONS } from "./injections.mjs";
import { servePage } from "./serve.mjs";

const VIEWS = ["decode", "encode", "clean", "display", "form", "inspect", "explain", "compare", "readings"];
/** How many random fragments each browser is given; Firefox takes ten times as long for one. */
const FRAGMENTS = { chromium: 10_000, firefox: 1_000 };
const seed = Number(process.env.PERCODEC_SEED ?? Date.now() % 2 ** 31);

/** https://en.wikipedia.org/wiki/Xorshift, so that a seed repeats a run. */
function random(from) {
  let state = from || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** A fragment that is almost one of the page, or nothing like it. */
function fragment(next) {
  const pick = (list) => list[next(list.length)];
  const mess = () =>
    Array.from({ length: next(12) }, () =>
      pick(["%", "%41", "%zz", "&", "=", "?", "#", "é", "a", "<", "%E2%80%AE", "%00", "+", "/"]),
    ).join("");
  const names = [
    "text",
    "other",
    "malformed",
    "set",
    "keep",
    "lines",
    "profile",
    "encoding",
    "accept",
    "explain",
    "diff",
    "__proto__",
  ];
  const values = [
    "keep",
    "true",
    "whatwg-form",
    "all",
    "advanced",
    "Shift_JIS",
    "encode",
    "strict",
    "[",
    "a%2Bb",
    "%25zz",
    "%2525",
  ];
  const fields = Array.from({ length: next(4) }, () => `${pick(names)}=${next(3) === 0 ? mess() : pick(values)}`);
  const known = `1/${pick([...VIEWS, "sets"])}?text=${encodeURIComponent(mess())}${next(2) ? `&${fields.join("&")}` : ""}`;
  return pick([known, known, `${next(4)}/${pick([...VIEWS, "sets", mess()])}?${fields.join("&")}`, mess()]);
}

for (const [name, launch] of Object.entries(BROWSERS)) {
  describe(name, { timeout: 900_000 }, () => {
    let server;
    let browser;
    before(async () => {
      server = await servePage();
      browser = await launch();
    });
    after(async () => {
      await browser?.close();
      server?.close();
    });

    test(`${INJECTIONS.length} injections through every field and fragment: nothing runs, nothing is reported or asked for`, async () => {
      assert.equal(INJECTIONS.length, 500);
      const page = await open(browser, server.address, "1/sets");
      for (const view of VIEWS) await start(page, `1/${view}`);
      await start(page, "1/encode?encoding=Shift_JIS&text=a");
      await page.until(() => navigator.serviceWorker.ready.then(() => true));
      await page.until(() => document.querySelector("#view .text") !== null);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const asked = server.requests.length;
      for (const view of VIEWS) {
        await start(page, `1/${view}`);
        const found = await page.evaluate(
          async ([texts, compares]) => {
            globalThis.pwned = () => globalThis.watched.errors.push("a script ran");
            const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
            const type = (field, value) => {
              field.value = value;
              field.dispatchEvent(new Event("input", { bubbles: true }));
            };
            const foreign = new Set();
            for (const injected of texts) {
              type(document.querySelector("#text"), injected);
              if (compares) type(document.querySelector("#other"), injected);
              await frame();
              for (const field of document.querySelectorAll('#options input[type="text"], .pairs textarea')) {
                type(field, injected.slice(0, 128));
              }
              await frame();
              for (const field of document.querySelectorAll('#options input[type="text"]')) type(field, "");
              for (const element of document.querySelectorAll("#view details:not([open])")) element.open = true;
              for (const element of document.querySelectorAll("main *")) {
                const bad = /^(?:script|img|svg|iframe|object|embed|base|meta|link|style|video|math|template)$/i.test(
                  element.localName,
                );
                const acts = element.getAttributeNames().some((attribute) => attribute.startsWith("on"));
                const leads = /^\s*(?:javascript|data):/i.test(element.getAttribute("href") ?? "");
                if (bad || acts || leads) foreign.add(element.outerHTML.slice(0, 200));
              }
            }
            return [...foreign];
          },
          [INJECTIONS, view === "compare"],
        );
        assert.deepEqual(found, [], view);
      }
      // Each as a fragment of its own.
      for (const [k, injected] of INJECTIONS.entries()) {
        const view = VIEWS[k % VIEWS.length];
        await start(
          page,
          k % 2 === 0
            ? `1/${view}?text=${encodeURIComponent(injected.replace(/\p{Surrogate}/gu, ""))}`
            : `1/${view}?text=a`,
        );
        if (k % 2 === 1) await page.evaluate((hash) => (location.hash = hash), injected);
      }
      await assertQuiet(page);
      assert.deepEqual(server.requests.slice(asked), []);
      await page.end();
    });

    test(`${FRAGMENTS[name]} random fragments: no exception`, async (context) => {
      context.diagnostic(`PERCODEC_SEED=${seed}`);
      const page = await open(browser, server.address, "1/decode");
      const next = random(seed);
      for (let k = 0; k < FRAGMENTS[name]; k++) {
        // A page may not change its own address so often: the browser does.
        await page.goto(`${server.address}#${fragment(next)}`);
      }
      await start(page, "1/decode?text=a%2541");
      assert.equal(await text(page, "#view .text"), "aA");
      await assertQuiet(page);
      await page.end();
    });

    test("bidirectional and invisible characters are signs, and the copy is exact", async () => {
      const page = await open(browser, server.address, "1/decode");
      const unseen = "a\u202eb\u2066c\u200bd\u0000e\u001b[31mf\ufeff";
      await put(page, "#text", encodeURIComponent(unseen));
      const drawn = await text(page, "#view .text");
      assert.match(drawn, /^aU\+202EbU\+2066cU\+200BdNULeESC\[31mfU\+FEFF$/);
      await press(page, "Copy", "#view");
      assert.equal(await page.evaluate(() => globalThis.watched.copied.at(-1)), unseen);
      await start(page, "1/encode");
      await put(page, "#text", unseen);
      assert.match(await text(page, "#text-size"), /as it stands: aU\+202Eb/);
      await choose(page, "set", "all");
      assert.equal((await page.$$eval("#view .sign", (signs) => signs.length)) > 0, true);
      await page.end();
    });
  });
}
