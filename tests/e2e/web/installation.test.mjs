// Tests what the manifest promises to a system on which the page is installed: icons, shared texts, opened files, and a printed page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { BROWSERS } from "./browsers.mjs";
import { assertQuiet, drawn, open, put, start, text } from "./helpers.mjs";
import { servePage } from "./serve.mjs";

const built = (name) => readFileSync(new URL(`../../../dist/web/${name}`, import.meta.url));
const manifest = JSON.parse(String(built("manifest.webmanifest")));

test("each icon has the size and the type that the manifest names", () => {
  const purposes = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
  for (const wanted of ["192x192 any", "512x512 any", "512x512 maskable"]) assert.ok(purposes.includes(wanted), wanted);
  for (const { src, sizes, type } of manifest.icons) {
    const bytes = built(src);
    if (type !== "image/png") continue;
    assert.equal(bytes.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n", src);
    assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src);
  }
});

for (const [name, launch] of Object.entries(BROWSERS)) {
  describe(name, { timeout: 120_000 }, () => {
    let server;
    let browser;
    let page;
    before(async () => {
      server = await servePage();
      browser = await launch();
      page = await open(browser, server.address);
    });
    after(async () => {
      await browser?.close();
      server?.close();
    });

    test("a shared text is read, and leaves the address", async () => {
      const { action, method, params } = manifest.share_target;
      assert.equal(method, "GET");
      const target = new URL(action, server.address);
      target.search = String(
        new URLSearchParams({ [params.title]: "A title", [params.url]: "https://e.com/?a=caf%C3%A9" }),
      );
      await page.goto(target.href);
      await drawn(page);
      assert.equal(await page.$eval("#text", (area) => area.value), "https://e.com/?a=caf%C3%A9");
      await page.until(() => document.querySelector("#view .verdict"));
      assert.equal(await page.evaluate(() => location.href), `${server.address}#1/start`);
      // A reload keeps it, as it keeps a typed text.
      await page.reload();
      await drawn(page);
      assert.equal(await page.$eval("#text", (area) => area.value), "https://e.com/?a=caf%C3%A9");
      await assertQuiet(page);
    });

    test("an opened file is converted", async () => {
      const [{ action, accept }] = manifest.file_handlers;
      assert.equal(action, "./");
      assert.ok(accept["text/plain"].includes(".txt"));
      const own = await browser.newPage();
      await own.beforeLoad(() => {
        // The system passes the files to the consumer that the page sets.
        const launchQueue = {
          setConsumer: (consume) =>
            setTimeout(() => consume({ files: [{ getFile: async () => new File(["a%20b"], "opened.txt") }] }), 100),
        };
        Object.defineProperty(globalThis, "launchQueue", { value: launchQueue });
      });
      await own.goto(server.address);
      await own.until(() => document.querySelector("#files a[download]"));
      assert.match(await text(own, "#files"), /opened\.txt/);
      assert.equal(await text(own, "#files pre.text"), "a b");
      await own.end();
    });

    // Only Chromium's driver emulates print.
    if (name !== "chromium") return;
    test("prints the whole answer without the controls", async () => {
      await start(page, "1/form");
      await put(page, "#text", Array.from({ length: 120 }, (_, k) => `n${k}=${k}`).join("&"));
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      assert.equal(await page.$$eval("#view .pairs tbody tr", (rows) => rows.length), 120);
      await page.emulateMedia({ media: "print" });
      const shown = (selector) =>
        page.$$eval(selector, (list) => list.filter((element) => element.getClientRects().length > 0).length);
      for (const selector of ["nav", "header button", "#view button", "#options", "#phone-bar", "footer"])
        assert.equal(await shown(selector), 0, selector);
      assert.ok((await shown("#view .pairs tbody tr")) === 120);
      await page.emulateMedia({ media: "screen" });
    });
  });
}
