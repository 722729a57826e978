/**
 * The encodings that a form can be sent in: the names of the Encoding Standard without replacement and UTF-16
 * (https://encoding.spec.whatwg.org/#output-encodings).
 */
export const ENCODINGS: readonly string[] = [
  "UTF-8",
  "windows-1252",
  "Shift_JIS",
  "EUC-JP",
  "ISO-2022-JP",
  "EUC-KR",
  "GBK",
  "gb18030",
  "Big5",
  ...[1250, 1251, 1253, 1254, 1255, 1256, 1257, 1258].map((page) => `windows-${page}`),
  "windows-874",
  ...[2, 3, 4, 5, 6, 7, 8].map((part) => `ISO-8859-${part}`),
  "ISO-8859-8-I",
  ...[10, 13, 14, 15, 16].map((part) => `ISO-8859-${part}`),
  "KOI8-R",
  "KOI8-U",
  "IBM866",
  "macintosh",
  "x-mac-cyrillic",
  "x-user-defined",
];
