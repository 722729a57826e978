import { type Hop, reportHops, reportParts } from "../../shared/reading/report.ts";
import { decodePath, isHeaderSafe, isSameOriginPath } from "percodec/guard";
import { PercentEncodingError } from "percodec";
import { type Finding, inspect, type Severity } from "percodec/inspect";
import { splitUri } from "percodec/uri";
import { card, button, fill, formatCount, formatNumber, h, headingBar } from "../components/dom.ts";
import { drawFinding, drawFindings, drawNotJudged } from "../components/findings.ts";
import type { Draw, Page } from "../components/page.ts";
import { copyButton, tableCard } from "../components/results.ts";
import { loadOwners } from "../app/owners.ts";
import { drawHops } from "./start/contents.ts";
import { drawPartsTable } from "./start/parts-table.ts";
import { drawIsolated } from "../components/invisible-characters.ts";
import { drawHost, drawValidity } from "../components/uri-cards.ts";
import { readOption } from "../app/state.ts";

const SEVERITIES: readonly Severity[] = ["info", "warning", "danger"];
/** The columns of the copied list. */
const COLUMNS = ["severity", "component", "index", "length", "code", "message"] as const;

export function view(host: HTMLElement, page: Page): Draw {
  return (state) => {
    const { text } = state;
    const minRank = SEVERITIES.indexOf(readOption(state, "severity") as Severity);
    const { findings: all, notJudged } = inspect(text);
    const listed = all
      .filter(({ severity }) => SEVERITIES.indexOf(severity) >= minRank)
      .sort((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) || a.index - b.index);
    const apply = (changed: string): void => page.replaceText(changed);
    const decodings = ({ charsets = [] }: Finding): readonly Node[] =>
      charsets.map((name) =>
        button(`Decode as ${name}`, () => page.go({ mode: "decode", options: { encoding: name } })),
      );
    page.mark(listed.toReversed().map(({ index, length, severity }) => ({ index, length, kind: severity })));
    page.announce(formatCount(listed.length, "finding"));
    const owners = loadOwners(page.redraw);
    const { hops } = reportHops(text, owners);
    const copy = copyButton(
      () => listed.map((finding) => COLUMNS.map((name) => finding[name]).join("\t")).join("\n"),
      "Copy the list",
    );
    page.setCopy(copy);
    fill(
      host,
      card(
        headingBar(heading(all), listed.length > 0 && copy),
        listed.length === 0
          ? h(
              "p.notes",
              all.length === 0 ? "No finding in what was judged." : "No findings of this severity or higher.",
            )
          : drawFindings(listed, (finding) =>
              drawFinding(page, finding, { text, offset: 0, hasParts: true, apply, remedies: decodings(finding) }),
            ),
        drawNotJudged(notJudged),
      ),
      hops.length > 0 && drawHops(page, hops),
      card("Components by RFC 3986", drawPartsTable(reportParts(text, owners))),
      drawHost(text),
      drawValidity(page, text),
      drawChecks(text, hops),
    );
  };
}

function heading(all: readonly Finding[]): string {
  if (all.length === 0) return "No findings";
  const counts = SEVERITIES.toReversed().map((severity) => {
    const number = all.filter((finding) => finding.severity === severity).length;
    return number === 0 ? "" : `${formatNumber(number)} ${severity}`;
  });
  return `${formatCount(all.length, "finding")}: ${counts.filter(Boolean).join(", ")}`;
}

function drawChecks(text: string, hops: readonly Hop[]): HTMLElement {
  const { scheme, authority, path } = splitUri(text);
  const isOwnPath = isSameOriginPath(text);
  const why =
    authority !== undefined
      ? "it names a host"
      : scheme !== undefined
        ? "it has a scheme"
        : "browsers may leave the site";
  let segments: Node;
  try {
    const found = decodePath(path);
    segments = h(
      "span",
      `${formatCount(found.length, "segment")}: `,
      ...found.slice(0, 32).map((segment) => h("code.segment", drawIsolated(segment.slice(0, 256)))),
    );
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    segments = h("span.refused", error.message);
  }
  const yes = (safe: boolean, reason: string, doubt?: string) =>
    h(`span.badge.${!safe ? "danger" : doubt ? "warning" : "info"}`, safe ? (doubt ?? "Yes") : `No: ${reason}`);
  return tableCard(
    "Checks",
    ["Check", "Result"],
    [
      [
        question("May it be used as a path on your own site?", "isSameOriginPath(text)"),
        yes(isOwnPath, why, hops[0] && `Yes, but ${hops[0].found} has a URL`),
      ],
      [
        question("May it be written into an HTTP header?", "isHeaderSafe(text)"),
        yes(isHeaderSafe(text), "it has a character, perhaps as an escape, that no header can have"),
      ],
      [question("Which segments does its path have?", "decodePath(path)"), segments],
    ],
  );
}

function question(words: string, call: string): HTMLElement {
  return h("span", words, " ", h("code.soft", call));
}
