// Makes the rows of the tests: { id, q } as JSON lines. Each depends only on the seed and its id.
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";

const BLOCK_UNITS = 1 << 20;

/** The kinds of rows; `share` is per 100,000 rows, and the rest is plain. `status` is the expected status of decoding. */
const KINDS = [
  { name: "malformed", share: 1000, status: "malformed", make: (draw) => withPart(draw, MALFORMED) },
  { name: "bad UTF-8", share: 500, status: "invalid-utf8", make: (draw) => withPart(draw, BAD_UTF8) },
  { name: "raw controls", share: 300, status: "ok", make: (draw) => withPart(draw, RAW) },
  { name: "escaped controls", share: 200, status: "ok", make: (draw) => withPart(draw, ESCAPED) },
  { name: "\\N", share: 50, status: "ok", make: (draw) => pick(draw, ["\\N", "%5CN", "\\\\N", "\\N\n"]) },
  { name: "empty", share: 50, status: "ok", make: () => "" },
  { name: "null", share: 50, status: "null", make: () => null },
  { name: "long", share: 10, status: "ok", make: (draw) => longText(draw, 2000 + (draw() % 60_000)) },
  { name: "very long", share: 1, status: "ok", make: (draw) => longText(draw, 300_000) },
  { name: "too long", share: 1, status: "too-long", make: (draw) => longText(draw, 1_500_000) },
];
const MALFORMED = ["%", "%zz", "%4", "%G1", "100% ", "%%41", "%u0041", "%+1", "%\t"];
const BAD_UTF8 = ["%FF", "%C0%AF", "%ED%A0%80", "%F4%90%80%80", "%E2%9C", "%80", "%E0%80%AF", "%E2%9C%zz"];
const RAW = [
  "\t",
  "\n",
  "\r",
  "\r\n",
  "\0",
  "\\",
  "\\t",
  "\u2028",
  "\u0085",
  '"',
  "'",
  "\ufeff",
  "мир",
  "👍",
  "\x1b[0m",
];
const ESCAPED = ["%09", "%0A", "%0D", "%0D%0A", "%00", "%5C", "%5Ct", "%E2%80%A8", "%22", "%EF%BB%BF", "%2500", "%1B"];
const WORDS = ["q=caf%C3%A9", "/a%20b/c", "name=J%C3%BCrgen", "%E4%BD%A0%E5%A5%BD", "x+y=z", "utm_source=news%2Dletter", "%F0%9F%91%8D", "path%2Fto%2Ffile.txt", "100%25", "a.b-c_d~e", "id=0042"]; // prettier-ignore

/** Returns a generator of 32-bit numbers that depend only on the seed and the id (splitmix32). */
export function drawFor(seed, id) {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(id, 0x85ebca6b)) >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}

const pick = (draw, list) => list[draw() % list.length];

function plainText(draw) {
  let text = pick(draw, WORDS);
  for (let rest = draw() % 6; rest > 0; rest--) text += `&${pick(draw, WORDS)}`;
  return text;
}

/** Returns plain text with one of the parts before, inside or after it. */
function withPart(draw, parts) {
  const before = draw() % 4 === 0 ? "" : `${plainText(draw)}&`;
  const after = draw() % 4 === 0 ? "" : `&${plainText(draw)}`;
  return before + pick(draw, parts) + after;
}

function longText(draw, length) {
  const part = `${plainText(draw)}&`;
  return part.repeat(Math.ceil(length / part.length));
}

/** Returns the row of an id: `{ q, kind }`. */
export function row(seed, id) {
  const draw = drawFor(seed, id);
  let place = draw() % 100_000;
  for (const kind of KINDS) {
    place -= kind.share;
    if (place < 0) return { q: kind.make(draw), kind };
  }
  return { q: plainText(draw), kind: { name: "plain", status: "ok" } };
}

/** Writes `count` rows as files of JSON lines, and returns the expected number of rows with each status. */
export function writeRows(folder, { seed, count, files }) {
  mkdirSync(folder, { recursive: true });
  const statuses = {};
  for (let file = 0; file < files; file++) {
    const handle = openSync(join(folder, `part-${String(file).padStart(5, "0")}.json`), "w");
    let block = "";
    for (let id = Math.floor((count * file) / files); id < Math.floor((count * (file + 1)) / files); id++) {
      const { q, kind } = row(seed, id);
      statuses[kind.status] = (statuses[kind.status] ?? 0) + 1;
      block += `{"id":${id},"q":${JSON.stringify(q)}}\n`;
      if (block.length >= BLOCK_UNITS) {
        writeSync(handle, block);
        block = "";
      }
    }
    writeSync(handle, block);
    closeSync(handle);
  }
  return statuses;
}
