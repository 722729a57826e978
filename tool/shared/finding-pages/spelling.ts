import type { FindingPages } from "./page.ts";

/** The pages of findings about texts that are encoded more than once, or not as a URI is written. */
export const SPELLING_PAGES: FindingPages<
  | "multiple-encoding"
  | "hidden-delimiter"
  | "budget-exceeded"
  | "mixed-hex-case"
  | "needless-escape"
  | "illegal-character"
  | "raw-non-ascii"
> = {
  "multiple-encoding": {
    what: "A component that still contains escapes after decoding. The message contains the number of decodings that remove them all; `layers` lists which of `/`, `\\`, `..`, NUL, line breaks, `<`, `>` and quotes appear at each decoding. No other part of the content is reported.",
    why: "It is correct if one URI contains another, and a mistake if a value was encoded twice by accident. A program that decodes more often than the check did sees a different text (double decoding).",
    examples: ["/a%2520b", "/login?next=%2Fsearch%3Fq%3Da%2526b", "/%2541"],
    advice:
      "Decode exactly once, after you split the text. `percentDecodeReport` sets `stillEncoded` if escapes are left.",
    links: [
      ["RFC 3986, section 2.4", "https://www.rfc-editor.org/rfc/rfc3986#section-2.4"],
      ["CWE-174", "https://cwe.mitre.org/data/definitions/174.html"],
    ],
  },
  "hidden-delimiter": {
    what: "A second or later decoding of a component reveals a slash, a backslash, `..`, a NUL, a line break, an angle bracket or a quote. The message lists them.",
    why: "A check after one decoding does not find it, and a server that decodes again acts on it: IIS (CVE-2001-0333), Apache (CVE-2021-42013).",
    examples: ["/%252e%252e%252fetc", "/..%255c..%255cwinnt", "/?q=%253Cscript%253E"],
    advice:
      "Refuse it unless your application needs double encoding; in paths, `decodePath` refuses separators, dot segments and control characters at any layer. Otherwise decode once, and make sure that no later program decodes again.",
    links: [
      ["RFC 3986, section 2.4", "https://www.rfc-editor.org/rfc/rfc3986#section-2.4"],
      ["CVE-2001-0333", "https://nvd.nist.gov/vuln/detail/CVE-2001-0333"],
      ["CVE-2021-42013", "https://nvd.nist.gov/vuln/detail/CVE-2021-42013"],
    ],
  },
  "budget-exceeded": {
    what: "Escapes are left after 16 decodings of a component. For a component of more than 4,096 UTF-16 units, `inspect` can stop earlier, so that all decodings together read at most four times its length. The message contains the number of decodings.",
    why: "Deeper layers are not inspected. No application needs so many layers, and a loop that decodes until the text stays the same takes time that grows with the square of its length: a denial of service.",
    examples: ["/%2525252525252525252525252525252541", "/%25252525252525252525252525252525252525252f"],
    advice: "Refuse it, and never decode in a loop until the text stays the same.",
    links: [
      ["RFC 3986, section 2.4", "https://www.rfc-editor.org/rfc/rfc3986#section-2.4"],
      ["CWE-400", "https://cwe.mitre.org/data/definitions/400.html"],
    ],
  },
  "mixed-hex-case": {
    what: "Some escapes have hex digits in upper case and others in lower case. There is one finding per text: the first escape with a digit of the other case.",
    why: "Both cases mean the same, but caches, signatures and lists that compare text see two names. It also shows that more than one program wrote the text.",
    examples: ["/%C3%a9", "/%3a%3D"],
    advice: "Write upper case, as RFC 3986 recommends; `normalizeUri` does.",
    links: [
      ["RFC 3986, section 2.1", "https://www.rfc-editor.org/rfc/rfc3986#section-2.1"],
      ["RFC 3986, section 6.2.2.1", "https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.1"],
    ],
  },
  "needless-escape": {
    what: "An escaped letter, digit, `-`, `.`, `_` or `~`. RFC 3986 calls these characters unreserved.",
    why: "It means the same as the character itself, so a rule that compares text without decoding does not match: in CVE-2026-22031 (@fastify/middie), `/%61dmin` bypassed the middleware for `/admin`.",
    examples: ["/%61dmin", "/%7Euser", "/?%61=1"],
    advice:
      "Compare decoded text: the segments that `decodePath` returns, or whole URIs after `normalizeUri`, which decodes exactly these escapes.",
    links: [
      ["RFC 3986, section 2.3", "https://www.rfc-editor.org/rfc/rfc3986#section-2.3"],
      ["RFC 3986, section 6.2.2.2", "https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.2"],
      ["CVE-2026-22031", "https://nvd.nist.gov/vuln/detail/CVE-2026-22031"],
    ],
  },
  "illegal-character": {
    what: "A raw character that RFC 3986 does not allow in its place: a space, a double quote, a grave accent, `<`, `>`, `^`, `{`, `|` or `}` anywhere; `[` or `]` in userinfo, path, query and fragment; `#` in the fragment; `\\` in query and fragment.",
    why: "Browsers escape some of these characters and keep others, strict parsers refuse them all, and a space ends the target of an HTTP request. So programs see different URIs, or none.",
    examples: ["/a b", "/?q=[1]", "/#a#b"],
    advice:
      "Let `cleanUri` escape what a user typed. Build URIs with the `uri` tag, which encodes each value for its place.",
    links: [
      ["RFC 3986, appendix A", "https://www.rfc-editor.org/rfc/rfc3986#appendix-A"],
      ["RFC 9112, section 3.2", "https://www.rfc-editor.org/rfc/rfc9112#section-3.2"],
      ["URL Standard, URL code points", "https://url.spec.whatwg.org/#url-code-points"],
    ],
  },
  "raw-non-ascii": {
    what: "Characters above U+007F that are not escaped. The text is an IRI, or was copied from an address bar; it is not a URI yet.",
    why: "Programs encode them differently: as UTF-8, in the encoding of the page (in a query), or as UTF-16 units cut to eight bits, which turns some characters into line breaks: CVE-2018-12116 (Node).",
    examples: ["/caf\u00e9", "http://caf\u00e9.fr/", "/?q=\u65e5\u672c"],
    advice: "`cleanUri` writes them as UTF-8, and the host by IDNA.",
    links: [
      ["RFC 3987, section 3.1", "https://www.rfc-editor.org/rfc/rfc3987#section-3.1"],
      ["URL Standard, query state", "https://url.spec.whatwg.org/#query-state"],
      ["CVE-2018-12116", "https://nvd.nist.gov/vuln/detail/CVE-2018-12116"],
    ],
  },
};
