import { codePointAt, isAscii, toWellFormed, UnitWriter } from "../base/utf8.ts";
import {
  findMapping,
  followsBidiRule,
  followsContextJ,
  isDisallowed,
  isRightToLeft,
  MARK,
  NOT_VALID,
  readProperties,
} from "./idna-table.ts";
import { memoize } from "../base/memoize.ts";
import { toNfc } from "./nfc.ts";
import { punycodeDecode, punycodeEncode } from "./punycode.ts";

export interface DomainFault {
  readonly reason: string;
  /** The position of the fault in UTF-16 units of the text, 0 if the fault is in the mapped text. */
  readonly index: number;
}

/**
 * More consecutive combining marks than this are refused, a departure from the standard: normalization sorts them in
 * quadratic time (V8 takes 20 s for 320,000). A label of 63 octets cannot contain more, and the Stream-Safe Text Format
 * allows 30 (https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format).
 */
const MAX_MARKS_IN_A_ROW = 63;

const NOT_ALLOWED = "a character that is not allowed in domains";
export const TOO_MANY_MARKS: string = /* @__PURE__ */ (() =>
  `more than ${MAX_MARKS_IN_A_ROW} combining marks in a row`)();
export const TOO_LONG = "a label too long for Punycode";

/** https://url.spec.whatwg.org/#forbidden-host-code-point */
export const FORBIDDEN_HOST_CODE_POINT: RegExp = /[\0\t\n\r #/:<>?@[\\\]^|]/;
/** https://url.spec.whatwg.org/#forbidden-domain-code-point */
const FORBIDDEN_DOMAIN_CODE_POINT = /[\0-\x20#%/:<>?@[\\\]^|\x7f]/;

/** A label after mapping, its Unicode form, and the properties of that form. */
interface Label {
  readonly mapped: string;
  readonly unicode: string;
  readonly properties: Uint8Array;
  fault: string | undefined;
}

/**
 * Maps each code point. A disallowed one stays, and the validity criteria refuse it later. A lone surrogate becomes
 * U+FFFD: otherwise two lone halves would join into a character if the text between them is mapped to nothing.
 */
export function mapCodePoints(domain: string): string {
  const text = toWellFormed(domain);
  const writer = new UnitWriter();
  for (let i = 0; i < text.length;) {
    const code = codePointAt(text, i);
    const end = i + (code > 0xffff ? 2 : 1);
    const target = findMapping(code);
    if (target === undefined) writer.append(text, i, end);
    else writer.append(target);
    i = end;
  }
  return writer.text();
}

/** Returns the text in NFC; `undefined` for too many combining marks in a row. */
function normalize(text: string): string | undefined {
  let marks = 0;
  for (const properties of readProperties(text)) {
    marks = (properties & MARK) === 0 ? 0 : marks + 1;
    if (marks > MAX_MARKS_IN_A_ROW) return undefined;
  }
  return toNfc(text);
}

/** CheckHyphens and UseSTD3ASCIIRules (https://www.unicode.org/reports/tr46/#Processing). Only the bundles that pass them contain them. */
export const STRICT = {
  findHyphenFault: (label: string): string | undefined =>
    /^-|-$|^..--/u.test(label) ? "a hyphen at the start, the end or in third and fourth place" : undefined,
  findCharacterFault: (label: string): string | undefined =>
    /[\0-,/:-`{-\x7f]/.test(label) ? "a character that is not allowed in host names" : undefined,
};

type StrictRules = typeof STRICT;

/** https://www.unicode.org/reports/tr46/#Validity_Criteria, without the Bidi Rule, which depends on the other labels. */
function findFault(label: string, properties: Uint8Array, strict: StrictRules | undefined): string | undefined {
  if (label === "") return undefined;
  const hyphenFault = strict?.findHyphenFault(label);
  if (hyphenFault !== undefined) return hyphenFault;
  if (strict === undefined && label.startsWith("xn--")) return 'a decoded label that begins with "xn--"';
  if (properties.includes(NOT_VALID) || label.includes(".")) return NOT_ALLOWED;
  if ((properties[0]! & MARK) !== 0) return "a label that begins with a combining mark";
  const fault = strict?.findCharacterFault(label);
  return fault ?? (followsContextJ(label, properties) ? undefined : "a misplaced zero-width joiner");
}

/** Decodes a mapped label and finds its first fault (https://www.unicode.org/reports/tr46/#Processing step 4). */
function readLabel(mapped: string, strict: StrictRules | undefined): Label {
  const encoded = mapped.startsWith("xn--");
  const decoded = encoded && isAscii(mapped) ? punycodeDecode(mapped.slice(4)) : undefined;
  const unicode = decoded ?? mapped;
  const properties = readProperties(unicode);
  let fault: string | undefined;
  if (encoded && (decoded === undefined || isAscii(decoded))) fault = "invalid Punycode";
  else if (encoded) fault = findNormalizationFault(unicode);
  return { mapped, unicode, properties, fault: fault ?? findFault(unicode, properties, strict) };
}

function findNormalizationFault(label: string): string | undefined {
  const normalized = normalize(label);
  if (normalized === undefined) return TOO_MANY_MARKS;
  return normalized === label ? undefined : "a label that is not normalized";
}

/**
 * https://www.unicode.org/reports/tr46/#Processing with CheckBidi and CheckJoiners; {@link STRICT} adds CheckHyphens and
 * UseSTD3ASCIIRules. Returns the domain with the result of `write` for each label; `undefined` for too many combining marks in a row.
 */
export function mapLabels(
  domain: string,
  strict: StrictRules | undefined,
  write: (label: Label) => string,
): string | undefined {
  let tooMany = false as boolean;
  // Each part between full stops is normalized alone, because no character composes with a dot. Some characters are mapped to dots.
  const read = memoize((part) => {
    const normalized = normalize(mapCodePoints(part));
    tooMany ||= normalized === undefined;
    return (normalized ?? "").split(".").map((mapped) => readLabel(mapped, strict));
  });
  const parts = domain.split(".");
  const labels = new Set(parts.flatMap(read));
  if (tooMany) return undefined;
  const validLabels = [...labels].filter(({ fault, unicode }) => fault === undefined && unicode !== "");
  if (validLabels.some(({ properties }) => properties.some(isRightToLeft))) {
    for (const label of validLabels)
      if (!followsBidiRule(label.properties)) label.fault = "a label that mixes directions";
  }
  return parts.map(memoize((part) => read(part).map(write).join("."))).join(".");
}

/** Returns a label as an A-label, or in ASCII; `undefined` if it is too long for Punycode. */
export function toAsciiLabel({ unicode }: Label): string | undefined {
  if (isAscii(unicode)) return unicode;
  const encoded = punycodeEncode(unicode);
  return encoded === undefined ? undefined : `xn--${encoded}`;
}

/** https://www.unicode.org/reports/tr46/#ToASCII, nontransitional, for domains in ASCII too. */
export function toAscii(domain: string): string | DomainFault {
  let reason: string | undefined;
  const result = mapLabels(domain, undefined, (label) => {
    reason ??= label.fault;
    const ascii = reason === undefined ? toAsciiLabel(label) : "";
    if (ascii === undefined) reason = TOO_LONG;
    return ascii ?? "";
  });
  if (result === undefined) return findDomainFault(domain, TOO_MANY_MARKS);
  if (reason !== undefined) return reason === TOO_LONG ? { reason, index: 0 } : findDomainFault(domain, reason);
  return result;
}

/** Returns the fault of the first code point that domains do not allow, or a fault of the whole domain with `reason`. */
function findDomainFault(domain: string, reason: string): DomainFault {
  let index = 0;
  for (const character of domain) {
    const code = codePointAt(character, 0);
    const isForbidden = isDisallowed(code) || FORBIDDEN_DOMAIN_CODE_POINT.test(findMapping(code) ?? character);
    if (isForbidden) return { reason: NOT_ALLOWED, index };
    index += character.length;
  }
  return { reason, index: 0 };
}

/**
 * Returns a domain in ASCII, or its fault (https://url.spec.whatwg.org/#concept-domain-to-ascii).
 *
 * The mapping and NFC follow Unicode 18 in every engine. An ASCII domain is only lowercased, as in the standard since
 * June 2026. More than 63 combining marks in a row are refused, a departure: see `MAX_MARKS_IN_A_ROW`.
 */
export function parseDomain(domain: string): string | DomainFault {
  if (isAscii(domain)) return checkDomain(domain, domain.toLowerCase());
  const result = toAscii(domain);
  return typeof result === "string" ? checkDomain(domain, result) : result;
}

function checkDomain(domain: string, ascii: string): string | DomainFault {
  if (ascii === "") return { reason: "an empty domain", index: 0 };
  return FORBIDDEN_DOMAIN_CODE_POINT.test(ascii) ? findDomainFault(domain, NOT_ALLOWED) : ascii;
}

/**
 * Converts a domain to Unicode for display (https://url.spec.whatwg.org/#concept-domain-to-unicode). A label that fails the criteria of
 * UTS #46 is mapped but not decoded, a departure.
 */
export function domainToUnicode(domain: string): string {
  return (
    mapLabels(domain, undefined, ({ mapped, unicode, fault }) => (fault === undefined ? unicode : mapped)) ?? domain
  );
}
