/**
 * The encodings in which a form can be submitted: those of the Encoding Standard except replacement and UTF-16BE/LE, which
 * "get an output encoding" replaces with UTF-8 (https://encoding.spec.whatwg.org/#output-encodings).
 */
export const ENCODINGS = [
  "UTF-8",
  "IBM866",
  ...[2, 3, 4, 5, 6, 7, 8].map((part) => `ISO-8859-${part}`),
  "ISO-8859-8-I",
  ...[10, 13, 14, 15, 16].map((part) => `ISO-8859-${part}`),
  ..."KOI8-R KOI8-U macintosh windows-874".split(" "),
  ...[1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258].map((page) => `windows-${page}`),
  ..."x-mac-cyrillic GBK gb18030 Big5 EUC-JP ISO-2022-JP Shift_JIS EUC-KR x-user-defined".split(" "),
];
