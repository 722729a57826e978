import type { Finding } from "percodec/inspect";
import { type Destination, isReason, type TextReport } from "../../../shared/reading/report.ts";
import { differingSpans } from "../../app/difference.ts";
import { FINDING_TITLES, groupFindings } from "../../app/finding-titles.ts";
import { formatCount, h } from "../../components/dom.ts";
import { isTracker } from "./query-values.ts";
import { drawHighlights, type Highlight } from "../../components/highlights.ts";

/** Draws what a text is or where it leads, in a few sentences, with the numbers of its findings. */
export function drawVerdict(report: TextReport): HTMLElement {
  const { verdict, findings, level, destination, hops, parameters } = report;
  // Several places of one fault are one row under Findings.
  const groups = groupFindings(findings);
  const count = (severity: string): number => groups.filter((group) => group.severity === severity).length;
  const [dangers, warnings, notes] = [count("danger"), count("warning"), count("info")];
  const danger = findings.find(({ severity }) => severity === "danger");
  const sign = { danger: "▲", warning: "△", calm: "●" }[level];
  const trackers = parameters.map(({ name }) => name).filter(isTracker);
  const counts = [
    dangers > 0 && formatCount(dangers, "danger"),
    warnings > 0 && formatCount(warnings, "warning"),
    notes > 0 && formatCount(notes, "note"),
    level === "warning" && warnings === 0 && "1 warning, in the headline",
    findings.length === 0 &&
      level === "calm" &&
      (destination === undefined ? "nothing found" : "no trick in its spelling"),
    trackers.length > 0 && `${formatCount(trackers.length, "tracker")}: ${trackers.slice(0, 5).join(", ")}`,
    `not checked: ${destination === undefined ? "" : "who runs it, where it forwards to, "}what it is for`,
  ].filter((part) => part !== false);
  return h(
    `article.verdict.${level}`,
    { "aria-label": "Verdict" },
    h(
      "h2",
      h("span.sign-of", { "aria-hidden": "true" }, sign),
      " ",
      h("bdi", drawWithHosts(verdict, [destination ?? {}, ...hops])),
      danger !== undefined && !isReason(report, danger) && ` ${nameDanger(danger)}`,
    ),
    h("p.soft", counts.join(" · ")),
  );
}

/** Names a danger in a sentence: the message of a hidden delimiter says which one it is. */
function nameDanger({ code, message }: Finding): string {
  return code === "hidden-delimiter" ? message : `${FINDING_TITLES[code]}.`;
}

/** Draws a text with the owner in each of its hosts, and the characters by which a host differs from the name that it looks like. */
export function drawWithHosts(text: string, destinations: readonly Partial<Destination>[]): DocumentFragment {
  const marks = destinations.flatMap((destination) => markHost(text, destination));
  return drawHighlights(text, marks);
}

export function markHost(text: string, { host, owner, looksLike }: Partial<Destination>): readonly Highlight[] {
  const at = host === undefined ? -1 : text.indexOf(host);
  if (host === undefined || at < 0) return [];
  const start = at + host.length - (owner?.domain.length ?? 0);
  const alike = looksLike === undefined ? [] : differingSpans(host, looksLike).a;
  return [
    ...(owner === undefined ? [] : [{ index: at, length: start - at, kind: "rest" } as const]),
    { index: start, length: owner?.domain.length ?? 0, kind: "owner" },
    ...alike.map(({ index, length }): Highlight => ({ index: index + at, length, kind: "danger" })),
  ];
}
