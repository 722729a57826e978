/**
 * The start of a text without a finding in scheme, user name, host and port, as a regular expression.
 *
 * The text has no authority and no scheme. Or it has http or https, a domain that is not in Punycode and whose last label begins with a
 * letter and is not `localhost`, and a port of at most four digits. `inspect` calls `findInAuthority` only for other texts, and the prefilter accepts only these.
 */
export const PLAIN_START: string = /* @__PURE__ */ (() => {
  const isOrdinary = "(?![Xx][Nn]--)";
  const isPublic = "(?![Ll][Oo][Cc][Aa][Ll][Hh][Oo][Ss][Tt](?![\\w-]))";
  const domain = `(?:${isOrdinary}[\\w-]+\\.)*${isOrdinary}${isPublic}[A-Za-z][\\w-]*`;
  // A browser skips TAB, LF and CR between slashes.
  return `(?:https?://${domain}(?::[0-9]{1,4})?(?=[/?#]|$)|(?=/(?![/\\\\\\t\\n\\r])|[?#]|$))`;
})();
