// Pipes 5 GB through encode and decode, in UTF-8 and in Shift_JIS, compares the bytes and checks their use of memory: npm run check -- memory
import { percentDecode, percentDecodeBytes, percentEncode, percentEncodeBytes } from "percodec";
import { encoding } from "percodec/charset";
import { all, rfc3986 } from "percodec/sets";
import { conclude } from "./check.mjs";
import { chooseSize } from "../support/part.mjs";
import { GB, measureResident } from "./resident.mjs";

const GIGABYTES = chooseSize(5, 1);
/** Shift_JIS takes 20 times as long. */
const SHIFT_JIS_GIGABYTES = chooseSize(5, 0.05);
const LIMIT_MB = 120;
/** The most that the second half may add in MB: 1 MB per GB of 5 GB. In 1 GB, the heap of V8 alone grows and shrinks by about 1 MB. */
const LIMIT_GROWTH_MB = 2.5;

const line = "https://example.com/caf%C3%A9/%E2%9C%93?q=a%20b+c&next=%2Fhome%2F%F0%9F%98%80\n";
const block = Buffer.from(line.repeat(Math.ceil(1e6 / line.length)));
const decoded = percentDecodeBytes(block);
const sjis = makeShiftJis();
const runs = [
  { words: ["encode"], answer: percentEncodeBytes(block) },
  { words: ["encode", "--lines"], answer: percentEncodeBytes(block, rfc3986.component.remove("\n")) },
  { words: ["decode"], answer: decoded },
  { words: ["decode", "--invalid-utf8", "throw"], answer: decoded },
  { words: ["decode", "--lines"], answer: decoded },
  {
    words: ["encode", "--input-encoding", "shift_jis", "--encoding", "shift_jis"],
    input: sjis.bytes,
    answer: sjis.escapes,
    gigabytes: SHIFT_JIS_GIGABYTES,
  },
  {
    words: ["decode", "--encoding", "shift_jis", "--output-encoding", "shift_jis"],
    input: sjis.escapes,
    answer: sjis.bytes,
    gigabytes: SHIFT_JIS_GIGABYTES,
  },
];

const faults = [];
const peaks = [];
const growths = [];
for (const { words, input = block, answer, gigabytes = GIGABYTES } of runs) {
  const started = performance.now();
  const { peak, growth } = await measureResident(words, input, answer, gigabytes * GB);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const found = `percodec ${words.join(" ")}: at most ${peak.toFixed(0)} MB, ${growth.toFixed(2)} MB more in the second half`;
  console.log(`${found}, ${gigabytes} GB in ${seconds} s`);
  // In less than 1 GB the runtime's own memory still grows.
  const isLong = gigabytes >= 1;
  if (peak > LIMIT_MB || (isLong && growth > LIMIT_GROWTH_MB)) faults.push(found);
  peaks.push(peak);
  if (isLong) growths.push(growth);
}
conclude(
  "memory",
  `${GIGABYTES} GB each, and ${SHIFT_JIS_GIGABYTES} GB of Shift_JIS: at most ${Math.max(...peaks).toFixed(0)} MB resident (limit ${LIMIT_MB}), ` +
    `at most ${Math.max(...growths).toFixed(2)} MB more in the second half (limit ${LIMIT_GROWTH_MB})`,
  faults,
);

/** Returns 1 MB of every character that the standard writes as the bytes it was read from, in different neighbourhoods, with line ends. */
function makeShiftJis() {
  const options = { encoding: encoding("shift_jis") };
  let characters = "";
  for (let code = 0; code < 0x10000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const character = String.fromCharCode(code);
    const encoded = percentEncode(character, all, options);
    if (!encoded.startsWith("%26%23") && percentDecode(encoded, options) === character) characters += character;
  }
  const ascii = "The quick brown fox, 100%; %41 + ~\\\r\n";
  const text = characters.replace(/[^]{37}/g, `$&${ascii.replaceAll("$", "$$$$")}`);
  const repeat = (part) => Buffer.concat(Array.from({ length: Math.ceil(1e6 / (text.length * 2)) }, () => part));
  const bytes = Buffer.from(percentEncode(text, all, options).replaceAll("%", ""), "hex");
  return { bytes: repeat(bytes), escapes: repeat(Buffer.from(percentEncode(text, undefined, options))) };
}
