// Hostile rows from a seed: bytes, escapes and parts of them in any order. Each row depends only on the seed and its number.

const PARTS = `
% %% %4 %zz %G1 %1g %u0041 %uD83D%uDE00 %u12 + & = q= &q= ? # ?q=
%00 %0A %25 %2541 %41 %7f %20 %2B %C3%A9 %c3 %A9 %E2%9C%93 %E2%9C %F0%9F%91%8D
%C0%AF %E0%80%AF %ED%A0%80 %F4%90%80%80 %FF %80 %F8%88%80%80%80 %F0%80%80%80 %F5%80
é ✓ 👍 мир a abc path/to/file.html 0123456789abcdef0123456789abcdef utm_source=news%2Dletter
`
  .trim()
  .split(/\s/)
  .concat("")
  .map((text) => Buffer.from(text));
const RAW = ["c3", "a9", "e29c", "93", "c0af", "eda080", "f4908080", "ff", "f09f91", "8d", "00", "80", "f5"].map(
  (text) => Buffer.from(text, "hex"),
);

/** Returns `count` rows of a seed, the first of them number `from`. */
export function hostileRows(seed, count, from = 0) {
  return Array.from({ length: count }, (_, k) => hostileRow(seed, from + k));
}

/** Returns a generator of 32-bit numbers that depend only on the seed and the id (splitmix32). */
function drawFor(seed, id) {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(id, 0x85ebca6b)) >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}

function hostileRow(seed, id) {
  const draw = drawFor(seed, id);
  const parts = Array.from({ length: draw() % 12 }, () => {
    const list = draw() % 5 === 0 ? RAW : PARTS;
    return /** @type {Buffer} */ (list[draw() % list.length]);
  });
  return Buffer.concat(parts);
}
