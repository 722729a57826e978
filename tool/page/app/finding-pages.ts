import type { FindingCode } from "percodec/inspect";

/** The page of a finding, except for its severity and message; text between backticks is code. */
export interface FindingPage {
  /** The exact definition. */
  readonly what: string;
  /** Why it matters: the class of bug, and products that had it. */
  readonly why: string;
  /** Texts with this finding, the most typical first. */
  readonly examples: readonly string[];
  /** What to do about it. */
  readonly advice: string;
  /** Sections of standards, and advisories. */
  readonly links: readonly Link[];
}

type Link = readonly [label: string, url: string];

const rfc = (number: number, place: string, kind = "section"): Link => [
  `RFC ${number}, ${kind} ${place}`,
  `https://www.rfc-editor.org/rfc/rfc${number}#${kind}-${place}`,
];
const cve = (id: string): Link => [`CVE-${id}`, `https://nvd.nist.gov/vuln/detail/CVE-${id}`];
const cwe = (id: number): Link => [`CWE-${id}`, `https://cwe.mitre.org/data/definitions/${id}.html`];
const uts39 = (title: string, anchor = title.replaceAll(" ", "_")): Link => [
  `Unicode Technical Standard 39, ${title}`,
  `https://www.unicode.org/reports/tr39/#${anchor}`,
];
const standard =
  (name: "URL" | "Encoding" | "Infra") =>
  (title: string, anchor = title.toLowerCase().replaceAll(" ", "-")): Link => [
    `${name} Standard, ${title}`,
    `https://${name.toLowerCase()}.spec.whatwg.org/#${anchor}`,
  ];
const urlStandard = standard("URL");
const encodingStandard = standard("Encoding");
const infraStandard = standard("Infra");

/**
 * The page of each finding, in the order of the table; `npm run generate` writes docs/findings/ from it. Only the view Findings of the page
 * imports this file.
 */
export const FINDING_PAGES: Record<FindingCode, FindingPage> = {
  // Escapes that are malformed, not UTF-8, or not of a standard.
  "malformed-escape": {
    what: "A `%` that is not followed by two hex digits and does not begin `%uXXXX`. The finding covers the `%` and the single hex digit after it, if there is one.",
    why: "Some decoders throw, some keep the text, and some drop part of it. A proxy may pass on what it cannot parse: Go forwarded parameters that its own code did not see (CVE-2022-2880).",
    examples: ["/100%/a", "/?q=%zz", "/a%4G"],
    advice:
      'Refuse it: `percentDecode` throws and reports the index. To decode as browsers do, pass `{ malformed: "keep", invalidUtf8: "replace" }`, or `percodec decode --malformed keep --invalid-utf8 replace`: then `100%` and `100%25` are the same text, text that was cut passes, and bytes that are not UTF-8 are lost; `percentDecodeReport` lists each issue. Write a literal percent sign as `%25`, as `cleanUri` does at the level `advanced`.',
    links: [rfc(3986, "2.1"), urlStandard("percent-decode"), cve("2022-2880")],
  },
  "truncated-escape": {
    what: "The whole text ends in `%`, or in `%` and one hex digit.",
    why: "Database columns, logs, headers and chunks of streams cut text at a fixed length, and the missing part can change what the rest means. Decoders refuse the incomplete escape, keep it or drop it.",
    examples: ["/a%2", "100%", "/caf%C3%A"],
    advice:
      'Get the whole text, and shorten text only after decoding it. To continue instead, `percentDecode(text, { malformed: "keep" })` leaves it as it is. To decode a stream in pieces, use `PercentDecoder` or `PercentDecodeStream`, which wait for the rest of an escape.',
    links: [rfc(3986, "2.1"), urlStandard("percent-decode")],
  },
  "invalid-utf8": {
    what: "Escaped bytes from 80 to FF that are not UTF-8: a lead byte without all of its continuation bytes, a continuation byte without a lead byte, or one of F8 to FF.",
    why: "Decoders throw, guess another encoding, or insert U+FFFD, so that different names become equal. An uncaught error stops a server: CVE-2022-38900 (decode-uri-component).",
    examples: ["/%E9t%E9", "/%E2%9C/", "/%ea%ba%5a%ba"],
    advice:
      "Refuse it: `percentDecode` throws and reports the index. If the bytes are text in another encoding, which `guessCharsets` names, decode them with the option `encoding`.",
    links: [rfc(3986, "2.5"), encodingStandard("UTF-8 decoder"), cve("2022-38900")],
  },
  "overlong-utf8": {
    what: "A UTF-8 sequence that encodes a character in more bytes than it needs: it begins with C0 or C1 and a continuation byte, with E0 and a byte below A0, or with F0 and a byte below 90.",
    why: "A filter that searches for `/`, `.` or NUL does not find it, but a lenient decoder produces it. This let attackers read files outside the served folder of IIS (CVE-2000-0884) and Tomcat (CVE-2008-2938).",
    examples: ["/..%C0%AF..%C0%AFetc/passwd", "/%C0%AE%C0%AE/", "/%E0%80%AF"],
    advice:
      "Refuse it: no UTF-8 encoder writes it. No function of this library decodes it: `percentDecode` throws, and its policies keep, drop or replace it.",
    links: [rfc(3629, "10"), cve("2000-0884"), cve("2008-2938")],
  },
  "encoded-surrogate": {
    what: "A sequence that begins with ED and a continuation byte from A0 on. It encodes half of a surrogate pair, as CESU-8 and Java's modified UTF-8 do.",
    why: "UTF-8 does not allow surrogates. A filter that searches for a character does not find its two halves, but a lenient decoder joins them.",
    examples: ["/%ED%A0%BD%ED%B8%80", "/%ED%A0%80"],
    advice:
      "Refuse it: `percentDecode` throws and reports the index. The sender has to encode the character in four bytes, as `percentEncode` does.",
    links: [rfc(3629, "3"), ["Unicode Technical Report 26, CESU-8", "https://www.unicode.org/reports/tr26/"]],
  },
  "code-point-out-of-range": {
    what: "A sequence for a number above U+10FFFF: it begins with F4 and a continuation byte above 8F, or with F5, F6 or F7 and any continuation byte.",
    why: "Unicode ends at U+10FFFF. Decoders refuse the sequence, replace each byte, or truncate the number to another character, which an earlier filter did not see.",
    examples: ["/%F4%90%80%80", "/%F7%BF%BF%BF"],
    advice: "Refuse it: `percentDecode` throws and reports the index.",
    links: [rfc(3629, "3"), encodingStandard("UTF-8 decoder")],
  },
  "lone-surrogate": {
    what: "An unescaped half of a surrogate pair without its other half. It is left over when a string is cut between two UTF-16 units.",
    why: "It cannot be encoded in UTF-8. Encoders throw or write U+FFFD; Node's `querystring.escape` treats the next character as the other half, so that this character is lost too.",
    examples: ["/a\ud800b", "/\udc00\ud800"],
    advice:
      "Cut text between characters. `percentEncode` throws on a lone surrogate and reports the index, or writes U+FFFD if the policy `loneSurrogate` is `replace`.",
    links: [infraStandard("surrogates", "surrogate"), ["ECMA-262, Encode", "https://tc39.es/ecma262/#sec-encode"]],
  },
  "percent-u": {
    what: "`%u` and four hex digits from 0080 on: a UTF-16 unit as ECMAScript's `escape` writes it. A surrogate pair written as two of them is one finding.",
    why: "No URI standard defines it. IIS decodes it, and most other programs treat it as a malformed escape, so two programs see two different texts.",
    examples: ["/caf%u00e9", "/%u2713", "/%ud83d%ude00"],
    advice:
      "Ask the sender to write UTF-8. If `escape` wrote the text, decode it with `percentDecode` and `legacy: true`, which also reads its `%XX`. If only `%uXXXX` is foreign, and `%XX` is UTF-8, pass `percentU: true`.",
    links: [["ECMA-262, escape", "https://tc39.es/ecma262/#sec-escape-string"], rfc(3986, "2.1")],
  },
  "percent-u-ascii": {
    what: "`%u00` and two hex digits below 80: an ASCII character written as a UTF-16 unit.",
    why: "A filter that decodes only `%XX` does not see it. Jetty served `/%u002e/WEB-INF/web.xml` (CVE-2021-34429), and intrusion detection systems missed what IIS decoded (CVE-2001-0669).",
    examples: ["/%u002e/WEB-INF/web.xml", "/..%u002f..%u002fetc", "/a%u0000"],
    advice:
      "Refuse it, as `decodePath` and `percentDecode` do. With `percentU: true`, `percentDecodeReport` lists it as an issue.",
    links: [cve("2021-34429"), cve("2001-0669"), ["ECMA-262, escape", "https://tc39.es/ecma262/#sec-escape-string"]],
  },

  // Separators and dot segments of a path.
  "encoded-slash": {
    what: "`%2F` in the path, userinfo, host or port. In the query and the fragment a slash is data whether it is escaped or not.",
    why: "In RFC 3986 `%2F` is data within a segment. A server that decodes before it splits turns it into a separator, so a rule for `/admin/` and the handler see two different paths: CVE-2021-29492 (Envoy), CVE-2026-29087 (@hono/node-server).",
    examples: ["/a%2Fb", "/admin%2Fsecret.txt", "http://a%2Fb@e.com/"],
    advice:
      "Split the path first, then decode each segment. `decodePath` does this, and refuses `%2F` unless its option `allow` lists `slash`.",
    links: [rfc(3986, "2.2"), cve("2021-29492"), cve("2026-29087")],
  },
  "encoded-backslash": {
    what: "`%5C` in the path, userinfo, host or port.",
    why: "Servers on Windows treat it as a separator after decoding. Tomcat did so too, behind proxies that did not (CVE-2007-0450), and Envoy passed it to such servers (CVE-2021-29492).",
    examples: ["/..%5C..%5Cetc", "/a%5Cb"],
    advice: "Refuse it in paths, as `decodePath` does.",
    links: [rfc(3986, "3.3"), cve("2007-0450"), cve("2021-29492")],
  },
  "raw-backslash": {
    what: "An unescaped `\\` in the path, userinfo, host or port. RFC 3986 does not allow it anywhere.",
    why: "The URL Standard reads it as `/` after http, https, ws, wss, ftp and file; other parsers read it as data. So `/\\evil.example` leaves the site, and one program checks one host while another visits a different one: CVE-2020-26291 (URI.js).",
    examples: ["/\\evil.example", "/a\\b", "http://good.example\\@evil.example/"],
    advice:
      "Refuse it, or let `cleanUri` encode it; `cleanUri` throws if the host would change. Check redirect targets with `isSameOriginPath`.",
    links: [urlStandard("path start state"), rfc(3986, "A", "appendix"), cve("2020-26291")],
  },
  "dot-segment": {
    what: "A path segment that is `.` or `..`.",
    why: "Browsers and most clients remove it before they send a request, so one that arrives was probably written by hand. A rule that compares path prefixes sees a different path than a server that removes dot segments: CVE-2019-9901 (Envoy).",
    examples: ["/a/../b", "./a", "/a/."],
    advice:
      "Normalize before you compare: `normalizeUri` removes dot segments from URIs and absolute paths. On a server, `decodePath` refuses them.",
    links: [rfc(3986, "5.2.4"), rfc(3986, "6.2.2.3"), cve("2019-9901")],
  },
  "encoded-dot-segment": {
    what: "A path segment that is `.` or `..` after decoding, with at least one escaped dot.",
    why: "The URL Standard treats it as a dot segment and removes it. A server that removes dot segments before it decodes keeps it, and then leaves the folder. It exposed files of Apache (CVE-2021-41773) and the folder WEB-INF of Jetty (CVE-2021-28164).",
    examples: ["/a/%2e%2e/b", "/cgi-bin/.%2e/.%2e/etc/passwd", "/%2E/a"],
    advice:
      "Refuse it, as `decodePath` does: a dot never needs an escape. `normalizeUri` removes it as a browser does.",
    links: [urlStandard("double-dot path segment"), cve("2021-41773"), cve("2021-28164")],
  },
  traversal: {
    what: "A `..` that leads out of its folder. In a path it is a segment that climbs above the root of an absolute path, where empty segments do not count, or it is delimited within a segment by escaped slashes, backslashes, its ends or a `;` after it. In the query it is next to a slash or backslash; except for slashes in a path, raw and escaped delimiters count.",
    why: "A server that decodes a name and opens it reads a file outside its folder, as in CVE-2021-41773 (Apache). Written as `..;` it passed a proxy and reached a server that cuts segments at `;`: CVE-2020-5902 (BIG-IP).",
    examples: ["/static/..%2f..%2fetc/passwd", "/login.jsp/..;/admin", "/get?file=../../etc/passwd"],
    advice:
      "In a path, let `decodePath` refuse it; it refuses `..;` too. Resolve a file name from a query against its folder, and check that the result is inside: searching for `..` is not enough.",
    links: [cwe(22), cve("2021-41773"), cve("2020-5902")],
  },

  // Control characters.
  nul: {
    what: "U+0000, raw or as `%00`.",
    why: "C code ends the text there: a check sees `.png`, and the system opens `.php` (CVE-2006-7243, PHP). It also kept Jetty from recognizing `/.%00/` as a dot segment (CVE-2021-34429).",
    examples: ["/image.php%00.png", "/?f=a%00b", "/a\0b"],
    advice:
      "Refuse it: with `decodePath` in paths, with `isHeaderSafe` in headers, and elsewhere with the option `accept` of `percentDecode`.",
    links: [rfc(3986, "7.3"), cwe(158), cve("2006-7243")],
  },
  crlf: {
    what: "A line feed or carriage return, raw or as `%0A` or `%0D`. Adjacent ones are one finding. In the body of a `mailto:` URI it is text, and in a query of http it is `line-break` unless the name of a header or a document follows.",
    why: "In a header it ends the line, and the rest becomes another header or another request: CVE-2019-9740 (Python), CVE-2022-31150 (undici). In logs and tables, one record becomes two.",
    examples: ["/?next=%0d%0aSet-Cookie:x", "/a%0Ab", "/a\nb"],
    advice:
      "Call `isHeaderSafe` before you put a text into a header, and escape line breaks in logs and tables. In paths, `decodePath` refuses them.",
    links: [rfc(9110, "5.5"), cwe(113), cve("2022-31150")],
  },
  "line-break": {
    what: "`%0A` or `%0D` in the query of an http URL or a reference without a scheme, where neither the name of a header nor a document follows.",
    why: "The value of a form or a shared text has several lines. A server that copies such a value into a header or a log writes a second one, as after `crlf`.",
    examples: ["https://e.com/tweet?text=Hello%0AWorld", "/?body=a%0D%0Ab"],
    advice: "Keep it if the value is a text of several lines. Refuse it in names, addresses and URLs.",
    links: [urlStandard("application/x-www-form-urlencoded")],
  },
  "control-character": {
    what: "A control character other than NUL, LF and CR: U+0001 to U+001F, U+007F, and U+0080 to U+009F, raw or escaped.",
    why: "A terminal executes ESC and U+009B sequences, which move the cursor, rewrite lines and change the title: CVE-2003-0020 (logs of Apache), CVE-2024-52005 (Git). A tab splits records, and browsers remove a raw tab from a URL.",
    examples: ["/%1B%5B31m", "/%09/evil.example", "/%C2%9B31m"],
    advice:
      "Show it escaped: `escapeInvisible` of `percodec/inspect` writes `\\u{1B}`. `decodePath` refuses control characters in paths, and `isHeaderSafe` refuses all but the tab in headers.",
    links: [cwe(150), cve("2003-0020"), cve("2024-52005")],
  },

  // Texts that are encoded more than once, or not as a URI is written.
  "multiple-encoding": {
    what: "A component that still contains escapes after decoding. The message contains the number of decodings that remove them all; `layers` lists which of `/`, `\\`, `..`, NUL, line breaks, `<`, `>` and quotes appear at each decoding. No other part of the content is reported.",
    why: "It is correct if one URI contains another, and a mistake if a value was encoded twice by accident. A program that decodes more often than the check did sees a different text (double decoding).",
    examples: ["/a%2520b", "/login?next=%2Fsearch%3Fq%3Da%2526b", "/%2541"],
    advice:
      'Decode exactly once, after you split the text; `percentDecodeReport` sets `stillEncoded` if escapes are left. To see what is inside, paste the text into the page, or run `percodec TEXT`: both list it after each decoding, and `layers` of the finding has only the delimiters. `cleanUri` with `doubleEncoding: "repair"` removes layers where the result is safe.',
    links: [rfc(3986, "2.4"), cwe(174)],
  },
  "hidden-delimiter": {
    what: "A second or later decoding of a component reveals a slash, a backslash, `..`, a NUL, a line break, an angle bracket or a quote. The message lists them.",
    why: "A check after one decoding does not find it, and a server that decodes again acts on it: IIS (CVE-2001-0333), Apache (CVE-2021-42013).",
    examples: ["/%252e%252e%252fetc", "/..%255c..%255cwinnt", "/?q=%253Cscript%253E"],
    advice:
      "Refuse it unless your application needs double encoding; in paths, `decodePath` refuses separators, dot segments and control characters at any layer. Otherwise decode once, and make sure that no later program decodes again.",
    links: [rfc(3986, "2.4"), cve("2001-0333"), cve("2021-42013")],
  },
  "budget-exceeded": {
    what: "Escapes are left after 16 decodings of a component. For a component of more than 4,096 UTF-16 units, `inspect` can stop earlier, so that all decodings together read at most four times its length. The message contains the number of decodings.",
    why: "Deeper layers are not inspected. No application needs so many layers, and a loop that decodes until the text stays the same takes time that grows with the square of its length: a denial of service.",
    examples: ["/%2525252525252525252525252525252541", "/%25252525252525252525252525252525252525252f"],
    advice: "Refuse it, and never decode in a loop until the text stays the same.",
    links: [rfc(3986, "2.4"), cwe(400)],
  },
  "mixed-hex-case": {
    what: "Some escapes have hex digits in upper case and others in lower case. There is one finding per text: the first escape with a digit of the other case.",
    why: "Both cases mean the same, but caches, signatures and lists that compare text see two names. It also shows that more than one program wrote the text.",
    examples: ["/%C3%a9", "/%3a%3D"],
    advice: "Write upper case, as RFC 3986 recommends; `normalizeUri` does.",
    links: [rfc(3986, "2.1"), rfc(3986, "6.2.2.1")],
  },
  "needless-escape": {
    what: "An escaped letter, digit, `-`, `.`, `_` or `~`. RFC 3986 calls these characters unreserved.",
    why: "It means the same as the character itself, so a rule that compares text without decoding does not match: in CVE-2026-22031 (@fastify/middie), `/%61dmin` bypassed the middleware for `/admin`.",
    examples: ["/%61dmin", "/%7Euser", "/?%61=1"],
    advice:
      "Compare decoded text: the segments that `decodePath` returns, or whole URIs after `normalizeUri`, which decodes exactly these escapes.",
    links: [rfc(3986, "2.3"), rfc(3986, "6.2.2.2"), cve("2026-22031")],
  },
  "illegal-character": {
    what: "A raw character that RFC 3986 does not allow in its place: a space, a double quote, a grave accent, `<`, `>`, `^`, `{`, `|` or `}` anywhere; `[` or `]` in userinfo, path, query and fragment; `#` in the fragment; `\\` in query and fragment.",
    why: "Browsers escape some of these characters and keep others, strict parsers refuse them all, and a space ends the target of an HTTP request. So programs see different URIs, or none.",
    examples: ["/a b", "/?q=[1]", "/#a#b"],
    advice:
      "Let `cleanUri` escape what a user typed. Build URIs with the `uri` tag, which encodes each value for its place.",
    links: [rfc(3986, "A", "appendix"), rfc(9112, "3.2"), urlStandard("URL code points")],
  },
  "raw-non-ascii": {
    what: "Characters above U+007F that are not escaped. The text is an IRI, or was copied from an address bar; it is not a URI yet.",
    why: "Programs encode them differently: as UTF-8, in the encoding of the page (in a query), or as UTF-16 units cut to eight bits, which turns some characters into line breaks: CVE-2018-12116 (Node).",
    examples: ["/caf\u00e9", "http://caf\u00e9.fr/", "/?q=\u65e5\u672c"],
    advice: "`cleanUri` writes them as UTF-8, and the host by IDNA.",
    links: [rfc(3987, "3.1"), urlStandard("query state"), cve("2018-12116")],
  },

  // Delimiters that programs read differently.
  "plus-in-path": {
    what: "A `+` in the path, where it is a plus sign.",
    why: "Only forms write a space as `+`. A form decoder turns the path `/c++` into `/c` and two spaces, so a router and the file system see two names for one resource.",
    examples: ["/c++", "/a+b/c"],
    advice:
      "Write a space as `%20`, and a plus sign that must survive form decoders as `%2B`. `percentDecode` does not change `+`; `percodec decode --compare` shows which decoders do.",
    links: [rfc(3986, "3.3"), urlStandard("application/x-www-form-urlencoded parsing", "urlencoded-parsing")],
  },
  "semicolon-separator": {
    what: "An unescaped `;` in the query.",
    why: "HTML 4 asked servers to separate pairs at `;` as well as at `&`; the URL Standard separates only at `&`. If a cache and a server differ, they see different parameters, and an attacker can poison the cache: CVE-2021-23336 (Python).",
    examples: ["/?utm=1;q=2", "/?a;b"],
    advice:
      "Write `%3B` in values. `parseForm` of `percodec/form` separates at `&`, and also at `;` if the option `separator` says so.",
    links: [
      urlStandard("application/x-www-form-urlencoded parsing", "urlencoded-parsing"),
      ["HTML 4.01, B.2.2", "https://www.w3.org/TR/html401/appendix/notes.html#h-B.2.2"],
      cve("2021-23336"),
    ],
  },
  "path-parameter": {
    what: "An unescaped `;` in the path.",
    why: "Servlet containers cut a segment at `;`, and other servers keep it in the name, so a proxy and the server behind it see two different paths. With `..;` this was CVE-2020-5902 (BIG-IP).",
    examples: ["/app;jsessionid=1F2E", "/a;v=1/b"],
    advice: "Write `%3B` if it is data. `decodePath` keeps `;` in the segment, but refuses `..;`.",
    links: [rfc(3986, "3.3"), cve("2020-5902")],
  },

  // Characters that mislead the eye, also in hosts.
  "bidi-control": {
    what: "A character that sets the direction of the text around it, raw or escaped: U+061C, U+200E, U+200F, U+202A to U+202E, or U+2066 to U+2069. The message contains its code point.",
    why: "When it is shown raw, it reorders the text after it: after U+202E, `gpj.exe` appears as `exe.jpg`, and a link can appear to lead to another site. CVE-2022-28345 (Signal) was such a link; CVE-2021-42574 was the same in source code.",
    examples: ["/%E2%80%AEgpj.exe", "/a\u202eb", "http://e.com/%E2%81%A6a"],
    advice: "Refuse it in names. `displayUri` keeps it escaped.",
    links: [
      rfc(3987, "4.1"),
      [
        "Unicode Technical Report 36, Bidirectional Text Spoofing",
        "https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing",
      ],
      cve("2022-28345"),
    ],
  },
  "invisible-character": {
    what: "A character that shows nothing, or a blank other than the ASCII space, raw or escaped: soft hyphen, zero width space, tags, noncharacters, no-break space and others. It does not count if scripts or emoji need it: joiners and variation selectors after a visible character above U+007F, the parts of keycaps and flags, and U+3000 in a query or fragment. The message contains its code point.",
    why: "Two different names look the same, and blanks hide where a URL leads: CVE-2020-12409 (Firefox). In some encodings Windows converts U+00AD to a hyphen, which passed options to PHP: CVE-2024-4577.",
    examples: ["/pay%E2%80%8Bpal", "/a%C2%ADb", "/a%E3%80%80b"],
    advice: "Refuse it in names. `displayUri` keeps it escaped.",
    links: [
      ["Unicode Technical Report 36", "https://www.unicode.org/reports/tr36/"],
      cve("2020-12409"),
      cve("2024-4577"),
    ],
  },
  "look-alike": {
    what: "A character that looks like a URI delimiter or a padlock but is neither, raw or escaped: U+2215 for `/`, U+FF0E for `.`, U+1F512 for a padlock. In query and fragment, punctuation of other scripts does not count, such as U+3002 and the full-width forms. The message contains its code point.",
    why: "A person sees a host that seems to end earlier than it does: CVE-2009-0652 (Firefox). A program that applies NFKC after it splits the text turns the look-alike into a real delimiter: CVE-2019-9636 (Python).",
    examples: ["http://good.example\u2215x.evil.example/", "/a%EF%BC%8Fb", "/%F0%9F%94%92"],
    advice: "Normalize first, then split and check. `displayUri` keeps it escaped.",
    links: [uts39("Confusable Detection"), cve("2009-0652"), cve("2019-9636")],
  },
  "look-alike-host": {
    what: "A host label (A-labels are decoded) that is not ASCII but looks like ASCII: each character looks like an ASCII character by UTS #39, or the label uses only letters of one other script that browsers treat as similar to Latin letters or digits. A label in Cyrillic, Greek or another script does not count under a top-level domain in that script or of a country that uses it. U+0131, U+0259, U+00F0 and U+00FE (Turkish, Azerbaijani, Icelandic, Faroese) do not count under the top-level domains of their countries.",
    why: "People mistake it for a name that they trust (homographs): in CVE-2005-0233 (Firefox) one letter was Cyrillic, in CVE-2017-5060 (Chrome) all letters were.",
    examples: ["https://p\u0430ypal.com/", "https://xn--80ak6aa92e.com/", "https://xn--oogle-qmc.com/"],
    advice:
      "Show its A-labels, which begin with `xn--`, as `displayUri` does. Compare hosts in ASCII with a list of hosts that you trust.",
    links: [uts39("Confusable Detection"), cve("2005-0233"), cve("2017-5060")],
  },
  "mixed-script-host": {
    what: "A host label (A-labels are decoded) with letters of two scripts or digits of two scripts. Latin letters may be mixed with Japanese or Korean ones: the restriction level of UTS #39 is Highly Restrictive.",
    why: "A single letter of another script makes a name look like a trusted one, and the letters around it hide the difference.",
    examples: ["https://\u0436\u0438\u0437\u043dlife.com/", "https://\u0915\u096712.com/"],
    advice:
      "Show its A-labels, which begin with `xn--`, as `displayUri` does. Registries that follow the ICANN guidelines do not register such labels.",
    links: [uts39("Restriction Levels", "Restriction_Level_Detection"), uts39("Mixed Number Detection")],
  },
  "restricted-host-character": {
    what: "A host label (A-labels are decoded) with a character whose Identifier_Status in Unicode 18 is Restricted: letters of scripts and transcriptions that are not in common use, symbols, and characters kept for old data. A few allowed characters count too, because only a small mark distinguishes them from others.",
    why: "People rarely see these characters and mistake them for familiar ones: U+0261, a phonetic letter, is read as g.",
    examples: ["https://i\u2764.ws/", "https://\u00e9\u0261al.com/", "https://col\u00b7lecci\u00f3.com/"],
    advice: "Show its A-labels, which begin with `xn--`, as `displayUri` does.",
    links: [uts39("General Security Profile")],
  },
  "replacement-character": {
    what: "U+FFFD, raw or as `%EF%BF%BD`.",
    why: "A decoder writes it in place of bytes that it cannot decode. The original bytes are lost, and names that were different may now be equal.",
    examples: ["/caf%EF%BF%BD", "/caf\ufffd"],
    advice:
      "Get the original text again and decode it with `percentDecode`, which throws instead, or in its real encoding with the option `encoding`.",
    links: [encodingStandard("UTF-8 decode"), rfc(3986, "2.5")],
  },

  // Where a URL leads: its user name, host, port and scheme.
  credentials: {
    what: "A user name before the host, with or without a password, or an `@` without anything before it. One that looks like a host is `host-like-user`.",
    why: "Some programs take the user name for the host. Passwords in URIs end up in logs and browser histories.",
    examples: ["https://joe@e.com/", "https://user:secret@e.com/", "//@e.com/"],
    advice:
      "Refuse it in links from untrusted senders. Take the host from `splitUri` and `splitAuthority`, not from a search for the first colon or slash.",
    links: [rfc(3986, "7.6"), rfc(3986, "7.5")],
  },
  "host-like-user": {
    what: "A user name that a person reads as a host: after decoding, it begins with a domain of two labels and a frequent top-level domain, with a domain of more labels, with `localhost` or with an IP address, or one of these follows an `@` in it.",
    why: "The link leads to the host after the `@`: `http://good.example@evil.example/` leads to evil.example. A `%01` before the `@` made Internet Explorer hide the rest (CVE-2003-1025).",
    examples: [
      "http://good.example@evil.example/",
      "https://www.good.example%2Flogin:443@e.com/",
      "//192.0.2.1@e.com/",
    ],
    advice:
      "Refuse it in links from untrusted senders. Show the host of `splitAuthority` without the user name, as browsers do.",
    links: [rfc(3986, "7.6"), urlStandard("security considerations", "url-rendering-simplification"), cve("2003-1025")],
  },
  "host-ambiguous": {
    what: "A browser (URL Standard) and an RFC 3986 parser see different schemes or hosts, or only one of them sees a scheme or a host. Hosts are compared after decoding, in lower case and in ASCII.",
    why: "One program checks a host, and another connects to a different one. This bypasses allow-lists and protection against server-side request forgery, and makes redirects leave the site: CVE-2020-26291 (URI.js), CVE-2026-6322 (fast-uri).",
    examples: ["http://good.example\\@evil.example/", "/\\evil.example", "http:///evil.example/"],
    advice:
      "Refuse it, as `cleanUri` does. If a text should be a path, check it with `isSameOriginPath`; connect to the host that was checked, and do not parse the text again.",
    links: [rfc(3986, "3.2"), urlStandard("host parsing"), cve("2026-6322")],
  },
  "invalid-host": {
    what: "A host that the host parser of the URL Standard refuses: it is empty although the scheme needs one, contains a forbidden character, is an invalid IPv4 or IPv6 address, or has brackets around anything else. A host of more than 4,096 characters counts too. An ambiguous host does not count, and without a scheme the host is checked as for https.",
    why: "Browsers refuse the whole URL, but other parsers accept it: Python accepted any text between brackets as a host (CVE-2024-11168).",
    examples: ["http://[e.com]/", "http://1.2.3.256/", "http://a^b.example/"],
    advice: "Refuse it. The `uri` tag does not accept such a host.",
    links: [urlStandard("host parser", "concept-host-parser"), rfc(3986, "3.2.2"), cve("2024-11168")],
  },
  "invalid-port": {
    what: "A port that is neither empty nor a decimal number from 0 to 65535.",
    why: "Some parsers read digits up to the first other character, some split at the last colon, and some truncate the number to 16 bits. The port that is used then differs from the port that was checked, which allows server-side request forgery.",
    examples: ["http://e.com:99999/", "http://e.com:80a/", "http://127.0.0.1:11211:80/"],
    advice: "Refuse it. The `uri` tag does not accept such a port.",
    links: [rfc(3986, "3.2.3"), urlStandard("port state")],
  },
  "script-url": {
    what: "A scheme whose text a browser runs or shows as a document: `javascript:`, `vbscript:`, and `data:` with a type of HTML, SVG or XML. As in a browser, case, leading controls and spaces, and TAB, LF and CR within the scheme do not count.",
    why: "A link or redirect with such a text runs a script with the rights of the page, and filters that search for `javascript:` miss `java%09script:` decoded. Open redirects and links in user profiles had this fault for decades.",
    examples: ["javascript:alert(1)", " JavaScript:alert(1)", "data:text/html,<script>alert(1)</script>"],
    advice:
      "Accept only the schemes that you need, such as `https`, after `splitUri` or `new URL`. Do not search for bad schemes.",
    links: [
      urlStandard("basic URL parser", "concept-basic-url-parser"),
      ["HTML, javascript: URLs", "https://html.spec.whatwg.org/#the-javascript:-url-special-case"],
    ],
  },
  "scheme-relative": {
    what: "A text without a scheme that begins with two slashes and a host. To a browser each slash may be a backslash, and controls and spaces before them do not count. The path of a `file` URL counts too if it begins with two slashes: Windows opens it on the other host.",
    why: "A check that a redirect begins with `/` accepts it, and the browser leaves for the other host. This is the usual form of an open redirect (CWE-601).",
    examples: ["//evil.example/x", "/\\evil.example", "file:////evil.example/x"],
    advice:
      "Check a path on the same site with `isSameOriginPath` of `percodec/guard`. Resolve any other reference against its base, and compare the origins.",
    links: [rfc(3986, "4.2"), urlStandard("relative slash state"), cwe(601)],
  },
  "non-public-host": {
    what: "A host that a browser reads as an address that is not public by the registries of IANA, or as `localhost`. An IPv4 address within `::ffff:0:0/96`, `64:ff9b::/96` or `2002::/16` counts as itself.",
    why: "A server that fetches the URL reaches its own machine, its network or the metadata of its cloud: server-side request forgery (CWE-918). Spellings such as `0x7f.1` and `[::ffff:127.0.0.1]` pass filters that compare texts.",
    examples: ["http://0x7f.1/", "http://169.254.169.254/latest", "http://[::ffff:10.0.0.1]/"],
    advice:
      "Refuse it where you fetch a URL from untrusted input. `describeHost` returns the address and its scope; a name has to be resolved, and each address that it resolves to has to be checked.",
    links: [
      ["IANA IPv4 special-purpose addresses", "https://www.iana.org/assignments/iana-ipv4-special-registry"],
      ["IANA IPv6 special-purpose addresses", "https://www.iana.org/assignments/iana-ipv6-special-registry"],
      cwe(918),
    ],
  },
  "nested-url": {
    what: "A value of the query or the fragment that is, decoded once, a URL with a host, a reference that begins with two slashes and a host, or a URL that runs a script. Findings in the start of that URL have their places in the whole text.",
    why: "Servers redirect to such values or fetch them. An open redirect or a forged request of the server then begins with a harmless host.",
    examples: ["/login?next=https://e.com/", "/go?u=http%3A%2F%2F10.0.0.1%2F", "/#redirect=//evil.example"],
    advice:
      "Compare the origin of the decoded value with the origins that you expect. `inspect` of the decoded value lists all of its findings.",
    links: [cwe(601), cwe(918)],
  },

  // Signs of where a text was copied from, or of another encoding.
  "html-reference": {
    what: "A character reference of HTML with its semicolon: a numeric one, `&amp;`, `&lt;`, `&gt;`, `&quot;`, `&apos;`, `&nbsp;`, or a delimiter of URLs such as `&colon;`. A numeric one before the path needs no semicolon.",
    why: "The URL was copied from the source of a page and not decoded. `?a=1&amp;b=2` has a parameter `amp;b`, and `&#38;` begins a fragment.",
    examples: ["/?a=1&amp;b=2", "/?q=a&#38;b", "/?q=&quot;a"],
    advice:
      "Decode the references of HTML once, before the text is used as a URL. In HTML, write `&amp;` only in attributes and text.",
    links: [["HTML, character references", "https://html.spec.whatwg.org/#character-references"]],
  },
  "javascript-escape": {
    what: "An escape of an ASCII character in JavaScript or JSON, `\\u0026` or `\\x26`, or slashes written as `:\\/\\/`.",
    why: "The URL was copied from source code and not decoded. A browser reads each backslash as a slash, so it opens another path or host.",
    examples: ["/?a=1\\u0026b=2", "https:\\/\\/e.com\\/a", "/?a=1\\x26b=2"],
    advice:
      "Decode the string of JavaScript or JSON once, before the text is used as a URL, for instance with `JSON.parse`.",
    links: [["ECMAScript, escape sequences", "https://tc39.es/ecma262/#prod-EscapeSequence"], rfc(8259, "7")],
  },
  "legacy-charset": {
    what: "Escaped bytes that are not UTF-8 and look like text in another encoding. This is a guess; the message and `charsets` list the encodings, the likeliest first.",
    why: "Old pages and programs send text in encodings other than UTF-8. Decoded as UTF-8 the text fails or becomes U+FFFD; decoded in another wrong encoding it becomes a different text without any error.",
    examples: ["/caf%E9", "/?q=%CF%F0%E8%E2%E5%F2", "/?q=%93%FA%96%7B%8C%EA"],
    advice:
      "If you can find out the encoding of the sender, decode the text with the option `encoding`. Do not rely on the guess if a decision depends on the text.",
    links: [rfc(3986, "2.5"), urlStandard("query state"), ["Encoding Standard", "https://encoding.spec.whatwg.org/"]],
  },
  mojibake: {
    what: "Characters above U+007F that look like UTF-8 which was decoded as windows-1252 or windows-1251 and encoded again: `\u00c3\u00a9` for `\u00e9`. This is a guess.",
    why: "An earlier program decoded the text in a wrong encoding. The text now names a different resource, and each repetition makes it longer.",
    examples: [
      "/caf%C3%83%C2%A9",
      "/caf\u00c3\u00a9",
      "/?q=\u0420\u045f\u0421\u0402\u0420\u0451\u0420\u0406\u0420\u00b5\u0421\u201a",
    ],
    advice:
      'Correct the program that decoded the text first; the `answer` of the finding is what the characters were meant to be. To restore a text, decode its escapes, then encode it in the wrong encoding and decode that: `percentDecode(percentEncode(text, undefined, { encoding: encoding("windows-1252") }))` with `percodec/charset`, or `percodec encode --encoding windows-1252 TEXT | percodec decode`.',
    links: [rfc(3986, "2.5"), encodingStandard("single-byte encodings", "legacy-single-byte-encodings")],
  },
};
