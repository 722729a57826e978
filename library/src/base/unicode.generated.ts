// DO NOT EDIT: written by scripts/unicode/invisible.mjs from Unicode 18.0.0 (https://www.unicode.org/versions/Unicode18.0.0/).

/**
 * The version of Unicode of all tables: the UTS #46 mapping and the normalization of hosts, and the invisible characters
 * (https://www.unicode.org/versions/Unicode18.0.0/).
 *
 * @example
 * import { unicodeVersion } from "percodec/uri";
 * unicodeVersion // → "18.0.0"
 */
export const unicodeVersion = "18.0.0";

/**
 * Invisible characters and characters that move the text around them, as first and last of each range. They are controls,
 * format characters (including bidirectional ones), line and paragraph separators, every space except U+0020, surrogates,
 * default-ignorable characters (including the Hangul fillers) and noncharacters, except the last two of each plane. These have a blank glyph: U+2800, U+FFFC, U+13441, U+13442, U+16FE4, U+1D159.
 */
export const INVISIBLE: readonly number[] = [
  0x0, 0x1f, 0x7f, 0xa0, 0xad, 0xad, 0x34f, 0x34f, 0x600, 0x605, 0x61c, 0x61c,
  0x6dd, 0x6dd, 0x70f, 0x70f, 0x890, 0x891, 0x8e2, 0x8e2, 0x115f, 0x1160, 0x1680, 0x1680,
  0x17b4, 0x17b5, 0x180b, 0x180f, 0x2000, 0x200f, 0x2028, 0x202f, 0x205f, 0x206f, 0x2800, 0x2800,
  0x3000, 0x3000, 0x3164, 0x3164, 0xd800, 0xdfff, 0xfdd0, 0xfdef, 0xfe00, 0xfe0f, 0xfeff, 0xfeff,
  0xffa0, 0xffa0, 0xfff0, 0xfffc, 0x110bd, 0x110bd, 0x110cd, 0x110cd, 0x13430, 0x1343f, 0x13441, 0x13442,
  0x16fe4, 0x16fe4, 0x1bca0, 0x1bca3, 0x1d159, 0x1d159, 0x1d173, 0x1d17a, 0xe0000, 0xe0fff,
];
