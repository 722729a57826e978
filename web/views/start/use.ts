import { inspect } from "../../../src/inspect/index.ts";
import { mend } from "../../../src/inspect/mend.ts";
import type { TextReport } from "../../../src/inspect/report.ts";
import {
  type Cleaned,
  cleanLines,
  type CleanedLines,
  cleanOrRepair,
  describeRefusedLines,
} from "../../app/cleaning.ts";
import { type DecodedLines, decodeLines, describeKeptLines } from "../../app/decode-as.ts";
import { FINDING_TITLES } from "../../app/finding-titles.ts";
import { encodeForPurposes } from "../../app/purposes.ts";
import { toSnippets } from "../../app/snippets.ts";
import { h } from "../../components/dom.ts";
import { copyButton } from "../../components/results.ts";
import { type Answer, drawShown } from "./answer-context.ts";
import { countDecodings, decodeFully, decodeLikeliest } from "./layered-value.ts";

/** Draws what can be copied: the result, the report as JSON, and the work as code. */
export function drawUse({ page, report }: Answer): HTMLElement {
  const { text } = report.reading;
  const cleaned = report.parts.length > 0 ? cleanOrRepair(text) : undefined;
  const cleanedLines = cleanLines(text, report.lines);
  const decodedLines = decodeLines(text, report.lines);
  const main = findMainCopy(report, cleaned, cleanedLines ?? decodedLines);
  const kept = cleanedLines ? describeRefusedLines(cleanedLines) : decodedLines && describeKeptLines(decodedLines);
  page.setCopy(main);
  main.classList.add("strong");
  const json = (): string => JSON.stringify(toJson(report), null, 2);
  return h(
    "article",
    "card use",
    h("h2", {}, "Use it"),
    h("p", "actions", main, copyButton(json, "Copy report as JSON")),
    kept !== undefined && h("p", "kept", kept),
    ...(report.parts.length > 0 ? drawCleaned(report, cleaned) : []),
    h("h3", {}, "Copy it as code:"),
    h(
      "p",
      "actions",
      ...toSnippets(report, (cleanedLines ?? cleaned)?.way ?? "inspect").map(({ label, code }) =>
        copyButton(() => code, label),
      ),
    ),
  );
}

function drawCleaned({ reading, findings }: TextReport, result: Cleaned | undefined): readonly (Node | false)[] {
  const { text } = reading;
  const cleaned = result?.value;
  if (result === undefined || cleaned === undefined) {
    return [h("p", "soft", "It cannot be cleaned: programs do not agree what it is.")];
  }
  const left = new Set(
    inspect(cleaned)
      .findings.filter(({ severity }) => severity !== "info")
      .map(({ code }) => code),
  );
  const titles = [...left].map((code) => FINDING_TITLES[code]);
  const isMendable = findings.some((finding) => left.has(finding.code) && mend(text, finding) !== undefined);
  const isSame = cleaned === text;
  return [
    !isSame && h("p", "soft", CLEANED[result.way], h("code", {}, drawShown(cleaned))),
    isSame && left.size === 0 && h("p", "soft", "Its spelling is clean already: cleaning changes nothing."),
    left.size > 0 &&
      h(
        "p",
        "kept",
        h("strong", {}, `Cleaning ${isSame ? "changes nothing, and " : ""}does not make it safe. `),
        "It keeps: ",
        titles.map((title) => title[0]!.toLowerCase() + title.slice(1)).join("; "),
        isMendable ? ". The buttons beside the findings remove what can be removed." : ".",
      ),
  ];
}

const CLEANED = {
  clean: "Cleaned, with the same meaning: ",
  repair: "Cleaned, and repaired where it was not a valid URL: ",
} as const;

function findMainCopy(
  { parts, whole, reading }: TextReport,
  cleaned: Cleaned | undefined,
  lines: DecodedLines | CleanedLines | undefined,
): HTMLButtonElement {
  const { text } = reading;
  if (parts.length > 0) {
    if (cleaned === undefined) return copyButton(() => text, "Copy");
    const { value, way } = cleaned;
    return copyButton(
      () => value,
      value === text ? "Copy URL" : way === "clean" ? "Copy cleaned URL" : "Copy repaired URL",
    );
  }
  if (whole !== undefined) {
    const times = countDecodings(whole);
    return copyButton(() => decodeFully(whole), times > 1 ? `Copy decoded ${times} times` : "Copy decoded");
  }
  if (lines !== undefined) return copyButton(() => lines.value, `Copy ${describeLines(lines)} lines`);
  const encoded = reading.name === "text" ? encodeForPurposes(text)[0]?.value : undefined;
  return encoded === undefined ? copyButton(() => text, "Copy") : copyButton(() => encoded, "Copy as query value");
}

function describeLines(lines: DecodedLines | CleanedLines): string {
  return !("way" in lines) ? "decoded" : lines.way === "clean" ? "cleaned" : "repaired";
}

function toJson({ reading, verdict, parts, parameters, findings }: TextReport): object {
  return {
    text: reading.text,
    reading: reading.name,
    verdict,
    parts: Object.fromEntries(parts.map(({ name, raw }) => [name, raw])),
    parameters: parameters.map(({ name, ...value }) => ({
      name,
      value: decodeLikeliest(value),
      encoding: value.charsets?.[0],
      layers: value.layers,
    })),
    findings: findings.map(({ severity, code, component, index, length, message }) => ({
      severity,
      code,
      component,
      index,
      length,
      message,
    })),
  };
}
