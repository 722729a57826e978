import {
  type Finding,
  type FindingCode,
  type Inspection,
  inspect as inspectText,
  type Severity,
} from "../../src/inspect/index.ts";
import { CliError, EXIT } from "../io/errors.ts";
import type { Invocation } from "../arguments.ts";
import { CleanLines } from "../clean-lines.ts";
import { FLAGS } from "../flags.ts";
import { shorten, type Table } from "../table.ts";
import { processTexts, type TextJob } from "../texts.ts";

const SEVERITIES: readonly Severity[] = FLAGS["fail-on"].choices;

/** The most findings of a code that a table lists for one text. */
const MAX_LISTED = 20;

/** `percodec inspect`: returns exit code 1 if there is a finding that `--fail-on` asks for. */
export async function inspect(invocation: Invocation): Promise<number | undefined> {
  const failOn = invocation.choice("inspect", "fail-on");
  const forbidden = failOn === undefined ? [] : SEVERITIES.slice(SEVERITIES.indexOf(failOn));
  let failed = false as boolean;
  const inspectOne = (text: string): Inspection => {
    const inspection = inspectText(text);
    failed ||= inspection.findings.some(({ severity }) => forbidden.includes(severity));
    return inspection;
  };
  const { operands } = invocation;
  const onlyFindings = invocation.has("only-findings");
  if (onlyFindings && invocation.has("summary"))
    throw new CliError(EXIT.usage, "--summary lists no texts: leave out --only-findings");
  const isListed = ({ findings }: Inspection): boolean => !onlyFindings || findings.length > 0;
  const each: TextJob = {
    text: (text, place) => {
      const found = inspectOne(text);
      return isListed(found) ? toTable(text, found, place) : undefined;
    },
    report: (text) => {
      const found = inspectOne(text);
      return isListed(found) ? { text, ...found } : undefined;
    },
    readLine,
    ...(onlyFindings && { createSkipper }),
  };
  const code = await processTexts(invocation, operands, invocation.has("summary") ? countFindings(inspectOne) : each);
  return failed && code === EXIT.done ? EXIT.data : code;
}

const createSkipper = (): CleanLines => new CleanLines();

/** Counts the findings of all texts. */
function countFindings(inspectOne: (text: string) => Inspection): TextJob {
  const counts = new Counts();
  const count = (text: string, place: string): undefined => counts.add(inspectOne(text).findings, place);
  const skipLines = (lines: number): void => counts.skip(lines);
  return {
    text: count,
    report: count,
    readLine,
    createSkipper,
    skipLines,
    end: { text: () => counts.table(), report: () => counts.report() },
  };
}

/** Matches well-formed UTF-8 (Table 3-7 of the Unicode Standard, §3.9), or one byte that is not; each unit is a byte. */
const UTF8 =
  /((?:[\0-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}){1,1000})|[\x80-\xff]/g;

/** Converts a line to text, the first line without its byte order mark. Bytes that are not UTF-8 become escapes, as in a URL. */
function readLine(bytes: Uint8Array, number: number): string {
  const text = Buffer.from(bytes)
    .toString("latin1")
    .replace(UTF8, (byte: string, good?: string) =>
      good === undefined
        ? `%${byte.charCodeAt(0).toString(16).toUpperCase()}`
        : Buffer.from(good, "latin1").toString("utf8"),
    );
  return number === 1 ? text.replace(/^\ufeff/, "") : text;
}

function toTable(text: string, { findings: found, notJudged }: Inspection, place: string): Table {
  const title = place === "" ? {} : { title: place + text };
  const notes = notJudged.map(({ message }) => `Not judged: ${message}`);
  if (found.length === 0) return { ...title, heads: ["Nothing was found."], rows: [], notes };
  const listed = new Map<FindingCode, number>();
  const rows = found.flatMap((finding) => {
    const { code, component, index, length, severity } = finding;
    const count = (listed.get(code) ?? 0) + 1;
    listed.set(code, count);
    if (count > MAX_LISTED) return [];
    const shown = shorten(text.slice(index, index + length));
    return [
      [[severity, severity] as const, component, String(index), String(length), code, shown, toSentences(finding)],
    ];
  });
  const unlistedRows = [...listed].flatMap(([code, count]) => {
    const unlisted =
      found.reduce((sum, finding) => sum + (finding.code === code ? (finding.more ?? 0) : 0), count) - MAX_LISTED;
    return unlisted > 0 ? [["", "", "", "", code, "", `${unlisted} more of these.`]] : [];
  });
  return {
    ...title,
    heads: ["SEVERITY", "COMPONENT", "INDEX", "LENGTH", "CODE", "TEXT", "MESSAGE"],
    rows: [...rows, ...unlistedRows],
    notes,
  };
}

/** Returns the message of a finding, what mojibake was meant to be, and the remedy. */
function toSentences({ code, message, answer, remedy }: Finding): string {
  const meant = code === "mojibake" ? ` It was meant to be ${answer}.` : "";
  return message + meant + (remedy === undefined ? "" : ` Remedy: ${remedy}.`);
}

/** The number of findings of a code, and the place of the first. */
interface Count {
  readonly severity: Severity;
  findings: number;
  texts: number;
  readonly first: Pick<Finding, "component" | "index" | "length"> & { readonly place: string };
}

/** The findings of many texts, counted by code. */
class Counts {
  #texts = 0;
  #withFindings = 0;
  readonly #codes = new Map<FindingCode, Count>();

  /** Counts the findings of one text. */
  add(found: readonly Finding[], place: string): undefined {
    this.#texts++;
    if (found.length > 0) this.#withFindings++;
    const seen = new Set<FindingCode>();
    for (const { code, component, index, length, severity, more = 0 } of found) {
      let count = this.#codes.get(code);
      if (count === undefined) {
        count = {
          severity,
          findings: 0,
          texts: 0,
          first: { place: place.replace(/: $/, "") || "argument 1", component, index, length },
        };
        this.#codes.set(code, count);
      }
      count.findings += 1 + more;
      if (!seen.has(code)) count.texts++;
      seen.add(code);
    }
  }

  /** Counts texts without findings. */
  skip(texts: number): void {
    this.#texts += texts;
  }

  report(): object {
    return { texts: this.#texts, withFindings: this.#withFindings, findings: Object.fromEntries(this.#sorted()) };
  }

  table(): Table {
    return {
      title: `${this.#texts} ${this.#texts === 1 ? "text" : "texts"}, ${this.#withFindings} with findings`,
      heads: ["SEVERITY", "FINDINGS", "TEXTS", "CODE", "FIRST"],
      rows: this.#sorted().map(([code, { severity, findings: count, texts, first }]) => [
        [severity, severity],
        String(count),
        String(texts),
        code,
        `${first.place}, ${first.component}, at ${first.index}`,
      ]),
    };
  }

  /** The counts by severity, the highest first, then by frequency. */
  #sorted(): [FindingCode, Count][] {
    const rank = ({ severity }: Count): number => SEVERITIES.indexOf(severity);
    return [...this.#codes].sort(([, a], [, b]) => rank(b) - rank(a) || b.texts - a.texts);
  }
}
