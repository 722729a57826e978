/**
 * The validation errors of the URL Standard (https://url.spec.whatwg.org/#validation-error, August 2026), each with its meaning in a
 * sentence.
 */
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

/**
 * Receives each validation error and its span in the input.
 *
 * @param reason why the host is not a domain, for `domain-to-ASCII`
 */
export type ErrorHandler = (name: ValidationError, from: number, to: number, reason?: string) => void;
