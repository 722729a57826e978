// Makes the cases of the check `links`: URIs for which there is a link, and prose in six scripts around it.
import { readFileSync } from "node:fs";
import { random } from "../../support/random.mjs";
import { listTopLevelDomains } from "percodec/links";

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

/** Labels, of which some are shown in Unicode. */
const LABELS = ["example", "a", "A1", "x-y", "www", "0", "xn--caf-dma", "xn--oogle-qmc", "xn--e1afmkfd", "xn--fsqu00a", "xn--4dbrk0ce", "xn--mgbh0fb", "xn--p1ai", "xn--ls8h", "xn--zz99", "XN--CAF-DMA", "xn--11b5bs3a9aj6g", "xn--hxajbheg2az3al", "xn--", "name", "com"]; // prettier-ignore
const ADDRESSES = ["127.0.0.1", "255.255.255.255", "[::1]", "[2001:DB8::8a2e:370:7334]", "[::ffff:1.2.3.4]"];
const PORTS = [":80", ":8443", ":0", ":65535", ":", ":00080"];

const ASCII = "ABab019-._~!$&'()*+,;=:@/?[]";
/** Reserved characters that a URI has only as escapes in some places, and characters that are illegal. */
const ESCAPED_ASCII = "%\\ \"<>^`{|}#/?[]@:!$&'()*+,;=\0\n\u007f.-~a9";

/** Reads the soft characters and the brackets of the data file of the tables. */
function readTerms() {
  const data = readFileSync(new URL("../../../tools/unicode/data/links-17.0.0.txt", import.meta.url), "utf8");
  const read = (name) => {
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

/** Returns a function that makes the next case: `{ before, uri, after }`. */
export function createLinkCases(seed) {
  const below = random(seed);
  const pick = (list) => list[below(list.length)];
  const repeat = (most, make) => Array.from({ length: below(most + 1) }, make).join("");
  const { soft, brackets } = readTerms();
  const endings = soft.filter((character) => character !== "?");
  const tops = listTopLevelDomains().map((name) => (/[^\0-\x7f]/.test(name) ? new URL(`http://${name}`).hostname : name));

  const words = () => Array.from({ length: below(5) }, () => pick(below(4) === 0 ? NEARLY_LINKS : pick(PROSE))).join(pick(["", " "]));

  const anyCharacter = () => {
    const code = [0x80 + below(0x780), 0x800 + below(0x2800), 0x3000 + below(0xa800), 0xf900 + below(0x700), 0x10000 + below(0x20000), below(0x110000)][below(6)]; // prettier-ignore
    return code >= 0xd800 && code <= 0xdfff ? "\ufffd" : String.fromCodePoint(code);
  };
  const escapes = (character) => [...new TextEncoder().encode(character)].map((byte) => hex(byte)).join("");
  const hex = (byte) => `%${(byte + 0x100).toString(16).slice(1)[below(2) ? "toUpperCase" : "toLowerCase"]()}`;
  const escaped = () => escapes(pick([() => pick(ESCAPED_ASCII), () => pick(soft), () => pick(brackets), anyCharacter, () => pick(pick(PROSE))])()); // prettier-ignore
  const unit = (ascii) => [() => pick(ascii), () => pick(ascii), () => pick(ascii), escaped, escaped, () => hex(below(256)), () => ":~:"][below(ascii === ASCII ? 7 : 6)](); // prettier-ignore

  const domain = () => `${Array.from({ length: 1 + below(3) }, () => pick(LABELS.filter((label) => label !== "xn--"))).join(".")}.${pick([pick(tops), "com", "xn--p1ai", "COM", "xn--4dbrk0ce"])}`; // prettier-ignore
  const webUri = () => {
    const host = below(8) === 0 ? pick(ADDRESSES) : domain() + (below(16) === 0 ? "." : "");
    const port = below(8) === 0 ? pick(PORTS) : "";
    const path = below(8) === 0 ? "" : `/${repeat(8, () => unit(ASCII.replace("?", "").replace("[]", "")))}`;
    const query = below(3) === 0 ? `?${repeat(8, () => unit(ASCII))}` : "";
    const fragment = below(3) === 0 ? `#${repeat(8, () => unit(ASCII))}` : "";
    return `${pick(["http", "https", "https", "HTTPS"])}://${host}${port}${path}${query}${fragment}`;
  };
  const addressUri = () => {
    const local = `${pick("aZ0_")}${repeat(6, () => unit("abc019-._~!$&'()*+;=:/".replace("ASCII", "")))}`;
    return `${pick(["mailto", "MAILTO"])}:${local}@${domain()}`;
  };

  return () => ({
    before: words(),
    uri: below(6) === 0 ? addressUri() : webUri(),
    after: pick([() => "", () => pick(WHITE_SPACE) + words(), () => repeat(2, () => pick(endings)) + pick(endings) + pick(WHITE_SPACE) + words()])(), // prettier-ignore
  });
}
