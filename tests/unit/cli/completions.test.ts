import { type CommandName, COMMANDS } from "../../../tool/command/line/command-table.ts";
import { describe, expect, test } from "vitest";
import { completeLine, SHELLS } from "../../../tool/command/line/completions.ts";
import { findFlag, FLAGS, listFlags } from "../../../tool/command/line/flags.ts";
import { setNames } from "../../../library/src/sets/index.ts";
import { done, percodec, shell } from "../../support/command.ts";

const NAMES = Object.keys(COMMANDS) as CommandName[];
/** Completes words; the last is the current one. */
const offered = (...words: string[]) => {
  const completion = completeLine(words);
  return "files" in completion ? completion : completion.words.map(({ word }) => word);
};
const FILE = { files: 0 };

const FIRST = [...new Set(NAMES.map((name) => name.split(" ")[0]!))];
const POLICIES = ["throw", "keep", "drop", "replace"];

/** What is offered after words of a command; `_` is the empty word that is completed. */
// prettier-ignore
const OFFERED: readonly (readonly [line: string, offered: object])[] = [
  ["_", [...FIRST, "help"]], ["dec", [...FIRST, "help"]], ["form _", ["parse", "build"]], ["help _", FIRST], ["help form _", ["parse", "build"]], ["nonsense _", []],
  // Operands: sets, shells, files after --file, and nothing where any text is valid.
  ["sets _", setNames()], ["sets whatwg-form _", setNames()], ["sets whatwg-form all _", []], ["complete _", SHELLS], ["decode _", []],
  ["decode -f a _", FILE], ["decode --file=a b _", FILE], ["encode -lo _", FILE], ["encode -lox", { files: 3 }],
  ["--", ["--help", "--version"]],
  // Bash splits off = as a separate word; quotes and backslashes are removed; after -- there are only operands.
  ["encode --set = _", setNames()], ["decode --malformed = keep --newlines = _", ["keep", "lf", "crlf", "cr"]],
  [`'decode' --mal"formed" _`, POLICIES], ["dec\\ode --malformed _", POLICIES], ["decode -- --", []],
  // A redirection is followed by a file; between quotes it is an operand.
  ...[">", ">>", "<", "2>", "&>", ">|", "2>>", ">&"].flatMap((sign) => [[`decode ${sign} _`, FILE] as const, [`${sign} keep form _`, ["parse", "build"]] as const]),
  ["decode '>' _", []],
];

test.each(OFFERED)("after %s", (line, words) => {
  expect(offered(...line.split(" ").map((word) => (word === "_" ? "" : word)))).toEqual(words);
});

test("exactly the options of the command are offered", () => {
  for (const name of NAMES) {
    const options = [...listFlags(name), "help"].map((flag) => `--${flag}`);
    expect(offered(...name.split(" "), "-")).toEqual(options);
    expect(offered(...name.split(" "), "operand", "--")).toEqual(options);
  }
  expect(offered("edit", "--")).toContain("--rename");
  expect(offered("edit", "--")).not.toContain("--keep");
  for (const words of [
    ["dec\\ode", "'--"],
    ["decode", "--set", "--", "--"],
    ["decode", "$(touch X)", "--"],
  ])
    expect(offered(...words)).toContain("--malformed");
});

describe("after each option of each command", () => {
  for (const name of NAMES) {
    test(name, () => {
      for (const flag of listFlags(name)) {
        const { value, choices, short } = findFlag(name, flag);
        const words = name.split(" ");
        if (value === undefined) {
          // A switch has no value: the next word is an operand.
          expect(offered(...words, `--${flag}`, "--")).toContain(`--${flag}`);
          expect(offered(...words, `--${flag}=`)).toEqual([]);
          continue;
        }
        const values = choices ?? (value.split("|").includes("SET") ? setNames() : []);
        const completed = (typed: string) =>
          value === "FILE" ? { files: typed.length } : values.map((word) => typed + word);
        expect(offered(...words, `--${flag}`, "")).toEqual(completed(""));
        // A value may begin with a dash.
        expect(offered(...words, `--${flag}`, "--")).toEqual(completed(""));
        expect(offered(...words, `--${flag}=`)).toEqual(completed(`--${flag}=`));
        expect(offered(...words, `--${flag}=x`)).toEqual(completed(`--${flag}=`));
        if (short) {
          expect(offered(...words, `-${short}`, "")).toEqual(completed(""));
          expect(offered(...words, `-${short}x`)).toEqual(completed(`-${short}`));
        }
      }
    });
  }

  test("files are offered for FILE in the table: --file and --output at least", () => {
    expect([FLAGS.file.value, FLAGS.output.value, FLAGS.set.value]).toEqual(["FILE", "FILE", "SET"]);
  });
});

test("other words are never offered", () => {
  const hostile = ["$(touch X)", "`touch X`", ">", ";", "a\nb", "'", '"', "\\", "--=", "-", "--", "__proto__", "constructor", "\ud800"]; // prettier-ignore
  const words = new Set<string>();
  for (const a of hostile)
    for (const b of hostile)
      for (const c of ["", "-", ...hostile]) {
        const answer = offered(a, b, c);
        if (Array.isArray(answer)) for (const word of answer) words.add(word);
      }
  // No hostile word is offered.
  for (const word of words) expect(word).toMatch(/^(?:--)?[a-z0-9+%&;-]+$/);
});

describe("percodec complete", () => {
  test("writes a script that the shell can read", () =>
    expect(shell("percodec complete bash | bash -n")).toEqual(done()));

  test("no script uses eval, and each passes the words as an array", async () => {
    for (const name of SHELLS) {
      const { stdout } = await percodec(["complete", name]);
      expect(stdout).toMatch(/\n$/);
      expect(stdout).not.toMatch(/\beval\b|compgen|Invoke-Expression/);
      expect(stdout).toMatch(new RegExp(`percodec complete ${name} -- [^\\n]*"[^\\n]* 2>/dev/null </dev/null`));
    }
  });

  test("prints each completion as a line: the word, a TAB and its summary", async () => {
    expect((await percodec(["complete", "fish", "--", "encode", "--hex", ""])).stdout).toBe(
      "words\nupper\t\nlower\t\n",
    );
    expect((await percodec(["complete", "zsh", "--", "encode", "--output=a"])).stdout).toBe("files 9\n");
    expect((await percodec(["complete", "bash", "--", "--version", "--help", "--"])).stdout).toMatch(
      /^words\n--help\t/,
    );
  });
});
