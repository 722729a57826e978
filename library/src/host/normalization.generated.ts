// DO NOT EDIT: written by scripts/unicode/normalization.mjs from Unicode 18.0.0 (https://www.unicode.org/Public/18.0.0/ucd/UnicodeData.txt,
// as data/normalization-18.0.0.txt; the assigned code points of Unicode 9.0.0 as @unicode/unicode-9.0.0).

/** What Unicode 9 does not have and normalization does not leave alone: marks with a class, and parts of new composites. */
// oxlint-disable-next-line no-misleading-character-class -- each character of the class stands alone
export const NEWER: RegExp = /[\u{5c8}\u{5c9}\u{7fd}\u{897}-\u{89f}\u{8ca}-\u{8d3}\u{9fe}\u{c3c}\u{d3b}\u{d3c}\u{eba}\u{1715}\u{1abf}-\u{1af0}\u{1df6}-\u{1dfa}\u{a82c}\u{105c9}\u{105d2}\u{105da}\u{105e4}\u{10d24}-\u{10d27}\u{10d69}-\u{10d6d}\u{10eab}\u{10eac}\u{10ecb}-\u{10ecf}\u{10ef0}-\u{10efb}\u{10efd}-\u{10eff}\u{10f46}-\u{10f50}\u{10f82}-\u{10f85}\u{11070}\u{1133b}\u{11382}-\u{11385}\u{1138b}\u{1138e}\u{11390}\u{11391}\u{113b8}\u{113bb}\u{113c2}\u{113c5}\u{113c7}-\u{113c9}\u{113ce}-\u{113d0}\u{1145e}\u{11839}\u{1183a}\u{11930}\u{11935}\u{11938}\u{1193d}\u{1193e}\u{11943}\u{119e0}\u{11a34}\u{11a47}\u{11a99}\u{11d42}\u{11d44}\u{11d45}\u{11d97}\u{11f41}\u{11f42}\u{1611e}-\u{16129}\u{1612f}\u{16d63}\u{16d67}-\u{16d6a}\u{16ff0}\u{16ff1}\u{1d127}\u{1d128}\u{1d250}-\u{1d252}\u{1d25b}\u{1d25c}\u{1d25f}\u{1d280}\u{1d281}\u{1e08f}\u{1e130}-\u{1e136}\u{1e2ae}\u{1e2ec}-\u{1e2ef}\u{1e4ec}-\u{1e4ef}\u{1e5ee}\u{1e5ef}\u{1e6e3}\u{1e6e6}\u{1e6ee}\u{1e6ef}\u{1e6f5}]/u;

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

/** How far each run starts behind the end of the last one. */
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
