// Makes the arguments of the calls: texts and bytes with faults, odd hosts and separators, and arguments of wrong types.
import { random } from "../../support/random.mjs";
import { loadSources } from "../../support/sources.mjs";
import { makeInputs } from "../differential/inputs.mjs";

const POOL_TEXTS = 30_000;
/** One text in `LONG_EVERY` is long enough for the WebAssembly kernel, with at most `LONGEST_UNITS` units. */
const LONG_EVERY = 400;
const LONGEST_UNITS = 40_000;
const TOKENS = [
  ..."% %4 %41 %zz %25 %00 %0d %0a %09 %7f %2e %2f %5c %252e %2525 %26 %3D %2B %C3%A9 %E2%9C%93 %F0%9F%98%80".split(
    " ",
  ),
  ..."%E2%9C %9F %FF %C0%AF %E0%80%AF %ED%A0%80 %F4%90%80%80 %E2%80%AE %u002e %uD83D %uDE00 %u %+d".split(" "),
  ..."http:// https: file:/// urn: a: // / \\ ? # @ : :80 [::1] [::ffff:1.2.3.4] [1:2::3%25a] [ ] .. . ;".split(" "),
  ..."xn-- e.com 0x7f.1 127.0.0.1 & &; && = == =& ;= + &amp; , _charset_ __proto__ ~ !'()* | ^".split(" "),
  ..."{ } {a} {+a} {#b} {.list} {/list*} {;map*} {?a,b} {&map} {a:3} {list:1} * a x%2Fy".split(" "),
  ..."é 😀 \u2024 \uff0e \u3002 \uff61 \uff0f \u2215 \u202e \u200b \u0301 \ufeff \ufdd0 \ue000 \u{10ffff}".split(" "),
  ..."\xc3\xa9 \xe2\x9c \xf0\x9f \x80 \ud800 \udc00 \0 \t \n \r\n \v \u007f \u0085 \u2028".split(" "),
  " ",
];

const { anyUri, WRONG, cutAt, collectOutput } = await loadSources([
  "tests/unit/uri/arbitrary.ts",
  "tests/support/wrong-values.ts",
  "tests/support/streams.ts",
]);
export { cutAt, collectOutput };

let pool = [];

/** Fills the pool of texts from which `text` makes others. */
export function fillPool(seed, count = POOL_TEXTS) {
  pool = makeInputs(seed, count, anyUri);
}

export const pick = (below, several) => several[below(several.length)];
export const some = (below, most, make) => Array.from({ length: below(most + 1) }, () => make(below));
const pickKnown = (below) => pick(below, pool);

const NUMBERS = ["", "0", "1", "01", "08", "0x1", "0xg", "0377", "255", "256", "65535", "65536", "4294967295", "1e1"];
const GROUPS = [..."0 1 00001 ffff FFFF g 1.2.3.4 1.2.3.255 1.2.3.256 1.2.3 01.2.3.4".split(" "), "", ""];
const BEFORE_HOST = ["http://", "https://u@", "ws:", "ftp://", "//", "", "file://", "HTTP:\\"];

/** Makes a URI whose host is almost an IPv4 or IPv6 address. */
function address(below) {
  const several = (most, words) => some(below, most, () => pick(below, words));
  const host = below(2) === 0 ? several(6, NUMBERS).join(".") : `[${several(9, GROUPS).join(":")}]`;
  return pick(below, BEFORE_HOST) + host + pick(below, ["", ".", ":80", ":", ":65536", "/", "?", "#"]);
}

export function text(below) {
  if (below(LONG_EVERY) === 0) return long(below);
  const kind = below(12);
  if (kind < 2) return pickKnown(below);
  if (kind < 4) return address(below).slice(0, below(2) === 0 ? undefined : below(20));
  if (kind < 9) return some(below, 3, mutateOnce).reduce((whole, change) => change(whole), pickKnown(below));
  return some(below, 8, () => pick(below, TOKENS)).join("");
}

/** Returns a change of a text: a part of it is replaced, or what follows a place becomes the end of another text. */
function mutateOnce(below) {
  return (whole) => {
    const at = below(whole.length + 1);
    if (below(8) === 0) return whole.slice(0, at) + pickKnown(below).slice(below(8));
    const put = pick(below, [
      "",
      whole.slice(at, at + 4).repeat(2),
      String.fromCharCode(below(0x10000)),
      pick(below, TOKENS),
    ]);
    return whole.slice(0, at) + put + whole.slice(at + below(5));
  };
}

function long(below) {
  const unit = pick(below, ["a", "a b", "%41", "é", "%C3%A9", "あ", "😀", "a=1&", pickKnown(below)]) || "a";
  return unit.repeat(below(LONGEST_UNITS / unit.length)) + pickKnown(below) + unit.repeat(below(64));
}

export function bytes(below) {
  const kind = below(4);
  if (kind === 0) return Uint8Array.from({ length: below(24) }, () => (below(3) === 0 ? 0x25 : below(256)));
  const made = new Uint8Array(Buffer.from(text(below), kind === 1 ? "latin1" : "utf8"));
  if (kind === 2 && made.length > 0) made[below(made.length)] = below(256);
  return made;
}

/** An argument that accepts this text accepts any text: it is not a name or a value of an option. */
const PROBE = "\0any";

/**
 * Makes the arguments of a call, with hostile texts and bytes, and sometimes an argument of a wrong type.
 *
 * @param args the parameters of a row of tests/support/public-functions.ts
 * @param listener replaces the listeners among the options
 */
export function makeArguments(args, seed, listener) {
  const below = random(seed);
  const made = args.map((argument) => vary(argument, argument.make(below), below, listener));
  const places = args.flatMap(({ fixed }, k) => (fixed ? [] : [k]));
  if (places.length > 0 && below(12) === 0) spoil(made, args, pick(below, places), below);
  return made;
}

function vary({ accepts, options }, value, below, listener) {
  if (typeof value === "string") return accepts(PROBE) && below(8) > 0 ? text(below) : value;
  if (value instanceof Uint8Array) return accepts(new Uint8Array(0)) ? bytes(below) : value;
  if (typeof value === "function" && value.length === 0 && value() === undefined) return listener;
  if (options === undefined || value === undefined) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => [name, vary(options[name], own, below, listener)]),
  );
}

/** Replaces an argument or an option with a wrong value, or adds an unknown option. */
function spoil(made, args, k, below) {
  const { options } = args[k];
  if (options === undefined || below(3) === 0) {
    made[k] = pick(below, WRONG);
    return;
  }
  const name = pick(below, Object.keys(options));
  const spoilt = below(4) === 0 ? name.slice(0, -1) : name;
  made[k] = { ...made[k], [spoilt]: pick(below, WRONG) };
}
