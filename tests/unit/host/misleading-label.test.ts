import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { displayUri } from "../../../library/src/uri/display.ts";
import { toAscii } from "../../../library/src/host/idna.ts";
import { findLabelFault } from "../../../library/src/host/misleading-label.ts";

const LOOK = "look-alike-host";
const MIXED = "mixed-script-host";
const CHARACTER = "restricted-host-character";

test.for([
  // Look-alikes of ASCII
  ["ɡoogle", "com", LOOK, '"google"'],
  ["pɑypɑl", "com", LOOK, '"paypal"'],
  ["ıcloud", "com", LOOK, '"icloud"'],
  ["xǃy", "com", LOOK, '"x!y"'],
  ["аҏҏӏе", "com", LOOK, '"apple"'],
  ["pаypal", "com", LOOK, '"paypal"'],
  ["хор", "com", LOOK, '"xop"'],
  ["хор", "", LOOK, '"xop"'],
  ["хор", "ελ", LOOK, '"xop"'],
  ["хор", "рф", undefined, ""],
  ["хор", "ru", undefined, ""],
  ["сом", "com", LOOK, "Latin letters"],
  ["зҙӡ", "com", LOOK, "digits"],
  ["зима", "com", undefined, ""],
  ["a".repeat(40) + "ɡ", "com", LOOK, `"${"a".repeat(32)}"`],
  // Local letters under their own top-level domains
  ["balık", "com", LOOK, '"balik"'],
  ["balık", "tr", undefined, ""],
  ["ışık", "com", undefined, ""],
  ["þing", "is", undefined, ""],
  ["þing", "de", LOOK, '"ping"'],
  ["það", "de", LOOK, '"pad"'],
  ["əü", "com", LOOK, '"e\\u{FC}"'],
  // Mixtures
  ["жизнlife", "com", MIXED, "Cyrillic and Latin"],
  ["ωд", "com", MIXED, "Greek and Cyrillic"],
  ["ひ한", "jp", MIXED, "Hiragana and Hangul"],
  ["caféカフェ", "jp", MIXED, "Latin and Katakana"],
  ["cafeカフェ漢", "jp", undefined, ""],
  ["kt한국", "kr", undefined, ""],
  ["क१2", "com", MIXED, "digits of two scripts"],
  // Characters that no name needs
  ["i❤", "ws", CHARACTER, "U+2764"],
  ["éɡa", "com", CHARACTER, "U+0261, which looks like g,"],
  ["ㄅㄆ", "tw", CHARACTER, "U+3105"],
  ["ḥamza", "com", CHARACTER, "U+1E25"],
  ["col·lecció", "com", CHARACTER, "U+00B7"],
  ["col·lecció", "cat", undefined, ""],
  ["co·lecció", "cat", CHARACTER, "U+00B7"],
  ["i\u0307stanbul", "tr", CHARACTER, "U+0307"],
  ["a\u0301\u0301é", "com", CHARACTER, "U+0301"],
  ["ÿ\u0308é", "com", CHARACTER, "U+0308"],
  ["א\u0307", "com", CHARACTER, "U+0307"],
  ["漢ー", "jp", CHARACTER, "U+30FC"],
  ["コーヒー", "jp", undefined, ""],
  ["カヽ", "jp", undefined, ""],
  ["かヽ", "jp", CHARACTER, "U+30FD"],
  ["カ・タ", "jp", undefined, ""],
  ["カ・2", "jp", CHARACTER, "U+30FB"],
  ["かへか", "jp", undefined, ""],
  ["かヘか", "jp", CHARACTER, "U+30D8"],
  ["カへカ", "jp", CHARACTER, "U+3078"],
  ["漢一a", "jp", CHARACTER, "U+4E00"],
  ["一a漢", "jp", CHARACTER, "U+4E00"],
  ["a漢一", "jp", undefined, ""],
  ["一二三", "jp", undefined, ""],
  ["comン漢ンcn", "jp", undefined, ""],
  ["comンcn", "jp", CHARACTER, "U+30F3"],
  ["ஃக", "com", undefined, ""],
  ["ஃబ", "com", CHARACTER, "U+0B83"],
  ["é-", "com", CHARACTER, "U+002D"],
  ["ab-é-c", "com", undefined, ""],
  ["ab--é", "com", CHARACTER, "U+002D"],
] as const)("%j under %j: %s %s", ([label, top, code, what]) => {
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
