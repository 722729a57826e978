// Pipes Shift_JIS text through encode and decode, compares the bytes and measures memory: npm run check -- encodings
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { percentDecode, percentEncode } from "percodec";
import { encoding } from "percodec/charset";
import { all } from "percodec/sets";
import { conclude } from "./check.mjs";
import { chooseSize } from "../support/part.mjs";
import { GB, residentMb } from "./resident.mjs";

const BYTES = chooseSize(5 * GB, 50e6);
const LIMIT_MB = 120;
const SAMPLE_BYTES = 4e6;

const cli = fileURLToPath(new URL("../../tool/dist/cli.cjs", import.meta.url));
const started = performance.now();
const faults = [];
const block = makeBlock();

const encode = start(["encode", "--input-encoding", "shift_jis", "--encoding", "shift_jis"], "pipe");
const decode = start(["decode", "--encoding", "shift_jis", "--output-encoding", "shift_jis"], encode.stdout);
// The pipe belongs to the second process now.
encode.stdout.destroy();

let received = 0;
decode.stdout.on("data", (chunk) => {
  for (let at = 0; at < chunk.length;) {
    const from = (received + at) % block.length;
    const length = Math.min(chunk.length - at, block.length - from);
    if (chunk.compare(block, from, from + length, at, at + length) !== 0 && faults.length === 0)
      faults.push(`the bytes differ in the ${length} from ${received + at} on`);
    at += length;
  }
  received += chunk.length;
});

const peaks = [0, 0];
let sent = 0;
for (let next = 0; sent < BYTES; sent += block.length) {
  if (!encode.stdin.write(block)) await new Promise((resolve) => encode.stdin.once("drain", resolve));
  if (sent < next) continue;
  for (const [k, { pid }] of [encode, decode].entries()) peaks[k] = Math.max(peaks[k] ?? 0, residentMb(pid));
  next += SAMPLE_BYTES;
}
encode.stdin.end();
for (const child of [encode, decode]) {
  const status = await child.ended;
  if (status !== 0) faults.push(`${child.spawnargs.slice(2).join(" ")}: exit ${status}`);
}
if (received !== sent) faults.push(`${received} bytes instead of ${sent}`);
if (Math.max(...peaks) > LIMIT_MB) faults.push(`${Math.max(...peaks).toFixed(0)} MB resident`);
const seconds = (performance.now() - started) / 1000;
conclude(
  "encodings",
  `${(sent / GB).toFixed(2)} GB of Shift_JIS came back the same in ${seconds.toFixed(0)} s; ` +
    `encode used at most ${peaks[0]?.toFixed(0)} MB, decode ${peaks[1]?.toFixed(0)} MB (limit ${LIMIT_MB})`,
  faults,
);

/** Starts the command; `ended` is its exit code. */
function start(words, stdin) {
  const child = spawn(process.execPath, [cli, ...words], { stdio: [stdin, "pipe", "inherit"] });
  return Object.assign(child, { ended: new Promise((resolve) => child.on("close", resolve)) });
}

/** Returns 1 MB of every character that the standard writes as the bytes it was read from, in different neighbourhoods, with line ends. */
function makeBlock() {
  const shiftJis = encoding("shift_jis");
  let characters = "";
  for (let code = 0; code < 0x10000; code++) {
    const character = String.fromCharCode(code);
    if (code >= 0xd800 && code < 0xe000) continue;
    const encoded = percentEncode(character, all, { encoding: shiftJis });
    if (!encoded.startsWith("%26%23") && percentDecode(encoded, { encoding: shiftJis }) === character)
      characters += character;
  }
  const ascii = "The quick brown fox, 100%; %41 + ~\\\r\n";
  const text = characters.replace(/[^]{37}/g, `$&${ascii.replaceAll("$", "$$$$")}`);
  const escapes = percentEncode(text, all, { encoding: shiftJis });
  const bytes = Buffer.from(escapes.replaceAll("%", ""), "hex");
  return Buffer.concat(Array.from({ length: Math.ceil(1e6 / bytes.length) }, () => bytes));
}
