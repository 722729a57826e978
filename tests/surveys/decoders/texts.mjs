// The texts for the decoders. Those with a stake are shown on the page; the others are only compared.
import { chooseSize, isInPart } from "../../support/part.mjs";
import { random } from "../../support/random.mjs";

/** The texts on the page, in order. */
export const AWKWARD = [
  { text: "caf%C3%A9%20%26", stake: "nothing: all agree" },
  { text: "1+1", stake: "a plus, or a space" },
  { text: "100%", stake: "a `%` at the end" },
  { text: "100%zz", stake: "a `%` without digits" },
  { text: "%4", stake: "one digit, then the end" },
  { text: "%%41", stake: "a stray `%` before an escape: `%41` is not read again" },
  { text: "%2541", stake: "an escaped `%`: decoded once" },
  { text: "%+1", stake: "a sign for a digit" },
  { text: "%\uff12\uff25%\uff12\uff25/", stake: "full-width digits: `../` past a filter" },
  { text: "%C3", stake: "a truncated character" },
  { text: "%E2%82x", stake: "a truncated character before a letter" },
  { text: "%C0%AF", stake: "an overlong slash" },
  { text: "%ED%A0%80", stake: "an encoded surrogate" },
  { text: "\u00e9%A9", stake: "a stray byte after a raw character" },
  { text: "%EF%BB%BFa", stake: "a byte order mark stays" },
  { text: "a%00b", stake: "NUL" },
  { text: "a\ud800%41", stake: "a raw lone surrogate" },
];

const BY_HAND = [
  "1%2B1", "%\uff12\uff25\uff12\uff25", "", "%", "%%", "%%%", "a", "+", "++", "%20+%2b", "a=b&c=d;e/f?g#h", "&%4&1%&41", "%41%42%43", "%e2%9c%93",
  "%E2%9C", "%E2%9C%zz", "%E2%9C%93%", "%ea%ba%5a%ba", "%4G", "%G4", "%4%41", "%4+1", "%u0041", "%uD83D%uDE00", "% 1", "%0x41", "%-0", "%-1", "%+f",
  "%+%41", "%++", "%+", "%-", "%+\u0661", "%-\u0660", "%\u0664\u0661", "%4\uff11", "%\uff34\uff11", "%\uff23\uff13%\uff21\uff19", "%C3%\uff21\uff19",
  "%\uff23\uff13%A9", "%ED%\uff21\uff10%80", "%E2%\uff23\uff13%A9", "%\uff18\uff10", "%C3%+1%A9", "%C3+%A9", "%F0%9F%98%80", "%F0%9F%98", "%F0%9F",
  "%F0%80%80%AF", "%F4%90%80%80", "%F5%80%80%80", "%F8%88%80%80%80", "%FE%FF", "%E0%80%AF", "%E0%A0", "%ED%A0", "%ED%A0x",
  "%ED%9F%BF%ED%A0%80%ED%BF%BF%EE%80%80", "%ED%A0%80%ED%B0%80", "%E2%ED%A0%80%80", "%C1%BF%C2%80", "%80%BF%80", "caf\u00e9%20\u043c\u0438\u0440%",
  "\u043c\u0438\u0440%20100%", "%C3\u00a9", "%F0%9F\ud83d\ude00%98%80", "\ufeff%EF%BB%BF", "%FF%FE", "\0%00+\n%0A\r\t", "\ud83d%DE00", "\udc00\ud800",
  "\ud83d\ude00+\ude00", "%ED\udc00%80", "%C3\ud800%A9", "\uffff%EF%BF%BF\ufffd%EF%BF%BD", "__proto__%",
]; // prettier-ignore

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const escape = (byte) => `%${byte.toString(16).padStart(2, "0")}`;
const range = (from, to, step = 1) => Array.from({ length: Math.ceil((to - from) / step) }, (_, k) => from + k * step);

/** Every unit except surrogates, which decoders of bytes cannot receive. */
const UNITS = range(0, 0x10000)
  .filter((unit) => unit < 0xd800 || unit > 0xdfff)
  .map((unit) => String.fromCharCode(unit));

const TOKENS = [
  ..."%%%%++&=; aFg09\0\n\u007f\u00e9\u20ac\u043c\ufeff\ufffd\uff11\u0661",
  ..."%4 %zz %2B %25 %41 %e9 %u0041 %00 %0a %\ud83d\ude00 \ud83d\ude00".split(" "),
  ..."%C3 %A9 %E2 %82 %AC %ED %A0 %80 %F0 %9F %98 %F4 %90 %C0 %AF %FF %EF%BB%BF".split(" "),
  ..."%C3%A9 %e2%82%ac %F0%9F%98%80 %ED%A0%80 %ED%9F%BF".split(" "),
  ..."%+1 %-0 %-1 %+% %\uff21\uff19 %\uff23\uff13 %8\uff10 %\u0662\u0665".split(" "),
];

/** Yields texts that consist mostly of escapes and faults. One in eight can contain lone surrogates. */
export function* hostile(seed, count) {
  const below = random(seed);
  for (let k = 0; k < count; k++) {
    const tokens = k % 8 === 0 ? [...TOKENS, "\ud800", "\ude00", "\ud83d"] : TOKENS;
    yield Array.from({ length: 1 + below(12) }, () =>
      below(4) === 0 ? escape(below(256)) : tokens[below(tokens.length)],
    ).join("");
  }
}

/** Returns all texts by group. */
export const corpora = (seed) => ({
  "by hand": [...AWKWARD.map(({ text }) => text), ...BY_HAND],
  "pairs after %": ascii.flatMap((first) => ascii.map((second) => `%${first}${second}`)),
  bytes: range(0, 256).flatMap((byte) => [escape(byte), `a${escape(byte)}`, `${escape(byte)}a`]),
  "lead and second": range(0xc0, 0x100).flatMap((lead) =>
    range(0, 0x100, 3).flatMap((second) => [`${escape(lead)}${escape(second)}`, `${escape(lead)}${escape(second)}%80`]),
  ),
  "units for a digit": UNITS.filter(isInPart(24)).flatMap((unit) => [`%${unit}1`, `%1${unit}`]),
  hostile: [...hostile(seed, chooseSize(20_000, 4000))],
});
