import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findLinks, formatLink, listTopLevelDomains } from "../../../library/src/links/index.ts";
import { cleanUri, normalizeUri } from "../../../library/src/uri/index.ts";
import { parseAsHost } from "../../support/catch-fault.ts";
import { countInputs } from "../../support/counters.ts";
import { decodePart, isLocalPart } from "../../support/mailto.ts";
import { makeRandom, pick as pickBy } from "../../support/random.ts";
import { seed } from "../../support/seed.ts";
import { readSize } from "../../support/sizes.ts";

// URIs for which there is a link, and prose in six scripts around it.

/** Words of prose in Latin, Cyrillic, Greek, Arabic, Devanagari and Han; the last two scripts also without spaces. */
const PROSE = [
  ["see", "the", "page", "e.g.", "on", "Straße", "it’s", "a.b", "3.14", "(or", "not)", "www.", "C:\\x", "and/or", "–"],
  ["смотри", "страницу", "т.е.", "здесь,", "ёлка", "«дом»", "и", "№5", "—"],
  ["δες", "τη", "σελίδα", "π.χ.", "εδώ·", "άλλο;", "«ναι»"],
  ["انظر", "الصفحة،", "هنا؛", "لماذا؟", "كتاب", "٣٫١٤", "نامه‌ای"],
  ["पृष्ठ", "देखें।", "यहाँ", "नमस्ते", "क्या?", "१२"],
  ["请看", "这个。", "页面，", "例如：", "「中文」", "你好", "見る。次", "（注）"],
];
/** Texts that begin or resemble a link. */
const NEARLY_LINKS = ["http://", "https://", "mailto:", "a@", "@b.com", "://[", "//", "x.com", "http://a.b@", "b@c.com", "[", "(", "\u202e", "\ud83d\ude00", "a@b", "ftp://x.com/", "x.com/(", "?", "#"]; // prettier-ignore
const WHITE_SPACE = [" ", "\n", "\t", "\r\n", "\u00a0", "\u3000", "\u2028"];

/** Labels; some are shown in Unicode. */
const LABELS = ["example", "a", "A1", "x-y", "www", "0", "xn--caf-dma", "xn--oogle-qmc", "xn--e1afmkfd", "xn--fsqu00a", "xn--4dbrk0ce", "xn--mgbh0fb", "xn--p1ai", "xn--ls8h", "XN--CAF-DMA", "xn--11b5bs3a9aj6g", "xn--hxajbheg2az3al", "name", "com"]; // prettier-ignore
const ADDRESSES = ["127.0.0.1", "255.255.255.255", "[::1]", "[2001:DB8::8a2e:370:7334]", "[::ffff:1.2.3.4]"];
const PORTS = [":80", ":8443", ":0", ":65535", ":", ":00080"];

/** Reserved characters that a URI has only as escapes in some places, and characters that are illegal. */
const ESCAPED_ASCII = "%\\ \"<>^`{|}#/?[]@:!$&'()*+,;=\0\n\u007f.-~a9";

/** Reads the soft characters and the brackets of the data file of the tables. */
function readTerms(): { soft: string[]; brackets: string[] } {
  const data = readFileSync(new URL("../../../scripts/unicode/data/links-17.0.0.txt", import.meta.url), "utf8");
  const read = (name: string) => {
    const [, rows = ""] = new RegExp(`^\\[${name}\\]\\n([^[]*)`, "m").exec(data) ?? [];
    return rows
      .trim()
      .split(/;\s*/)
      .flatMap((range) => {
        const [first = 0, last = first] = range.split("-").map((hex) => Number.parseInt(hex, 16));
        return Array.from({ length: last - first + 1 }, (_, k) => String.fromCodePoint(first + k));
      });
  };
  return { soft: read("Soft"), brackets: [...read("Open"), ...read("Close")] };
}

/** Characters of parts, and of local parts. */
const PART = "ABab019-._~!$&'()*+,;=:@/?[]";
const LOCAL = "abc019-._~!$&'()*+;=:/";

interface Case {
  readonly before: string;
  readonly uri: string;
  readonly after: string;
}

/** Returns a function that makes the next case. */
function createLinkCases(): () => Case {
  const below = makeRandom(seed);
  const pick = <T>(list: readonly T[]): T => pickBy(below, list);
  const repeat = (most: number, make: () => string) => Array.from({ length: below(most + 1) }, make).join("");
  const { soft, brackets } = readTerms();
  const endings = soft.filter((character) => character !== "?");
  const tops = listTopLevelDomains().map((name) => new URL(`http://${name}`).hostname);

  const makeWord = () => pick(below(4) === 0 ? NEARLY_LINKS : pick(PROSE));
  const makeProse = () => Array.from({ length: below(5) }, makeWord).join(pick(["", " "]));

  const makeCharacter = () => {
    const starts = [0x80, 0x800, 0x3000, 0xf900, 0x10000, 0];
    const kind = below(starts.length);
    const code = starts[kind]! + below([0x780, 0x2800, 0xa800, 0x700, 0x20000, 0x110000][kind]!);
    return code >= 0xd800 && code <= 0xdfff ? "\ufffd" : String.fromCodePoint(code);
  };
  const toEscape = (byte: number) => {
    const digits = byte.toString(16).padStart(2, "0");
    return `%${below(2) === 0 ? digits : digits.toUpperCase()}`;
  };
  const makeEscapes = () => {
    const character = pick([
      () => pick([...ESCAPED_ASCII]),
      () => pick(soft),
      () => pick(brackets),
      () => pick(pick(PROSE)),
      makeCharacter,
    ])();
    return Array.from(new TextEncoder().encode(character), toEscape).join("");
  };
  const makeUnit = (raw: string): string => {
    const kind = below(6);
    return kind < 3 ? pick([...raw]) : kind < 5 ? makeEscapes() : toEscape(below(256));
  };
  const makePart = (raw: string) => repeat(8, () => (below(16) === 0 ? ":~:" : makeUnit(raw)));

  const makeDomain = () => {
    for (;;) {
      const labels = Array.from({ length: 1 + below(3) }, () => pick(LABELS));
      const domain = [...labels, pick([pick(tops), "com", "xn--p1ai", "COM", "xn--4dbrk0ce"])].join(".");
      // Labels from right to left forbid some others.
      if (parseAsHost(`http://${domain}`) !== undefined) return domain;
    }
  };
  const makeUrl = () => {
    const host = below(8) === 0 ? pick(ADDRESSES) : makeDomain() + (below(16) === 0 ? "." : "");
    const port = below(8) === 0 ? pick(PORTS) : "";
    const path = below(8) === 0 ? "" : `/${makePart(PART.replace("?", ""))}`;
    const query = below(3) === 0 ? `?${makePart(PART)}` : "";
    const fragment = below(3) === 0 ? `#${makePart(PART)}` : "";
    return `${pick(["http", "https", "https", "HTTPS"])}://${host}${port}${path}${query}${fragment}`;
  };
  const makeLocal = (): string => {
    const inner = repeat(6, () => makeUnit(LOCAL));
    const local = below(8) === 0 ? `%22${inner}%22` : `a${inner}`;
    return isLocalPart(decodePart(local) ?? "") ? local : makeLocal();
  };
  const makeAddress = () => `${pick(["mailto", "MAILTO"])}:${makeLocal()}@${makeDomain()}`;
  const makeEnd = () =>
    pick([
      () => "",
      () => pick(WHITE_SPACE) + makeProse(),
      () => repeat(2, () => pick(endings)) + pick(endings) + pick(WHITE_SPACE) + makeProse(),
    ])();

  return () => ({ before: makeProse(), uri: below(6) === 0 ? makeAddress() : makeUrl(), after: makeEnd() });
}

/** Whether two normalized URIs are equal, except that punctuation of the first may be an escape in the second. */
function isEquivalent(uri: string, other: string): boolean {
  let at = 0;
  for (const unit of uri.split("")) {
    const escape = `%${unit.charCodeAt(0).toString(16).toUpperCase()}`;
    const isSame = unit === other[at];
    if (!isSame && !(/[^\w%~-]/.test(unit) && other.startsWith(escape, at))) return false;
    at += isSame ? 1 : escape.length;
  }
  return at === other.length;
}

test("a formatted link is found whole and alone in a text, and is an equivalent URI", () => {
  const next = createLinkCases();
  const count = readSize("STRINGS");
  let readable = 0;
  for (let k = 0; k < count; k++) {
    const { before, uri, after } = next();
    const shown = formatLink(uri);
    if (shown !== uri) readable++;
    const [from, to] = [before.length + 1, before.length + 1 + shown.length];
    const found = findLinks(`${before} ${shown}${after}`).filter(
      ({ index, length }) => index < to && index + length > from,
    );
    const places = found.map(({ index, length }) => [index, length]);
    const label = () => `${JSON.stringify({ before, uri, after, shown })}, seed ${seed}`;
    if (JSON.stringify(places) !== `[[${from},${shown.length}]]`)
      expect(places, label()).toEqual([[from, shown.length]]);
    const [given, again] = [uri, found[0]!.uri].map((one) => normalizeUri(cleanUri(one)));
    if (!isEquivalent(given!, again!)) expect(again, label()).toBe(given);
  }
  countInputs(count, "links");
  expect(readable).toBeGreaterThan(count / 3);
});
