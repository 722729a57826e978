/**
 * Matches all but the letters that browsers treat as Latin look-alikes, beyond those of UTS #39, with digits and the hyphen. Measured in Chromium 156: it
 * shows nine times one of these letters as `xn--`, and nine times any other allowed letter in Unicode. It shows every
 * label of two of these as `xn--` too.
 */
export const NOT_LIKE_LATIN: RegExp =
  /[^-0-9αηικνορτυωагекмопрстухъыьюѕіјһҽӏագզէլհյոսւօדוחיןס׳٠-٩०০৭ਤੜટડ૦૧ଠடப೦೧ടധനഠറดทนบปพฟมรลหเแ๐ခဂငထပဝ၀၂ၜიოყძხሀሠሰስበተነከዐዕዘጠፐ]/u;

/** Matches all but the letters and digits that browsers treat as look-alikes of digits, measured in the same way. */
export const NOT_LIKE_DIGITS: RegExp = /[^-0-9θзҙӡճշउ२ও২৪૨૩૭೩೭ဒვკპ]/u;

/** The ASCII top-level domains of the countries that use a script: labels in that script are expected there. */
export const COUNTRY_DOMAINS: Readonly<Record<string, readonly string[]>> = {
  Armenian: ["am"],
  Cyrillic: ["bg", "by", "kz", "ru", "su", "ua", "uz"],
  Ethiopic: ["et"],
  Georgian: ["ge"],
  Greek: ["gr"],
  Hebrew: ["il"],
  Myanmar: ["mm"],
  Thai: ["th"],
};

/** A letter of few languages, the ASCII letter that it looks like, and the top-level domains of those languages. */
export type LocalLetter = readonly [letter: string, look: string, tops: readonly string[]];

export const DOTLESS_I = "ı";
export const LOCAL_LETTERS: readonly LocalLetter[] = [
  [DOTLESS_I, "i", ["az", "tr"]],
  ["ə", "e", ["az"]],
  ["ð", "d", ["fo", "is"]],
  ["þ", "p", ["fo", "is"]],
];

// In each expression below a group captures the character at fault. None uses lookbehind, which Safari before 16.4 lacks.

/**
 * Characters that UTS #39 allows but that are easy to overlook, and that Chromium never shows: punctuation, the macron below,
 * and letters of Pinyin and other transcriptions, whose marks are small.
 */
const EASILY_MISSED = /([ǎǐǒǔʻʼ֊\u1e00-\u1e9f‐’‧゠]|\u0331)/u;

/** Characters that no name needs, at all or at this position, because they look like another character or a part of one. */
export const MISPLACED: readonly RegExp[] = [
  EASILY_MISSED,
  // A hyphen at the start or end, or third and fourth, which no registry accepts.
  /^(-)|(-)$|^..(-)-/u,
  // A dot above a letter that already has one, and any mark on the dotless i.
  /[ijl](\u0307)|ı(\p{M})/u,
  // Katakana and Han that look like strokes, between ASCII.
  /[a-z0-9]([ソゾノン丿乀乁])[a-z0-9]/u,
  // Marks of length, repetition and separation without the kana or Han that they belong to.
  /(?:^|[^ぁ-ゖァ-ヺー])(ー)|(?:^|[^ァ-ヺ])([ヽヾ])/u,
  /[-a-z0-9가-힣](・)|(・)(?:[-a-z0-9가-힣]|$)/u,
  // Syllables that look the same in Hiragana and Katakana.
  /[ぁ-ゖ]([ヘベペ])[ぁ-ゖ]|[ァ-ヺー]([へべぺ])[ァ-ヺー]/u,
  // The Tamil aytham beside other scripts.
  /[^\u0b80-\u0bff](ஃ)|(ஃ)[^\u0b80-\u0bff]/u,
];

/** Han that look like ASCII, next to an ASCII letter, digit or hyphen. */
export const STROKES: RegExp =
  /[-a-z0-9]([〇一丁七丅丨丶乛亅二亠冖十宀巛工讠])|([〇一丁七丅丨丶乛亅二亠冖十宀巛工讠])[-a-z0-9]/u;

/** The same mark twice on one character, in a text in NFD. */
export const DOUBLE_MARK: RegExp = /(\p{Mn})\p{Mn}*\1/u;

/** The middle dot, which Catalan writes between two l. */
export const MIDDLE_DOT: RegExp = /(·)/u;
export const CATALAN_DOTS: RegExp = /l·(?=l)/gu;

/** The digit zero of each script whose decimal digits are allowed. */
export const ZEROS: readonly number[] = [
  0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20, 0x1040,
  0x1090, 0x17e0,
];
