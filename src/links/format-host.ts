import { hostToUnicode, isClearLabel, isRightToLeft } from "../host/display.ts";
import { punycodeEncode } from "../host/punycode.ts";
import { visitCharacters } from "./characters.ts";
import type { LinkFault } from "./fault.ts";
import { findTopStart, hasValidLabels, isHostCharacter, isIpv4, isIpv6 } from "./host.ts";
import type { TopLevelDomains } from "./top-level-domains.ts";

const LDH_LABEL = /^[A-Za-z0-9-]+$/;
const NON_ASCII = /[^\0-\x7f]/;
/** In a domain with a right-to-left label, no label begins with a European digit (https://www.rfc-editor.org/rfc/rfc5893#section-2). */
const UNFIT_BESIDE_RIGHT_TO_LEFT = /^(?:[0-9\u06f0-\u06f9]|xn--)/i;

/**
 * Formats the host of a URL: an IP address, or a domain under a listed top-level domain, which may end with a dot.
 *
 * @param index where the host begins in the URI
 */
export function formatHost(host: string, index: number, topLevelDomains: TopLevelDomains): string | LinkFault {
  if (isIpv4(host) || isIpv6(host)) return host;
  if (host.startsWith("[")) return { index, length: host.length, detail: "the text in brackets is not an IPv6 address" };
  const hasFinalDot = host.endsWith(".");
  const shown = formatDomain(hasFinalDot ? host.slice(0, -1) : host, index, topLevelDomains);
  return typeof shown === "string" && hasFinalDot ? `${shown}.` : shown;
}

/**
 * Formats a domain under a listed top-level domain: its labels are shown in Unicode unless they mislead.
 *
 * @param index where the domain begins in the URI
 */
export function formatDomain(domain: string, index: number, topLevelDomains: TopLevelDomains): string | LinkFault {
  const whole = { index, length: domain.length };
  const ascii = toAsciiDomain(domain);
  if (ascii === undefined || !hasValidLabels(ascii)) {
    return { ...whole, detail: "a host consists of labels of letters, digits and hyphens; cleanUri writes A-labels" };
  }
  const topStart = findTopStart(ascii);
  if (topStart === 0) return { ...whole, detail: "a host needs a label before its top-level domain" };
  if (!topLevelDomains.has(ascii.slice(topStart))) {
    const written = findTopStart(domain);
    const detail = "not a listed top-level domain; the option topLevelDomains replaces the list";
    return { index: index + written, length: domain.length - written, detail };
  }
  return showDomain(ascii);
}

/** Decodes the escapes of a domain and writes its labels in ASCII; undefined if they mislead or are no labels. */
function toAsciiDomain(domain: string): string | undefined {
  let decoded: string | undefined = "";
  visitCharacters(domain, ({ character }) => {
    decoded = decoded === undefined || character === undefined ? undefined : decoded + character;
  });
  if (decoded === undefined) return undefined;
  const labels = decoded.split(".");
  const top = labels[labels.length - 1]!;
  const ascii = labels.map((label) => {
    if (!NON_ASCII.test(label)) return LDH_LABEL.test(label) ? label : undefined;
    return isClearLabel(label, top) ? `xn--${punycodeEncode(label)}` : undefined;
  });
  return ascii.includes(undefined) ? undefined : ascii.join(".");
}

function showDomain(ascii: string): string {
  const written = ascii.split(".");
  const shown = hostToUnicode(ascii)
    .split(".")
    .map((label, k) => (isFound(label) ? label : written[k]!));
  const isBidi = shown.some(isRightToLeft);
  return isBidi && shown.some((label) => UNFIT_BESIDE_RIGHT_TO_LEFT.test(label)) ? ascii : shown.join(".");
}

/** Whether a finder reads all characters of a label as parts of a host. */
function isFound(label: string): boolean {
  for (const character of label) if (!isHostCharacter(character.codePointAt(0)!)) return false;
  return true;
}
