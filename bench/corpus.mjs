// What is measured, made from a seed: the same texts, forms, bytes and URL lines on every machine and in every browser.

/** Mulberry32: 32 bits of state, and the same numbers everywhere. */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A seed from a name, so that a new workload leaves the others as they are: FNV-1a. */
export function seedOf(name) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const pick = (random, of) => of[Math.floor(random() * of.length)];
const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));

/** Kept by every encoder that is compared: not `!'()*`, on which they differ, and not `~`, which forms encode. */
const CLEAN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** One in ten characters of a typical text: 4 of 10 a space, 3 a delimiter, 2 of Latin-1, 1 above it. */
const AWKWARD = [" ", " ", " ", " ", "&", "/", "=", "é", "ü", "✓"];
const CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюя";
const CJK = "日本語中文字符編碼漢";
/** A dense text: of 20 characters 16 Cyrillic, 2 CJK, a space and a letter. */
const DENSE = [...times(16, () => CYRILLIC), CJK, CJK, " ", LETTERS];

/** For each density, what gives one character after the other. */
const CHARACTERS = {
  clean: (random) => pick(random, CLEAN),
  typical: (random, index) => pick(random, index % 10 === 9 ? AWKWARD : CLEAN),
  dense: (random) => pick(random, pick(random, DENSE)),
};

/** A text to encode, of as many UTF-16 units; it is flat, since `join` builds no rope. */
export function plainText(random, density, units) {
  return times(units, (index) => CHARACTERS[density](random, index)).join("");
}

/** A text to decode, of as many UTF-16 units itself: characters of the density, encoded, as many as fit, then letters. */
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

/** How many different texts one workload goes round in: enough that no branch is learnt by heart. */
const textsOf = (units) => (units <= 40 ? 64 : units <= 200 ? 32 : 4);

/**
 * The texts of a workload: of `units` UTF-16 units, or, to be decoded, what encodes such texts; with `given` those have `units`
 * units themselves, which is a sixth of the characters where all are Cyrillic.
 */
export function texts({ direction, density, units, given = false }) {
  const random = randomFrom(seedOf(`${direction} ${density} ${units}`));
  return times(textsOf(units), () => {
    if (given) return encodedUnits(random, density, units);
    const text = plainText(random, density, units);
    return direction === "encode" ? text : encodeURIComponent(text);
  });
}

const digits = (random, count) => times(count, () => pick(random, "0123456789")).join("");
const word = (random, count) => times(count, () => pick(random, LETTERS)).join("");
/** 20 characters: 2 of them a space, a delimiter or not ASCII. */
const phrase = (random) => plainText(random, "typical", 20);

/** Forms by what they are: names occur once, so that an object holds every pair. */
const PAIRS = {
  tiny: (random) => [
    ["id", digits(random, 5)],
    ["lang", word(random, 2)],
    ["page", digits(random, 1)],
  ],
  // Ten keys of an interface: two values with something to decode.
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
  fields: (random, count) => times(count, (index) => [`field${index}`, phrase(random)]),
};

export function pairs({ shape, count }) {
  const random = randomFrom(seedOf(`form ${shape} ${count}`));
  const forms = count <= 10 ? 32 : count <= 200 ? 8 : 2;
  return times(forms, () => PAIRS[shape](random, count));
}

/** A form as browsers write it: a space is `+`. */
export function formText(form) {
  return form.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%20", "+")}`).join("&");
}

const encoder = new TextEncoder();

/** A line as web servers log it, with the path and the referrer as they were sent. */
function logLine(random) {
  const target = `/${word(random, 6)}/${encodeURIComponent(phrase(random))}?id=${digits(random, 6)}`;
  const referrer = `https://www.example.com/${word(random, 8)}`;
  return (
    `203.0.113.${Math.floor(random() * 256)} - - [21/Nov/2026:10:${digits(random, 2)}:07 +0000] "GET ${target} HTTP/1.1" ` +
    `200 ${digits(random, 4)} "${referrer}" "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"\n`
  );
}

/** Bytes of about that size, cut at the end of a character or an escape. */
export function bytes({ direction, density, size }) {
  const random = randomFrom(seedOf(`${direction} ${density} ${size} bytes`));
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

const cyrillic = (random) => times(8 + Math.floor(random() * 8), () => pick(random, CYRILLIC)).join("");
const id = (random) => `${word(random, 8)}-${digits(random, 5)}`;

/**
 * The four kinds of URL lines, as text and as it was encoded: a search of three words, a URL within a URL, a Cyrillic
 * title, names with accents. A third of the encoded bytes belongs to escapes.
 */
const URLS = [
  (random, value) => `/${word(random, 6)}/${id(random)}?q=${value([word(random, 5), word(random, 4), word(random, 7)].join(" "))}&page=${digits(random, 1)}`, // prettier-ignore
  (random, value) => `/login?next=${value(`https://${pick(random, HOSTS)}/${word(random, 6)}?id=${digits(random, 6)}&tab=1`)}&token=${word(random, 12)}`, // prettier-ignore
  (random, value) => `/wiki/${value(cyrillic(random))}?ref=${word(random, 7)}`,
  (random, value) => `/${value(`caf\u00e9 ${word(random, 5)}`)}/${id(random)}?name=${value(`\u00c9lise ${word(random, 5)}\u00fc, ${word(random, 4)}`)}`, // prettier-ignore
];

/** A block of URL lines: `plain` is what is encoded, `encoded` what is decoded. */
export function urlLines(lines) {
  const write = (value) => {
    const random = randomFrom(seedOf("url lines"));
    return times(lines, () => `https://${pick(random, HOSTS)}${pick(random, URLS)(random, value)}\n`).join("");
  };
  return { plain: write((text) => text), encoded: write(encodeURIComponent) };
}
