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
 * Invisible characters and characters that move the text around them: the first and the last of each range, each without the number before it. They are controls,
 * format characters (including bidirectional ones), line and paragraph separators, every space except U+0020, surrogates,
 * default-ignorable characters (including the Hangul fillers) and noncharacters, except the last two of each plane. These have a blank glyph: U+2800, U+FFFC, U+13441, U+13442, U+16FE4, U+1D159.
 */
export const INVISIBLE_STEPS: readonly number[] = [
  0, 31, 96, 33, 13, 0, 674, 0, 689, 5, 23, 0, 193, 0, 50, 0, 385, 1, 81, 0, 2173, 1, 1312, 0,
  308, 1, 86, 4, 2033, 15, 25, 7, 48, 16, 1937, 0, 2048, 0, 356, 0, 42652, 2047, 7633, 31, 17, 15, 240, 0,
  161, 0, 80, 12, 4289, 0, 16, 0, 9059, 15, 2, 1, 15266, 0, 19644, 3, 5302, 0, 26, 7, 798342, 4095,
];
