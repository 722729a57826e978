// Times both builds of the column module in V8, after comparing their results: npm run bench -- columns
import { compare } from "./measure.mjs";
import { namedSet } from "../library/dist/sets/index.js";
import { BUILDS, ColumnModule } from "../engines/column/host.mjs";
import { describeSet } from "../engines/column/sets.mjs";

const ROWS = 8192;
/** The build with SIMD is worth its size if it decodes typical text so many times as fast. */
const MIN_RATIO = 1.15;

const PARTS = ["q=caf%C3%A9%20noir", "utm_source=news%2Dletter", "name=J%C3%BCrgen", "page=2", "path=%2Fto%2Ffile.txt", "x=%E4%BD%A0%E5%A5%BD"]; // prettier-ignore
const make = (toText) => Array.from({ length: ROWS }, (_, k) => Buffer.from(toText(k)));
const typical = make((k) => `https://example.com/${k}?${Array.from({ length: 1 + (k % 4) }, (_, j) => PARTS[(k * 7 + j * 5) % 6]).join("&")}`); // prettier-ignore
const plain = make((k) => `https://example.com/path/to/some/file/${k}?session=0123456789abcdef&page=2&sort=asc`);
const dense = make((k) => "%E4%BD%A0%E5%A5%BD%20".repeat(1 + (k % 6)));
const CASES = /** @type {any[]} */ ([
  ["decode, typical URLs", typical, { op: "decode" }],
  ["decode, no escapes", plain, { op: "decode" }],
  ["decode, only escapes", dense, { op: "decode" }],
  ["encode, typical URLs", typical, { op: "encode", ...describeSet(namedSet("rfc3986-component")) }],
]);

console.log(`| text, MB/s | ${BUILDS.join(" | ")} | ratio |\n| - | - | - | - |`);
for (const [name, texts, call] of CASES) {
  const modules = BUILDS.map((build) => new ColumnModule(build));
  const [result, other] = modules.map((module) => JSON.stringify(module.run(call, texts)));
  if (result !== other) throw new Error(`the builds return different results: ${name}`);
  // The input of `run` is still there.
  const run = ({ exports }) => exports[call.op](ROWS, call.flags ?? 0, 0n);
  const candidates = modules.map((module, k) => ({ name: BUILDS[k], call: () => run(module), touch: "none" }));
  const times = compare(candidates, [undefined], { rounds: 41, roundMs: 5 });
  const bytes = texts.reduce((sum, text) => sum + text.length, 0);
  const [scalar = 0, simd = 0] = BUILDS.map((build) => (bytes * 1000) / times[build].ns);
  console.log(`| ${name} | ${scalar.toFixed(0)} | ${simd.toFixed(0)} | ${(simd / scalar).toFixed(2)} |`);
  if (texts === typical && call.op === "decode" && simd / scalar < MIN_RATIO) process.exitCode = 1;
}
