// Makes texts with hosts that have symbols, userinfo, labels of several scripts and A-labels, and checks the links in them.
import type { FoundLink } from "../../library/src/links/index.ts";
import { cleanUri, describeHost, splitAuthority, splitUri } from "../../library/src/uri/index.ts";
import { attempt, parseAsHost } from "./catch-fault.ts";
import { makeRandom, pick } from "./random.ts";

const LABELS = ["bank", "a", "x-y", "1", "0x7f", "xn--a", "xn--caf-dma", "xn--e1afmkfd", "XN--CAF-DMA", "xn--zz99", "xn--", "xn--はじめよう", "xn--ls8h", "xn--fiqs8s", "xn--mgbh0fb"]; // prettier-ignore
const SCRIPTS = ["пример", "παράδειγμα", "例子", "はじめよう", "مثال", "דוגמה", "कॉम", "เว็บ", "한국", "ö", "ß", "ǅ", "ﬁ", "①", "٠", "۱", "１", "ａ", "ª", "K", "\u0301", "é\u0301", "ı"]; // prettier-ignore
const SYMBOLS = ["✪", "₨", "😀", "℀", "™", "_", "-", "~", "!", "$", "&", "'", "(", ")", "*", "+", ",", ";", "=", "%41", "，", "、", "·", "…", "\u200b", "\u00ad", "\u202e", "\ufe0f"]; // prettier-ignore
const TOPS = ["com", "ws", "рф", "中国", "xn--p1ai", "xn--fiqs8s", "ευ", "مصر", "भारत", "ישראל"];
const DOTS = [".", ".", ".", "。", "．", "｡", ".."];

/** Returns a function that makes the next text. */
export function createHostCases(seed: number): () => string {
  const below = makeRandom(seed);
  const one = (list: readonly string[]) => pick(below, list);
  const makeLabel = () =>
    Array.from({ length: 1 + below(3) }, () => one([one(LABELS), one(LABELS), one(SCRIPTS), one(SYMBOLS)]))
      .slice(0, below(3) === 0 ? 3 : 1)
      .join("");
  const makeHost = () =>
    Array.from({ length: 1 + below(3) }, () => makeLabel() + one(DOTS)).join("") + one(TOPS) + (below(8) ? "" : one(SYMBOLS)); // prettier-ignore
  const makeUser = () => one([makeHost(), makeLabel(), "user"]) + one(["", ":pw", ";x", ":80", "\\"]);
  return () =>
    one(["", "", "see ", "(", "「", "x", "✪"]) +
    one(["https://", "http://", "HTTPS://", "", "//", "https:/", "https:///", "ftp://"]) +
    (below(4) === 0 ? `${makeUser()}@` : "") +
    makeHost() +
    one(["", "/", "/p", "?q", "#f", " ", ":80", ":80/", ":x/", ".", ", b.com", ")", "\\x", "@e.com/", "。"]);
}

/** Returns the host that a browser sees in a URL, or undefined. */
const readHost = (url: string) => parseAsHost(url)?.host;

/** Whether a host has a character, raw or in an A-label, that is newer than the IDNA table of this engine. */
function hasNewCharacter(url: string): boolean {
  const { unicode } = describeHost(splitAuthority(splitUri(url).authority ?? "").host);
  // A mark is refused only at the beginning of a label, a letter from right to left only after another one.
  const isNew = (character: string) =>
    ["", "a"].every((before) => readHost(`http://${before}${character}.com/`) === undefined);
  return Array.from(unicode).some((character) => character > "\x7f" && isNew(character));
}

/** Returns why a URL that was found in a text breaks the law, or undefined. */
export function findHostFault(text: string, { index, length, uri }: FoundLink): string | undefined {
  const host = readHost(uri);
  if (host === undefined) return hasNewCharacter(uri) ? undefined : "new URL refuses it";
  const cleaned = attempt(() => cleanUri(uri));
  if ("code" in cleaned) return "cleanUri refuses it";
  if (readHost(cleaned.value) !== host) return `cleaned to ${cleaned.value}`;
  const hasScheme = /^https?:/i.test(text.slice(index, index + length));
  const before = /[^\s/?#\\)]*$/.exec(text.slice(0, index))?.[0] ?? "";
  if (!hasScheme && before !== "" && text.slice(0, index - before.length).endsWith("://"))
    return "it is inside an authority";
  if (/^[^\s/?#\\)]*@[\p{L}\p{N}[]/u.test(text.slice(index).replace(/^https?:\/\//i, ""))) return "it is userinfo";
  if (!hasScheme) return undefined;
  // The authority ends where white space or a bracket follows; punctuation at its end is not part of it.
  const [url] = /^https?:\/\/[^\s/?#\\)」（]*/i.exec(text.slice(index)) ?? [""];
  const seen = readHost(url.replace(/[.,;:!'，、。．｡…]+$/u, ""));
  return seen === host ? undefined : `a browser sees ${seen}`;
}
