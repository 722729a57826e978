// Tests what the manifest promises to a system on which the page is installed: icons, shared texts, opened files, and a printed page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { drawIcon, ICONS } from "./icon-drawings.mjs";
import { drawn, start, text } from "./helpers.mjs";
import { describeBrowsers } from "./opening.mjs";

const built = (name) => readFileSync(new URL(`../../../tool/dist/web/${name}`, import.meta.url));
const manifest = JSON.parse(String(built("manifest.webmanifest")));

/** Counts the pixels of two pictures that differ by more than an eighth in one channel. */
async function comparePictures(pictures) {
  const datas = await Promise.all(
    pictures.map(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
      context.drawImage(bitmap, 0, 0);
      return context.getImageData(0, 0, bitmap.width, bitmap.height);
    }),
  );
  const [a, b] = datas.map(({ data }) => data);
  let differences = 0;
  for (let k = 0; k < a.length; k += 4)
    if ([0, 1, 2, 3].some((channel) => Math.abs(a[k + channel] - (b[k + channel] ?? 0)) > 32)) differences++;
  const colors = new Set(new Uint32Array(a.buffer)).size;
  return { sizes: datas.map(({ width, height }) => [width, height]), differences, colors };
}

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

describeBrowsers({ timeout: 120_000, at: "" }, (name, whenOpened) => {
  let browser;
  let server;
  let page;
  whenOpened((opened) => ({ browser, server, page } = opened));

  test("a shared text is read, and leaves the address", async () => {
    const { action, method, params } = manifest.share_target;
    assert.equal(method, "GET");
    const target = new URL(action, server.address);
    target.search = String(
      new URLSearchParams({ [params.title]: "A title", [params.url]: "https://e.com/?a=caf%C3%A9" }),
    );
    await page.goto(target.href);
    await drawn(page);
    assert.equal(await text(page, "#text"), "https://e.com/?a=caf%C3%A9");
    await page.until(() => document.querySelector("#view .verdict"));
    assert.equal(await page.evaluate(() => location.href), `${server.address}#1/start`);
    // A reload keeps it, as it keeps a typed text.
    await page.reload();
    await drawn(page);
    assert.equal(await text(page, "#text"), "https://e.com/?a=caf%C3%A9");
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

  // Only Chromium drew the icons, and only its driver emulates print.
  if (name !== "chromium") return;
  for (const [file, icon] of Object.entries(ICONS)) {
    test(`${file} agrees with the drawing`, async () => {
      const pictures = [built(file), await drawIcon(browser, icon)].map((bytes) => bytes.toString("base64"));
      const { sizes, differences, colors } = await page.evaluate(comparePictures, pictures);
      assert.deepEqual(sizes, [
        [icon.size, icon.size],
        [icon.size, icon.size],
      ]);
      assert.ok(colors > 1, "the drawing is not empty");
      // Another version of the browser may draw edges differently.
      assert.ok(differences < 0.005 * icon.size ** 2, `${differences} pixels differ`);
      // Without its sign it would differ.
      const unsigned = { ...icon, drawn: icon.drawn.replace(/<g [^]*<\/g>/, "") };
      const control = await page.evaluate(comparePictures, [
        pictures[0],
        (await drawIcon(browser, unsigned)).toString("base64"),
      ]);
      assert.ok(control.differences > 0.02 * icon.size ** 2, `${control.differences} pixels differ`);
    });
  }

  test("prints the whole answer without the controls", async () => {
    await start(page, "1/form", Array.from({ length: 120 }, (_, k) => `n${k}=${k}`).join("&"));
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
