// Makes the inputs from seeds: the same texts, forms, bytes and URL lines on every machine and in every browser.

/** Returns a seeded random generator (mulberry32), which produces the same numbers everywhere. */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Derives a seed from a name (FNV-1a), so that a new workload does not change the others. */
export function hashName(name) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const pick = (random, of) => of[Math.floor(random() * of.length)];
const repeat = (count, make) => Array.from({ length: count }, (_, index) => make(index));

/** Characters that no measured encoder encodes: without `!'()*`, on which they differ, and `~`, which forms encode. */
const CLEAN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** One in ten characters of a typical text is one of these: 4 spaces, 3 delimiters, 2 of Latin-1, 1 above it. */
const ENCODED = [" ", " ", " ", " ", "&", "/", "=", "é", "ü", "✓"];
const CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюя";
const CJK = "日本語中文字符編碼漢";
/** A dense text has 16 Cyrillic characters, 2 CJK, a space and a letter in 20. */
const DENSE = [...repeat(16, () => CYRILLIC), CJK, CJK, " ", LETTERS];

/** For each density the generator of the next character. */
const CHARACTERS = {
  clean: (random) => pick(random, CLEAN),
  typical: (random, index) => pick(random, index % 10 === 9 ? ENCODED : CLEAN),
  dense: (random) => pick(random, pick(random, DENSE)),
};

/** Makes a string to encode of `units` UTF-16 units. `join` returns a flat string, not a rope. */
export function plainText(random, density, units) {
  return repeat(units, (index) => CHARACTERS[density](random, index)).join("");
}

/** Makes an encoded text of `units` UTF-16 units: as many encoded characters as fit, then letters. */
function encodedUnits(random, density, units) {
  const parts = [];
  let length = 0;
  for (let index = 0; ; index++) {
    const part = encodeURIComponent(CHARACTERS[density](random, index));
    if (length + part.length > units) break;
    parts.push(part);
    length += part.length;
  }
  while (length++ < units) parts.push(pick(random, LETTERS));
  return parts.join("");
}

/** Returns the number of texts of a workload: enough that branch predictors do not learn them. */
const countTexts = (units) => (units <= 40 ? 64 : units <= 200 ? 32 : 4);

/**
 * Makes the texts of a workload. Texts to encode have `units` UTF-16 units. Texts to decode are the encodings of such texts.
 * With `sizedByInput` the encodings have `units` units, and so a sixth of the characters for Cyrillic.
 */
export function texts({ direction, density, units, sizedByInput = false }) {
  const random = randomFrom(hashName(`${direction} ${density} ${units}`));
  return repeat(countTexts(units), () => {
    if (sizedByInput) return encodedUnits(random, density, units);
    const text = plainText(random, density, units);
    return direction === "encode" ? text : encodeURIComponent(text);
  });
}

const digits = (random, count) => repeat(count, () => pick(random, "0123456789")).join("");
const word = (random, count) => repeat(count, () => pick(random, LETTERS)).join("");
/** Makes 20 characters; 2 of them are a space, a delimiter or not ASCII. */
const phrase = (random) => plainText(random, "typical", 20);

/** The makers of forms. Names occur once, so that an object can hold every pair. */
const PAIRS = {
  tiny: (random) => [
    ["id", digits(random, 5)],
    ["lang", word(random, 2)],
    ["page", digits(random, 1)],
  ],
  // A query of an API with ten keys; two values contain something to decode.
  api: (random) => [
    ["q", `${word(random, 5)} caf\u00e9`],
    ["page", digits(random, 2)],
    ["limit", "50"],
    ["sort", "created_at"],
    ["order", "desc"],
    ["from", `2026-11-${digits(random, 2)}T10:${digits(random, 2)}`],
    ["fields", "id.name.price"],
    ["lang", "en-GB"],
    ["token", word(random, 16)],
    ["v", digits(random, 3)],
  ],
  fields: (random, count) => repeat(count, (index) => [`field${index}`, phrase(random)]),
};

export function pairs({ shape, count }) {
  const random = randomFrom(hashName(`form ${shape} ${count}`));
  const forms = count <= 10 ? 32 : count <= 200 ? 8 : 2;
  return repeat(forms, () => PAIRS[shape](random, count));
}

/** Serializes a form like a browser: a space is `+`. */
export function formText(form) {
  return form.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%20", "+")}`).join("&");
}

const encoder = new TextEncoder();

/** Makes a line of a web server's log, with the encoded path and the referrer. */
function logLine(random) {
  const target = `/${word(random, 6)}/${encodeURIComponent(phrase(random))}?id=${digits(random, 6)}`;
  const referrer = `https://www.example.com/${word(random, 8)}`;
  return (
    `203.0.113.${Math.floor(random() * 256)} - - [21/Nov/2026:10:${digits(random, 2)}:07 +0000] "GET ${target} HTTP/1.1" ` +
    `200 ${digits(random, 4)} "${referrer}" "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"\n`
  );
}

/** Makes bytes of about the given size that do not end within a character or an escape. */
export function bytes({ direction, density, size }) {
  const random = randomFrom(hashName(`${direction} ${density} ${size} bytes`));
  const parts = [];
  let length = 0;
  while (length < size) {
    const part =
      density === "log lines"
        ? encoder.encode(logLine(random))
        : encoder.encode((direction === "encode" ? plainText : encodedUnits)(random, density, 1000));
    parts.push(part);
    length += part.length;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const HOSTS = ["www.example.com", "shop.example.org", "api.example.net", "example.com"];

const cyrillic = (random) => repeat(8 + Math.floor(random() * 8), () => pick(random, CYRILLIC)).join("");
const id = (random) => `${word(random, 8)}-${digits(random, 5)}`;

/**
 * The four kinds of URL lines: a search of three words, a URL within a URL, a Cyrillic title, and names with accents. A third
 * of the bytes of the encoded lines belongs to escapes.
 */
const URLS = [
  (random, value) => `/${word(random, 6)}/${id(random)}?q=${value([word(random, 5), word(random, 4), word(random, 7)].join(" "))}&page=${digits(random, 1)}`, // prettier-ignore
  (random, value) => `/login?next=${value(`https://${pick(random, HOSTS)}/${word(random, 6)}?id=${digits(random, 6)}&tab=1`)}&token=${word(random, 12)}`, // prettier-ignore
  (random, value) => `/wiki/${value(cyrillic(random))}?ref=${word(random, 7)}`,
  (random, value) => `/${value(`caf\u00e9 ${word(random, 5)}`)}/${id(random)}?name=${value(`\u00c9lise ${word(random, 5)}\u00fc, ${word(random, 4)}`)}`, // prettier-ignore
];

/** Makes a block of URL lines: `plain` is the input for encoding, `encoded` for decoding. */
export function urlLines(lines) {
  const write = (value) => {
    const random = randomFrom(hashName("url lines"));
    return repeat(lines, () => `https://${pick(random, HOSTS)}${pick(random, URLS)(random, value)}\n`).join("");
  };
  return { plain: write((text) => text), encoded: write(encodeURIComponent) };
}
