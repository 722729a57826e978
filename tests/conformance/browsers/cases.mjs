// The pairs of the forms. They are the same for every encoding.
import { chooseSize } from "../../support/part.mjs";
import { random } from "../../support/random.mjs";

/**
 * Returns a pair for each tested code point: its hex as the name, the character as the value. All code points of the Basic
 * Multilingual Plane are included, with lone surrogates (they become U+FFFD), and those of plane 2, which contains Big5's
 * supplementary code points; in `.ci/run` a seeded eighth of them. Of the other planes, which only gb18030 encodes, by arithmetic, every 1,024th code point and
 * its neighbours are included.
 */
export function codePointPairs(seed) {
  const pairs = [];
  const step = chooseSize(1, 8);
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    const plane = codePoint >> 16;
    const isLeftOut = plane === 2 ? (codePoint + seed) % step > 0 : plane > 0 && (codePoint + 1) % 1024 > 2;
    if (isLeftOut) continue;
    pairs.push([codePoint.toString(16), String.fromCodePoint(codePoint)]);
  }
  return pairs;
}

/**
 * Characters for which encoders keep state or look ahead. The first line is ASCII, with the characters that ISO-2022-JP's
 * Roman set replaces and the controls that it rejects; then kana in both widths, kanji and the minus of three standards.
 * The third line has sequences that Big5 decodes to two code points, Latin, Cyrillic, Hebrew, Hangul and private use. The
 * last lines are supplementary code points and the halves of one.
 */
const POOL = [
  ..."A &=+%\\~\u000e\u000f\u001b\u0000\u007f\r\n",
  ..."¥‾あんアｱﾟ゛亜腕日\u2212\uff0d\uff3c〜～―∥¢￢",
  ..."ÊÊ̄Ê̌ê̄ê̌é€™ßЖאﬡ한中國㐀Ⓐ\u0080\u00a0\u3000\ufeff\ue000\ue5e5\uf780\ufffd",
  ..."😀𠀋",
  "\ud83d",
  "\ude00",
];
const STRINGS = 4000;

/** Handwritten texts: each change of ISO-2022-JP's state, also across characters that it cannot encode and across newlines. */
const STATES = [
  ..."¥A¥\\¥~‾\\ あA¥あ¥Aあ A\u000eA¥\u000fAあ\u001bA あ😀い ¥😀¥ あ\n¥\nA あ\ud83dい\ude00 ｱﾟｶﾞあｱA".split(" "),
  "\u2212あ\uff0d¥",
  "¥\u2212é‾",
];

/** Returns pairs whose names and values are random strings of several code points. */
export function stringPairs(seed) {
  const pick = random(seed);
  const string = () => Array.from({ length: 1 + pick(8) }, () => POOL[pick(POOL.length)]).join("");
  const pairs = STATES.map((text) => [text, text]);
  while (pairs.length < STRINGS) pairs.push([string(), string()]);
  return pairs;
}

/** Returns pairs for HTML's normalization of newlines, and for the field `_charset_`, whose value the browser replaces. */
export function newlinePairs() {
  const newlines = ["\r", "\n", "\r\n", "\n\r", "\r\r", "\n\n", "\r\r\n", "\r\n\n", "\r\n\r\n"];
  return [
    ...newlines.flatMap((newline) => [
      [newline, newline],
      [`a${newline}b`, `c${newline}d`],
      [`${newline}e`, `f${newline}`],
      [`あ${newline}é`, `¥${newline}い`],
    ]),
    ["empty", ""],
    ["_charset_", ""],
    ["_CharSet_", "given"],
    ["_charset_ ", "given"],
    ["__charset_", "given"],
  ];
}
