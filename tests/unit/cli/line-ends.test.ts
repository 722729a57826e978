import { type CommandName, COMMANDS } from "../../../tool/command/line/command-table.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { listFlags } from "../../../tool/command/line/flags.ts";
import { OPTIONS } from "../../../tool/shared/option-table.ts";
import { filterText as filter } from "./records-run.ts";
import { percodec, temporaryFolder } from "../../support/command.ts";
import { startClock } from "../../support/cpu-time.ts";
import { growth } from "../../support/linear.ts";

const folder = temporaryFolder();

/** The arguments of a command over lines, and lines for it, the longest one last. */
interface Sample {
  readonly args: readonly string[];
  readonly lines: readonly string[];
  /** Whether a table is written for each line, instead of one line. */
  readonly isTable?: boolean;
  /** Whether the result of a line names its place. */
  readonly hasPlaces?: boolean;
}

/** A sample for every command that has `--lines`; a new command needs one too. */
const SAMPLES: { readonly [name in CommandName]?: Sample } = {
  encode: { args: [], lines: ["a b", "", "é", "c d e"] },
  decode: { args: [], lines: ["a%20b", "", "%C3%A9", "%41%42%43"] },
  clean: { args: [], lines: ["/a b", "http://e.com", "http://e.com/a b"] },
  edit: { args: ["--set", "a=1"], lines: ["/b", "http://e.com/?a=2"] },
  display: { args: [], lines: ["/%C3%A9", "http://e.com/%C3%A9"] },
  normalize: { args: [], lines: ["/%7e", "HTTP://e.com:80/"] },
  compare: { args: [], lines: ["a\ta", "a:b\tA:b"] },
  parts: { args: [], lines: ["/a?b", "http://e.com/%C3%A9", "http://e.com/%C3%A9#x"], isTable: true },
  resolve: { args: ["http://e.com/a/"], lines: ["b", "../c?d=e"] },
  check: { args: [], lines: ["/ok", "http://e.com/"], hasPlaces: true },
  inspect: { args: [], lines: ["/ok", "/%00", "/%zz%2F"], isTable: true },
  read: { args: [], lines: ["/ok", "q=%20", "https://e.com/%C3%A9"], isTable: true },
  links: { args: [], lines: ["e.com", "see e.com/%C3%A9 now"] },
  template: { args: ["/u/{id}"], lines: ['{"id":1}', '{"id":"x y"}'] },
  "form parse": { args: [], lines: ["a=1", "b=%20&c=2"] },
};

const withLines = (Object.keys(COMMANDS) as CommandName[]).filter((name) => listFlags(name).includes("lines"));
const withEnds = (lines: readonly string[], ends: readonly string[]): string =>
  lines.map((line, k) => line + ends[k % ends.length]!).join("");
/** Removes places in messages: they count the bytes of line ends too. */
const withoutPlaces = (text: string): string => text.replaceAll(/\(byte \d+\)/g, "");

test("every command over lines has a sample here", () => expect(Object.keys(SAMPLES).sort()).toEqual(withLines.sort()));

describe("a line ends with LF or CR LF, and so does what is written for it", () => {
  for (const name of withLines) {
    const flags = listFlags(name);
    const { args, lines, isTable = false, hasPlaces = false } = SAMPLES[name] ?? { args: [], lines: [] };
    const toComparable = hasPlaces ? withoutPlaces : (text: string): string => text;
    const run = (input: string, ...more: string[]) =>
      percodec([...name.split(" "), ...args, "--lines", ...more], input);
    for (const json of flags.includes("json") ? [[], ["--json"]] : [[]]) {
      test([name, ...json].join(" "), async () => {
        const expected = await run(withEnds(lines, ["\n"]), ...json);
        expect(expected).toMatchObject({ stderr: "", status: 0 });
        const results = expected.stdout.split("\n").slice(0, -1);
        for (const ends of [["\r\n"], ["\n", "\r\n"]]) {
          const { stdout, stderr, status } = await run(withEnds(lines, ends), ...json);
          expect([stderr, status]).toEqual(["", 0]);
          if (isTable && json.length === 0) expect(withoutPlaces(stdout)).toBe(withoutPlaces(expected.stdout));
          else expect(toComparable(stdout)).toBe(toComparable(withEnds(results, ends)));
        }
        const { stdout: withoutLast } = await run(withEnds(lines, ["\r\n"]).slice(0, -2), ...json);
        const isText = !isTable && json.length === 0 && name !== "form parse";
        // An object of JSON always ends a line.
        if (isText) expect(toComparable(withoutLast)).toBe(toComparable(withEnds(results, ["\r\n"]).slice(0, -2)));
        else if (!isTable || json.length > 0) expect(withoutLast).toBe(`${withEnds(results, ["\r\n"]).slice(0, -2)}\n`);
        else expect(withoutPlaces(withoutLast)).toBe(withoutPlaces(expected.stdout));
      });
    }

    test(`${name}: a line as long as --max-record passes; nothing is written of one that is a byte longer`, async () => {
      const longest = Math.max(...lines.map((line) => Buffer.byteLength(line)));
      const input = withEnds(lines, ["\r\n"]);
      expect(await run(input, "--max-record", String(longest))).toEqual(await run(input));
      const { stdout, stderr, status } = await run(input, "--max-record", String(longest - 1));
      expect(stdout).toBe((await run(withEnds(lines.slice(0, -1), ["\r\n"]))).stdout);
      expect(stderr).toContain(`record ${lines.length} `);
      expect(stderr).toContain(`limit exceeded: the record is longer than ${longest - 1} bytes; --max-record sets`);
      expect(status).toBe(1);
      if (!(flags as readonly string[]).includes("keep-going")) return;
      const kept = await run(input, "--max-record", String(longest - 1), "--keep-going");
      expect(kept).toEqual({ stdout: `${stdout}${lines.at(-1)}\r\n`, stderr, status: 1 });
    });
  }
});

/** Records of each format whose records are lines, and null for the others; a new format needs an entry too. */
const RECORDS: Record<(typeof OPTIONS.format.choices)[number], readonly string[] | null> = {
  lines: ["%41", "", "%zz", "a\rb", "\\N"],
  tsv: ["%41\t1", "\t", "%zz\t2", "\\N\t\\r"],
  jsonl: ['"%41"', '{"1":"%zz"}', "null", "bad"],
  csv: ["%41,1", '"a,\r\n%41",2', 'a"b', '""'],
  nul: null,
  rowbinary: null,
};

describe("every format of records that are lines, and every operation", () => {
  const ways = [
    "",
    " --field-enc hex",
    " --controls escape",
    " --max-record 4",
    " --out status,byte_offset",
    " --accept /[^%\\r]/u",
    " --encoding gbk",
  ];
  const operations = OPTIONS.op.choices.map((op) => (op === "query-param" ? "query-param --param q" : op));

  for (const [format, records] of Object.entries(RECORDS)) {
    if (records === null) continue;
    test(format, async () => {
      const all = [...ways, ...operations.map((op) => ` --op ${op}`)];
      // JSON objects need a field.
      for (const args of all.map((way) => `--format ${format}${format === "jsonl" ? " --field 1" : ""}${way}`)) {
        const answers = await Promise.all(
          records.map(async (record) => (await filter(args, `${record}\n`)).slice(0, -1)),
        );
        for (const ends of [["\n"], ["\r\n"], ["\n", "\r\n"], ["\r\n", "\n", "\n"]]) {
          for (const sizes of [[1], [2], [3, 1], [1000]]) {
            const output = await filter(args, withEnds(records, ends), sizes);
            expect(output, `${args} ${JSON.stringify([ends, sizes])}`).toBe(withEnds(answers, ends));
          }
        }
      }
    });
  }
});

test("form build reads one pair per line, with any line end", async () => {
  expect(await percodec(["form", "build"], '["a","1"]\r\n["b","2"]\r\n')).toEqual(
    await percodec(["form", "build"], '["a","1"]\n["b","2"]\n'),
  );
});

test("the last line of a file that has no line end does not run into the first line of the next file", async () => {
  writeFileSync(`${folder}/one`, "%41\r\n%42");
  writeFileSync(`${folder}/two`, "%43");
  writeFileSync(`${folder}/none`, "");
  for (const command of ["decode --lines", "normalize"]) {
    const written = async (words: string) =>
      (await percodec(`${command} ${words}`.split(" "), "", { cwd: folder })).stdout;
    expect(await written("-f one none two"), command).toBe("A\r\nB\nC");
    expect(await written("-f one none"), command).toBe("A\r\nB");
    expect(await written("-k --max-record 2 -f one two"), command).toBe("%41\r\n%42\n%43");
  }
});

describe("blocks of many lines", () => {
  const many = (line: (k: number) => string): string => Array.from({ length: 40_000 }, (_, k) => line(k)).join("");

  test("CR LF, LF and a CR inside a line among 40,000 lines, across blocks too", async () => {
    const plain = many((k) => `a b${k}${k % 3 === 0 ? "\n" : "\r\n"}${k % 1000 === 0 ? "x\ry\r\r\n" : ""}`);
    const encoded = plain.replaceAll(" ", "%20").replaceAll(/\r(?!\n)/g, "%0D");
    expect((await percodec(["encode", "--lines"], plain)).stdout === encoded).toBe(true);
    expect((await percodec(["encode", "--lines", "--keep", "\r"], plain)).stdout === plain.replaceAll(" ", "%20")).toBe(
      true,
    );
    expect((await percodec(["decode", "--lines", "--controls", "raw"], encoded)).stdout === plain).toBe(true);
    expect((await percodec(["normalize"], encoded)).stdout === encoded).toBe(true);
  });

  test("the result of a line that has the escape of a line end is one line, unless --controls is raw", async () => {
    const input = "a%0Ab%01\n%u000Dc\r\nd%250a\n";
    for (const block of [input, `${"x%20y\n".repeat(20_000)}${input}`]) {
      const before = block.slice(0, -input.length).replaceAll("%20", " ");
      const run = (...args: string[]) => percodec(["decode", "--lines", "--percent-u", ...args], block);
      const { stdout, stderr } = await run();
      expect(stdout.slice(before.length)).toBe("a%0Ab\x01\n%u000Dc\r\nd%0a\n");
      expect(stderr).toBe(
        "percodec: the escapes of line ends stay, so that each result is one line; --controls raw decodes them\n",
      );
      expect(await run("--controls", "raw")).toMatchObject({ stdout: `${before}a\nb\x01\n\rc\r\nd%0a\n`, stderr: "" });
      expect((await run("--controls", "escape")).stdout.slice(before.length)).toBe("a%0Ab%01\n%u000Dc\r\nd%250a\n");
    }
    const kept = await percodec(["decode", "--lines", "--malformed", "keep"], "a%u000Ab\n");
    expect(kept).toMatchObject({ stdout: "a%u000Ab\n", stderr: "" });
    for (const other of [[], ["--lines", "--json"], ["--null"]])
      expect((await percodec(["decode", ...other, "--controls", "raw"], "a\n")).status).toBe(2);
  });

  test.each([
    ["CR", "a\rb\r\n", "encode --lines", "a%0Db\r\na%0Db\r\n"],
    ["bad record", "%zz\n", "decode --lines --keep-going", "%zz\n%zz\n"],
  ])("a %s in every line takes linear time", async (_what, line, words, wanted) => {
    const measure = async (size: number): Promise<number> => {
      writeFileSync(`${folder}/lines`, line.repeat(size * 20_000));
      const clock = startClock();
      await percodec([...words.split(" "), "-f", "lines", "-o", "out"], "", { cwd: folder });
      return clock();
    };
    expect(await growth(measure)).toBeLessThan(8);
    expect(readFileSync(`${folder}/out`, "utf8").startsWith(wanted)).toBe(true);
  });

  test("without --max-record a line has at most a mebibyte", async () => {
    const line = "a%41".repeat((1 << 20) / 4);
    const { stdout, stderr, status } = await percodec(["decode", "--lines"], `${line}\n${line}a\n`);
    expect([stdout === `${"aA".repeat((1 << 20) / 4)}\n`, status]).toEqual([true, 1]);
    expect(stderr).toContain("record 2 ");
  });
});
