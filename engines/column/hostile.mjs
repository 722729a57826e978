// Hostile rows from a seed: bytes, escapes and parts of them in any order. Each row depends only on the seed and its number.
import { random } from "../../tests/support/random.mjs";

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

function hostileRow(seed, id) {
  // The multiplier moves the seeds of two rows far apart, whose first numbers would be alike.
  const below = random(seed ^ Math.imul(id + 1, 0x9e3779b1));
  const parts = Array.from({ length: below(12) }, () => {
    const list = below(5) === 0 ? RAW : PARTS;
    return /** @type {Buffer} */ (list[below(list.length)]);
  });
  return Buffer.concat(parts);
}
