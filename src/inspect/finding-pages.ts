import type { FindingCode } from "./finding-table.ts";

/** What the page of a finding says beyond its sentence; what stands between backticks is code. */
export interface FindingPage {
  /** What it is, exactly. */
  readonly what: string;
  /** Why it matters: the class of bug, and where it was seen. */
  readonly why: string;
  /** Texts that have it, the most typical first. */
  readonly examples: readonly string[];
  /** What to do about it. */
  readonly advice: string;
  /** Clauses of standards and advisories. */
  readonly links: readonly (readonly [label: string, url: string])[];
}

/**
 * The page of each finding; docs/findings/ is written from here.
 *
 * It is a file of its own, which no other imports and the package leaves out.
 */
export const FINDING_PAGES: Record<FindingCode, FindingPage> = {
  "malformed-escape": {
    what: "A `%` that two hex digits do not follow, and that is no `%uXXXX`. It covers the `%` and the one hex digit behind it, if any.",
    why: "Some decoders throw, some keep the text, and some drop a part of it. What a proxy cannot parse it may still pass on: Go's forwarded parameters that its own code did not see (CVE-2022-2880).",
    examples: ["/100%/a", "/?q=%zz", "/a%4G"],
    advice:
      "Refuse it: `percentDecode` throws, with its place. To go on, name a policy, or let `percentDecodeReport` list what was kept. A percent sign that is meant is written `%25`, as `cleanUri` does at the level `advanced`.",
    links: [
      ["RFC 3986, section 2.1", "https://www.rfc-editor.org/rfc/rfc3986#section-2.1"],
      ["URL Standard, percent-decode", "https://url.spec.whatwg.org/#percent-decode"],
      ["CVE-2022-2880", "https://nvd.nist.gov/vuln/detail/CVE-2022-2880"],
    ],
  },
  "truncated-escape": {
    what: "The whole text ends in `%`, or in `%` and one hex digit.",
    why: "Columns, logs, headers and chunks of streams cut text at a length: what is lost can change what the rest means. Readers refuse what is left of the escape, keep it or drop it.",
    examples: ["/a%2", "100%", "/caf%C3%A"],
    advice:
      "Get the whole text, and cut only what is decoded. The pieces of a stream are for `PercentDecoder` and `PercentDecodeStream`, which wait for the rest of an escape.",
    links: [
      ["RFC 3986, section 2.1", "https://www.rfc-editor.org/rfc/rfc3986#section-2.1"],
      ["URL Standard, percent-decode", "https://url.spec.whatwg.org/#percent-decode"],
    ],
  },
  "invalid-utf8": {
    what: "Escaped bytes from 80 to FF that spell no character in UTF-8: a lead byte without all of its continuation bytes, a continuation byte alone, or one of F8 to FF.",
    why: "Decoders throw, guess another encoding, or put U+FFFD there, so that different names become one. An error that nobody catches stops a server: CVE-2022-38900 (decode-uri-component).",
    examples: ["/%E9t%E9", "/%E2%9C/", "/%ea%ba%5a%ba"],
    advice:
      "Refuse it: `percentDecode` throws, with its place. If you know that the bytes are text in another encoding, `percentDecodeAs` of `percodec/charset` reads it.",
    links: [
      ["RFC 3986, section 2.5", "https://www.rfc-editor.org/rfc/rfc3986#section-2.5"],
      ["Encoding Standard, UTF-8 decoder", "https://encoding.spec.whatwg.org/#utf-8-decoder"],
      ["CVE-2022-38900", "https://nvd.nist.gov/vuln/detail/CVE-2022-38900"],
    ],
  },
  "overlong-utf8": {
    what: "A UTF-8 sequence that spells a character with more bytes than it needs: it begins with C0 or C1 and a continuation byte, with E0 and one below A0, or with F0 and one below 90.",
    why: "A filter that looks for `/`, `.` or NUL does not find it, and a lenient decoder makes it. So files outside of their folders were read from IIS (CVE-2000-0884) and Tomcat (CVE-2008-2938).",
    examples: ["/..%C0%AF..%C0%AFetc/passwd", "/%C0%AE%C0%AE/", "/%E0%80%AF"],
    advice:
      "Refuse it: no encoder of UTF-8 writes it. Nothing in this library decodes it; `percentDecode` throws, and its policies keep, drop or replace it.",
    links: [
      ["RFC 3629, section 10", "https://www.rfc-editor.org/rfc/rfc3629#section-10"],
      ["CVE-2000-0884", "https://nvd.nist.gov/vuln/detail/CVE-2000-0884"],
      ["CVE-2008-2938", "https://nvd.nist.gov/vuln/detail/CVE-2008-2938"],
    ],
  },
  "encoded-surrogate": {
    what: "A sequence that begins with ED and a continuation byte from A0 on: half of a UTF-16 pair, spelled as if it were a character, as CESU-8 and Java's modified UTF-8 do.",
    why: "UTF-8 has no surrogates. A filter that looks for a character does not find its halves, and a lenient decoder joins them.",
    examples: ["/%ED%A0%BD%ED%B8%80", "/%ED%A0%80"],
    advice:
      "Refuse it: `percentDecode` throws, with its place. The sender has to encode the character in four bytes, as `percentEncode` does.",
    links: [
      ["RFC 3629, section 3", "https://www.rfc-editor.org/rfc/rfc3629#section-3"],
      ["Unicode Technical Report 26, CESU-8", "https://www.unicode.org/reports/tr26/"],
    ],
  },
  "code-point-out-of-range": {
    what: "A sequence for a number above U+10FFFF: it begins with F4 and a continuation byte above 8F, or with F5, F6 or F7 and any.",
    why: "Unicode ends at U+10FFFF. Decoders refuse the sequence, replace each byte, or cut the number down to that of another character, which a filter before them did not see.",
    examples: ["/%F4%90%80%80", "/%F7%BF%BF%BF"],
    advice: "Refuse it: `percentDecode` throws, with its place.",
    links: [
      ["RFC 3629, section 3", "https://www.rfc-editor.org/rfc/rfc3629#section-3"],
      ["Encoding Standard, UTF-8 decoder", "https://encoding.spec.whatwg.org/#utf-8-decoder"],
    ],
  },
  "lone-surrogate": {
    what: "Half of a UTF-16 pair, not escaped, without its other half: what is left where a string was cut between two units.",
    why: "It has no UTF-8. Encoders throw or write U+FFFD, and Node's `querystring.escape` takes the character behind it for the other half, so that this one is lost too.",
    examples: ["/a\ud800b", "/\udc00\ud800"],
    advice:
      "Cut text between characters. `percentEncode` refuses a lone surrogate, with its place, or writes U+FFFD where the policy `loneSurrogate` says so.",
    links: [
      ["Infra Standard, surrogates", "https://infra.spec.whatwg.org/#surrogate"],
      ["ECMA-262, Encode", "https://tc39.es/ecma262/#sec-encode"],
    ],
  },
  "percent-u": {
    what: "`%u` and four hex digits from 0080 on: a UTF-16 unit as ECMAScript's `escape` writes it. Two that are the halves of a pair are one finding.",
    why: "No standard of URIs has it. IIS reads it, and most others see a malformed escape, so two programs read two texts.",
    examples: ["/caf%u00e9", "/%u2713", "/%ud83d%ude00"],
    advice:
      "Have it written as UTF-8. Where you know how it came about, `unescape` reads it, and `percentDecode` where `percentU` is true.",
    links: [
      ["ECMA-262, escape", "https://tc39.es/ecma262/#sec-escape-string"],
      ["RFC 3986, section 2.1", "https://www.rfc-editor.org/rfc/rfc3986#section-2.1"],
    ],
  },
  "percent-u-ascii": {
    what: "`%u00` and two hex digits below 80: an ASCII character, spelled as a UTF-16 unit.",
    why: "A filter that decodes `%XX` alone does not see it. Jetty served `/%u002e/WEB-INF/web.xml` (CVE-2021-34429), and detectors of intrusions missed what IIS read (CVE-2001-0669).",
    examples: ["/%u002e/WEB-INF/web.xml", "/..%u002f..%u002fetc", "/a%u0000"],
    advice:
      "Refuse it: `decodePath` and `percentDecode` do. Where `percentU` is true, `percentDecodeReport` lists it as an issue.",
    links: [
      ["CVE-2021-34429", "https://nvd.nist.gov/vuln/detail/CVE-2021-34429"],
      ["CVE-2001-0669", "https://nvd.nist.gov/vuln/detail/CVE-2001-0669"],
      ["ECMA-262, escape", "https://tc39.es/ecma262/#sec-escape-string"],
    ],
  },
  "encoded-slash": {
    what: "`%2F` in the path, userinfo, host or port. In the query and the fragment a slash is data, escaped or not.",
    why: "In RFC 3986 it is data within a segment. Who decodes before splitting makes a separator of it, so a rule for `/admin/` and the handler see two paths: CVE-2021-29492 (Envoy), CVE-2026-29087 (@hono/node-server).",
    examples: ["/a%2Fb", "/admin%2Fsecret.txt", "http://a%2Fb@e.com/"],
    advice:
      "Split first and then decode each segment. `decodePath` does, and refuses `%2F` unless `encodedSlash` says to keep or to decode it.",
    links: [
      ["RFC 3986, section 2.2", "https://www.rfc-editor.org/rfc/rfc3986#section-2.2"],
      ["CVE-2021-29492", "https://nvd.nist.gov/vuln/detail/CVE-2021-29492"],
      ["CVE-2026-29087", "https://nvd.nist.gov/vuln/detail/CVE-2026-29087"],
    ],
  },
  "encoded-backslash": {
    what: "`%5C` in the path, userinfo, host or port.",
    why: "Servers on Windows take it for a separator once it is decoded, and so did Tomcat behind proxies that did not (CVE-2007-0450). Envoy let it pass to such servers (CVE-2021-29492).",
    examples: ["/..%5C..%5Cetc", "/a%5Cb"],
    advice: "Refuse it in paths, as `decodePath` does.",
    links: [
      ["RFC 3986, section 3.3", "https://www.rfc-editor.org/rfc/rfc3986#section-3.3"],
      ["CVE-2007-0450", "https://nvd.nist.gov/vuln/detail/CVE-2007-0450"],
      ["CVE-2021-29492", "https://nvd.nist.gov/vuln/detail/CVE-2021-29492"],
    ],
  },
  "raw-backslash": {
    what: "A `\\` in the path, userinfo, host or port that is not escaped; RFC 3986 allows it nowhere.",
    why: "The URL Standard reads it as `/` after http, https, ws, wss, ftp and file, and other readers as data. So `/\\evil.example` leaves the site, and one program checks a host that another does not visit: CVE-2020-26291 (URI.js).",
    examples: ["/\\evil.example", "/a\\b", "http://good.example\\@evil.example/"],
    advice:
      "Refuse it, or let `cleanUri` encode it, which refuses where the host would be another. A place to go on to is for `isSameOriginPath` to judge.",
    links: [
      ["URL Standard, path start state", "https://url.spec.whatwg.org/#path-start-state"],
      ["RFC 3986, appendix A", "https://www.rfc-editor.org/rfc/rfc3986#appendix-A"],
      ["CVE-2020-26291", "https://nvd.nist.gov/vuln/detail/CVE-2020-26291"],
    ],
  },
  "dot-segment": {
    what: "A segment of the path that is `.` or `..`.",
    why: "Browsers and most clients remove it before they send a request; one that arrives was written by hand. A rule that compares prefixes of the path sees another path than a server that removes it: CVE-2019-9901 (Envoy).",
    examples: ["/a/../b", "./a", "/a/."],
    advice:
      "Normalize before you compare: `normalizeUri` removes it from URIs and absolute paths. In a server `decodePath` refuses it.",
    links: [
      ["RFC 3986, section 5.2.4", "https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4"],
      ["RFC 3986, section 6.2.2.3", "https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.3"],
      ["CVE-2019-9901", "https://nvd.nist.gov/vuln/detail/CVE-2019-9901"],
    ],
  },
  "encoded-dot-segment": {
    what: "A segment of the path that is `.` or `..` once it is decoded, with a dot that is escaped.",
    why: "The URL Standard takes it for a dot segment and removes it; who removes dot segments first and decodes then keeps it, and climbs. It read files from Apache (CVE-2021-41773) and the folder WEB-INF from Jetty (CVE-2021-28164).",
    examples: ["/a/%2e%2e/b", "/cgi-bin/.%2e/.%2e/etc/passwd", "/%2E/a"],
    advice:
      "Refuse it, as `decodePath` does: a dot never needs an escape. `normalizeUri` removes it as a browser would.",
    links: [
      ["URL Standard, double-dot path segment", "https://url.spec.whatwg.org/#double-dot-path-segment"],
      ["CVE-2021-41773", "https://nvd.nist.gov/vuln/detail/CVE-2021-41773"],
      ["CVE-2021-28164", "https://nvd.nist.gov/vuln/detail/CVE-2021-28164"],
    ],
  },
  traversal: {
    what: "A `..` that leads out. In an absolute path it is a segment that climbs above the root; within a segment it stands between an escaped slash, a backslash, escaped or not, or the ends of the segment, or before a `;`, escaped or not; in the query it stands beside a slash or backslash, escaped or not.",
    why: "A server that decodes a name and opens it reads a file outside of its folder: path traversal, as in CVE-2021-41773 (Apache). As `..;` it went past a proxy to a server that cuts at the `;`: CVE-2020-5902 (BIG-IP).",
    examples: ["/static/..%2f..%2fetc/passwd", "/login.jsp/..;/admin", "/get?file=../../etc/passwd"],
    advice:
      "In a path let `decodePath` refuse it, `..;` too. Resolve a file name from a query against its folder, and check that the result is inside; to search for `..` is not enough.",
    links: [
      ["CWE-22", "https://cwe.mitre.org/data/definitions/22.html"],
      ["CVE-2021-41773", "https://nvd.nist.gov/vuln/detail/CVE-2021-41773"],
      ["CVE-2020-5902", "https://nvd.nist.gov/vuln/detail/CVE-2020-5902"],
    ],
  },
  nul: {
    what: "U+0000, raw or as `%00`.",
    why: "Where C reads the text it ends there: a check sees `.png`, and the system opens `.php` (CVE-2006-7243, PHP). It also kept Jetty from seeing that `/.%00/` is a dot segment (CVE-2021-34429).",
    examples: ["/image.php%00.png", "/?f=a%00b", "/a\0b"],
    advice:
      "Refuse it: `decodePath` does in paths, `isHeaderSafe` in headers, and elsewhere the option `accept` of `percentDecode`.",
    links: [
      ["RFC 3986, section 7.3", "https://www.rfc-editor.org/rfc/rfc3986#section-7.3"],
      ["CWE-158", "https://cwe.mitre.org/data/definitions/158.html"],
      ["CVE-2006-7243", "https://nvd.nist.gov/vuln/detail/CVE-2006-7243"],
    ],
  },
  crlf: {
    what: "A line feed or carriage return, raw or as `%0A` or `%0D`. Those that adjoin are one finding.",
    why: "In a header it ends the line, and what follows is another header or another request: CVE-2019-9740 (Python), CVE-2022-31150 (undici). In logs and tables one record becomes two.",
    examples: ["/?next=%0d%0aSet-Cookie:x", "/a%0Ab", "/a\nb"],
    advice:
      "Ask `isHeaderSafe` before a text goes into a header, and write logs and tables with an escaping of their own. In paths `decodePath` refuses it.",
    links: [
      ["RFC 9110, section 5.5", "https://www.rfc-editor.org/rfc/rfc9110#section-5.5"],
      ["CWE-113", "https://cwe.mitre.org/data/definitions/113.html"],
      ["CVE-2022-31150", "https://nvd.nist.gov/vuln/detail/CVE-2022-31150"],
    ],
  },
  "control-character": {
    what: "A control other than NUL, LF and CR: U+0001 to U+001F, U+007F, and U+0080 to U+009F, raw or escaped.",
    why: "A terminal obeys ESC and U+009B: it moves, rewrites lines and changes its title, whoever wrote the text, as in CVE-2003-0020 (logs of Apache) and CVE-2024-52005 (Git). A tab splits records, and browsers drop a raw one from a URL.",
    examples: ["/%1B%5B31m", "/%09/evil.example", "/%C2%9B31m"],
    advice:
      "Show it in a form that can be seen: `escapeInvisible` of `percodec/inspect` writes it as `\\u{1B}`. `decodePath` refuses it in paths, and `isHeaderSafe` in headers, except for the tab.",
    links: [
      ["CWE-150", "https://cwe.mitre.org/data/definitions/150.html"],
      ["CVE-2003-0020", "https://nvd.nist.gov/vuln/detail/CVE-2003-0020"],
      ["CVE-2024-52005", "https://nvd.nist.gov/vuln/detail/CVE-2024-52005"],
    ],
  },
  "multiple-encoding": {
    what: "A component that holds escapes again after it is decoded. The message says how many decodings take them all off, and `layers` which of `/`, `\\`, `..`, NUL, line breaks, `<`, `>` and quotes appear with each; nothing else of the content is told.",
    why: "It is right where one URI carries another, and a mistake where a value went through an encoder twice. Who decodes more often than the check did reads another text: double decoding.",
    examples: ["/a%2520b", "/login?next=%2Fsearch%3Fq%3Da%2526b", "/%2541"],
    advice:
      "Decode once, where the text is taken apart, and never again. `percentDecodeReport` says in `stillEncoded` that escapes are left.",
    links: [
      ["RFC 3986, section 2.4", "https://www.rfc-editor.org/rfc/rfc3986#section-2.4"],
      ["CWE-174", "https://cwe.mitre.org/data/definitions/174.html"],
    ],
  },
  "hidden-delimiter": {
    what: "A second or later decoding of a component gives a slash, a backslash, `..`, a NUL, a line break, an angle bracket or a quote. The message names them.",
    why: "A check after one decoding does not find it, and a server that decodes again acts on it: IIS (CVE-2001-0333), Apache (CVE-2021-42013).",
    examples: ["/%252e%252e%252fetc", "/..%255c..%255cwinnt", "/?q=%253Cscript%253E"],
    advice:
      "Refuse it where nothing has to be encoded twice; in paths `decodePath` refuses separators, dot segments and controls at any layer. Else decode once, and make sure that nobody behind you decodes again.",
    links: [
      ["RFC 3986, section 2.4", "https://www.rfc-editor.org/rfc/rfc3986#section-2.4"],
      ["CVE-2001-0333", "https://nvd.nist.gov/vuln/detail/CVE-2001-0333"],
      ["CVE-2021-42013", "https://nvd.nist.gov/vuln/detail/CVE-2021-42013"],
    ],
  },
  "budget-exceeded": {
    what: "Escapes are left after 16 decodings of a component; or it has more than 4,096 UTF-16 units, and to decode it once more would be to read more than four times its length in all. The message says how many decodings were done.",
    why: "What lies deeper was not looked at. Nobody has to encode so often, and who decodes until nothing changes does work that grows with the square of the length: a denial of service.",
    examples: ["/%2525252525252525252525252525252541", "/%25252525252525252525252525252525252525252f"],
    advice: "Refuse it, and never decode in a loop until nothing changes.",
    links: [
      ["RFC 3986, section 2.4", "https://www.rfc-editor.org/rfc/rfc3986#section-2.4"],
      ["CWE-400", "https://cwe.mitre.org/data/definitions/400.html"],
    ],
  },
  "mixed-hex-case": {
    what: "Hex digits of the escapes are in upper case in one place and in lower case in another. It is found once a text: the first escape with a digit of the other case.",
    why: "Both mean the same, but caches, signatures and lists that compare text see two names. It also tells that more than one program wrote the text.",
    examples: ["/%C3%a9", "/%3a%3D"],
    advice: "Write upper case, as RFC 3986 asks; `normalizeUri` does.",
    links: [
      ["RFC 3986, section 2.1", "https://www.rfc-editor.org/rfc/rfc3986#section-2.1"],
      ["RFC 3986, section 6.2.2.1", "https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.1"],
    ],
  },
  "needless-escape": {
    what: "An escaped letter, digit, `-`, `.`, `_` or `~`: what RFC 3986 calls unreserved.",
    why: "It means the same as the character itself, so a rule that compares text without decoding does not match: `/%61dmin` went past the middleware for `/admin` in CVE-2026-22031 (@fastify/middie).",
    examples: ["/%61dmin", "/%7Euser", "/?%61=1"],
    advice:
      "Compare what is decoded: the segments of `decodePath`, or whole URIs after `normalizeUri`, which unescapes these characters and no others.",
    links: [
      ["RFC 3986, section 2.3", "https://www.rfc-editor.org/rfc/rfc3986#section-2.3"],
      ["RFC 3986, section 6.2.2.2", "https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.2"],
      ["CVE-2026-22031", "https://nvd.nist.gov/vuln/detail/CVE-2026-22031"],
    ],
  },
  "illegal-character": {
    what: "A raw character that no URI may hold in that place: a space, a double quote, a grave accent, `<`, `>`, `^`, `{`, `|` or `}` anywhere; `[` or `]` in userinfo, path, query and fragment; `#` in the fragment; `\\` in query and fragment.",
    why: "Browsers escape some of these and keep others, strict parsers refuse them all, and a space ends the target of an HTTP request: readers see different URIs, or none.",
    examples: ["/a b", "/?q=[1]", "/#a#b"],
    advice:
      "Let `cleanUri` escape what somebody typed. Build URIs with the `uri` tag, which encodes each value for its place.",
    links: [
      ["RFC 3986, appendix A", "https://www.rfc-editor.org/rfc/rfc3986#appendix-A"],
      ["RFC 9112, section 3.2", "https://www.rfc-editor.org/rfc/rfc9112#section-3.2"],
      ["URL Standard, URL code points", "https://url.spec.whatwg.org/#url-code-points"],
    ],
  },
  "raw-non-ascii": {
    what: "Characters above U+007F that are not escaped: the text is an IRI, or what an address bar shows, and no URI yet.",
    why: "What becomes of them is up to the reader: UTF-8, in a query the encoding of the page, or units that are cut to eight bits, which makes line breaks of characters that are none: CVE-2018-12116 (Node).",
    examples: ["/caf\u00e9", "http://caf\u00e9.fr/", "/?q=\u65e5\u672c"],
    advice: "`cleanUri` writes them as UTF-8, and in the host as IDNA does.",
    links: [
      ["RFC 3987, section 3.1", "https://www.rfc-editor.org/rfc/rfc3987#section-3.1"],
      ["URL Standard, query state", "https://url.spec.whatwg.org/#query-state"],
      ["CVE-2018-12116", "https://nvd.nist.gov/vuln/detail/CVE-2018-12116"],
    ],
  },
  "plus-in-path": {
    what: "A `+` in the path, which is a plus.",
    why: "Forms alone write a space as `+`. A decoder for forms that is given a path reads `/c++` as `/c` and two spaces, so a router and the files behind it have two names for one thing.",
    examples: ["/c++", "/a+b/c"],
    advice:
      "Write a space as `%20`, and `%2B` for a plus that has to survive everywhere. `percentDecode` leaves `+` alone; `compareDecoders` shows who does not.",
    links: [
      ["RFC 3986, section 3.3", "https://www.rfc-editor.org/rfc/rfc3986#section-3.3"],
      ["URL Standard, application/x-www-form-urlencoded parsing", "https://url.spec.whatwg.org/#urlencoded-parsing"],
    ],
  },
  "semicolon-separator": {
    what: "A `;` in the query that is not escaped.",
    why: "HTML 4 asked servers to separate at `;` as well as at `&`, and the URL Standard knows `&` alone. A cache and a server that differ see other parameters, by which caches are poisoned: CVE-2021-23336 (Python).",
    examples: ["/?utm=1;q=2", "/?a;b"],
    advice:
      "Write `%3B` in values. `parseForm` of `percodec/form` separates at `&`, and at `;` only where `separator` says so.",
    links: [
      ["URL Standard, application/x-www-form-urlencoded parsing", "https://url.spec.whatwg.org/#urlencoded-parsing"],
      ["HTML 4.01, B.2.2", "https://www.w3.org/TR/html401/appendix/notes.html#h-B.2.2"],
      ["CVE-2021-23336", "https://nvd.nist.gov/vuln/detail/CVE-2021-23336"],
    ],
  },
  "path-parameter": {
    what: "A `;` in the path that is not escaped.",
    why: "Servlet containers cut a segment there, and others keep it in the name, so a proxy and the server behind it see two paths: `..;` was CVE-2020-5902 (BIG-IP).",
    examples: ["/app;jsessionid=1F2E", "/a;v=1/b"],
    advice: "Write `%3B` where it is data. `decodePath` keeps it in the segment, but refuses `..;`.",
    links: [
      ["RFC 3986, section 3.3", "https://www.rfc-editor.org/rfc/rfc3986#section-3.3"],
      ["CVE-2020-5902", "https://nvd.nist.gov/vuln/detail/CVE-2020-5902"],
    ],
  },
  "bidi-control": {
    what: "A character that sets the direction of the text around it, raw or escaped: U+061C, U+200E, U+200F, U+202A to U+202E, and U+2066 to U+2069. The message names it.",
    why: "Shown as it is, it reorders what follows: after U+202E, `gpj.exe` is read as `exe.jpg`, and a link as that of another site. CVE-2022-28345 (Signal) was this in links, CVE-2021-42574 in source code.",
    examples: ["/%E2%80%AEgpj.exe", "/a\u202eb", "http://e.com/%E2%81%A6a"],
    advice: "Refuse it in names. `displayUri` keeps it escaped, so that what is shown is what is there.",
    links: [
      ["RFC 3987, section 4.1", "https://www.rfc-editor.org/rfc/rfc3987#section-4.1"],
      [
        "Unicode Technical Report 36, Bidirectional Text Spoofing",
        "https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing",
      ],
      ["CVE-2022-28345", "https://nvd.nist.gov/vuln/detail/CVE-2022-28345"],
    ],
  },
  "invisible-character": {
    what: "A character that shows nothing, or a blank that is no space of ASCII, raw or escaped: soft hyphen, zero width space, tags, noncharacters, no-break space and others. Joiners and variation selectors do not count behind a visible character above U+007F, nor those of keycaps and flags, since scripts and emoji need them; U+3000 does not in a query or fragment. The message names it.",
    why: "Two names that look the same differ, and blanks hide where a URL leads: CVE-2020-12409 (Firefox). Windows makes a hyphen of U+00AD in some encodings, by which options were passed to PHP: CVE-2024-4577.",
    examples: ["/pay%E2%80%8Bpal", "/a%C2%ADb", "/a%E3%80%80b"],
    advice: "Refuse it in names. `displayUri` keeps it escaped.",
    links: [
      ["Unicode Technical Report 36", "https://www.unicode.org/reports/tr36/"],
      ["CVE-2020-12409", "https://nvd.nist.gov/vuln/detail/CVE-2020-12409"],
      ["CVE-2024-4577", "https://nvd.nist.gov/vuln/detail/CVE-2024-4577"],
    ],
  },
  "look-alike": {
    what: "A character that looks like a delimiter of URIs or like a padlock, raw or escaped, and is neither: U+2215 for `/`, U+FF0E for `.`, U+1F512 for a padlock. In query and fragment what scripts use as punctuation does not count, such as U+3002 and the full-width forms. The message names it.",
    why: "The eye sees a host that ends before it does: CVE-2009-0652 (Firefox). Software that normalizes by NFKC after it has split the text makes the delimiter itself: CVE-2019-9636 (Python).",
    examples: ["http://good.example\u2215x.evil.example/", "/a%EF%BC%8Fb", "/%F0%9F%94%92"],
    advice: "Split and check after any normalization, never before. `displayUri` keeps it escaped.",
    links: [
      [
        "Unicode Technical Standard 39, Confusable Detection",
        "https://www.unicode.org/reports/tr39/#Confusable_Detection",
      ],
      ["CVE-2009-0652", "https://nvd.nist.gov/vuln/detail/CVE-2009-0652"],
      ["CVE-2019-9636", "https://nvd.nist.gov/vuln/detail/CVE-2019-9636"],
    ],
  },
  "look-alike-host": {
    what: "A label of the host, A-labels decoded, that is not ASCII and looks as if it were: each of its characters looks like one of ASCII after UTS #39, or it is written in letters of one other script that browsers take for Latin letters or digits. A label of Cyrillic, Greek or another script is no finding under a last label of that script, or of a country that writes in it. Letters of Turkish, Azerbaijani, Icelandic and Faroese (U+0131, U+0259, U+00F0, U+00FE) are none under the last labels of their countries.",
    why: "It is taken for a name that is trusted: homographs, as in CVE-2005-0233 (Firefox), where one letter was Cyrillic, and CVE-2017-5060 (Chrome), where all were.",
    examples: ["https://p\u0430ypal.com/", "https://xn--80ak6aa92e.com/", "https://xn--oogle-qmc.com/"],
    advice:
      "Show its A-labels, which begin with `xn--`; `displayUri` does. Compare hosts in ASCII with a list of those that you trust.",
    links: [
      [
        "Unicode Technical Standard 39, Confusable Detection",
        "https://www.unicode.org/reports/tr39/#Confusable_Detection",
      ],
      ["CVE-2005-0233", "https://nvd.nist.gov/vuln/detail/CVE-2005-0233"],
      ["CVE-2017-5060", "https://nvd.nist.gov/vuln/detail/CVE-2017-5060"],
    ],
  },
  "mixed-script-host": {
    what: "A label of the host, A-labels decoded, that has letters of two scripts or digits of two scripts. Latin letters may stand beside Japanese or Korean ones: the restriction level of UTS #39 is Highly Restrictive.",
    why: "A single letter of another script makes a name that looks like a trusted one, and the letters around it keep the reader from noticing.",
    examples: ["https://\u0436\u0438\u0437\u043dlife.com/", "https://\u0915\u096712.com/"],
    advice:
      "Show its A-labels, which begin with `xn--`; `displayUri` does. No registry that follows the guidelines of ICANN has such labels.",
    links: [
      [
        "Unicode Technical Standard 39, Restriction Levels",
        "https://www.unicode.org/reports/tr39/#Restriction_Level_Detection",
      ],
      [
        "Unicode Technical Standard 39, Mixed Number Detection",
        "https://www.unicode.org/reports/tr39/#Mixed_Number_Detection",
      ],
    ],
  },
  "restricted-host-character": {
    what: "A label of the host, A-labels decoded, that has a character of which the Identifier_Status is Restricted in Unicode 18: letters of scripts and transcriptions that no community writes today, symbols, and characters that are kept for old data. Some allowed characters count too, because their difference from others is a small mark that is missed.",
    why: "Few readers know these characters, so they take them for those they know: U+0261, a sign of phonetics, is read as g.",
    examples: ["https://i\u2764.ws/", "https://\u00e9\u0261al.com/", "https://col\u00b7lecci\u00f3.com/"],
    advice: "Show its A-labels, which begin with `xn--`; `displayUri` does.",
    links: [
      [
        "Unicode Technical Standard 39, General Security Profile",
        "https://www.unicode.org/reports/tr39/#General_Security_Profile",
      ],
    ],
  },
  "replacement-character": {
    what: "U+FFFD, raw or as `%EF%BF%BD`.",
    why: "A decoder puts it where bytes are no text. What was there is lost, and names that were different may be the same now.",
    examples: ["/caf%EF%BF%BD", "/caf\ufffd"],
    advice:
      "Get the text from its source again, and decode it with `percentDecode`, which throws instead, or with `percentDecodeAs` of `percodec/charset` in its own encoding.",
    links: [
      ["Encoding Standard, UTF-8 decode", "https://encoding.spec.whatwg.org/#utf-8-decode"],
      ["RFC 3986, section 2.5", "https://www.rfc-editor.org/rfc/rfc3986#section-2.5"],
    ],
  },
  credentials: {
    what: "A user name before the host, with or without a password, or an `@` with nothing before it.",
    why: "It can look like a host: the first example leads to evil.example. A `%01` before the `@` made Internet Explorer hide the rest (CVE-2003-1025). Passwords in URIs end up in logs and histories.",
    examples: ["http://good.example@evil.example/", "https://user:secret@e.com/", "//@e.com/"],
    advice:
      "Refuse it in links that others send. Take the host from `splitUri` and `splitAuthority`, and never from a search for the first colon or slash.",
    links: [
      ["RFC 3986, section 7.6", "https://www.rfc-editor.org/rfc/rfc3986#section-7.6"],
      ["RFC 3986, section 7.5", "https://www.rfc-editor.org/rfc/rfc3986#section-7.5"],
      ["CVE-2003-1025", "https://nvd.nist.gov/vuln/detail/CVE-2003-1025"],
    ],
  },
  "host-ambiguous": {
    what: "A browser, after the URL Standard, and a reader after RFC 3986 see different hosts, or one of them sees none. Hosts are compared in lower case, decoded and in ASCII.",
    why: "One program checks a host, and another connects to a different one: allow-lists and guards against server-side request forgery are passed, and redirects leave the site. CVE-2020-26291 (URI.js) and CVE-2026-6322 (fast-uri) are of this class.",
    examples: ["http://good.example\\@evil.example/", "/\\evil.example", "http:///evil.example/"],
    advice:
      "Refuse it, as `cleanUri` does. Ask `isSameOriginPath` where a text should be a path, and connect to the host that was checked, not to the text.",
    links: [
      ["RFC 3986, section 3.2", "https://www.rfc-editor.org/rfc/rfc3986#section-3.2"],
      ["URL Standard, host parsing", "https://url.spec.whatwg.org/#host-parsing"],
      ["CVE-2026-6322", "https://nvd.nist.gov/vuln/detail/CVE-2026-6322"],
    ],
  },
  "invalid-host": {
    what: "A host that the URL Standard's host parser refuses: it is empty where the scheme needs one, holds a character that is forbidden, is a broken IPv4 or IPv6 address, or has brackets around anything else; or it is longer than 4,096 characters. Where the host is ambiguous nothing more is said. A missing scheme counts as https.",
    why: "Browsers refuse the whole URL, and other parsers go on with what they make of it: Python took any text between brackets for a host (CVE-2024-11168).",
    examples: ["http://[e.com]/", "http://1.2.3.256/", "http://a^b.example/"],
    advice: "Refuse it. The `uri` tag takes no such host.",
    links: [
      ["URL Standard, host parser", "https://url.spec.whatwg.org/#concept-host-parser"],
      ["RFC 3986, section 3.2.2", "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2"],
      ["CVE-2024-11168", "https://nvd.nist.gov/vuln/detail/CVE-2024-11168"],
    ],
  },
  "invalid-port": {
    what: "A port that is not empty and no decimal number up to 65535.",
    why: "Some parsers read digits up to the first other character, some split at the last colon, and some cut the number to 16 bits: the port that is checked is not the one that is used, which is a way to server-side request forgery.",
    examples: ["http://e.com:99999/", "http://e.com:80a/", "http://127.0.0.1:11211:80/"],
    advice: "Refuse it. The `uri` tag takes no such port.",
    links: [
      ["RFC 3986, section 3.2.3", "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.3"],
      ["URL Standard, port state", "https://url.spec.whatwg.org/#port-state"],
    ],
  },
  "legacy-charset": {
    what: "Escaped bytes that are no UTF-8 and look like text in another encoding. It is a guess; the message and `charsets` name the encodings, the likeliest first.",
    why: "Old pages and programs send text in encodings of their own. Read as UTF-8 it fails or becomes U+FFFD, and read in a wrong encoding it is another text, and nothing tells.",
    examples: ["/caf%E9", "/?q=%CF%F0%E8%E2%E5%F2", "/?q=%93%FA%96%7B%8C%EA"],
    advice:
      "Where you know the encoding of the sender, read the text with `percentDecodeAs` of `percodec/charset`. Do not rely on the guess where a decision depends on the text.",
    links: [
      ["RFC 3986, section 2.5", "https://www.rfc-editor.org/rfc/rfc3986#section-2.5"],
      ["URL Standard, query state", "https://url.spec.whatwg.org/#query-state"],
      ["Encoding Standard", "https://encoding.spec.whatwg.org/"],
    ],
  },
  mojibake: {
    what: "Characters above U+007F that look like UTF-8 which was read as windows-1252 or windows-1251 and encoded again: `\u00c3\u00a9` for `\u00e9`. It is a guess.",
    why: "Somebody decoded in a wrong encoding before the text came here. It names something else than was meant, and each further round makes it longer.",
    examples: [
      "/caf%C3%83%C2%A9",
      "/caf\u00c3\u00a9",
      "/?q=\u0420\u045f\u0421\u0402\u0420\u0451\u0420\u0406\u0420\u00b5\u0421\u201a",
    ],
    advice:
      "Mend the decoder that was first. To restore a text, write it with `percentEncodeAfterEncoding` of `percodec/charset` in the wrong encoding, and give that to `percentDecode`.",
    links: [
      ["RFC 3986, section 2.5", "https://www.rfc-editor.org/rfc/rfc3986#section-2.5"],
      ["Encoding Standard, single-byte encodings", "https://encoding.spec.whatwg.org/#legacy-single-byte-encodings"],
    ],
  },
};
