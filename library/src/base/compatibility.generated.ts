// DO NOT EDIT: written by scripts/unicode/compatibility.mjs from Unicode 18.0.0 (https://www.unicode.org/Public/18.0.0/ucd/UnicodeData.txt,
// as data/compatibility-18.0.0.txt; the assigned code points of Unicode 9.0.0 as @unicode/unicode-9.0.0).

/** The characters beyond ASCII whose form NFKC contains `/`, `\` or NUL, begins with one of `. ; ? # %`, or is a space. */
export const COMPATIBLE: RegExp =
  /[\u00a0\u037e\u2000-\u200a\u2024-\u2026\u202f\u2047\u2048\u205f\u2100\u2101\u2105\u2106\u3000\ufe14\ufe16\ufe19\ufe30\ufe52\ufe54\ufe56\ufe5f\ufe68\ufe6a\uff03\uff05\uff0e\uff0f\uff1b\uff1f\uff3c]/;
