import { cve, cwe, encodingStandard, rfc, urlStandard, type FindingPages } from "./page.ts";

/** The pages of findings about escapes that are malformed, not UTF-8, or not of a standard. */
export const ESCAPE_PAGES = {
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
    links: [
      ["Infra Standard, surrogates", "https://infra.spec.whatwg.org/#surrogate"],
      ["ECMA-262, Encode", "https://tc39.es/ecma262/#sec-encode"],
    ],
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
} satisfies FindingPages;

/** The pages of findings about texts that are encoded more than once, or not as a URI is written. */
export const SPELLING_PAGES = {
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
} satisfies FindingPages;

/** The pages of findings about signs of where a text was copied from, or of another encoding. */
export const ORIGIN_PAGES = {
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
} satisfies FindingPages;
