// All scalar values, bytes that are not text, and the characters among them that control a terminal or mislead its user.

/** C0 except LF, DEL, C1 and the bidirectional controls (https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters). */
const CONTROLS = /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/**
 * CONTROLS, default ignorable code points, line and paragraph separators, every space except U+0020, and blank letters and
 * symbols (https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point).
 */
export const FORBIDDEN = new RegExp(
  `${CONTROLS.source}|[\\p{Default_Ignorable_Code_Point}\\p{Zl}\\p{Zp}]|(?! )\\p{Zs}|[\\u2800\\ufffc\\u{13441}\\u{13442}\\u{16fe4}\\u{1d159}]`,
  "u",
);

/** Yields all scalar values in order. */
export function* scalars() {
  for (let code = 0; code < 0x110000; code++) if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
}

/** Returns lines of `perLine` characters with all scalar values except LF. */
export function makeLines(perLine) {
  const lines = [];
  const line = [];
  for (const character of scalars()) {
    if (character === "\n") continue;
    line.push(character);
    if (line.length === perLine) lines.push(line.splice(0).join(""));
  }
  return [...lines, line.join("")];
}

/** Percent-encodes every byte of a string. */
export const escaped = (text) => Buffer.from(text).toString("hex").replace(/../g, "%$&");

/** All controls that an argument can contain, each followed by `[31m`, with which it could form an escape sequence. */
export const EVIL = Array.from(scalars())
  .filter((character) => character !== "\0" && CONTROLS.test(character))
  .map((character) => `${character}[31m`)
  .join("");

/** Every single byte and every pair of bytes: C1 as raw bytes, continuation bytes without a lead, leads without continuation. */
export const RAW = Buffer.from(
  Array.from({ length: 0x10000 }, (_, pair) => [pair >> 8, pair & 0xff, 0x78, pair & 0xff, 0x0a]).flat(),
);

const HIDING = ["\u202e", "\u202d", "\u2067", "\u2066", "\u061c", "\u200f", "\x1b]0;", "\x9b2J", "\x7f", "\x07"];
const SHAPES = [
  (evil) => `http://example.com/${evil}gpj.exe`,
  (evil) => `http://example.com/${escaped(evil)}gpj.exe`,
  (evil) => `http://ex${evil}ample.com/`,
  (evil) => `http://ex${escaped(evil)}ample.com/login`,
  (evil) => `http://bank.com${evil}@evil.example/`,
  (evil) => `http://example.com/?next=${evil}//moc.live&q=${escaped(evil)}`,
  (evil) => `http://example.com/#${evil}/moc.knab`,
  (evil) => `http://example.com/%25${escaped(evil).slice(1)}/`,
  (evil) => `http://xn--bcher-kva.example:80${evil}/%2e%2e/${escaped(evil)}`,
  (evil) => `${evil}javascript:alert(1)//${escaped(evil)}`,
];

/** Each hiding character or sequence at each place of a URL. */
export const URLS = SHAPES.flatMap((shape) => HIDING.map((evil) => shape(evil)));
