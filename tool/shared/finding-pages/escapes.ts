import type { FindingPages } from "./page.ts";

/** The pages of findings about escapes that are malformed, not UTF-8, or not of a standard. */
export const ESCAPE_PAGES: FindingPages<
  | "malformed-escape"
  | "truncated-escape"
  | "invalid-utf8"
  | "overlong-utf8"
  | "encoded-surrogate"
  | "code-point-out-of-range"
  | "lone-surrogate"
  | "percent-u"
  | "percent-u-ascii"
> = {
  "malformed-escape": {
    what: "A `%` that is not followed by two hex digits and does not begin `%uXXXX`. The finding covers the `%` and the single hex digit after it, if there is one.",
    why: "Some decoders throw, some keep the text, and some drop part of it. A proxy may pass on what it cannot parse: Go forwarded parameters that its own code did not see (CVE-2022-2880).",
    examples: ["/100%/a", "/?q=%zz", "/a%4G"],
    advice:
      "Refuse it: `percentDecode` throws and reports the index. To continue instead, choose a policy, or let `percentDecodeReport` list each issue. Write a literal percent sign as `%25`, as `cleanUri` does at the level `advanced`.",
    links: [
      ["RFC 3986, section 2.1", "https://www.rfc-editor.org/rfc/rfc3986#section-2.1"],
      ["URL Standard, percent-decode", "https://url.spec.whatwg.org/#percent-decode"],
      ["CVE-2022-2880", "https://nvd.nist.gov/vuln/detail/CVE-2022-2880"],
    ],
  },
  "truncated-escape": {
    what: "The whole text ends in `%`, or in `%` and one hex digit.",
    why: "Database columns, logs, headers and chunks of streams cut text at a fixed length, and the missing part can change what the rest means. Decoders refuse the incomplete escape, keep it or drop it.",
    examples: ["/a%2", "100%", "/caf%C3%A"],
    advice:
      "Get the whole text, and shorten text only after decoding it. To decode a stream in pieces, use `PercentDecoder` or `PercentDecodeStream`, which wait for the rest of an escape.",
    links: [
      ["RFC 3986, section 2.1", "https://www.rfc-editor.org/rfc/rfc3986#section-2.1"],
      ["URL Standard, percent-decode", "https://url.spec.whatwg.org/#percent-decode"],
    ],
  },
  "invalid-utf8": {
    what: "Escaped bytes from 80 to FF that are not UTF-8: a lead byte without all of its continuation bytes, a continuation byte without a lead byte, or one of F8 to FF.",
    why: "Decoders throw, guess another encoding, or insert U+FFFD, so that different names become equal. An uncaught error stops a server: CVE-2022-38900 (decode-uri-component).",
    examples: ["/%E9t%E9", "/%E2%9C/", "/%ea%ba%5a%ba"],
    advice:
      "Refuse it: `percentDecode` throws and reports the index. If the bytes are text in another encoding, decode them with `percentDecodeAs` of `percodec/charset`.",
    links: [
      ["RFC 3986, section 2.5", "https://www.rfc-editor.org/rfc/rfc3986#section-2.5"],
      ["Encoding Standard, UTF-8 decoder", "https://encoding.spec.whatwg.org/#utf-8-decoder"],
      ["CVE-2022-38900", "https://nvd.nist.gov/vuln/detail/CVE-2022-38900"],
    ],
  },
  "overlong-utf8": {
    what: "A UTF-8 sequence that encodes a character in more bytes than it needs: it begins with C0 or C1 and a continuation byte, with E0 and a byte below A0, or with F0 and a byte below 90.",
    why: "A filter that searches for `/`, `.` or NUL does not find it, but a lenient decoder produces it. This let attackers read files outside the served folder of IIS (CVE-2000-0884) and Tomcat (CVE-2008-2938).",
    examples: ["/..%C0%AF..%C0%AFetc/passwd", "/%C0%AE%C0%AE/", "/%E0%80%AF"],
    advice:
      "Refuse it: no UTF-8 encoder writes it. No function of this library decodes it: `percentDecode` throws, and its policies keep, drop or replace it.",
    links: [
      ["RFC 3629, section 10", "https://www.rfc-editor.org/rfc/rfc3629#section-10"],
      ["CVE-2000-0884", "https://nvd.nist.gov/vuln/detail/CVE-2000-0884"],
      ["CVE-2008-2938", "https://nvd.nist.gov/vuln/detail/CVE-2008-2938"],
    ],
  },
  "encoded-surrogate": {
    what: "A sequence that begins with ED and a continuation byte from A0 on. It encodes half of a surrogate pair, as CESU-8 and Java's modified UTF-8 do.",
    why: "UTF-8 does not allow surrogates. A filter that searches for a character does not find its two halves, but a lenient decoder joins them.",
    examples: ["/%ED%A0%BD%ED%B8%80", "/%ED%A0%80"],
    advice:
      "Refuse it: `percentDecode` throws and reports the index. The sender has to encode the character in four bytes, as `percentEncode` does.",
    links: [
      ["RFC 3629, section 3", "https://www.rfc-editor.org/rfc/rfc3629#section-3"],
      ["Unicode Technical Report 26, CESU-8", "https://www.unicode.org/reports/tr26/"],
    ],
  },
  "code-point-out-of-range": {
    what: "A sequence for a number above U+10FFFF: it begins with F4 and a continuation byte above 8F, or with F5, F6 or F7 and any continuation byte.",
    why: "Unicode ends at U+10FFFF. Decoders refuse the sequence, replace each byte, or truncate the number to another character, which an earlier filter did not see.",
    examples: ["/%F4%90%80%80", "/%F7%BF%BF%BF"],
    advice: "Refuse it: `percentDecode` throws and reports the index.",
    links: [
      ["RFC 3629, section 3", "https://www.rfc-editor.org/rfc/rfc3629#section-3"],
      ["Encoding Standard, UTF-8 decoder", "https://encoding.spec.whatwg.org/#utf-8-decoder"],
    ],
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
      "Ask the sender to write UTF-8. If `escape` wrote the text, decode it with `unescape`, or with `percentDecode` and `percentU: true`.",
    links: [
      ["ECMA-262, escape", "https://tc39.es/ecma262/#sec-escape-string"],
      ["RFC 3986, section 2.1", "https://www.rfc-editor.org/rfc/rfc3986#section-2.1"],
    ],
  },
  "percent-u-ascii": {
    what: "`%u00` and two hex digits below 80: an ASCII character written as a UTF-16 unit.",
    why: "A filter that decodes only `%XX` does not see it. Jetty served `/%u002e/WEB-INF/web.xml` (CVE-2021-34429), and intrusion detection systems missed what IIS decoded (CVE-2001-0669).",
    examples: ["/%u002e/WEB-INF/web.xml", "/..%u002f..%u002fetc", "/a%u0000"],
    advice:
      "Refuse it, as `decodePath` and `percentDecode` do. With `percentU: true`, `percentDecodeReport` lists it as an issue.",
    links: [
      ["CVE-2021-34429", "https://nvd.nist.gov/vuln/detail/CVE-2021-34429"],
      ["CVE-2001-0669", "https://nvd.nist.gov/vuln/detail/CVE-2001-0669"],
      ["ECMA-262, escape", "https://tc39.es/ecma262/#sec-escape-string"],
    ],
  },
};
