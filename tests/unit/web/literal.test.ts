import { spawnSync } from "node:child_process";
import { runInThisContext } from "node:vm";
import { expect, test } from "vitest";
import { escapeInvisible, isInvisible } from "../../../library/src/base/invisible.ts";
import {
  isArgument,
  quoteFish,
  quotePosix,
  quotePowerShell,
  quotePython,
  toJson,
} from "../../../tool/shared/literal.ts";

/** Every invisible character alone, first, in the middle and last, before hex digits and between what the languages read as syntax. */
const INVISIBLE = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter(isInvisible)
  .flatMap((code) => {
    const character = String.fromCodePoint(code);
    return [character, `${character}7f`, `\\'${character}'\\`, `"$x!\`${character}`, `${character}${character}`];
  });
const VISIBLE = [
  "",
  "a'b",
  '$(id) `x` "q" \\',
  "\\\\'\\",
  "\u2018it\u2019s",
  "-x",
  "!!",
  "\\n\\u{41}",
  "é🙂",
  "${x}%s",
];
const TEXTS = [...INVISIBLE, ...VISIBLE];
const ARGUMENTS = TEXTS.filter(isArgument);

/** Reads a string or a sum of strings and characters as PowerShell does. */
function readPowerShell(literal: string): string {
  const sum = /^\((.*)\)$/u.exec(literal)?.[1] ?? literal;
  const item = /(?:^| \+ )(?:'((?:[^'\u2018-\u201b]|(['\u2018-\u201b])\2)*)'|\[char\]0x([0-9A-F]+))/gy;
  let text = "";
  let end = 0;
  for (const [whole, string, , unit] of sum.matchAll(item)) {
    // A character that comes first would make the sum a number.
    if (string === undefined && end === 0) return "a number";
    text += string?.replace(/(['\u2018-\u201b])\1/g, "$1") ?? String.fromCharCode(Number.parseInt(unit!, 16));
    end += whole.length;
  }
  return end === sum.length ? text : `not a literal after ${sum.slice(0, end)}`;
}

test("no literal contains an invisible character", () => {
  for (const text of TEXTS) {
    const literals = [toJson(text), quotePython(text)];
    if (isArgument(text)) literals.push(quotePosix(text), quoteFish(text), quotePowerShell(text));
    for (const literal of literals) expect(escapeInvisible(literal)).toBe(literal);
  }
});

test("JavaScript and PowerShell read every text as it was quoted", () => {
  expect(runInThisContext(`[${TEXTS.map((text) => toJson(text)).join()}]`)).toEqual(TEXTS);
  expect(ARGUMENTS.map((text) => readPowerShell(quotePowerShell(text)))).toEqual(ARGUMENTS);
});

test("Python reads every text as it was quoted", () => {
  const input = `import json\nprint(json.dumps([${TEXTS.map(quotePython).join()}]))`;
  const { stdout, stderr } = spawnSync("python3", ["-"], { input, encoding: "utf8", maxBuffer: 1 << 26 });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual(TEXTS);
});

test("a POSIX shell reads every text without invisible characters as it was quoted", () => {
  const input = `printf '%s\\0' ${VISIBLE.map(quotePosix).join(" ")}`;
  expect(spawnSync("sh", [], { input, encoding: "utf8" }).stdout).toBe(VISIBLE.map((text) => `${text}\0`).join(""));
});

test("a text without invisible characters has one literal for all shells", () => {
  for (const text of VISIBLE) expect(quoteFish(text)).toBe(quotePosix(text));
});

test("a literal of one shell is one word in the others, so that a wrong shell runs nothing", () => {
  for (const text of ARGUMENTS) {
    // Outside of quotation marks are only the `$` before them and escapes.
    for (const literal of [quotePosix(text), quoteFish(text)])
      expect(literal).toMatch(/^\$?'[^']*'(?:(?:\\['\\]|(?:\\X[0-9A-F]{2})+)'[^']*')*$/);
  }
});

test.each(["\0", "a\0b", "\ud800", "\udc00a", "\udc00\ud800"])("%j is no argument of a program", (text) => {
  expect(isArgument(text)).toBe(false);
});
