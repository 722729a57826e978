import type { FormLimits } from "../../library/src/form/index.ts";
import { pick, type Random } from "./random.ts";

/** A fault: its code, where it begins, and its length. */
export type Place = readonly [code: string, index: number, length: number];

/** A string and the faults that were put into it. */
export interface FaultyText {
  readonly text: string;
  readonly places: readonly Place[];
}

/** Concatenates texts and moves the places of their faults accordingly. */
export function join(...parts: readonly (FaultyText | string)[]): FaultyText {
  let text = "";
  const places: Place[] = [];
  for (const part of parts) {
    const { text: more, places: within } = typeof part === "string" ? { text: part, places: [] } : part;
    for (const [code, index, length] of within) places.push([code, text.length + index, length]);
    text += more;
  }
  return { text, places };
}

/** Makes a string that is a fault as a whole. */
export function fault(code: string, text: string): FaultyText {
  return { text, places: [[code, 0, text.length]] };
}

const faults = (code: string, ...texts: readonly string[]): FaultyText[] => texts.map((text) => fault(code, text));

/** Malformed escapes, which end before the next character. (A truncated escape ends at the end of the text.) */
export const MALFORMED: readonly FaultyText[] = faults("malformed-escape", "%", "%4", "%", "%e");
const NOT_UTF8: readonly FaultyText[] = [
  ...faults("invalid-utf8", "%80", "%BF", "%c3", "%E2%9C", "%F0%9F%98", "%FF", "%f8", "%E2", "%F4%8F%BF"),
  ...faults("overlong-utf8", "%C0%AF", "%c1%bf", "%E0%80%AF", "%E0%9F%BF", "%F0%80%80%AF", "%C0%80", "%E0%80"),
  ...faults("encoded-surrogate", "%ED%A0%80", "%ed%bf%bf", "%ED%B0%80"),
  ...faults("code-point-out-of-range", "%F4%90%80%80", "%F5%80%80%80", "%f7%bf%bf%bf"),
];
export const LONE_SURROGATES: readonly FaultyText[] = faults("lone-surrogate", "\ud800", "\udfff", "\ud83d", "\ude00");
/** Characters that `ACCEPT` rejects. */
export const REFUSED: readonly FaultyText[] = faults("not-accepted", "%00", "ж", "%D0%B6", "%d0%b6", "\0");
export const ACCEPT = /[^\0ж]/u;

const GOOD = ["a", "Z", "9", "~", ".", "-x", "+", "%41", "%20", "%C3%A9", "%e2%9c%93", "%F0%9F%98%80", "é", "✓", "😀"];
/** Texts that can follow a fault without changing its code or its length. */
const NEUTRAL = ["_", "z", " ", "%41", "%5F", "é", "😀", "✓"];

/** Makes a string without a fault. */
export function clean(random: Random, good: readonly string[] = GOOD, most = 6): string {
  return Array.from({ length: random(most + 1) }, () => pick(random, good)).join("");
}

/** Makes a string with one to three faults. */
export function withFaults(
  random: Random,
  kinds: readonly FaultyText[],
  good: readonly string[] = GOOD,
  neutral: readonly string[] = NEUTRAL,
): FaultyText {
  const parts: (FaultyText | string)[] = [];
  for (let k = random(3); k >= 0; k--) parts.push(clean(random, good), pick(random, kinds), pick(random, neutral));
  return join(...parts, clean(random, good));
}

/** Makes a string that ends within an escape. */
function cutOff(random: Random): FaultyText {
  return join(clean(random), fault("truncated-escape", pick(random, ["%", "%4", "%c"])));
}

/** Converts the places to byte offsets in the text's UTF-8, where each lone surrogate is U+FFFD. */
export function inBytes({ text, places }: FaultyText): Place[] {
  return places.map(([code, index, length]) => [
    code,
    Buffer.byteLength(text.slice(0, index)),
    Buffer.byteLength(text.slice(index, index + length)),
  ]);
}

export const DECODING: readonly FaultyText[] = [...MALFORMED, ...NOT_UTF8];
/** Sometimes appends a truncated escape to a faulty text, or returns a string with only that fault. */
export const cut = (random: Random, faulty: FaultyText): FaultyText =>
  random(6) === 0 ? cutOff(random) : random(4) === 0 ? join(faulty, cutOff(random)) : faulty;
export const faultyEscapes = (random: Random, more: readonly FaultyText[] = []): FaultyText =>
  cut(random, withFaults(random, [...DECODING, ...more]));

/** Makes a form with one pair that has faults in its name or value or both. A name or value may end within an escape. */
export function form(random: Random, more: readonly FaultyText[] = []): FaultyText {
  const before = Array.from({ length: random(3) }, () => pick(random, [clean(random), `${clean(random)}=`, ""]) + "&");
  const name = random(2) === 0 ? faultyEscapes(random, more) : clean(random);
  const value = random(2) === 0 ? "" : join("=", faultyEscapes(random, more));
  const faulty = join(name, value);
  return join(
    ...before,
    faulty.places.length === 0 ? faultyEscapes(random, more) : faulty,
    pick(random, ["&b=2", "&", ""]),
  );
}

/** Characters that Shift_JIS cannot encode. */
const UNENCODABLE = ["‽", "😀", "ü"].map((text) => fault("unencodable", text));
export const unencodable = (random: Random) =>
  withFaults(random, UNENCODABLE, ["a", " ", "あ", "漢", "ж"], ["z", "あ"]);

const LIMIT = 8;
/** Makes a form that exceeds a limit, with the place of the first unit beyond the limit. */
export function overLimit(random: Random, unitsIn: (text: string) => number): [FaultyText, Partial<FormLimits>] {
  const over = fault("limit-exceeded", "x");
  const before = pick(random, ["", "&", "a=1&", "a&&b=2&"]);
  const long = `${"n".repeat(LIMIT)}${clean(random)}`;
  const rest = `${clean(random)}&c=3`;
  const kind = random(4);
  if (kind === 0) return [join(before, long, over, rest), { name: unitsIn(long) }];
  if (kind === 1) return [join(before, "n=", long, over, rest), { value: unitsIn(long) }];
  if (kind === 2) return [join(before, long, over, rest), { body: unitsIn(before + long) }];
  const pairs = before.split("&").filter((piece) => piece !== "").length;
  return [join(before, over, rest), { pairs }];
}

/** Makes a form with two pairs of the same name, which may be escaped differently. */
export function duplicateName(random: Random): FaultyText {
  const [first, second] = pick(random, [["%61", "a"], ["a", "%61"], ["caf%C3%A9", "café"], ["a+b", "a%20b"]]); // prettier-ignore
  const other = () => pick(random, ["", "x=1&", "&", "%62=ж&"]);
  const unlike = pick(random, ["", "y&", "é=é&"]);
  return join(other(), `${first}=${clean(random)}&`, unlike, fault("duplicate-name", second), `=${clean(random)}&z`);
}

export const URI_TEXT = ["a", "~", "%41", "%C3%A9", "é", ":", "@", " ", "/", "😀"];
export const uriAround = (random: Random, authority: FaultyText): FaultyText =>
  join(
    pick(random, ["", " ", "\t"]),
    pick(random, ["http:", "https:", "HTTP:"]),
    "//",
    authority,
    `/${clean(random, URI_TEXT)}`,
    pick(random, ["", "?a=é", "#é"]),
  );
export const INVALID_AUTHORITIES = [
  join("e.com:", fault("invalid-uri", "8x")),
  join("u:p@e.com:", fault("invalid-uri", "-1")),
  fault("invalid-uri", "[zz]"),
  join("u@", fault("invalid-uri", "[::g]"), ":80"),
  fault("invalid-uri", "é\ufffd.com"),
];
export const AMBIGUOUS = ["good.com\\@evil.com", "0x7f.1", "u@0177.0.0.1:80", "2130706433"].map((text) =>
  fault("host-ambiguous", text),
);
export const UNSAFE = ["..", ".", "%2e%2E", "a%2Fb", "%5C", "x%00", "%252e%252e", "a\\b", "%0a", "..;x", "é%2fé"].map(
  (text) => fault("unsafe-segment", text),
);
export const segments = (random: Random) => Array.from({ length: random(3) }, () => `s${clean(random)}/`).join("");

/** Makes a string that is invalid in a component. The fault begins at the first invalid character and extends to the end. */
export function invalidPart(random: Random): [FaultyText, "segment" | "query"] {
  const component = pick(random, ["segment", "query"] as const);
  const bad = pick(random, [" ", "<", "é", '"', "%z", component === "segment" ? "/" : "#"]);
  const good = ["a", "~", "%41", "!", "@", ":"];
  return [join(clean(random, good), fault("invalid-uri", bad + clean(random, good))), component];
}

const BAD_TEMPLATES = [
  fault("invalid-template", "}"),
  fault("invalid-template", "{}"),
  fault("invalid-template", "{?}"),
  join("{a", fault("invalid-template", " "), "b}"),
  join("{a", fault("invalid-template", "😀"), "}"),
  join("{a", fault("invalid-template", ":0"), "}"),
  join("{+b,a", fault("invalid-template", ":12345"), "}"),
  join("{a,", fault("invalid-template", "}")),
  join("{", fault("invalid-template", "%"), "zz}"),
  join("{#", fault("invalid-template", "%4"), "}"),
  fault("invalid-template", "\ud800"),
];
export const template = (random: Random): FaultyText => {
  const good = ["/a", "é", "{x}", "{?y,z*}", "{+p:3}", "%41", "😀"];
  const open = fault("invalid-template", `{a${clean(random, ["b", ",", ":3", "/"])}`);
  return random(4) === 0 ? join(clean(random, good), open) : withFaults(random, BAD_TEMPLATES, good, ["z", "é", "{x}"]);
};
