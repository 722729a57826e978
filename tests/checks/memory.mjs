// Pipes 5 GB through encode and decode and checks their use of memory: npm run check -- memory
import { percentDecodeBytes, percentEncodeBytes } from "../../dist/index.js";
import { rfc3986 } from "../../dist/sets/index.js";
import { conclude } from "./check.mjs";
import { chooseSize } from "../support/part.mjs";
import { GB, measureResident } from "./resident.mjs";

const GIGABYTES = chooseSize(5, 1);
const LIMIT_MB = 120;
/** The most that the second half may add in MB: 1 MB per GB of 5 GB. In 1 GB, the heap of V8 alone grows and shrinks by about 1 MB. */
const LIMIT_GROWTH_MB = 2.5;

const line = "https://example.com/caf%C3%A9/%E2%9C%93?q=a%20b+c&next=%2Fhome%2F%F0%9F%98%80\n";
const block = Buffer.from(line.repeat(Math.ceil(1e6 / line.length)));
const encoded = percentEncodeBytes(block).length;
const decoded = percentDecodeBytes(block).length;
const runs = [
  { words: ["encode"], answer: encoded },
  { words: ["encode", "--lines"], answer: percentEncodeBytes(block, rfc3986.component.remove("\n")).length },
  { words: ["decode"], answer: decoded },
  { words: ["decode", "--invalid-utf8", "throw"], answer: decoded },
  { words: ["decode", "--lines"], answer: decoded },
];

const faults = [];
const peaks = [];
const growths = [];
for (const { words, answer } of runs) {
  const started = performance.now();
  const { peak, growth } = await measureResident(words, block, answer, GIGABYTES * GB);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const found = `percodec ${words.join(" ")}: at most ${peak.toFixed(0)} MB, ${growth.toFixed(2)} MB more in the second half`;
  console.log(`${found}, ${seconds} s`);
  if (peak > LIMIT_MB || growth > LIMIT_GROWTH_MB) faults.push(found);
  peaks.push(peak);
  growths.push(growth);
}
conclude(
  "memory",
  `${GIGABYTES} GB each: at most ${Math.max(...peaks).toFixed(0)} MB resident (limit ${LIMIT_MB}), ` +
    `at most ${Math.max(...growths).toFixed(2)} MB more in the second half (limit ${LIMIT_GROWTH_MB})`,
  faults,
);
