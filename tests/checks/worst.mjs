// The known worst inputs. Each function makes a string of about the given number of bytes in UTF-8.

const times = (unit) => (bytes) => unit.repeat(bytes / Buffer.byteLength(unit));
const after = (start, unit) => (bytes) => start + times(unit)(bytes);
/** Makes a string with distinct names, which fill hash tables. */
const numbered = (make) => (bytes) => {
  const width = make(999_999).length;
  return Array.from({ length: bytes / width }, (_, k) => make(100_000 + k)).join("");
};

/** The inputs that are a repetition of their name. */
const UNITS = [
  // Escapes
  ..."% %4 %zz %%41 a%41 %C3%A9 %F0%9F%98%80 %C0%AF %ED%A0%80 %FF %252541 %uD83D%uDE00 %1B$B%1B(B %FF%81%30".split(" "),
  // Raw characters, forms, URIs, links and templates
  ..."a é 😀 & = a& +; a=1& / /a/.. ?# e.com@ e.com+ e.com/( a. { {a}".split(" "),
];

export const WORST = {
  ...Object.fromEntries(UNITS.map((unit) => [unit, times(unit)])),
  // Escapes
  "%E2%82": after("/", "%E2%82"),
  "%2525…": after("%", "25"),
  "%2e%2e%2f": after("/", "%2e%2e%2f"),
  "%CC%81": after("/a", "%CC%81"),
  // Raw characters
  "lone surrogates": times("\ud800"),
  "bidi and invisible": times("\u202e\u200b"),
  mojibake: times("Ð¿"),
  "combining marks": after("http://e.com/", "a\u0301\u0316"),
  spaces: (bytes) => `a${" ".repeat(bytes)}x`,
  tabs: times("a\tb"),
  NUL: after("http://e.com/", "\0"),
  backslashes: times("\\"),
  // Forms
  "names, each once": numbered((k) => `n${k}=&`),
  // URIs
  "@": after("http://", "@"),
  "[": after("http://", "["),
  ":": after("http://", "a:"),
  "labels é.": after("http://", "é."),
  "labels xn--a.": after("http://", "xn--a."),
  // Links
  "e.com": times("e.com "),
  "a@e.com": times("a@e.com,"),
  "。": times("文。"),
  "://[": times("http://["),
  ":~:": after("http://e.com/#", "(:~:"),
  // Templates
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
