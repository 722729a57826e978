import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inspect } from "../../../library/src/inspect/index.ts";
import { percodec, temporaryFolder } from "../../support/command.ts";
import { makeRandom, pick, type Random } from "../../support/random.ts";
import { seed } from "../../support/seed.ts";

const folder = temporaryFolder();

/** Lines with and without findings. */
const LINES = [
  "", "/", "/a", "https://e.com/x?y=1", "?q=a+b", "#f", "plain", "/caf%C3%A9", "é", "/%2F", "/a;b", "//e.com", "/..", "\r", "/x\r",
  `/${"a".repeat(5000)}`, ...Array.from({ length: 40 }, (_, k) => `https://e.com/${"x".repeat(k)}`),
]; // prettier-ignore
/** Lines that are longer than the text that the prefilter reads at a time, and longer than a buffer. */
const LONG_LINES = [`/${"b".repeat(16_382)}`, `/${"c".repeat(70_000)}`, `?${"d".repeat(70_000)}%zz`];

interface InputLine {
  readonly text: string;
  readonly end: string;
}

function makeFile(random: Random): InputLine[] {
  const lines = Array.from({ length: random(1000) }, () => ({
    text: pick(random, random(200) === 0 ? LONG_LINES : LINES),
    end: pick(random, ["\n", "\r\n"]),
  }));
  return random(2) === 0 ? lines : [...lines, { text: "/last%2F", end: "" }];
}

const toFile = (lines: readonly InputLine[]): string => lines.map(({ text, end }) => text + end).join("");

/** The content of a line; a CR before LF belongs to its end. */
const readContent = ({ text, end }: InputLine): string => (end === "\n" ? text.replace(/\r$/, "") : text);

test("lines in files have the findings of inspect, in order", async () => {
  const random = makeRandom(seed);
  for (let run = 0; run < 4; run++) {
    const files = [makeFile(random), makeFile(random)];
    const names = files.map((lines, k) => {
      writeFileSync(`${folder}/${k}`, toFile(lines));
      return `${folder}/${k}`;
    });
    const all = files.flat().map((line) => ({ ...line, ...inspect(readContent(line)) }));
    const toJsonLines = (lines: typeof all): object[] =>
      lines.map((line) => ({ text: readContent(line), findings: line.findings, notJudged: line.notJudged }));
    const withFindings = (lines: typeof all): object[] =>
      toJsonLines(lines.filter(({ findings }) => findings.length > 0));
    const worse = all.map((line) => ({
      ...line,
      findings: line.findings.filter((found) => found.severity !== "info"),
    }));
    for (const [words, wanted] of [
      ["", toJsonLines(all)],
      ["--only-findings", withFindings(all)],
      ["--summary", [countAll(files, names, ["info", "warning", "danger"])]],
      ["--severity warning", toJsonLines(worse)],
      ["--severity warning --only-findings", withFindings(worse)],
      ["--severity=warning --summary", [countAll(files, names, ["warning", "danger"])]],
      ["--severity info", toJsonLines(all)],
    ] as const) {
      const options = words.split(" ").filter((word) => word !== "");
      const { stdout, stderr, status } = await percodec(["inspect", "--json", ...options, "-f", ...names]);
      const found = stdout.split("\n").slice(0, -1).map((line): unknown => JSON.parse(line)); // prettier-ignore
      expect([found, stderr, status], words).toEqual([JSON.parse(JSON.stringify(wanted)), "", 0]);
    }
  }
});

/** The report of `--summary --json`; the rows of cases.json have its order. */
function countAll(files: readonly InputLine[][], names: readonly string[], listed: readonly string[]): object {
  const all = files.flatMap((lines, k) => {
    let bytes = 0;
    return lines.map((line, number) => {
      const place = `${names[k]!}: record ${number + 1} (byte ${bytes})`;
      bytes += Buffer.byteLength(line.text + line.end);
      return inspect(readContent(line)).findings.flatMap((found) =>
        listed.includes(found.severity) ? [{ ...found, place }] : [],
      );
    });
  });
  const findings: Record<string, object> = {};
  for (const code of new Set(all.flat().map((found) => found.code))) {
    const same = all.map((found) => found.filter((one) => one.code === code)).filter(({ length }) => length > 0);
    const { severity, ...first } = same[0]![0]!;
    const { place, component, index, length } = first;
    findings[code] = {
      severity,
      findings: same.flat().length,
      texts: same.length,
      first: { place, component, index, length },
    };
  }
  return { texts: all.length, withFindings: all.filter(({ length }) => length > 0).length, findings };
}
