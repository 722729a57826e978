import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type CommandName, COMMANDS } from "../../../tool/command/line/command-table.ts";
import { findFlag, FLAGS, listFlags } from "../../../tool/command/line/flags.ts";
import { failed, percodec, temporaryFolder } from "../../support/command.ts";

const folder = temporaryFolder();
writeFileSync(`${folder}/urls.txt`, "https://e.com/?a=1\n");
writeFileSync(`${folder}/r.md`, "See https://e.com/a.\n");
writeFileSync(`${folder}/v.json`, '{"id":"a b"}\n');

/**
 * The exit code, a part of standard error, and the mistakes that are answered with it: words separated by spaces, in which `_` is a space,
 * and after `<` the line of standard input.
 */
// prettier-ignore
const MISTAKES: readonly (readonly [status: number, answer: string, ...mistakes: string[]])[] = [
  // Options of other programs, and commands typed as options.
  [2, "did you mean percodec decode?", "-d a%20b", "--decode a%20b", "--urldecode a", "encode -d a", "encode --decode a", "clean --unescape a"],
  [2, "did you mean percodec encode?", "-e a", "--encode a", "decode -e a"],
  [2, "did you mean --encoding or percodec encode?", "decode --encode a"],
  [2, "did you mean --decoded or percodec decode?", "parts --decode https://e.com/"],
  [2, "percodec decode needs no option for this", "decode -d a", "decode --decode a", "decode --unquote a"],
  [2, "percodec encode needs no option for this", "encode -e a", "encode --encode a"],
  [2, "did you mean --version?", "-v", "--v", "version", "decode -v"],
  [2, "messages go to standard error, which 2>/dev/null hides", "-q", "--quiet", "decode -q a", "clean --silent a"],
  [2, "did you mean --json?", "decode --verbose a", "inspect -j a"],
  [2, "a pipe to jq indents", "decode --pretty a"],
  [2, "each input is decoded once; percodec read shows", "decode --recursive a", "decode --twice a"],
  [2, "did you mean --form?", "decode --plus a+b", "encode --space a"],
  [2, "did you mean --keep?", "decode --except /", "encode --safe / a"],
  [2, "did you mean --malformed keep?", "decode --lenient a"],
  [2, "did you mean --malformed?", "decode --malfromed keep", "decode --errors ignore a"],
  [2, "did you mean --invalid-utf8?", "decode --utf8 keep a"],
  [2, "did you mean --keep-going?", "decode --ignore a"],
  [2, "did you mean --hex lower?", "encode --lowercase a"],
  [2, "did you mean --file?", "decode -i urls.txt", "decode --input urls.txt"],
  [2, "did you mean --output?", "clean --out a b", "clean --in-place a"],
  [2, "did you mean --null?", "decode -z", "decode --print0"],
  [2, "did you mean --encoding?", "clean --charset utf-8 a"],
  [2, "did you mean --append?", "edit --add a=1 https://e.com/"],
  [2, "did you mean --delete?", "edit --remove a https://e.com/", "edit --rm a ?a", "edit --unset a ?a", "edit --delete-matching a ?a"],
  [2, "did you mean --set?", "edit --replace a=1 ?a", "edit --update a=1 ?a", "edit --param a=1 ?a"],
  [2, "did you mean --fragment ''?", "edit --no-fragment ?a"],
  [2, "did you mean --style arrays?", "form parse --object a=1"],
  [2, "did you mean --style deep?", "form parse --nested a=1"],
  [2, "did you mean deep?", "form parse --style brackets a[]=1", "form build --style indices -f x"],
  [2, "did you mean --flat?", "form parse --combine a=1"],
  [2, "--flat and --style cannot be combined", "form parse --flat --style deep a=1"],
  [2, "did you mean --get host?", "parts --host https://e.com/", "parts --domain https://e.com/"],
  [2, "did you mean --get path?", "parts --path https://e.com/"],
  [2, "did you mean --get query?", "parts --query https://e.com/"],
  [2, "did you mean --get scheme?", "parts --scheme https://e.com/", "parts --protocol https://e.com/"],
  [2, "did you mean --get user?", "parts --user //e.com", "parts --username //e.com"],
  [2, "did you mean --get port?", "parts --port https://e.com/"],
  [2, "percodec decode --help lists the options", "decode --wibble a", "decode -x"],
  [2, "percodec normalize --help lists the options", "normalize --charset utf-8 a"],
  [2, "percodec --help lists the options", "--wibble a"],
  [2, "; decode has it", "encode --percent-u a"],
  [2, "--path takes a path that begins with a slash, not \"b\"", "edit /a --path b"],
  [1, "--allow slash,empty accepts it", "edit /a --path /b//c"],
  [1, "invalid URI \"?\" at 2: a path begins with a slash", "edit _/a --path /b?c"],
  [1, "Cannot replace the path: truncated escape \"%\" at 2", "edit _/a --path /b%"],
  [1, "Cannot replace the host: invalid URI \"/b\" at 1", "edit //a --host a/b"],
  [1, "replace the host: invalid URI \"[::1\" at 0: a host is a name in ASCII, or an IPv6 address in brackets\n", "edit //a --host [::1"],
  [1, "a browser reads it as an address", "edit //a --host 127.1"],
  [1, "userinfo and port need a host", "edit /a --port 1", "edit ?a --userinfo b"],
  [1, "Cannot replace the port: invalid URI \"x\"", "edit //a --port x"],
  [2, "; edit has it", "encode --sort a", "form build --append-path a b=c"],
  [2, "does not belong to read; decode, form parse, records have it", "a%20b --malformed keep", "--malformed keep < a%20b"],
  // Names of commands, groups and values.
  [2, "did you mean percodec read 'hello world'?", "hello world"],
  [2, "did you mean parts --segments?", "path /a%2Fb", "segments /a"],
  [2, "did you mean display --iri", "iri http://e.com/"],
  [2, "did you mean decode --explain or encode --explain?", "explain a%20b"],
  [2, "did you mean decode --compare or parts --compare?", "decoders a%20b"],
  [2, "did you mean links?", "grep a", "find a"],
  [2, "form takes one of parse, build, not \"edit\"; did you mean edit?", "form edit a=1 --set a=2"],
  [2, "percodec form build [OPTION...]", "form"],
  [2, "did you mean keep or drop?", "decode --malformed ignore a", "decode --malformed skip a"],
  [2, "did you mean query-value?", "encode --for query a"],
  [2, "did you mean path-segment?", "encode --for path a"],
  [2, "did you mean throw?", "decode --malformed strict a", "decode --malformed raise a"],
  [2, "did you mean jsonl?", "records --format json", "records --format ndjson"],
  [2, "did you mean lines?", "records --format line"],
  [2, "did you mean nul", "records --format null"],
  [2, "did you mean tsv?", "records --format tab"],
  [2, "did you mean decode?", "records --op urldecode"],
  [2, "did you mean encode?", "records --op escape"],
  [2, "did you mean form?", "records --op parse"],
  [2, "did you mean query-param?", "records --op param"],
  [2, "did you mean danger?", "inspect --fail-on critical a", "inspect --severity high a"],
  [2, "did you mean fragment?", "parts --get hash https://e.com/"],
  [2, "did you mean host?", "parts --get hostname https://e.com/", "parts --get domain https://e.com/"],
  [2, "did you mean utf-8?", "decode --encoding utf8mb4 a", "decode --encoding AL32UTF8 a"],
  [2, 'did you mean "utf8"?', "encode --encoding utf8mb4_general_ci a"],
  [2, "did you mean shift_jis?", "decode --encoding cp932 a"],
  [2, "`percodec sets` lists them", "encode --set wibble a"],
  [2, "; -f FILE reads lines of two URIs", "compare a", "compare a b c"],
  // The names of files.
  [0, 'note: "urls.txt" is a TEXT here; -f reads the file', ...["decode", "encode", "clean", "inspect", "check", "normalize", "display", "parts", "read", "form parse", "edit --sort", "decode --lines", "resolve https://e.com/"].map((command) => `${command} urls.txt`)],
  [0, 'note: "r.md" is a TEXT here; -f reads the file', "links r.md"],
  [1, 'note: "urls.txt" is a TEXT here', "compare urls.txt r.md"],
  [2, "a file of this name exists: percodec read -f 'urls.txt'", "urls.txt"],
  [2, "-f 'v.json' reads the file", "template /u/{id} v.json", "form build v.json"],
  [2, "; -f 'urls.txt' reads a file", "records urls.txt"],
  // Words in the wrong place.
  [2, "--set a=2 sets a parameter", "edit https://e.com/ a=2", "edit a=2 https://e.com/", "edit --sort -f urls.txt a=2"],
  [2, "edit needs what to change: --set, --append, --delete,", "edit https://e.com/", "edit < https://e.com/"],
  [0, "note: --delete utm_* changed nothing: no parameter has this name", "edit --delete utm_* https://e.com/?a=1", "edit --delete utm_* < ?a=1"],
  [0, "note: --rename b=c changed nothing: no parameter has this name", "edit --rename b=c ?a=1"],
  [2, "--get host writes this part", "parts host https://e.com/", "parts https://e.com/ host", "parts host"],
  [2, "form build takes NAME=VALUE, not \"q\"; 'q=' has an empty value", "form build q x", "form build a=1 q"],
  [2, "template takes NAME=VALUE, not \"7\"", "template /u/{id} 7"],
  [2, "--file and NAME=VALUE cannot be combined: leave out \"id=1\"", "template /u/{id} -f v.json id=1"],
  [2, "did you mean id?", "template /u/{id} idd=1"],
  [1, 'the template has no variable "idd"; did you mean id?', 'template /u/{id} < {"idd":1}'],
  [2, "a variable is written {id}", "template /u/:id id=1", "template /users id=1"],
  [1, "BASE has no scheme: a base is an absolute URI", ...["../g", "/a/", "//e.com/", "e.com", "", "1http://e.com/"].map((base) => `resolve -- ${base} b`)],
  [2, "percodec: --level chrome-16", "clean --repair-double --level chrome-16 /"],
  [2, "percodec: --keep", "decode --keep é x"],
  [2, "percodec: complete takes one of bash, zsh, fish\n", "complete", "complete powershell", "complete -- decode"],
  [2, "percodec: a lone - is not a TEXT: ", "decode a -", "decode - a", "decode - --json", "template - --lines -f - < {}", "resolve -f - -"],
  // Data that is not what it seems.
  [0, 'this looks like JSON, in which "\\/" is "/"', String.raw`links < {"url":"https:\/\/e.com\/a"}`, String.raw`links --json < "http:\\/\\/e.com\\/a"`],
  [0, 'this looks like HTML, in which "&amp;" is "&"', "links < href='https://e.com/?a=1&amp;b=2'", "links --format-links < https://e.com/?a&#38;b"],
  [1, 'no record has the field "idd"', 'records --format jsonl --field url --out idd < {"id":1,"url":"a"}'],
  [1, 'no record has the field "ur"', 'records --format jsonl --field ur < {"id":1,"url":"a"}'],
  [1, "no record has the field with the number 3", "records --format tsv --field 3 < a", "records --format csv --out 3 < a,b"],
  [2, "--out '*' is the whole record: it comes first", "records --out value,* < a", "records --out x=* < a", "records --out *,* < a"],
  [2, "--out '*' has one place for the value: leave out all but one --param", "records --op query-param --param a --param b --out * < a"],
  [2, "--out '*' is not for rowbinary", "records --format rowbinary --out *"],
  [2, "name each member, such as --out id,url=value,status", "records --format jsonl --out *,status"],
  [2, "--field '*' is every field of csv or tsv: add --out '*' or '*,status,code'", "records --format csv --field *", "records --field * --out *", "records --format csv --field * --out *,1"],
  [2, "--out '*' needs --escapes backslash", "records --format tsv --escapes none --out *"],
  [2, 'two columns are named "a"', "records --format csv --header --field a --out *,a < a,b"],
  [2, "--encoding: & and a line end are two bytes each in UTF-16LE; use utf-8\n", "records --op form --encoding utf-16le"],
  [2, 'no encoding has the label "shift-jiss"; did you mean', "records --encoding shift-jiss"],
  [2, "percodec: --unencodable needs --encoding\n", "records --op encode --unencodable throw"],
  [2, "percodec: option --unencodable is for --op encode\n", "records --unencodable throw --encoding gbk"],
  [2, "percodec: option --encoding is for --op decode, encode, form, query-param, clean\n", "records --op normalize --encoding gbk"],
  [2, "percodec: --invalid-utf8 keep keeps bytes, which are not text in GBK", "records --op encode --encoding gbk --invalid-utf8 keep"],
  [2, "writes U+FFFD, which ISO-2022-JP lacks", "records --op encode --encoding iso-2022-jp --invalid-utf8 replace"],
  ...["--set whatwg-form", "--encoding gbk"].map((other) => [2, `--for already chooses what is encoded: leave out ${other.split(" ")[0]!}\n`, `records --op encode --for header ${other}`] as const),
  [2, "percodec: --for encodes text", "records --op encode --for header --invalid-utf8 keep"],
  [2, "percodec: option --for is for --op encode\n", "records --for header"],
  [2, 'the field "a..b" has an empty name: "/a//b" is a path with empty names', "records --format jsonl --field a..b < {}"],
  [2, 'the field ".a/b" has an empty name: "//a~1b" is a path with empty names', "records --format jsonl --field .a/b < {}"],
  [2, " has ~ without 0 or 1: in a JSON Pointer ~ is ~0 and / in a name is ~1\n", "records --format jsonl --field /a~2 < {}", "records --format jsonl --field /~ < {}"],
  [2, "the records are JSON objects: name the member with --field, such as --field url", ...['{"url":"%41"}', '\n[\n{"url":"%41"}', '{"url":'].map((rows) => `records --format jsonl < ${rows}`)],
  [1, "the quotation marks of the header do not match\n", ...["", " --columns h"].flatMap((columns) => ['"h\n1\n2', '"h"x\n1', 'a,h"\n1'].map((rows) => `records --format csv --header${columns} < ${rows}`))],
  [2, "--bad keep keeps the value as it is: leave out --controls escape", "records --bad keep --controls escape"],
];

const rows = MISTAKES.flatMap(([status, answer, ...mistakes]) =>
  mistakes.map((mistake) => [mistake, status, answer] as const),
);
test.each(rows)("each mistake has an answer that says what to do: %s: %i", async (mistake, status, answer) => {
  const [line, input = ""] = mistake.split(/ ?< (?=[^ ])/, 2) as [string, string?];
  const words = line === "" ? [] : line.split(" ").map((word) => word.replace(/^_$/, " "));
  const outcome = await percodec(words, input === "" ? "" : `${input}\n`, { cwd: folder });
  expect(outcome.stderr).toContain(answer);
  expect(outcome.status).toBe(status);
});

test.each([
  ["a+b", "Plain text"],
  ["hello!", "Plain text"],
  ["< caf%C3%A9", 'A text that was encoded once: "café".'],
  ["-f r.md", "r.md: record 1 (byte 0): Goes to e.com."],
  ['template /u/{id} < {"id":"a b"}', "/u/a%20b"],
  ["template /u/{id} -f v.json", "/u/a%20b\n"],
])("what looks like a mistake and is none: %s", async (line, output) => {
  const [words, input = ""] = line.split(/ ?< (?=[^ ])/, 2) as [string, string?];
  const { stdout, stderr, status } = await percodec(words === "" ? [] : words.split(" "), input, { cwd: folder });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  expect(stdout).toContain(output);
});

const NAMES = Object.keys(COMMANDS) as CommandName[];

test.each(NAMES)("a lone - where operands are texts is a usage error: %s", async (name) => {
  const input = (listFlags(name) as readonly string[]).includes("file") ? "-f - reads standard input, " : "";
  const message = `percodec: a lone - is not a TEXT: ${input}-- - is a hyphen\n`;
  expect(await percodec([...name.split(" "), "-"], "a")).toEqual(failed(message, 2));
});

test("with --file a lone - is standard input, before and after it", async () => {
  writeFileSync(`${folder}/file`, "a%20b");
  expect((await percodec(["decode", "-f", "file", "-"], "%41", { cwd: folder })).stdout).toBe("a bA");
  expect((await percodec(["decode", "-", "-f", "file"], "%41", { cwd: folder })).stdout).toBe("Aa b");
});

/** The options of each command that have a value. */
const WITH_VALUES = NAMES.flatMap((command) =>
  listFlags(command)
    .filter((name) => findFlag(command, name).value !== undefined)
    .map((name) => [command, name] as const),
);

test("an option without its value says which values it takes", async () => {
  for (const [command, name] of WITH_VALUES) {
    const { value, choices = [], summary, short } = findFlag(command, name);
    for (const typed of [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]) {
      const { stderr, status } = await percodec([...command.split(" "), typed]);
      const values = choices.length === 0 ? summary : choices.join(", ");
      expect(status).toBe(2);
      expect(stderr, command).toContain(`option ${typed} needs ${value!}: `);
      expect(stderr.endsWith(`${values}\n`), stderr).toBe(true);
    }
  }
  expect(
    WITH_VALUES.some(
      ([command, name]) => findFlag(command, name).choices !== (FLAGS[name] as { choices?: unknown }).choices,
    ),
  ).toBe(true);
});

test("an empty or unknown value is answered with all values too", async () => {
  for (const [command, name] of WITH_VALUES) {
    const { choices } = findFlag(command, name);
    if (choices === undefined) continue;
    for (const value of ["", "nonsense"]) {
      const { stderr, status } = await percodec([...command.split(" "), `--${name}=${value}`, "a"]);
      expect(status).toBe(2);
      expect(stderr).toContain(
        `option --${name} must be ${choices.length === 1 ? "" : "one of "}${choices.join(", ")}, `,
      );
    }
  }
});
