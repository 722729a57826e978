import { readAuthority } from "../../shared/authority.ts";
import { type Hop, reportHops, reportParts } from "../../shared/reading/report.ts";
import { decodePath, isHeaderSafe, isSameOriginPath } from "percodec/guard";
import { PercentEncodingError } from "percodec";
import { type Finding, inspect, type Severity } from "percodec/inspect";
import { checkUri, describeHost, splitUri, type UriIssue } from "percodec/uri";
import { card, button, fill, formatCount, formatNumber, h, headingBar } from "../components/dom.ts";
import { drawFinding, drawFindings, drawNotJudged } from "../components/findings.ts";
import { createView, type Page } from "../components/page.ts";
import { copyButton, drawSpan, showButton, tableCard } from "../components/results.ts";
import { loadOwners } from "../app/owners.ts";
import { drawHops, drawPartsTable } from "./start/contents.ts";
import { drawCode, drawIsolated } from "../components/invisible-characters.ts";
import { readOption } from "../app/state.ts";
import { orRefusal } from "../../shared/unless-refused.ts";

const SEVERITIES: readonly Severity[] = ["info", "warning", "danger"];
/** The columns of the copied list. */
const COLUMNS = ["severity", "component", "index", "length", "code", "message"] as const;

/** The grammars that a text is checked against, with what a valid text is called. */
const GRAMMARS = [
  ["rfc3986", "URI or relative reference (RFC 3986)"],
  ["whatwg", "URL of the URL Standard"],
] as const;

const MAX_ISSUES = 20;

export const view = createView((host, page, state) => {
  const { text } = state;
  const minRank = SEVERITIES.indexOf(readOption(state, "severity") as Severity);
  const { findings: all, notJudged } = inspect(text);
  const listed = all
    .filter(({ severity }) => SEVERITIES.indexOf(severity) >= minRank)
    .sort((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) || a.index - b.index);
  const apply = (changed: string): void => page.replaceText(changed);
  const decodings = ({ charsets = [] }: Finding): readonly Node[] =>
    charsets.map((name) => button(`Decode as ${name}`, () => page.go({ mode: "decode", options: { encoding: name } })));
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
        ? h("p.notes", all.length === 0 ? "No finding in what was judged." : "No findings of this severity or higher.")
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
});

function heading(all: readonly Finding[]): string {
  if (all.length === 0) return "No findings";
  const counts = SEVERITIES.toReversed().map((severity) => {
    const number = all.filter((finding) => finding.severity === severity).length;
    return number === 0 ? "" : `${formatNumber(number)} ${severity}`;
  });
  return `${formatCount(all.length, "finding")}: ${counts.filter(Boolean).join(", ")}`;
}

/** Draws whether the text is valid, and each issue with its place. */
function drawValidity(page: Page, text: string): HTMLElement {
  const checks = GRAMMARS.map(([grammar, name]) => ({ name, ...checkUri(text, { grammar }) }));
  return tableCard(
    "Validity",
    ["Grammar", "Result"],
    checks.map(({ name, valid, issues }) => [
      name,
      valid
        ? h("span.badge.info", "valid")
        : h("div", h("span.badge.danger", "not valid"), ` ${formatCount(issues.length, "issue")}`),
    ]),
    ...checks.map(({ name, issues }) => issues.length > 0 && drawIssues(page, text, name, issues)),
  );
}

function drawIssues(page: Page, text: string, name: string, issues: readonly UriIssue[]): HTMLElement {
  return h(
    "div.issues",
    h("h3", name),
    h(
      "ul.findings",
      ...issues
        .slice(0, MAX_ISSUES)
        .map(({ code, index, length, message }) =>
          h(
            "li.finding.warning",
            h("div.bar", h("strong", h("code", code)), showButton(page, index, length)),
            h("p", message),
            h(
              "p.soft",
              `index ${formatNumber(index)}, length ${formatNumber(length)}: `,
              drawSpan(text, { index, length }, 64),
            ),
          ),
        ),
    ),
    issues.length > MAX_ISSUES && h("p.notes", `${formatNumber(issues.length - MAX_ISSUES)} more are not shown.`),
  );
}

/** Draws what the host is and where it leads; undefined for a text without one. */
function drawHost(text: string): HTMLElement | undefined {
  const { host = "" } = readAuthority(text) ?? {};
  if (host === "") return undefined;
  const description = orRefusal(() => describeHost(host, { scheme: splitUri(text).scheme }));
  if (description instanceof PercentEncodingError)
    return card("Host", h("p.refused", `A browser refuses this host: ${description.message}`));
  const { ascii, unicode, kind, address, scope, block, looksLike } = description;
  const rows = Object.entries({
    Kind: kind,
    "As sent": ascii,
    "In Unicode": unicode === ascii ? undefined : unicode,
    Address: address,
    "Network range": scope === "unknown" ? "unknown: no name is resolved" : scope,
    Block: block && `${block.prefix}, ${block.name}`,
    "Looks like": looksLike,
  });
  return tableCard(
    "Host",
    ["Property", "Value"],
    rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, drawCode(value)]])),
  );
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
  const found = orRefusal(() => decodePath(path));
  const segments =
    found instanceof PercentEncodingError
      ? h("span.refused", found.message)
      : h(
          "span",
          `${formatCount(found.length, "segment")}: `,
          ...found.slice(0, 32).map((segment) => h("code.segment", drawIsolated(segment.slice(0, 256)))),
        );
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
