// Checks the memory of FormParseStream for 300 MB of forms, and of parseFormRequest for endless bodies: node bench/form-memory.mjs [GB]
import { chooseSize } from "../tests/support/part.mjs";
import { parseFormRequest } from "../dist/form/index.js";
import { FormParseStream } from "../dist/stream.js";

const total = Number(process.argv[2] ?? chooseSize(0.3, 0.2)) * 1e9;
const LIMIT_MB = 150;
const encoder = new TextEncoder();
const residentMb = () => process.memoryUsage().rss / 1e6;
let missed = 0;

function report(ok, what) {
  missed += ok ? 0 : 1;
  console.log(`${ok ? "ok  " : "MISS"} ${what}`);
}

{
  // Chunks of 65 kB, as from a network: in Node the cost of removing a pair from the stream's queue grows with its length.
  const pair = "name=caf%C3%A9+%E2%9C%93&";
  const block = encoder.encode(pair.repeat(2_600));
  let sent = 0;
  let pairs = 0;
  let peak = 0;
  const source = new ReadableStream({
    pull(controller) {
      peak = Math.max(peak, residentMb());
      if (sent >= total) return controller.close();
      controller.enqueue(block);
      sent += block.length;
    },
  });
  const limits = { pairs: Infinity, body: Infinity };
  const started = performance.now();
  await source.pipeThrough(new FormParseStream({ limits })).pipeTo(
    new WritableStream({
      write([name, value]) {
        if (name !== "name" || value !== "café ✓") throw new Error(`a wrong pair: ${name}=${value}`);
        pairs++;
      },
    }),
  );
  if (pairs !== (sent / block.length) * 2_600) throw new Error(`${pairs} pairs`);
  const seconds = (performance.now() - started) / 1000;
  report(
    peak < LIMIT_MB,
    `FormParseStream: ${(sent / 1e9).toFixed(1)} GB, ${pairs} pairs in ${seconds.toFixed(1)} s, at most ${peak.toFixed(0)} MB resident (limit ${LIMIT_MB})`,
  );
}

// Of each endless body, `most` bytes may be read, then one chunk of 64 kB, and one that was requested ahead.
const CHUNK = 65_536;
for (const { what, text, most } of [
  { what: "empty pairs", text: "&", most: 1 << 23 },
  { what: "one name", text: "n", most: 1 << 10 },
  { what: "one value", text: "=", most: (1 << 20) + 1 },
  { what: "pairs", text: "a=1&", most: 4000 },
]) {
  const bytes = encoder.encode(text.repeat(CHUNK / text.length));
  let pulled = 0;
  const body = new ReadableStream({
    pull(controller) {
      pulled++;
      controller.enqueue(bytes);
    },
  });
  const headers = new Headers({ "content-type": "application/x-www-form-urlencoded" });
  const error = await parseFormRequest({ headers, body }).catch((reason) => reason);
  if (error.status !== 413) throw error;
  const ok = pulled <= Math.ceil(most / CHUNK) + 2 && residentMb() < LIMIT_MB;
  report(ok, `an endless body of ${what}: refused at ${error.index} after ${pulled} chunks of 64 kB, ${residentMb().toFixed(0)} MB resident`); // prettier-ignore
}
process.exitCode = missed > 0 ? 1 : 0;
