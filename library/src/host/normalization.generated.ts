// DO NOT EDIT: written by scripts/unicode/normalization.mjs from Unicode 18.0.0 (https://www.unicode.org/Public/18.0.0/ucd/UnicodeData.txt,
// as data/normalization-18.0.0.txt; the assigned code points of Unicode 9.0.0 as @unicode/unicode-9.0.0).

/**
 * What Unicode 9 does not have and normalization does not leave alone: marks with a class, and parts of new composites. Above U+FFFF it
 * matches more, so that it is short.
 */
// oxlint-disable-next-line no-misleading-character-class -- each character of the class stands alone
export const NEWER: RegExp = /[\u{5c8}\u{5c9}\u{7fd}\u{897}-\u{89f}\u{8ca}-\u{8d3}\u{9fe}\u{c3c}\u{d3b}\u{d3c}\u{eba}\u{1715}\u{1abf}-\u{1af0}\u{1df6}-\u{1dfa}\u{a82c}\u{105c9}-\u{1e6f5}]/u;

/** The primary composites that Unicode 9 does not have, each followed by the two characters of its decomposition. */
export const COMPOSITES: string =
  "\u{105c9}\u{105d2}\u{307}" +
  "\u{105e4}\u{105da}\u{307}" +
  "\u{11383}\u{11382}\u{113c9}" +
  "\u{11385}\u{11384}\u{113bb}" +
  "\u{1138e}\u{1138b}\u{113c2}" +
  "\u{11391}\u{11390}\u{113c9}" +
  "\u{113c5}\u{113c2}\u{113c2}" +
  "\u{113c7}\u{113c2}\u{113b8}" +
  "\u{113c8}\u{113c2}\u{113c9}" +
  "\u{11938}\u{11935}\u{11930}" +
  "\u{16121}\u{1611e}\u{1611e}" +
  "\u{16122}\u{1611e}\u{16129}" +
  "\u{16123}\u{1611e}\u{1611f}" +
  "\u{16124}\u{16129}\u{1611f}" +
  "\u{16125}\u{1611e}\u{16120}" +
  "\u{16126}\u{16121}\u{1611f}" +
  "\u{16127}\u{16122}\u{1611f}" +
  "\u{16128}\u{16121}\u{16120}" +
  "\u{16d68}\u{16d67}\u{16d67}" +
  "\u{16d69}\u{16d63}\u{16d67}" +
  "\u{16d6a}\u{16d69}\u{16d67}";

/** The canonical combining classes above 0. */
export const CLASSES: readonly number[] = [
  1, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 84, 91, 103, 107, 118, 122, 129, 130, 132, 202, 214, 216, 218, 220, 222, 224, 226, 228, 230, 232, 233, 234, 240,
];

/** The class of each run of code points, as a digit: its index in `CLASSES`. */
export const RUN_CLASSES: string =
  "yztzrtptptAty2ytytytyzty01010yytytyutytytyuxyFGHIJKLMNOPQRSTUytNFQyZabWXYZabcdytytyteyytyytytfytytytytytytytytytyy" +
  "tytyyyytytyytytytytytWXYytytyCEytyCEyCECECEECEghCEEEEiEjkEltttrmnonnyEytCEtyEEEyxuytytEytytyttytytytyty1ytyCEytyEC" +
  "ECyAtytyAtyyytyty1qtpyzxtsy0tytyAyAyyAytyAtyyEysxzuvDyyyyEEEytECEyytyyyEEVytyttytyyAtEytyyyytytytytytttytytytytEEE" +
  "ECyECECECCECEyyEECyECECEECEECECEEEEECEEEEAyBAtrAwrtytyyrArryyyyyyyyyztyytyyyytyC";

/** How far each run starts after the end of the last one. */
export const RUN_GAPS: string =
  "4ABBBBBBBBBBBBBBBBBCBBBBBBBBBBBoUoKBBBBBBBBBBBBBBBBBBBBBBBBBBCCBCBCBBiHBBBhRBBBBBBBBBBBBBRjGDBBDCBBhEfBBBBBBBBBBBB" +
  "BBBBBBlBBBKZCCChMhcBBhLBBCBBBBBBBBBBBBBBhdREBBjIRhRheRjPRjPRkAjPRIBjGRjORjdjOBOjNBOiNcCChYBCGDCBChfjRCiT2Q9VfkeLmM" +
  "kQBBmcBiIVDhRBBBCBBBBBBBBBBBBBiEQhHBBhXhbMiEkZCBBBBCFHEmHBBBBBBBBBBBBBBBBBB2RBBBBFEBBBBBBi_fkOjBxLBBBBjK9uVFhBiRoV" +
  "hGkYchahGjANnQCBDGChVnXz5R4CBB-OnDkWh0TChJBBFlGBxeiCpefBBhBBBBBBBCiHBBBBhSBBBmBhKPhaBiGhRhfiNKjLBlTBiRRZEiajSEYjEB" +
  "ncBjfjXBjUoOBoDFkdiUTiStGoDCiStKwvNiuBhchlazlNlkJhdBEBJDBfkVMJDhBjrfCDCCjFlBrYhevdBBnfBnUDIGubjOB";

/** How many code points each run has, less one. */
export const RUN_LENGTHS: string =
  "UADAAEBDBKEDHAACCBCDAABAABABAMEADACAAFFBABAAAAAAAAAAAABAAAAAAAAAAAHAAAAAAAAAAABBEABAAGDAABABAAAABABCABAACAAAAAAABG" +
  "AAADICECBCDEENABABACCAAACABBEAAAABAAAAAAAAAAAAAAAABAABADBADBAAAAAADABABAABACBAAAAAAAAAAHAEFBABBBEARAHADABBAAAAAGBA" +
  "BACAEBDAGAABBAGABAAAAhEABAAAAAAABBDCBABAAABDACAfAAAABBAJBBAAARCAAAABABBAAAAGGBAAEAAAAAAAADEBABBCAAAACBCBCAADAAAAAA" +
  "AAACBAAAAAAABAGECAAAAAAAAAAAAABAAAAAAABABAEGBABBCAEHEBDCCBABGQGBEAGADBAAAAAABAGFA";
