// Times both builds of the column module in V8, after comparing their results: node engines/column/builds.mjs
import { describeSet } from "./cases.mjs";
import { BUILDS, ColumnModule } from "./host.mjs";
import { namedSet } from "../../library/dist/sets/index.js";

const ROWS = 8192;
const ROUNDS = 41;
/** The build with SIMD is worth its size if it decodes typical text so many times as fast. */
const MIN_RATIO = 1.15;

const PARTS = ["q=caf%C3%A9%20noir", "utm_source=news%2Dletter", "name=J%C3%BCrgen", "page=2", "path=%2Fto%2Ffile.txt", "x=%E4%BD%A0%E5%A5%BD"]; // prettier-ignore
const make = (toText) => Array.from({ length: ROWS }, (_, k) => Buffer.from(toText(k)));
const typical = make((k) => `https://example.com/${k}?${Array.from({ length: 1 + (k % 4) }, (_, j) => PARTS[(k * 7 + j * 5) % 6]).join("&")}`); // prettier-ignore
const plain = make((k) => `https://example.com/path/to/some/file/${k}?session=0123456789abcdef&page=2&sort=asc`);
const dense = make((k) => "%E4%BD%A0%E5%A5%BD%20".repeat(1 + (k % 6)));
const component = describeSet(namedSet("rfc3986-component"));
const cases = [
  { name: "decode, typical URLs", texts: typical, call: { op: "decode" } },
  { name: "decode, no escapes", texts: plain, call: { op: "decode" } },
  { name: "decode, only escapes", texts: dense, call: { op: "decode" } },
  { name: "encode, typical URLs", texts: typical, call: { op: "encode", ...component } },
];

console.log(`medians of ${ROUNDS} rounds, MB/s (Node ${process.version}, ${new Date().toISOString().slice(0, 10)})\n`);
console.log(`| text | ${BUILDS.join(" | ")} | ratio |\n| - | - | - | - |`);
for (const { name, texts, call } of cases) {
  const modules = BUILDS.map((build) => new ColumnModule(build));
  const results = modules.map((module) => JSON.stringify(module.run(/** @type {any} */ (call), texts)));
  if (results.some((result) => result !== results[0])) throw new Error(`the builds return different results: ${name}`);
  const times = modules.map(() => /** @type {number[]} */ ([]));
  for (let round = 0; round < ROUNDS; round++) {
    modules.forEach(({ exports }, k) => {
      const started = performance.now();
      // The input of `run` is still there.
      exports[call.op](ROWS, /** @type {any} */ (call).flags ?? 0, 0n);
      times[k]?.push(performance.now() - started);
    });
  }
  const bytes = texts.reduce((sum, text) => sum + text.length, 0);
  const speeds = times.map((list) => bytes / 1000 / Number(list.toSorted((a, b) => a - b)[ROUNDS >> 1]));
  const ratio = Number(speeds[1]) / Number(speeds[0]);
  console.log(`| ${[name, ...speeds.map((speed) => speed.toFixed(0)), ratio.toFixed(2)].join(" | ")} |`);
  if (name === "decode, typical URLs" && ratio < MIN_RATIO) process.exitCode = 1;
}
