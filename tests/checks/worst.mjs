// The known worst inputs. Each function makes a string of about the given number of bytes in UTF-8.

const times = (unit) => (bytes) => unit.repeat(bytes / Buffer.byteLength(unit));
const after = (start, unit) => (bytes) => start + times(unit)(bytes);
/** Makes a string with distinct names, which fill hash tables. */
const numbered = (make) => (bytes) => {
  const width = make(999_999).length;
  return Array.from({ length: bytes / width }, (_, k) => make(100_000 + k)).join("");
};

export const WORST = {
  // Escapes
  "%": times("%"),
  "%4": times("%4"),
  "%zz": times("%zz"),
  "%%41": times("%%41"),
  "a%41": times("a%41"),
  "%C3%A9": times("%C3%A9"),
  "%E2%82": after("/", "%E2%82"),
  "%F0%9F%98%80": times("%F0%9F%98%80"),
  "%C0%AF": times("%C0%AF"),
  "%ED%A0%80": times("%ED%A0%80"),
  "%FF": times("%FF"),
  "%2525…": after("%", "25"),
  "%252541": times("%252541"),
  "%uD83D%uDE00": times("%uD83D%uDE00"),
  "%2e%2e%2f": after("/", "%2e%2e%2f"),
  "%CC%81": after("/a", "%CC%81"),
  "%1B$B%1B(B": times("%1B$B%1B(B"),
  "%FF%81%30": times("%FF%81%30"),
  // Raw characters
  a: times("a"),
  é: times("é"),
  "😀": times("😀"),
  "lone surrogates": times("\ud800"),
  "bidi and invisible": times("\u202e\u200b"),
  mojibake: times("Ð¿"),
  "combining marks": after("http://e.com/", "a\u0301\u0316"),
  spaces: (bytes) => `a${" ".repeat(bytes)}x`,
  tabs: times("a\tb"),
  NUL: after("http://e.com/", "\0"),
  backslashes: times("\\"),
  // Forms
  "&": times("&"),
  "=": times("="),
  "a&": times("a&"),
  "+;": times("+;"),
  "a=1&": times("a=1&"),
  "names, each once": numbered((k) => `n${k}=&`),
  // URIs
  "/": times("/"),
  "/a/..": times("/a/.."),
  "?#": times("?#"),
  "@": after("http://", "@"),
  "[": after("http://", "["),
  ":": after("http://", "a:"),
  "labels é.": after("http://", "é."),
  "labels xn--a.": after("http://", "xn--a."),
  // Links
  "e.com": times("e.com "),
  "e.com@": times("e.com@"),
  "e.com+": times("e.com+"),
  "e.com/(": times("e.com/("),
  "a@e.com": times("a@e.com,"),
  "a.": times("a."),
  "。": times("文。"),
  "://[": times("http://["),
  ":~:": after("http://e.com/#", "(:~:"),
  // Templates
  "{": times("{"),
  "{a}": times("{a}"),
  "{/a}{;b}…": numbered((k) => `{/a${k}}{;b${k}}`),
  "{a.a.…}": (bytes) => `{${"a.".repeat(bytes / 2)}a}`,
  "{?a,b…}": (bytes) => `{?${numbered((k) => `v${k},`)(bytes)}v}`,
};

/** Repetitions in which a search for the `=` or the end of one pair may read all others, in one-byte and two-byte text. */
const PAIRS = ["&", "a&", ";", "&amp;", "&amp;#x26;amp%3b", "é&", "😀&"];
/** What puts the pairs into the path, the query, the fragment, and the query of a URL in a value. */
const PLACES = ["/", "?", "#", "?a=http://e.com/?"];

/** The worst inputs for functions that read pairs, or may take any text for pairs. */
export const WORST_PAIRS = Object.fromEntries(
  PLACES.flatMap((place) => PAIRS.map((unit) => [`${place}${unit}…`, after(place, unit)])),
);
