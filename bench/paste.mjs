// Times the rows of a long paste and the first verdict in Chromium: npm run bench -- paste
// The bars: the first rows come 300 ms after the paste. No task of the page takes over 50 ms. The memory does not grow with the text.
// The verdict of a URL comes after 300 ms too, with a network of 1.6 Mbit/s and 150 ms and a processor that is four times slower.
import { installOnce } from "../tests/support/install.mjs";
import { median } from "./measure.mjs";
import { printMissed, readOptions, saveRun } from "./runs.mjs";

const UNITS = 5_000_000;
const [FIRST_ROW_MS, TASK_MS, HEAP_MB] = [300, 50, 10];
/** What a line of each text is. */
const LINES = {
  log: (k) =>
    `10.0.0.${k % 256} - - [21/Nov/2026:10:00:00 +0000] "GET https://e.com/${k}?q=caf%C3%A9 HTTP/1.1" 200 "https://r${k % 997}.example/"`,
  links: (k) => `https://shop${k % 5000}.example/p/${k}?a=b%20c&u=https%3A%2F%2Fo${k % 9}.example%2F`,
  csv: (k) => `${k},https://e.com/?utm_source=a%2520b&id=${k},"a, b",${k * 7}`,
};

const options = readOptions(5, 1);
installOnce("tests");
const [{ BROWSERS }, { open }, { servePage }] = await Promise.all([
  import("../tests/e2e/web/browsers.mjs"),
  import("../tests/e2e/web/helpers.mjs"),
  import("../tests/e2e/web/serve.mjs"),
]);
const URL_TEXT = "https://www.google.com/url?sa=t&q=https%3A%2F%2Fphish.example%2Flogin";
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const server = await servePage();
const browser = await BROWSERS.chromium();
const workloads = [];
try {
  for (const [id, line] of Object.entries(LINES)) {
    const count = Math.ceil(UNITS / line(0).length);
    const text = Array.from({ length: count }, (_, k) => line(k)).join("\n");
    const rounds = await repeat(() => paste(text, count));
    const middle = (name) => median(rounds.map((round) => round[name]));
    workloads.push({ id, row: middle("row"), done: middle("done"), task: middle("task"), heap: middle("heap") });
  }
  workloads.push({ id: "a URL, slow", row: median(await repeat(firstVerdict)) });
} finally {
  await browser.close();
  server.close();
}
console.table(Object.fromEntries(workloads.map(({ id, ...row }) => [id, row])));
saveRun({ kind: "paste", rounds: options.rounds, workloads }, options);
const missed = workloads.filter(({ row, task, heap }) => row > FIRST_ROW_MS || task > TASK_MS || heap > HEAP_MB);
printMissed(missed.map(({ id }) => `${id}: ${FIRST_ROW_MS} ms, ${TASK_MS} ms or ${HEAP_MB} MB`));

async function repeat(run) {
  const rounds = [];
  for (let k = 0; k < options.rounds; k++) rounds.push(await run());
  return rounds;
}

/** Opens the page over a slow network, lets it load what it loads when idle, and returns how long the verdict of a URL takes in ms. */
async function firstVerdict() {
  const page = await open(browser, server.address, "1/help");
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", SLOW_4G);
  await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(`${server.address}?slow#1/start`);
  await page.waitForLoadState("networkidle");
  const time = await page.evaluate(async (text) => {
    const field = /** @type {HTMLTextAreaElement} */ (document.querySelector("#text"));
    field.value = text;
    const from = performance.now();
    field.dispatchEvent(new Event("input", { bubbles: true }));
    const isThere = () => /phish\.example/.test(document.querySelector("#view .verdict h2")?.textContent ?? "");
    while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve));
    return Math.round(performance.now() - from);
  }, URL_TEXT);
  await page.close();
  return time;
}

/** Pastes a text, and returns when its rows began and ended in ms, the longest task, and how many MB the heap of the page grew. */
async function paste(text, lines) {
  const page = await open(browser, server.address, "1/start");
  const client = await page.context().newCDPSession(page);
  const heap = async () => {
    await client.send("HeapProfiler.collectGarbage");
    return (await client.send("Runtime.getHeapUsage")).usedSize / 1e6;
  };
  // The modules that load when the browser is idle are not part of it.
  await page.waitForTimeout(1000);
  const before = await heap();
  await page.evaluate((pasted) => {
    /** @type {{ task: number, row?: number, done?: [ms: number, lines: number] }} */
    const seen = { task: 0 };
    Object.assign(globalThis, { seen });
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    // A task of its own, so that receiving the text is not part of it.
    setTimeout(() => {
      const from = performance.now();
      new PerformanceObserver((list) => {
        seen.task = Math.max(seen.task, ...list.getEntries().map(({ duration }) => duration));
      }).observe({ type: "longtask" });
      new MutationObserver(() => {
        if (document.querySelector(".links tbody tr")) seen.row ??= Math.round(performance.now() - from);
        const end = /^[\d,]+ links? in ([\d,]+) lines?(?:;|$)/.exec(
          document.querySelector(".links .notes")?.textContent ?? "",
        );
        if (end) seen.done ??= [Math.round(performance.now() - from), Number(end[1]?.replace(/,/g, ""))];
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.querySelector("#text")?.dispatchEvent(event);
    }, 500);
  }, text);
  await page.until(() => globalThis.seen.done !== undefined);
  const { row, task, done } = await page.evaluate(() => globalThis.seen);
  if (done[1] !== lines) throw new Error(`${done[1]} lines of ${lines} were read`);
  const grown = Math.round(((await heap()) - before) * 10) / 10;
  await page.close();
  return { row, done: done[0], task, heap: grown };
}
