// The ten bodies and the URL Standard's parser. The file uses nothing of Node, because Bun and Deno load it too.
const FORM = "application/x-www-form-urlencoded";
const utf8 = new TextEncoder();

/** Converts a string to bytes. `\xHH` in it is a single byte. */
const toBytes = (text) =>
  Uint8Array.from(
    text
      .split(/(\\x[0-9A-F]{2})/)
      .flatMap((part) => (part.startsWith("\\x") ? [parseInt(part.slice(2), 16)] : [...utf8.encode(part)])),
  );

const body = (name, text, stake, charset) => ({
  name,
  shown: text,
  stake,
  contentType: charset ? `${FORM}; charset=${charset}` : FORM,
  bytes: toBytes(text),
});

/**
 * Makes a body of `count` pairs of five bytes each. 20,000 pairs are 99,999 bytes, less than Express's limit of 102,400, so
 * that the limit of pairs applies first. Names start with a letter because objects sort integer keys to the front.
 */
const many = (count) => {
  const names = Array.from({ length: count }, (_, index) => (index + 10 * 36 * 36).toString(36));
  const text = names.map((name) => `${name}=`).join("&");
  const shown = `a00=&a01=& … &${names.at(-1)}=`;
  const counted = count.toLocaleString("en-US");
  return { ...body(`${counted} pairs`, text, "is a pair lost, or is it an error"), shown, count };
};

export const BODIES = [
  body("malformed escape", "a=1&x=%zz&y=%4&b=100%", "part parsed, while a proxy forwards all"),
  body(
    "invalid UTF-8",
    "x=%FF%C0%AF",
    "different bytes become one value, or escapes stay; `%C0%AF` is an overlong `/`",
  ),
  body("BOM", "\\xEF\\xBB\\xBFa=%EF%BB%BFb&%EF%BB%BFc=3", "a name or value loses its first character"),
  body("names of Object.prototype", "__proto__=1&toString=2&=3", "a lost key, or a changed prototype"),
  body("duplicates", "a=1&a=2&%61=3", "one layer checks a value, the next uses another"),
  body(
    "question mark, semicolon",
    "?u=1;c=2&d=3",
    "a name loses its first character; a second separator lets a pair past a filter",
  ),
  many(1001),
  many(20_000),
  body("charset", "x=%E9&y=\\xE9", "the declared charset is ignored: é becomes U+FFFD", "windows-1252"),
  body("raw text, bad escape", "u=мир%20100%", "code units cut to 8 bits become other characters"),
  body("brackets and dots", "a[b]=1&a[]=2&c.d=3", "names become structure"),
];

/** Implements https://url.spec.whatwg.org/#concept-urlencoded-parser. Every cell is compared with its result. */
export function standardPairs(bytes) {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const decode = (sequence) => {
    const out = [];
    for (let at = 0; at < sequence.length; at++) {
      const hex = String.fromCharCode(...sequence.slice(at + 1, at + 3));
      if (sequence[at] === 0x25 && /^[0-9A-Fa-f]{2}$/.test(hex)) {
        out.push(parseInt(hex, 16));
        at += 2;
      } else {
        out.push(sequence[at] === 0x2b ? 0x20 : sequence[at]);
      }
    }
    return decoder.decode(Uint8Array.from(out));
  };
  const pairs = [];
  for (let start = 0; start <= bytes.length;) {
    const ampersand = bytes.indexOf(0x26, start);
    const sequence = bytes.subarray(start, ampersand === -1 ? bytes.length : ampersand);
    start += sequence.length + 1;
    if (sequence.length === 0) continue;
    const equals = sequence.indexOf(0x3d);
    const name = equals === -1 ? sequence : sequence.subarray(0, equals);
    pairs.push([decode(name), decode(equals === -1 ? [] : sequence.subarray(equals + 1))]);
  }
  return pairs;
}
