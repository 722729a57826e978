// The 5,000 labels for the comparison with Chromium. The same seed produces the same labels.
import { readFileSync } from "node:fs";
import { random } from "../../support/random.mjs";
import { loadSources } from "../../support/sources.mjs";

const { toAsciiLookAlike, listScripts, findScripts, domainToUnicode, parseDomain, STRICT } = await loadSources([
  "library/src/host/confusables.ts",
  "library/src/host/idna.ts",
]);

const LABELS = 5000;
/** Longer labels are left out, so that several labels fit into one host. */
const MOST_UNITS = 40;
const TRUSTED =
  "google paypal apple amazon microsoft netflix wikipedia facebook instagram youtube icloud github dropbox jquery zoom vk xbox ebay hsbc 2345678901".split(
    " ",
  );

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");

/** Returns ordinary words, which have to be displayed in Unicode. */
function naturalWords() {
  return Object.values(JSON.parse(read("label-names.json")).words).flatMap((words) => words.split(" "));
}

/** Returns a label for each character that UTS #39 lists as confusable with an ASCII letter or digit, in a well-known name. */
function confusables() {
  const [, , rows = ""] = read("../../../scripts/unicode/data/security-18.0.0.txt").split(/^\[\w+\]\n/m);
  const labels = [];
  for (const row of rows.trim().split(/;\s*/)) {
    const [character = "", look = ""] = row
      .split("=")
      .map((side) => String.fromCodePoint(...side.split(" ").map((hex) => Number.parseInt(hex, 16))));
    const letter = look.toLowerCase();
    if (!/^[a-z0-9]$/.test(letter)) continue;
    const name = TRUSTED.find((one) => one.includes(letter)) ?? `${letter}${letter}bank`;
    labels.push(name.replace(letter, character));
  }
  return labels;
}

/** Returns the allowed characters by script, and those of them that look like ASCII. */
function alphabets() {
  const all = {};
  const alike = {};
  for (let code = 0x80; code < 0x20000; code++) {
    const scripts = listScripts(findScripts(code));
    if (scripts.length > 4) continue;
    for (const script of scripts) {
      (all[script] ??= []).push(String.fromCodePoint(code));
      if (toAsciiLookAlike(code) !== undefined) (alike[script] ??= []).push(String.fromCodePoint(code));
    }
  }
  return { all, alike };
}

/** Yields random labels of one script, of its characters that look like ASCII, of two scripts, or of a script and ASCII. */
function* mixtures(seed) {
  const below = random(seed);
  const pick = (list) => list[below(list.length)];
  const { all, alike } = alphabets();
  const ascii = [..."abcdefghijklmnopqrstuvwxyz0123456789-"];
  for (;;) {
    const one = pick(Object.values(all));
    const same = pick(Object.values(alike));
    const pools = pick([[one], [same], [same, same, ascii], [one, pick(Object.values(all))], [one, ascii], [all.Katakana, all.Hiragana, all.Han, ascii]]); // prettier-ignore
    yield Array.from({ length: 2 + below(6) }, () => pick(pick(pools))).join("");
  }
}

/** Returns the A-label of a string, or undefined if the text is not one valid label. */
function aLabel(text) {
  const host = parseDomain(`${text}.com`, STRICT);
  if (typeof host !== "string" || !/^xn--[^.]*\.com$/.test(host) || host.length > MOST_UNITS) return undefined;
  return host.slice(0, -4);
}

/** Returns the A-labels by kind. */
export function labelSet(seed) {
  const seen = new Set();
  const fresh = (texts, most) => {
    const labels = [];
    for (const text of texts) {
      if (labels.length === most) break;
      const label = aLabel(text);
      if (label === undefined || seen.has(label)) continue;
      seen.add(label);
      labels.push(label);
    }
    return labels;
  };
  const natural = fresh(naturalWords());
  const confusable = fresh(confusables());
  const mixed = fresh(mixtures(seed), LABELS - natural.length - confusable.length);
  return { natural, confusable, mixed };
}

/** Converts an A-label to Unicode. */
export const readable = (label) => domainToUnicode(label);
