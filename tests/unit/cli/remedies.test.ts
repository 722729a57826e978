import { type Command, COMMANDS } from "../../../cli/command-table.ts";
import { describe, expect, test } from "vitest";
import { REMEDIES } from "../../../cli/remedies.ts";
import type { PercentEncodingErrorCode } from "../../../src/index.ts";
import { percodec } from "../../support/command.ts";

/** A call that ends with an error. */
interface Fault {
  readonly command: string;
  readonly code: PercentEncodingErrorCode;
  readonly words: readonly string[];
  readonly stdin?: string;
  /** The end of the message, and the options that accept the same input; undefined if no option does. */
  readonly advice?: string;
  readonly options?: readonly string[];
}

const KEEP = { advice: "--malformed keep accepts it", options: ["--malformed", "keep"] };
const KEEP_BYTES = { advice: "--invalid-utf8 keep accepts it", options: ["--invalid-utf8", "keep"] };
const PERCENT_U = { advice: "--percent-u reads %uXXXX", options: ["--percent-u"] };
const UNSAFE = { advice: "--unsafe allow accepts it", options: ["--unsafe", "allow"] };
const THROWS = ["--malformed", "throw", "--invalid-utf8", "throw"];

/** Inputs that both `decode` and `explain` refuse. */
const ESCAPES: readonly Omit<Fault, "command">[] = [
  { code: "malformed-escape", words: ["100%zz"], ...KEEP },
  { code: "malformed-escape", words: ["%u00e9"], ...PERCENT_U },
  { code: "malformed-escape", words: ["%ux"], ...KEEP },
  { code: "malformed-escape", words: ["--percent-u", "%uzz"], ...KEEP },
  { code: "truncated-escape", words: ["ab%4"], ...KEEP },
  { code: "truncated-escape", words: ["--percent-u", "%u00e"], ...KEEP },
  { code: "invalid-utf8", words: ["%E9"], ...KEEP_BYTES },
  { code: "overlong-utf8", words: ["%C0%AF"], ...KEEP_BYTES },
  { code: "encoded-surrogate", words: ["%ED%A0%80"], ...KEEP_BYTES },
  { code: "code-point-out-of-range", words: ["%F4%90%80%80"], ...KEEP_BYTES },
  { code: "lone-surrogate", words: ["--percent-u", "%uD83D"], ...KEEP_BYTES },
];

const FAULTS: readonly Fault[] = [
  ...ESCAPES.map((fault) => ({ ...fault, command: "decode" })),
  ...ESCAPES.map((fault) => ({ ...fault, command: "explain", words: [...THROWS, ...fault.words] })),
  { command: "decode", code: "malformed-escape", words: ["--lines"], stdin: "a\n%zz\n", ...KEEP },
  { command: "decode", code: "invalid-utf8", words: ["--invalid-utf8", "throw"], stdin: "%E9", ...KEEP_BYTES },

  { command: "form parse", code: "malformed-escape", words: ["a=%zz"], ...KEEP },
  { command: "form parse", code: "malformed-escape", words: ["a=%u00e9"], ...KEEP },
  { command: "form parse", code: "truncated-escape", words: ["a=%4"], ...KEEP },
  {
    command: "form parse",
    code: "invalid-utf8",
    words: ["a=%E9"],
    advice: "--encoding LABEL reads another encoding",
    options: ["--encoding", "windows-1252"],
  },
  { command: "form parse", code: "invalid-utf8", words: ["--encoding", "utf-8", "a=%E9"], ...KEEP_BYTES },
  { command: "form parse", code: "overlong-utf8", words: ["a=%C0%AF"], ...KEEP_BYTES },
  { command: "form parse", code: "encoded-surrogate", words: ["a=%ED%A0%80"], ...KEEP_BYTES },
  { command: "form parse", code: "code-point-out-of-range", words: ["a=%F4%90%80%80"], ...KEEP_BYTES },
  { command: "form parse", code: "undecodable", words: ["--encoding", "sjis", "a=%82"], ...KEEP_BYTES },
  {
    command: "form parse",
    code: "charset-refused",
    words: ["--charset-field", "_charset_=sjis"],
    advice: "--encoding LABEL allows another encoding",
    options: ["--encoding", "sjis"],
  },
  ...[
    ["pairs", "a=1&b=2"],
    ["name", "ab=1"],
    ["value", "a=in a name:12"],
    ["body", "a=1"],
  ].map(([what, form]): Fault => ({
    command: "form parse",
    code: "limit-exceeded",
    words: ["--limit", `${what}=1`, form!],
    advice: `--limit ${what}=N raises it`,
    options: ["--limit", `${what}=99`],
  })),

  {
    command: "form build",
    code: "unencodable",
    words: ["--encoding", "sjis", "--unencodable", "throw", "x=\u203d"],
    advice: "--unencodable reference accepts it",
    options: ["--unencodable", "reference"],
  },
  { command: "form build", code: "lone-surrogate", words: [], stdin: '{"a":"\\ud800"}' },

  {
    command: "clean",
    code: "invalid-uri",
    words: ["--level", "advanced", "http://e.com:x/"],
    advice: "--level basic accepts it",
    options: ["--level", "basic"],
  },
  // At both levels.
  { command: "clean", code: "invalid-uri", words: ["--level", "advanced", "http://é%ff/"] },
  { command: "clean", code: "invalid-uri", words: ["http://é%ff/"] },
  { command: "clean", code: "host-ambiguous", words: ["http://good.com\\@evil.com/"] },
  { command: "clean", code: "host-ambiguous", words: ["--level", "advanced", "http://good.com\\@evil.com/"] },

  { command: "template", code: "invalid-template", words: ["/u/{id"] },
  { command: "template", code: "lone-surrogate", words: ["--lines", "/u/{id}"], stdin: '{"id":"\\ud800"}' },
  { command: "template", code: "unsafe-segment", words: ["/a/{x}", "x=.."], ...UNSAFE },
  { command: "template", code: "unsafe-segment", words: ["/a/{x}", "--lines"], stdin: '{"x":".."}', ...UNSAFE },
  { command: "template", code: "unsafe-segment", words: ["--match", "/a/{+x}", "/a/b/../c"], ...UNSAFE },
  {
    command: "template",
    code: "unsafe-segment",
    words: ["--slash", "throw", "/a/{x}", "x=b/c"],
    advice: "--slash encode accepts it",
    options: ["--slash", "encode"],
  },
  { command: "encode", code: "unsafe-segment", words: ["--for", "filename", "nul.txt"] },
  { command: "encode", code: "host-ambiguous", words: ["--for", "whole-url", "http://good.com\\@evil.com/"] },
];

/** Commands that have the option of a remedy, but never the error. */
const NEVER: readonly (readonly [command: string, codes: readonly PercentEncodingErrorCode[], reason: string])[] = [
  ["clean", ["invalid-utf8", "charset-refused"], "it decodes nothing; its --encoding is the encoding of the query"],
  ["form build", ["invalid-utf8", "charset-refused"], "it decodes nothing"],
  ["form parse", ["lone-surrogate"], "neither an argument nor a file has one, and %uXXXX is not read"],
  ["decode", ["undecodable"], "it reads only UTF-8"],
  ["explain", ["undecodable"], "it reads only UTF-8"],
  ["records", Object.keys(REMEDIES) as PercentEncodingErrorCode[], "a bad record is a row, not an error"],
];

/** Writes a code as messages spell it. */
const spell = (code: string): string => code.replace(/-/g, " ").replace("utf8", "UTF-8").replace("uri", "URI");

describe("an error names the option that accepts the input, if the command has one", () => {
  for (const { command, code, words, stdin, advice, options = [] } of FAULTS) {
    test(`${command}: ${code}: ${words.join(" ")}`, async () => {
      const call = (given: readonly string[]) => percodec([...command.split(" "), ...words, ...given], stdin);
      const { stderr, status } = await call([]);
      expect(status).toBe(1);
      // After the index the message may have a reason, which may contain semicolons, and the advice, which starts with an option.
      const [, message, found] = /: (?:Cannot .*: )?([^":]+) ".*" at \d+(?:: .*?)?(?:; (--.*))?\n$/.exec(stderr) ?? [];
      expect([message, found]).toEqual([spell(code), advice]);
      if (advice === undefined) return;
      expect(await call(options)).toMatchObject({ stderr: expect.not.stringContaining("Cannot") as string, status: 0 });
    });
  }
});

describe("each remedy of each command is tried above, or never occurs", () => {
  for (const [name, { flags }] of Object.entries<Command>(COMMANDS)) {
    for (const [code, remedies] of Object.entries(REMEDIES)) {
      for (const { option } of remedies.filter((remedy) => flags.includes(remedy.option))) {
        test(`${name}: ${code}: --${option}`, () => {
          const isTried = FAULTS.some(
            (fault) => fault.command === name && fault.code === code && fault.options?.includes(`--${option}`),
          );
          const isNever = NEVER.some(([command, codes]) => command === name && codes.some((never) => never === code));
          expect(isTried !== isNever).toBe(true);
        });
      }
    }
  }
});

test("each advice is printed once per run", async () => {
  const { stderr } = await percodec(["decode", "--lines", "--keep-going"], "%zz\n%E9\n%zz\n%u00e9\n%4\n");
  expect(stderr.match(/; .*/g)).toEqual(["; --malformed keep accepts it", "; --percent-u reads %uXXXX"]);
});
