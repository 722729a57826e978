export type CheckedComponent = "userinfo" | "host" | "path" | "query" | "fragment";

/** The code of a fault in the grammar of RFC 3986 or RFC 3987. */
export type GrammarFault =
  | "malformed-escape"
  | "truncated-escape"
  | "lone-surrogate"
  | "illegal-character"
  | "colon-in-first-segment"
  | "invalid-ip-literal"
  | "invalid-port";

/** The code of a {@link UriIssue}: a fault in the grammar of an RFC, or a validation error of the URL Standard by its name. */
export type UriIssueCode = GrammarFault | ValidationError;

/** A fault of a text that should be a URI. */
export interface UriIssue {
  readonly code: UriIssueCode;
  /** Where the fault begins, in UTF-16 units of the given text. */
  readonly index: number;
  /** The length of the fault in UTF-16 units; 0 where something is missing. */
  readonly length: number;
  /** The fault in a sentence. */
  readonly message: string;
}

/** The faults in the grammar of RFC 3986 and RFC 3987, each in a sentence; that of an illegal character names it and its component. */
export const GRAMMAR_FAULTS: Readonly<Record<GrammarFault, string>> = {
  "malformed-escape": 'Two hex digits follow the "%" of an escape; a percent sign is written "%25".',
  "truncated-escape": "The text ends inside an escape.",
  "lone-surrogate": "Half of a surrogate pair is not a character.",
  "illegal-character": "The component does not contain this character; write an escape.",
  "colon-in-first-segment": 'A relative path has no colon before its first slash; begin with "./" or a scheme.',
  "invalid-ip-literal": "Brackets contain an IPv6 address, and only a port may follow them.",
  "invalid-port": "A port consists of decimal digits.",
};

/** Returns the sentence for a validation error; `reason` is why the host is not a domain. */
export function explainValidationError(name: ValidationError, quoted: string, reason?: string): string {
  if (reason !== undefined) return VALIDATION_ERRORS[name].replace(/\.$/, `: it has ${reason}.`);
  if (name !== "invalid-URL-unit") return VALIDATION_ERRORS[name];
  return quoted.startsWith('"%')
    ? GRAMMAR_FAULTS["malformed-escape"]
    : `A URL does not contain ${quoted}; write an escape.`;
}

/** The validation errors of the URL Standard (https://url.spec.whatwg.org/#validation-error, August 2026), each with its meaning. */
export const VALIDATION_ERRORS = {
  "domain-to-ASCII": "The host is not a domain that DNS allows.",
  "domain-percent-encoded": "The host of a special URL contains an escape, which a browser decodes.",
  "host-invalid-code-point": "The host contains a character that is not allowed in hosts.",
  "IPv4-empty-part": "The IPv4 address ends with a dot.",
  "IPv4-too-few-parts": "The IPv4 address has fewer than four numbers; a browser fills it up.",
  "IPv4-too-many-parts": "The IPv4 address has more than four numbers.",
  "IPv4-non-numeric-part": "The host ends in a number, so all its parts have to be numbers of an IPv4 address.",
  "IPv4-non-decimal-part": "A number of the IPv4 address is octal or hexadecimal, because it begins with 0.",
  "IPv4-out-of-range-part": "A number of the IPv4 address is larger than 255.",
  "IPv4-non-ASCII-input": "A browser reads these characters as digits or dots of an IPv4 address.",
  "IPv6-unclosed": "The IPv6 address has no closing bracket at the end of the host.",
  "IPv6-invalid-compression": "The IPv6 address begins with a single colon.",
  "IPv6-too-many-pieces": "The IPv6 address has more than eight pieces.",
  "IPv6-multiple-compression": "The IPv6 address contains :: more than once.",
  "IPv6-invalid-code-point": "A piece of the IPv6 address has at most four hex digits, and a colon follows it.",
  "IPv6-too-few-pieces": "The IPv6 address has fewer than eight pieces and no ::.",
  "IPv6-piece-leading-zero": "A piece of the IPv6 address begins with a needless zero.",
  "IPv4-in-IPv6-too-many-pieces": "Before the IPv4 address there are more than six pieces of the IPv6 address.",
  "IPv4-in-IPv6-invalid-code-point":
    "The IPv4 address in the IPv6 address consists of four decimal numbers without leading zeros.",
  "IPv4-in-IPv6-out-of-range-part": "A number of the IPv4 address in the IPv6 address is larger than 255.",
  "IPv4-in-IPv6-too-few-parts": "The IPv4 address in the IPv6 address has fewer than four numbers.",
  "invalid-URL-unit": "A URL contains only URL code points and complete escapes.",
  "special-scheme-missing-following-solidus": "Exactly two slashes follow this scheme and its colon.",
  "missing-scheme-non-relative-URL": "The URL has no scheme, and the base URL allows only a fragment.",
  "invalid-reverse-solidus": "A browser reads this backslash as a slash.",
  "invalid-credentials": "A valid URL has no user name and no password.",
  "host-missing": "The host is missing.",
  "port-out-of-range": "The port is larger than 65535.",
  "port-invalid": "A port consists of decimal digits.",
  "file-invalid-Windows-drive-letter": "A relative URL begins with a drive letter; write a slash before it.",
  "file-invalid-Windows-drive-letter-host":
    "A drive letter is in the place of the host; write three slashes before it.",
} as const;

/** The name of a validation error of the URL Standard (https://url.spec.whatwg.org/#validation-error). */
export type ValidationError = keyof typeof VALIDATION_ERRORS;

/** Receives each validation error, its span in the input, and for `domain-to-ASCII` why the host is not a domain. */
export type ErrorHandler = (name: ValidationError, from: number, to: number, reason?: string) => void;
