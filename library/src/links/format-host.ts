import { codePointAt } from "../base/utf8.ts";
import { hostToUnicode, isClearLabel, isRightToLeft } from "../host/display.ts";
import { punycodeEncode } from "../host/punycode.ts";
import { visitCharacters } from "./characters.ts";
import { LinkFault } from "./fault.ts";
import { hasValidLabels, isHostCharacter, isIpv4, isIpv6 } from "./host.ts";
import type { TopLevelDomains } from "./top-level-domains.ts";

const NON_ASCII = /[^\0-\x7f]/;
const A_LABEL = /^xn--/i;
const EUROPEAN_DIGIT_FIRST = /^[0-9\u06f0-\u06f9]/;

/**
 * Formats the host of a URL: an IP address, or a domain under a listed top-level domain, which may end with a dot.
 *
 * @param index where the host begins in the URI
 */
export function formatHost(host: string, index: number, topLevelDomains: TopLevelDomains): string | LinkFault {
  if (isIpv4(host) || isIpv6(host)) return host;
  if (host.startsWith("[")) return new LinkFault(index, host.length, "the text in brackets is not an IPv6 address");
  const hasFinalDot = host.endsWith(".");
  const shown = formatDomain(hasFinalDot ? host.slice(0, -1) : host, index, topLevelDomains);
  return typeof shown === "string" && hasFinalDot ? `${shown}.` : shown;
}

/** Shows the labels of a domain under a listed top-level domain in Unicode unless they mislead. */
function formatDomain(domain: string, index: number, topLevelDomains: TopLevelDomains): string | LinkFault {
  const labels = readLabels(domain, index, topLevelDomains);
  return labels instanceof LinkFault ? labels : showDomain(labels.map(toAsciiLabel).join("."));
}

/**
 * Decodes the labels of a domain under a listed top-level domain.
 *
 * @param index where the domain begins in the URI
 */
export function readLabels(
  domain: string,
  index: number,
  topLevelDomains: TopLevelDomains,
): readonly string[] | LinkFault {
  const refuse = (detail: string, at = 0): LinkFault => new LinkFault(index + at, domain.length - at, detail);
  const labels = decode(domain)?.split(".") ?? [];
  const top = labels[labels.length - 1] ?? "";
  if (labels.length === 0 || !labels.every((label) => isFound(label, top))) {
    return refuse("the labels of a host are letters, digits and hyphens; cleanUri writes A-labels");
  }
  if (labels.length === 1) return refuse("a host needs a label before its top-level domain");
  if (topLevelDomains.has(top)) return labels;
  const topAt = domain.lastIndexOf(".") + 1;
  return refuse("not a listed top-level domain; the option topLevelDomains replaces the list", topAt);
}

/** Decodes the escapes of a domain; undefined if they are not UTF-8. */
function decode(domain: string): string | undefined {
  let decoded = "";
  let isUtf8 = true as boolean;
  visitCharacters(domain, ({ character }) => {
    decoded += character ?? "";
    isUtf8 &&= character !== undefined;
  });
  return isUtf8 ? decoded : undefined;
}

/** Whether a finder reads a label as a part of a host. A label in Unicode has to be one that `displayUri` shows, too. */
function isFound(label: string, top: string): boolean {
  if (!hasValidLabels(label)) return false;
  for (const character of label) if (!isHostCharacter(codePointAt(character, 0))) return false;
  return !NON_ASCII.test(label) || isClearLabel(label, top);
}

function toAsciiLabel(label: string): string {
  return NON_ASCII.test(label) ? `xn--${punycodeEncode(label)}` : label;
}

/** Shows the labels in Unicode, or all in ASCII if ToASCII would refuse them together. */
function showDomain(ascii: string): string {
  const shown = hostToUnicode(ascii);
  const labels = shown.split(".");
  const top = labels[labels.length - 1]!;
  // ToASCII checks an A-label too if another label is in Unicode, and one that `hostToUnicode` keeps may be invalid.
  const isMixed = shown !== ascii && labels.some((label) => A_LABEL.test(label));
  // https://www.rfc-editor.org/rfc/rfc5893#section-2: a right-to-left label forbids such labels.
  const breaksBidiRule = labels.some(isRightToLeft) && labels.some((label) => EUROPEAN_DIGIT_FIRST.test(label));
  return isMixed || breaksBidiRule || !labels.every((label) => isFound(label, top)) ? ascii : shown;
}
