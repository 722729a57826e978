// What the forms hold: pairs of a name and a value, the same in every encoding.
import { random } from "../../support/random.mjs";

/**
 * Each as a value of its own, named by its hex: all of the Basic Multilingual Plane, lone surrogates included (they
 * become U+FFFD), all of plane 2, where Big5 has its supplementary code points, and from the other planes every 1,024th
 * with their neighbours, since only gb18030 encodes those, by arithmetic.
 */
export function codePointPairs() {
  const pairs = [];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    const plane = codePoint >> 16;
    if (plane !== 0 && plane !== 2 && (codePoint + 1) % 1024 > 2) continue;
    pairs.push([codePoint.toString(16), String.fromCodePoint(codePoint)]);
  }
  return pairs;
}

/**
 * Where encoders keep state or look ahead: ASCII with what ISO-2022-JP's Roman set replaces and the controls that it
 * refuses, kana in both widths, kanji, the minus of three standards, what Big5 decodes to two code points, Latin,
 * Cyrillic, Hebrew, Hangul, the private use area, a supplementary code point, and both halves of one.
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

/** Written by hand: each change of ISO-2022-JP's state, also over what it cannot encode and over a newline. */
const STATES = [
  "¥A¥\\¥~‾\\",
  "あA¥あ¥Aあ",
  "A\u000eA¥\u000fAあ\u001bA",
  "あ😀い",
  "¥😀¥",
  "あ\n¥\nA",
  "あ\ud83dい\ude00",
  "ｱﾟｶﾞあｱA",
  "\u2212あ\uff0d¥",
  "¥\u2212é‾",
];

/** Strings of several code points as names and as values. */
export function stringPairs(seed) {
  const pick = random(seed);
  const string = () => Array.from({ length: 1 + pick(8) }, () => POOL[pick(POOL.length)]).join("");
  const pairs = STATES.map((text) => [text, text]);
  while (pairs.length < STRINGS) pairs.push([string(), string()]);
  return pairs;
}

/** HTML's newline work at submit, and the hidden field that tells the encoding, which is not looked at for its value. */
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
