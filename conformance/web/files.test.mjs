// Files of any size, in each browser: through the worker, into the origin private file system, and out again.
import assert from "node:assert/strict";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { after, before, describe, test } from "node:test";
import { percentDecodeBytes, percentEncodeBytes } from "../../dist/index.js";
import { BROWSERS } from "./browsers.mjs";
import { all, assertQuiet, choose, go, open, press, text } from "./helpers.mjs";
import { servePage } from "./serve.mjs";

const BIG = 200_000_000;
/** How long the main thread may be held, and how long cancelling may take, in ms. */
const LONGEST_TASK = 50;
const LONGEST_CANCEL = 100;
/** How much more memory all processes of the browser may take while the file goes through, in bytes. */
const MOST_MEMORY = 64_000_000;

const folder = mkdtempSync(`${tmpdir()}/percodec-files-`);
const big = `${folder}/big.txt`;
before(() => {
  const block = Buffer.from("caf%C3%A9%20%26%20plain text that goes on%0Aline\n".repeat(20_000));
  const file = openSync(big, "w");
  for (let size = 0; size < BIG; size += block.length) writeSync(file, block);
  closeSync(file);
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** What this process and its children hold that is no file's, less what it holds itself, in bytes. */
function memoryOfBrowser() {
  const parents = new Map();
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const [, parent] = /\) \S (\d+)/.exec(contents(`/proc/${id}/stat`)) ?? [];
    if (parent !== undefined) parents.set(id, parent);
  }
  const isOurs = (id) => {
    for (let at = parents.get(id); at !== undefined; at = parents.get(at)) if (at === String(process.pid)) return true;
    return false;
  };
  return [...parents.keys()]
    .filter(isOurs)
    .reduce((sum, id) => sum + 1024 * Number(/RssAnon:\s+(\d+)/.exec(contents(`/proc/${id}/status`))?.[1] ?? 0), 0);
}

/** A file of a process, which may have ended. */
function contents(path) {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

/**
 * Notes the tasks of the main threads in Chromium, by the processor's time: what else runs on the machine makes a task
 * long by the clock, and holds nobody up.
 */
async function traceTasks(page) {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await session.send("Tracing.start", { categories: "toplevel,__metadata", transferMode: "ReportEvents" });
  return async () => {
    const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await complete;
    const isMain = ({ name, args }) => name === "thread_name" && args.name === "CrRendererMain";
    const threads = new Set(events.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
    const times = events
      .filter(({ pid, tid, tdur }) => tdur && threads.has(`${pid} ${tid}`))
      .map(({ tdur }) => tdur / 1000);
    assert.ok(times.length > 100, "tasks were traced");
    return Math.max(...times);
  };
}

/** The output as the page offers it, read where it is: in the origin private file system. */
function outputOf(page) {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const outputs = await root.getDirectoryHandle("percodec");
    const files = [];
    for await (const handle of outputs.values()) files.push(await handle.getFile());
    const newest = files.toSorted((a, b) => b.lastModified - a.lastModified)[0];
    const bytes = new Uint8Array(await newest.arrayBuffer());
    return Array.from(bytes.subarray(0, 200_000));
  });
}

const done = (page) => page.until(() => document.querySelector("#files a[download]"));

for (const [name, launch] of Object.entries(BROWSERS)) {
  describe(name, { timeout: 600_000 }, () => {
    let server;
    let browser;
    before(async () => {
      server = await servePage();
      browser = await launch({ stored: true });
    });
    after(async () => {
      await browser?.close();
      server?.close();
    });

    /** Drops a file as a hand does; where the driver has no hand, as the event that it makes. */
    async function drop(page, path) {
      if (name === "chromium") {
        const session = await page.context().newCDPSession(page);
        for (const type of ["dragEnter", "dragOver", "drop"]) {
          const data = { items: [], files: [path], dragOperationsMask: 1 };
          await session.send("Input.dispatchDragEvent", { type, x: 400, y: 200, data });
        }
        return;
      }
      await page.evaluate(() => {
        const input = document.createElement("input");
        input.type = "file";
        input.id = "hand";
        document.body.append(input);
      });
      await page.upload("#hand", path);
      await page.evaluate(() => {
        const input = document.querySelector("#hand");
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(input.files[0]);
        for (const type of ["dragover", "drop"]) {
          document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
        }
        input.remove();
      });
    }

    test("a file of 200 MB goes through with flat memory, and the page never waits", async () => {
      const page = await open(browser, server.address);
      // The longest that a frame waited for the main thread, where the browser has no long tasks to tell of.
      await page.evaluate(() => {
        globalThis.longest = 0;
        let last = performance.now();
        const channel = new MessageChannel();
        channel.port1.addEventListener("message", () => {
          const now = performance.now();
          globalThis.longest = Math.max(globalThis.longest, now - last);
          last = now;
          setTimeout(() => channel.port2.postMessage(0), 1);
        });
        channel.port1.start();
        channel.port2.postMessage(0);
      });
      await page.until(() => navigator.serviceWorker.ready.then(() => true));
      // What starting the page took is over, and told.
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await page.evaluate(() => {
        globalThis.watched.tasks.length = 0;
        globalThis.longest = 0;
      });
      const longestTask = name === "chromium" ? await traceTasks(page) : undefined;
      const start = memoryOfBrowser();
      let most = start;
      const watch = setInterval(() => (most = Math.max(most, memoryOfBrowser())), 250);
      await drop(page, big);
      await page.until(() => document.querySelector("progress")?.value > 0);
      await done(page);
      clearInterval(watch);
      const { tasks } = await page.evaluate(() => globalThis.watched);
      const longest = (await longestTask?.()) ?? (await page.evaluate(() => globalThis.longest));
      const notes = (await all(page, "#files .notes span"))[0];
      console.log(
        `${name}: ${notes}; memory +${((most - start) / 1e6).toFixed(0)} MB of ${(start / 1e6).toFixed(0)}; long tasks ${JSON.stringify(tasks)}; longest ${longest.toFixed(0)} ms`,
      );
      assert.ok(most - start < MOST_MEMORY, `${most - start} bytes more`);
      // Firefox tells of no tasks: there it is what a message waited, on a machine that does other things too.
      assert.ok(longest <= (name === "chromium" ? LONGEST_TASK : 4 * LONGEST_TASK), `${longest} ms`);
      await assertQuiet(page);
      if (name === "chromium") {
        const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Download", "#files")]);
        const block = percentDecodeBytes(readFileSync(big).subarray(0, 49 * 20_000));
        const path = await download.path();
        assert.equal(statSync(path).size, Math.round((statSync(big).size / (49 * 20_000)) * block.length));
        assert.ok(readFileSync(path).subarray(0, block.length).equals(Buffer.from(block)));
      }
      await page.end();
    });

    test("cancelling takes at most 100 ms, and leaves nothing", async () => {
      const page = await open(browser, server.address, "1/encode");
      await drop(page, big);
      await page.until(() => document.querySelector("progress")?.value > 0);
      const took = await page.evaluate(
        () =>
          new Promise((resolve) => {
            const start = performance.now();
            [...document.querySelectorAll("#files button")].find((button) => button.textContent === "Cancel").click();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
          }),
      );
      console.log(`${name}: cancelled and drawn after ${took.toFixed(1)} ms`);
      assert.match(await text(page, "#files"), /Cancelled/);
      assert.ok(took <= LONGEST_CANCEL, `${took} ms`);
      await page.until(async () => {
        const root = await navigator.storage.getDirectory();
        const names = [];
        for await (const key of (await root.getDirectoryHandle("percodec")).keys()) names.push(key);
        return names.length === 0;
      });
      await assertQuiet(page);
      await page.end();
    });

    test("random bytes come back, and lines that are bad stay", async () => {
      const page = await open(browser, server.address, "1/encode");
      const random = crypto.getRandomValues(new Uint8Array(50_000));
      writeFileSync(`${folder}/random.bin`, random);
      await page.upload("#file", `${folder}/random.bin`);
      await done(page);
      assert.deepEqual(Uint8Array.from(await outputOf(page)), percentEncodeBytes(random).slice(0, 200_000));

      writeFileSync(`${folder}/lines.txt`, "a%20b\n%zz\n%41");
      await press(page, "Take away", "#files");
      await go(page, "decode");
      await page.upload("#file", `${folder}/lines.txt`);
      await page.until(() => document.querySelector("#files .refused"));
      assert.match(await text(page, "#files"), /malformed escape "%zz" at 6/);
      await choose(page, "lines", "true");
      await done(page);
      assert.equal(String.fromCharCode(...(await outputOf(page))), "a b\n%zz\nA");
      assert.ok((await all(page, "#files .notes span")).includes("1 line kept as written"));
      await go(page, "explain");
      await press(page, "Take its beginning as text", "#files");
      assert.equal(await page.$eval("#text", (area) => area.value), "a%20b\n%zz\n%41");
      await assertQuiet(page);
      await page.end();
    });

    test("a long text goes the way of files", async () => {
      const page = await open(browser, server.address, "1/decode");
      const held = await page.evaluate((pastes) => {
        const area = document.querySelector("#text");
        const long = "%C3%A9".repeat(500_000);
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", long);
        // Firefox lends an event of ours no clipboard: there the text is in the field already.
        if (!pastes) area.value = long;
        const event = pastes
          ? new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })
          : new Event("input");
        const start = performance.now();
        area.dispatchEvent(event);
        return performance.now() - start;
      }, name === "chromium");
      console.log(`${name}: 3 MB of text taken in ${held.toFixed(1)} ms`);
      assert.ok(held <= LONGEST_TASK, `${held} ms`);
      await done(page);
      assert.match(await text(page, "#files"), /(?:pasted|text)\.txt 3\.0 MB/);
      assert.match(await text(page, "#files"), /became 1\.0 MB/);
      await page.end();
    });
  });
}
