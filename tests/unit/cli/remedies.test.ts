import { type CommandName, COMMANDS } from "../../../tool/command/line/command-table.ts";
import { expect, test } from "vitest";
import { isTaken } from "../../../tool/command/run/remedies.ts";
import { toFlag } from "../../../tool/command/line/flags.ts";
import { REMEDY_OPTIONS } from "../../../tool/shared/remedies/remedies.ts";
import type { PercentEncodingErrorCode } from "../../../library/src/index.ts";
import { percodec } from "../../support/command.ts";

/** A call that ends with an error. */
interface Fault {
  readonly command: string;
  readonly code: PercentEncodingErrorCode;
  readonly words: readonly string[];
  readonly stdin?: string | Uint8Array;
  /** The end of the message, and the options that accept the same input; undefined if no option does. */
  readonly advice?: string;
  readonly options?: readonly string[];
}

const KEEP = { advice: "--malformed keep accepts it", options: ["--malformed", "keep"] };
const KEEP_BYTES = { advice: "--invalid-utf8 keep accepts it", options: ["--invalid-utf8", "keep"] };
const PERCENT_U = { advice: "--percent-u reads %uXXXX", options: ["--percent-u"] };
const UNSAFE = { advice: "--unsafe allow accepts it", options: ["--unsafe", "allow"] };
const DOTS = { advice: "--allow slash,dot accepts it", options: ["--allow", "slash,dot"] };
const THROWS = ["--malformed", "throw", "--invalid-utf8", "throw"];

/** Inputs that `decode` refuses, with `--explain` too. */
const ESCAPES: readonly Omit<Fault, "command">[] = [
  { code: "malformed-escape", words: ["100%zz"], ...KEEP },
  { code: "malformed-escape", words: ["%u00e9"], ...PERCENT_U },
  { code: "malformed-escape", words: ["%ux"], ...KEEP },
  { code: "malformed-escape", words: ["--percent-u", "%uzz"], ...KEEP },
  { code: "truncated-escape", words: ["ab%4"], ...KEEP },
  { code: "truncated-escape", words: ["--percent-u", "%u00e"], ...KEEP },
  { code: "overlong-utf8", words: ["%C0%AF"], ...KEEP_BYTES },
  { code: "encoded-surrogate", words: ["%ED%A0%80"], ...KEEP_BYTES },
  { code: "code-point-out-of-range", words: ["%F4%90%80%80"], ...KEEP_BYTES },
  { code: "lone-surrogate", words: ["--percent-u", "%uD83D"], ...KEEP_BYTES },
];

const ANOTHER = { advice: "--encoding LABEL reads another encoding", options: ["--encoding", "windows-1252"] };
const SHIFT_JIS = {
  advice: "--encoding shift_jis reads what looks like Shift_JIS",
  options: ["--encoding", "shift_jis"],
};
/** "日本語" in Shift_JIS: escapes, and raw bytes. */
const JAPANESE = "%93%FA%96%7B%8C%EA";
const JAPANESE_BYTES = Uint8Array.of(0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea);
const CUT_OFF = "%E2%82";

// prettier-ignore
const FAULTS: readonly Fault[] = [
  ...ESCAPES.map((fault) => ({ ...fault, command: "decode" })),
  ...ESCAPES.map((fault) => ({ ...fault, command: "decode", words: ["--explain", ...THROWS, ...fault.words] })),
  { command: "decode", code: "malformed-escape", words: ["--lines"], stdin: "a\n%zz\n", ...KEEP },
  { command: "decode", code: "invalid-utf8", words: ["--explain", ...THROWS, CUT_OFF], ...ANOTHER },
  { command: "decode", code: "invalid-utf8", words: ["--explain", ...THROWS, JAPANESE], ...SHIFT_JIS },
  { command: "decode", code: "invalid-utf8", words: ["--explain", ...THROWS, "--percent-u", "%E9"], ...KEEP_BYTES },
  { command: "decode", code: "undecodable", words: ["--explain", ...THROWS, "--encoding", "sjis", "%82"], ...KEEP_BYTES },
  { command: "decode", code: "invalid-utf8", words: [CUT_OFF], ...ANOTHER },
  { command: "decode", code: "invalid-utf8", words: ["--invalid-utf8", "throw"], stdin: CUT_OFF, ...ANOTHER },
  { command: "decode", code: "invalid-utf8", words: ["caf%E9"], advice: "--encoding windows-1252 reads what looks like windows-1252 or windows-1250", options: ["--encoding", "windows-1252"] },
  { command: "decode", code: "invalid-utf8", words: [`a=${JAPANESE}`], ...SHIFT_JIS },
  { command: "decode", code: "invalid-utf8", words: ["--lines", "--invalid-utf8", "throw"], stdin: `a\n${JAPANESE}\n`, ...SHIFT_JIS },
  { command: "decode", code: "invalid-utf8", words: ["--json"], stdin: `${"a".repeat(1e5)} ${JAPANESE}`, ...SHIFT_JIS },
  { command: "decode", code: "invalid-utf8", words: ["--json"], stdin: JAPANESE_BYTES, ...SHIFT_JIS },
  { command: "decode", code: "invalid-utf8", words: ["--encoding", "utf-8", "%E9"], ...KEEP_BYTES },
  { command: "decode", code: "invalid-utf8", words: ["--percent-u", "%E9"], ...KEEP_BYTES },
  { command: "decode", code: "undecodable", words: ["--encoding", "sjis", "%82"], ...KEEP_BYTES },
  { command: "decode", code: "unencodable", words: ["--output-encoding", "sjis", "%E2%80%BD"], advice: "--output-encoding utf-8 has every character", options: ["--output-encoding", "utf-8"] },
  { command: "encode", code: "invalid-utf8", words: ["--encoding", "windows-1252"], stdin: Uint8Array.of(0xe2, 0x82), advice: "--input-encoding LABEL reads another encoding", options: ["--input-encoding", "windows-1252", "--unencodable", "reference"] },
  { command: "encode", code: "invalid-utf8", words: ["--encoding", "shift_jis"], stdin: JAPANESE_BYTES, advice: "--input-encoding shift_jis reads what looks like Shift_JIS", options: ["--input-encoding", "shift_jis"] },
  ...(
    [
      ["invalid-utf8", "utf-8", [0xe9]],
      ["overlong-utf8", "utf-8", [0xc0, 0xaf]],
      ["encoded-surrogate", "utf-8", [0xed, 0xa0, 0x80]],
      ["code-point-out-of-range", "utf-8", [0xf4, 0x90, 0x80, 0x80]],
      ["undecodable", "shift_jis", [0x82]],
    ] as const
  ).map(([code, label, bytes]): Fault => ({
    command: "encode",
    code,
    words: ["--input-encoding", label],
    stdin: Uint8Array.from(bytes),
    advice: "--invalid-utf8 drop drops it",
    options: ["--invalid-utf8", "drop"],
  })),
  { command: "encode", code: "unencodable", words: ["--encoding", "sjis", "\u203d"], advice: "--unencodable reference accepts it", options: ["--unencodable", "reference"] },

  { command: "form parse", code: "malformed-escape", words: ["a=%zz"], ...KEEP },
  { command: "form parse", code: "malformed-escape", words: ["a=%u00e9"], ...KEEP },
  { command: "form parse", code: "truncated-escape", words: ["a=%4"], ...KEEP },
  { command: "form parse", code: "invalid-utf8", words: [`a=${CUT_OFF}`], ...ANOTHER },
  { command: "form parse", code: "invalid-utf8", words: [`a=1&b=${JAPANESE}`], ...SHIFT_JIS },
  { command: "form parse", code: "invalid-utf8", words: ["--lines"], stdin: `a=1\nb=${JAPANESE}\n`, ...SHIFT_JIS },
  { command: "form parse", code: "invalid-utf8", words: ["--encoding", "utf-8", "a=%E9"], ...KEEP_BYTES },
  { command: "form parse", code: "overlong-utf8", words: ["a=%C0%AF"], ...KEEP_BYTES },
  { command: "form parse", code: "encoded-surrogate", words: ["a=%ED%A0%80"], ...KEEP_BYTES },
  { command: "form parse", code: "code-point-out-of-range", words: ["a=%F4%90%80%80"], ...KEEP_BYTES },
  { command: "form parse", code: "undecodable", words: ["--encoding", "sjis", "a=%82"], ...KEEP_BYTES },
  { command: "form parse", code: "charset-refused", words: ["--charset-field", "_charset_=sjis"], advice: "--encoding LABEL allows another encoding", options: ["--encoding", "sjis"] },
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

  { command: "form build", code: "unencodable", words: ["--encoding", "sjis", "--unencodable", "throw", "x=\u203d"], advice: "--unencodable reference accepts it", options: ["--unencodable", "reference"] },
  { command: "form build", code: "lone-surrogate", words: [], stdin: '{"a":"\\ud800"}' },

  // At both levels.
  { command: "clean", code: "invalid-uri", words: ["--level", "advanced", "http://é%ff/"] },
  { command: "clean", code: "invalid-uri", words: ["http://é%ff/"] },
  { command: "clean", code: "host-ambiguous", words: ["http://good.com\\@evil.com/"] },
  { command: "clean", code: "host-ambiguous", words: ["--level", "advanced", "http://good.com\\@evil.com/"] },

  { command: "template", code: "invalid-template", words: ["/u/{id"] },
  { command: "template", code: "lone-surrogate", words: ["--lines", "/u/{id}"], stdin: '{"id":"\\ud800"}' },
  { command: "template", code: "unsafe-segment", words: ["/a/{x}", "x=%c0%ae"], ...UNSAFE },
  { command: "template", code: "unsafe-segment", words: ["/a/{x}", "--lines"], stdin: '{"x":".."}', ...DOTS },
  { command: "template", code: "unsafe-segment", words: ["--match", "/a/{x}", "/a/..%2Fc"], ...UNSAFE },
  { command: "template", code: "unsafe-segment", words: ["https://e.com{x}:80", "x=.e"], ...UNSAFE },
  { command: "template", code: "unsafe-segment", words: ["--allow", "none", "/a/{x}", "x=b/c"], advice: "--allow slash accepts it", options: ["--allow", "slash"] },
  { command: "encode", code: "unsafe-segment", words: ["--for", "filename", "nul.txt"] },
  { command: "encode", code: "unsafe-segment", words: ["--for", "path-segment", "a\tb"], advice: "--allow slash,control accepts it", options: ["--allow", "slash,control"] },
  { command: "edit", code: "unsafe-segment", words: ["/a", "--append-path", ".."], advice: "--allow slash,dot accepts it", options: ["--allow", "slash,dot"] },
  { command: "parts", code: "unsafe-segment", words: ["--segments", "//a"], advice: "--allow empty accepts it", options: ["--allow", "empty"] },
];

/** Commands that have the option of a remedy, but never the error. */
const NEVER: readonly (readonly [command: string, codes: readonly PercentEncodingErrorCode[], reason: string])[] = [
  ["clean", ["invalid-utf8", "charset-refused"], "it decodes nothing; its --encoding is the encoding of the query"],
  ["clean", ["invalid-uri"], "the level basic does not make such a URI valid"],
  ["form build", ["invalid-utf8", "charset-refused"], "it decodes nothing"],
  ["form parse", ["lone-surrogate"], "neither an argument nor a file has one, and %uXXXX is not read"],
  ["decode", ["charset-refused"], "it has no pair _charset_"],
  ["encode", ["charset-refused"], "it has no pair _charset_"],
  ["encode", ["lone-surrogate"], "neither an argument nor a file has one"],
  ["records", REMEDY_OPTIONS.map(([code]) => code), "a bad record is a row, not an error"],
];

/** Writes a code as messages spell it. */
const spell = (code: string): string => code.replace(/-/g, " ").replace("utf8", "UTF-8").replace("uri", "URI");

for (const { command, code, words, stdin, advice, options = [] } of FAULTS) {
  test(`an error names the option that accepts the input, if the command has one: ${command}: ${code}: ${words.join(" ")}`, async () => {
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

/** The values of remedies, one of which a command has to take. */
const VALUES = ["keep", "drop", "reference", "UTF-8", "basic", "allow", "encode", "true"];

for (const name of Object.keys(COMMANDS) as CommandName[]) {
  for (const [code, option] of REMEDY_OPTIONS) {
    if (!VALUES.some((value) => isTaken(name, { option, value }))) continue;
    if (name === "encode" && option === "encoding") continue; // its --encoding is that of the result
    test(`each remedy of each command is tried above, or never occurs: ${name}: ${code}: --${toFlag(option)}`, () => {
      const isTried = FAULTS.some(
        (fault) => fault.command === name && fault.code === code && fault.options?.includes(`--${toFlag(option)}`),
      );
      const isNever = NEVER.some(([command, codes]) => command === name && codes.some((never) => never === code));
      expect(isTried !== isNever).toBe(true);
    });
  }
}

test("each advice is printed once per run", async () => {
  const { stderr } = await percodec(["decode", "--lines", "--keep-going"], "%zz\n%E9\n%zz\n%u00e9\n%4\n");
  expect(stderr.match(/; .*/g)).toEqual(["; --malformed keep accepts it", "; --percent-u reads %uXXXX"]);
});
