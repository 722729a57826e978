import { toLabel } from "../app/format.ts";
import { formatCount, formatNumber, h, formatSize } from "../components/dom.ts";
import { drawIsolated } from "../components/invisible-characters.ts";
import { table } from "../components/results.ts";
import type { JobIssue } from "../worker/jobs.ts";

export function preview(head: Uint8Array, bytes: number): HTMLElement {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(head, { stream: head.length < bytes });
  const label = head.length < bytes ? `The first ${formatSize(head.length)}` : "The whole result";
  return h(
    "div.preview",
    h("p.soft", label),
    h("pre.text", { tabindex: "0", role: "group", "aria-label": label }, drawIsolated(text)),
  );
}

/** Draws the findings of lines, which the worker writes as tab-separated values, as a table. */
export function findingTable(head: Uint8Array, bytes: number): HTMLElement {
  const lines = new TextDecoder().decode(head).split("\n");
  // The last line is empty, or cut.
  const [names = [], ...rows] = lines.slice(0, -1).map((line) => line.split("\t"));
  return h(
    "div",
    head.length < bytes && h("p.soft", `The first ${formatCount(rows.length, "finding")}`),
    table(
      names.map((name) => name.charAt(0).toUpperCase() + name.slice(1)),
      rows.map((row) => row.map((cell, k) => (names[k] === "severity" ? h(`span.badge.${cell}`, cell) : cell))),
    ),
  );
}

/** Draws the first issues of a result as a table. */
export function issueTable(issues: readonly JobIssue[], all: number): HTMLElement {
  const byLine = issues[0]?.line !== undefined;
  return h(
    "div",
    h("p.soft", all > issues.length ? `The first ${issues.length} of ${formatNumber(all)}` : formatCount(all, "issue")),
    table(
      [byLine ? "Line" : "Byte", "Issue", byLine ? "Index in line" : "Length"],
      issues.map(({ code, index, length, line }) =>
        line === undefined
          ? [formatNumber(index), toLabel(code), formatNumber(length)]
          : [formatNumber(line), toLabel(code), formatNumber(index)],
      ),
    ),
  );
}
