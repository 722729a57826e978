import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { displayUri } from "../../../library/src/uri/display.ts";
import { toAscii } from "../../../library/src/host/idna.ts";
import { findLabelFault } from "../../../library/src/host/look-alike-host.ts";

const LOOK = "look-alike-host";
const MIXED = "mixed-script-host";
const CHARACTER = "restricted-host-character";

/** What is wrong with each label under a top-level domain. */
const FAULTS: readonly [top: string, code: string, labels: Readonly<Record<string, string>>][] = [
  ["com", LOOK, { ɡoogle: '"google"', pɑypɑl: '"paypal"', ıcloud: '"icloud"', xǃy: '"x!y"', аҏҏӏе: '"apple"' }],
  ["com", LOOK, { pаypal: '"paypal"', хор: '"xop"', сом: "Latin letters", зҙӡ: "digits" }],
  ["com", LOOK, { ["a".repeat(40) + "ɡ"]: `"${"a".repeat(32)}"`, balık: '"balik"', əü: '"e\\u{FC}"' }],
  ["", LOOK, { хор: '"xop"' }],
  ["ελ", LOOK, { хор: '"xop"' }],
  ["de", LOOK, { þing: '"ping"', það: '"pad"' }],
  ["com", MIXED, { жизнlife: "Cyrillic and Latin", ωд: "Greek and Cyrillic", क१2: "digits of two scripts" }],
  ["jp", MIXED, { ひ한: "Hiragana and Hangul", caféカフェ: "Latin and Katakana" }],
  ["ws", CHARACTER, { "i❤": "U+2764" }],
  ["com", CHARACTER, { éɡa: "U+0261, which looks like g,", ḥamza: "U+1E25", "col·lecció": "U+00B7" }],
  ["com", CHARACTER, { "a\u0301\u0301é": "U+0301", "ÿ\u0308é": "U+0308", "א\u0307": "U+0307", ஃబ: "U+0B83" }],
  ["com", CHARACTER, { "é-": "U+002D", "ab--é": "U+002D" }],
  ["tw", CHARACTER, { ㄅㄆ: "U+3105" }],
  ["cat", CHARACTER, { "co·lecció": "U+00B7" }],
  ["tr", CHARACTER, { "i\u0307stanbul": "U+0307" }],
  ["jp", CHARACTER, { 漢ー: "U+30FC", かヽ: "U+30FD", "カ・2": "U+30FB", かヘか: "U+30D8", カへカ: "U+3078" }],
  ["jp", CHARACTER, { 漢一a: "U+4E00", 一a漢: "U+4E00", comンcn: "U+30F3" }],
];
const SHOWN = {
  рф: "хор",
  ru: "хор",
  com: "зима ışık ஃக ab-é-c",
  tr: "balık",
  is: "þing",
  jp: "cafeカフェ漢 コーヒー カヽ カ・タ かへか a漢一 一二三 comン漢ンcn",
  kr: "kt한국",
  cat: "col·lecció",
};

test.for([
  ...FAULTS.flatMap(([top, code, labels]) =>
    Object.entries(labels).map(([label, what]) => [label, top, code, what] as const),
  ),
  ...Object.entries(SHOWN).flatMap(([top, labels]) =>
    labels.split(" ").map((label) => [label, top, undefined, ""] as const),
  ),
])("%j under %j: %s %s", ([label, top, code, what]) => {
  const fault = findLabelFault(label, top);
  expect(fault && { code: fault.code, what: fault.what }).toEqual(code === undefined ? undefined : { code, what });
  // The text that a label looks like is printable ASCII if it is known.
  if (fault?.look?.length === what.length && /^[\x20-\x7e]*$/.test(fault.look)) expect(fault.look).toBe(what);
});

test("ASCII labels are not checked", () => {
  for (const label of ["", "rnicrosoft", "paypa1", "-", "a--b"]) expect(findLabelFault(label, "com")).toBe(undefined);
});

test("98 of 100 words of 70 languages are shown", () => {
  const names = new URL("../../conformance/browsers/label-names.json", import.meta.url);
  const { words } = JSON.parse(readFileSync(names, "utf8")) as { words: Record<string, string> };
  const labels = Object.values(words).flatMap((some) => some.split(" "));
  const shown = labels.filter((word) => displayUri(`http://${toAscii(word) as string}.com/`) === `http://${word}.com/`);
  expect(labels.length).toBeGreaterThan(1600);
  expect(shown.length / labels.length).toBeGreaterThan(0.98);
});
