import { readAuthority } from "../../shared/authority.ts";
import { PercentEncodingError } from "percodec";
import { checkUri, describeHost, type HostDescription, splitUri, type UriIssue } from "percodec/uri";
import { card, formatCount, formatNumber, h } from "./dom.ts";
import { drawCode } from "./invisible-characters.ts";
import type { Page } from "./page.ts";
import { drawSpan, showButton, table, tableCard } from "./results.ts";

/** The grammars that a text is checked against, with what a valid text is called. */
const GRAMMARS = [
  ["rfc3986", "URI or relative reference (RFC 3986)"],
  ["whatwg", "URL of the URL Standard"],
] as const;

const MAX_ISSUES = 20;

/** Draws whether the text is valid, and each issue with its place. */
export function drawValidity(page: Page, text: string): HTMLElement {
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
export function drawHost(text: string): HTMLElement | undefined {
  const { host = "" } = readAuthority(text) ?? {};
  if (host === "") return undefined;
  return card("Host", drawDescription(host, splitUri(text).scheme));
}

function drawDescription(host: string, scheme: string | undefined): HTMLElement {
  let description: HostDescription;
  try {
    description = describeHost(host, { scheme });
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    return h("p.refused", `A browser refuses this host: ${error.message}`);
  }
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
  return table(
    ["Property", "Value"],
    rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, drawCode(value)]])),
  );
}
