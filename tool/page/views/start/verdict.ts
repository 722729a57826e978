import type { ReportPart, TextReport } from "../../../shared/reading/report.ts";
import { describeHost } from "percodec/uri";
import { differingSpans } from "../../app/difference.ts";
import { unlessRefused } from "../../app/unless-refused.ts";
import { formatCount, formatNumber, h } from "../../components/dom.ts";
import { drawHighlights } from "../../components/highlights.ts";

/** Draws what a text is or where it leads, in one sentence, with the numbers of its findings. */
export function drawVerdict(report: TextReport): HTMLElement {
  const { verdict, findings, notJudged } = report;
  const count = (severity: string): number => findings.filter((finding) => finding.severity === severity).length;
  const [dangers, warnings, notes] = [count("danger"), count("warning"), count("info")];
  const level = dangers > 0 ? "danger" : warnings > 0 ? "warning" : "calm";
  const sign = { danger: "▲", warning: "△", calm: "●" }[level];
  const counts = [
    dangers > 0 && formatCount(dangers, "danger"),
    warnings > 0 && formatCount(warnings, "warning"),
    notes > 0 && formatCount(notes, "note"),
    findings.length === 0 && "nothing found in what was judged",
    // The purpose of the text is never judged.
    `not judged: ${formatNumber(notJudged.length + 1)}`,
  ].filter((part) => part !== false);
  return h(
    "article",
    { class: `verdict ${level}`, attributes: { "aria-label": "Verdict" } },
    h(
      "h2",
      {},
      h("span", { class: "sign-of", attributes: { "aria-hidden": "true" } }, sign),
      " ",
      h("bdi", {}, drawWithLookAlikes(verdict, findHost(report.parts))),
    ),
    h("p", "soft", counts.join(" · ")),
  );
}

/** The name of a host in Unicode, and the name that it looks like. */
export interface HostNames {
  readonly unicode: string;
  readonly looksLike: string | undefined;
}

export function findHost(parts: readonly ReportPart[]): HostNames | undefined {
  const find = (wanted: string): string | undefined => parts.find(({ name }) => name === wanted)?.raw;
  const host = find("host");
  if (host === undefined) return undefined;
  return unlessRefused(() => describeHost(host, { scheme: find("scheme") ?? "https" }));
}

/** Draws a text with the characters highlighted by which a host differs from the name that it looks like. */
export function drawWithLookAlikes(text: string, host: HostNames | undefined): DocumentFragment {
  const at = host?.looksLike === undefined ? -1 : text.indexOf(host.unicode);
  if (host?.looksLike === undefined || at < 0) return drawHighlights(text, []);
  return drawHighlights(
    text,
    differingSpans(host.unicode, host.looksLike).a.map(({ index, length }) => ({
      index: index + at,
      length,
      kind: "danger",
    })),
  );
}
