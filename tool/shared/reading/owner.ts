import { parse } from "tldts";
import type { FindOwner } from "./verdict.ts";

/** What looks like a whole host, and not like a service or a country before a domain. */
const WHOLE_HOST = /^www\..+\..|\.(?:com|org|net|gov|edu)(?:\.[a-z]{2})?$/i;

const NAMES_ONLY = { extractHostname: false, validateHostname: false, detectIp: false } as const;

/**
 * Returns the registrable domain of a host by the Public Suffix List (https://publicsuffix.org/list/), with the private suffixes of hosting
 * services. An address, a single label and a public suffix have none. The labels before it are named if they are a host with a listed suffix.
 */
export const findOwner: FindOwner = ({ kind, ascii, unicode }) => {
  if (kind !== "domain") return undefined;
  const hosted = parse(ascii, { ...NAMES_ONLY, allowPrivateDomains: true });
  const isHosted = hosted.isPrivate === true && hosted.domain !== null;
  const domain = isHosted ? hosted.domain : parse(ascii, NAMES_ONLY).domain;
  if (domain === null) return undefined;
  // The list has names in ASCII; both forms of the host have the same labels.
  const takeLabels = (name: string): string =>
    unicode.replace(/\.$/, "").split(".").slice(-name.split(".").length).join(".");
  const before = unicode.replace(/\.$/, "").slice(0, -takeLabels(domain).length - 1);
  const isHost = WHOLE_HOST.test(before) && parse(before, NAMES_ONLY).isIcann === true;
  return {
    domain: takeLabels(domain),
    service: isHosted ? takeLabels(hosted.publicSuffix!) : undefined,
    before: isHost ? before : undefined,
  };
};
