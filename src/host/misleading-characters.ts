/**
 * Letters that browsers take for Latin letters in a label that has no others, beyond those of UTS #39. Measured: Chromium 156
 * shows nine of one of these as `xn--`, and so all labels of two of them, and nine of any other allowed letter in Unicode.
 */
export const LIKE_LATIN: RegExp =
  /^[-0-9αηικνορτυωагекмопрстухъыьюѕіјһҽӏագզէլհյոսւօדוחיןס׳٠-٩०০৭ਤੜટડ૦૧ଠடப೦೧ടധനഠറดทนบปพฟมรลหเแ๐ခဂငထပဝ၀၂ၜიოყძხሀሠሰስበተነከዐዕዘጠፐ]+$/u;

/** Letters and digits that browsers take for digits in a label that has no others, measured in the same way. */
export const LIKE_DIGITS: RegExp = /^[-0-9θзҙӡճշउ२ও২৪૨૩૭೩೭ဒვკპ]+$/u;

/** The top-level domains in ASCII of countries that write in a script: labels of that script are expected there. */
export const COUNTRIES: Readonly<Record<string, readonly string[]>> = {
  Armenian: ["am"],
  Cyrillic: ["bg", "by", "kz", "ru", "su", "ua", "uz"],
  Ethiopic: ["et"],
  Georgian: ["ge"],
  Greek: ["gr"],
  Hebrew: ["il"],
  Myanmar: ["mm"],
  Thai: ["th"],
};

/** A letter of few languages, what others take it for, and the top-level domains where those languages are at home. */
export type LocalLetter = readonly [letter: string, look: string, tops: readonly string[]];

export const DOTLESS_I = "ı";
export const LOCAL_LETTERS: readonly LocalLetter[] = [
  [DOTLESS_I, "i", ["az", "tr"]],
  ["ə", "e", ["az"]],
  ["ð", "d", ["fo", "is"]],
  ["þ", "p", ["fo", "is"]],
];

// In each expression below a group holds the character that is at fault. None looks behind: Safari before 16.4 cannot.

/**
 * Allowed characters that are missed all the same, and that Chromium shows nowhere: punctuation, the macron below, and letters
 * of Pinyin and of other transcriptions, whose marks are small.
 */
const EASILY_MISSED = /([ǎǐǒǔʻʼ֊\u1e00-\u1e9f‐’‧゠]|\u0331)/u;

/** Characters that no name needs, or not where they stand, because they are taken for others or for a part of another. */
export const MISPLACED: readonly RegExp[] = [
  EASILY_MISSED,
  // A hyphen at an edge or in third and fourth place, which no registry accepts.
  /^(-)|(-)$|^..(-)-/u,
  // A dot above a letter that has one, and marks of the dotless i.
  /[ijl](\u0307)|ı(\p{M})/u,
  // Strokes of Katakana and Han between ASCII.
  /[a-z0-9]([ソゾノン丿乀乁])[a-z0-9]/u,
  // Signs of length, repetition and division without the kana or Han that they belong to.
  /(?:^|[^ぁ-ゖァ-ヺー])(ー)|(?:^|[^ァ-ヺ])([ヽヾ])/u,
  /[-a-z0-9가-힣](・)|(・)(?:[-a-z0-9가-힣]|$)/u,
  // Syllables that look the same in Hiragana and Katakana.
  /[ぁ-ゖ]([ヘベペ])[ぁ-ゖ]|[ァ-ヺー]([へべぺ])[ァ-ヺー]/u,
  // The aytham of Tamil in other scripts.
  /[^\u0b80-\u0bff](ஃ)|(ஃ)[^\u0b80-\u0bff]/u,
];

/** Strokes of Han that are taken for ASCII in a label with Latin letters, unless only Han or kana adjoin. */
export const STROKES: RegExp =
  /[-a-z0-9]([〇一丁七丅丨丶乛亅二亠冖十宀巛工讠])|([〇一丁七丅丨丶乛亅二亠冖十宀巛工讠])[-a-z0-9]/u;

/** In form NFD: a mark twice on one character. */
export const DOUBLE_MARK: RegExp = /(\p{Mn})\p{Mn}*\1/u;

/** The middle dot, which Catalan has between two l. */
export const MIDDLE_DOT: RegExp = /(·)/u;
export const CATALAN_DOTS: RegExp = /l·(?=l)/gu;

/** The zeros of the decimal digits that are allowed. */
export const ZEROS: readonly number[] = [
  0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20, 0x1040,
  0x1090, 0x17e0,
];
