import { toJson } from "../../../shared/literal.ts";
import { encodeFor } from "percodec/guard";
import { isByService } from "../../../shared/reading/inner-urls.ts";
import { defang, hasDefanged } from "../../../shared/reading/unwrap.ts";
import { mend } from "../../app/fix.ts";
import { type Hop, inspectUrl, type TextReport } from "../../../shared/reading/report.ts";
import { type Cleaned, cleanLines, cleanOrRepair, splitLines } from "../../app/cleaning.ts";
import { type DecodedLines, decodeLines } from "../../app/decode-as.ts";
import { FINDING_TITLES, groupFindings } from "../../app/finding-titles.ts";
import { encodeForPurposes } from "../../app/purposes.ts";
import { findOtherEncoding } from "../../../shared/reading/guess.ts";
import { toSnippets } from "../../app/snippets.ts";
import { unlessRefused } from "../../../shared/unless-refused.ts";
import { h } from "../../components/dom.ts";
import { copyButton } from "../../components/results.ts";
import type { Page } from "../../components/page.ts";
import type { Table } from "../../../shared/reading/table.ts";
import { drawCommand } from "../link-rows.ts";
import { type Answer, drawShown } from "./answer-context.ts";
import { decodeLikeliest } from "./layered-value.ts";

/** Draws what can be copied: the result, the report as JSON, and the work as code. */
export function drawUse({ page, state, report }: Answer): HTMLElement {
  const { text } = report.reading;
  const cleaned = report.parts.length > 0 ? cleanOrRepair(text) : undefined;
  // What changes whole lines would change the fields of a table.
  if (report.table !== undefined) return drawUseOfTable(page, report.table);
  const cleanedLines = cleanLines(text, report.lines);
  const decodedLines = decodeLines(text, report.lines);
  const plain = cleanedLines ? copyCleaned(text, cleanedLines, "lines") : findMainCopy(report, cleaned, decodedLines);
  const isLink = report.parts.length + report.lines.length > 0;
  const isForReport = isLink && (report.level === "danger" || (report.hops.length === 0 && hasDefanged(state.text)));
  const inner = copyInner(report.hops);
  const isWrapped = inner !== undefined && isByService(report.hops[0]!);
  const reported = isLink && copyButton(() => writeForReport(report), "Copy for a report");
  const main = isForReport && reported ? reported : isWrapped ? inner : plain;
  const { kept } = cleanedLines ?? decodedLines ?? {};
  page.setCopy(main);
  main.classList.add("strong");
  const copies = [main, main !== inner && inner, main !== reported && reported];
  // A link without a warning has its other copies below.
  for (const each of report.level === "calm" ? [main, inner] : copies) if (each) each.classList.add("at-top");
  const json = (): string => toJson({ text: state.text, ...report }, 2);
  const snippets = toSnippets(report, (cleanedLines ?? cleaned)?.way ?? "inspect");
  return h(
    "article.card.use",
    h("h2", "Use it"),
    h("p.actions", ...copies, main !== plain && plain, copyButton(json, "Copy report as JSON")),
    kept !== undefined && h("p.kept", kept),
    ...(report.parts.length > 0 ? drawCleaned(report, cleaned) : []),
    cleanedLines && drawLeft(report, splitLines(cleanedLines.value), cleanedLines.value === text, "them"),
    h("h3", "Copy it as code:"),
    h("p.actions", ...snippets.map(({ label, code }) => copyButton(code, label))),
  );
}

/** Draws the copy of the innermost URL, unless one URL contains two others side by side. */
function copyInner(hops: readonly Hop[]): HTMLButtonElement | undefined {
  const last = hops.every(({ depth }, k) => depth === k + 1) ? hops.at(-1) : undefined;
  return last && copyButton(last.url, "Copy the URL inside");
}

function drawUseOfTable(page: Page, table: Table): HTMLElement {
  const card = h("article.card.use", h("h2", "Use it"), ...drawCommand(table, `text.${table.format}`));
  const main = card.querySelector("button")!;
  main.classList.add("strong", "at-top");
  page.setCopy(main);
  return card;
}

function drawCleaned(report: TextReport, result: Cleaned | undefined): readonly (Node | false)[] {
  const { text } = report.reading;
  if (result === undefined) {
    return [h("p.soft", "It cannot be cleaned: it is not a valid URL, or programs do not agree on its host.")];
  }
  const isSame = result.value === text;
  const left = drawLeft(report, [result.value], isSame, "it");
  return [
    !isSame && h("p.soft", CLEANED[result.way], h("code", drawShown(result.value))),
    isSame && left === false && h("p.soft", "It is a valid URL as it is: cleaning changes nothing."),
    left,
  ];
}

/** Draws what is still found in cleaned URLs, if it is more than information. */
function drawLeft(
  { reading, findings }: TextReport,
  urls: readonly string[],
  isSame: boolean,
  them: "it" | "them",
): Node | false {
  const found = urls.flatMap((url) => inspectUrl(url).findings.filter(({ severity }) => severity !== "info"));
  if (found.length === 0) return false;
  const left = new Set(found.map(({ code }) => code));
  const titles = [...left].map((code) => FINDING_TITLES[code]);
  const isMendable = findings.some((finding) => left.has(finding.code) && mend(reading.text, [finding]) !== undefined);
  return h(
    "p.kept",
    h("strong", `Cleaning ${isSame ? "changes nothing, and " : ""}does not make ${them} safe. `),
    them === "it" ? "It keeps: " : "They keep: ",
    titles.map((title) => title[0]!.toLowerCase() + title.slice(1)).join("; "),
    isMendable ? ". The buttons beside the findings remove what can be removed." : ".",
  );
}

const CLEANED = {
  clean: "Cleaned, with the same meaning: ",
  repair: "Cleaned, and repaired where it was not a valid URL: ",
} as const;

function findMainCopy(
  report: TextReport,
  cleaned: Cleaned | undefined,
  lines: DecodedLines | undefined,
): HTMLButtonElement {
  const { parts, whole, reading } = report;
  const { text } = reading;
  if (parts.length > 0) return cleaned === undefined ? copyButton(text, "Copy") : copyCleaned(text, cleaned, "URL");
  if (whole !== undefined) {
    const decoded = decodeLikeliest(whole);
    return copyButton(decoded, decoded === text ? "Copy" : "Copy decoded");
  }
  if (lines !== undefined) return copyButton(lines.value, "Copy decoded lines");
  const isPlain = report.lines.length > 0 && report.lines.every((line) => line.reading.name === "text");
  const values = isPlain
    ? unlessRefused(() => text.replace(/[^\r\n]+/g, (line) => encodeFor("query-value", line)))
    : undefined;
  if (values !== undefined) return copyButton(values, "Copy lines as query values");
  const other = findOtherEncoding(text);
  if (other !== undefined) return copyButton(other.decoded, "Copy what it stands for");
  const encoded = reading.name === "text" ? encodeForPurposes(text)[0]?.value : undefined;
  return encoded === undefined ? copyButton(text, "Copy") : copyButton(encoded, "Copy as query value");
}

/** Writes what is found in a link, and the link so that no program opens it. */
function writeForReport({ reading, verdict, hops, findings }: TextReport): string {
  const found = findings.filter(({ severity }) => severity !== "info");
  return [
    defang(reading.text),
    defang(verdict),
    ...hops.map(({ url, found: where }) => `In ${where}: ${defang(url)}`),
    ...groupFindings(found).map(({ code, severity }) => `${severity}: ${FINDING_TITLES[code]} (${code})`),
  ].join("\n");
}

function copyCleaned(text: string, { value, way }: Cleaned, what: "URL" | "lines"): HTMLButtonElement {
  const done = value === text ? "" : way === "clean" ? "cleaned " : "repaired ";
  return copyButton(value, `Copy ${done}${what}`);
}
