// What is at the place of each validation error, as an expression for the span without TAB, LF and CR.

const NOTHING = /^$/;
const ONE = /^.$/su;
const ONE_OR_END = /^.?$/su;
const SOME = /^[^/\\?#]+$/s;
const DRIVE = /^[A-Za-z][:|]$/;

export const PLACES: Readonly<Record<string, RegExp>> = {
  "domain-to-ASCII": SOME,
  "domain-percent-encoded": /^%[\dA-Fa-f]{2}$/,
  "host-invalid-code-point": /^[\0 :<>@[\\\]^|]$/,
  // The last label is empty, or consists of characters that ToASCII ignores.
  "IPv4-empty-part": /^(?:.|(?:%..|\p{Default_Ignorable_Code_Point})+)$/su,
  "IPv4-too-few-parts": NOTHING,
  "IPv4-too-many-parts": SOME,
  "IPv4-non-numeric-part": SOME,
  "IPv4-non-decimal-part": SOME,
  "IPv4-out-of-range-part": SOME,
  "IPv4-non-ASCII-input": /^(?:[^\0-\x7f]|(?:%[89A-Fa-f].){2,4})$/u,
  "IPv6-unclosed": NOTHING,
  "IPv6-invalid-compression": /^:$/,
  // Without a special scheme a backslash is part of the host.
  "IPv6-too-many-pieces": /^[^/?#]+$/s,
  "IPv6-multiple-compression": /^:$/,
  "IPv6-invalid-code-point": ONE_OR_END,
  "IPv6-too-few-pieces": NOTHING,
  "IPv6-piece-leading-zero": /^0[\dA-Fa-f]{1,3}$/,
  "IPv4-in-IPv6-too-many-pieces": /^[\dA-Fa-f]{1,4}\./,
  "IPv4-in-IPv6-invalid-code-point": ONE_OR_END,
  "IPv4-in-IPv6-out-of-range-part": /^[1-9]\d{2,}$/,
  "IPv4-in-IPv6-too-few-parts": NOTHING,
  "invalid-URL-unit": /^(?:%[\dA-Fa-f]?|(?:[^\w.~!$&'()*+,;=:@/?\-%\xa0-\u{10fffd}]|\p{NChar})+)$/u,
  "special-scheme-missing-following-solidus": /^[/\\]*$/,
  "missing-scheme-non-relative-URL": NOTHING,
  "invalid-reverse-solidus": /^\\$/,
  "invalid-credentials": /^[^@/?#]*@$/s,
  "host-missing": NOTHING,
  "port-out-of-range": /^\d{5,}$/,
  "port-invalid": ONE,
  "file-invalid-Windows-drive-letter": DRIVE,
  "file-invalid-Windows-drive-letter-host": DRIVE,
};
