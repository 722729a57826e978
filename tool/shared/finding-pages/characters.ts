import type { FindingPages } from "./page.ts";

/** The pages of findings about characters that mislead the eye, also in hosts. */
export const CHARACTER_PAGES: FindingPages<
  | "bidi-control"
  | "invisible-character"
  | "look-alike"
  | "look-alike-host"
  | "mixed-script-host"
  | "restricted-host-character"
  | "replacement-character"
> = {
  "bidi-control": {
    what: "A character that sets the direction of the text around it, raw or escaped: U+061C, U+200E, U+200F, U+202A to U+202E, or U+2066 to U+2069. The message contains its code point.",
    why: "When it is shown raw, it reorders the text after it: after U+202E, `gpj.exe` appears as `exe.jpg`, and a link can appear to lead to another site. CVE-2022-28345 (Signal) was such a link; CVE-2021-42574 was the same in source code.",
    examples: ["/%E2%80%AEgpj.exe", "/a\u202eb", "http://e.com/%E2%81%A6a"],
    advice: "Refuse it in names. `displayUri` keeps it escaped.",
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
    what: "A character that shows nothing, or a blank other than the ASCII space, raw or escaped: soft hyphen, zero width space, tags, noncharacters, no-break space and others. It does not count if scripts or emoji need it: joiners and variation selectors after a visible character above U+007F, the parts of keycaps and flags, and U+3000 in a query or fragment. The message contains its code point.",
    why: "Two different names look the same, and blanks hide where a URL leads: CVE-2020-12409 (Firefox). In some encodings Windows converts U+00AD to a hyphen, which passed options to PHP: CVE-2024-4577.",
    examples: ["/pay%E2%80%8Bpal", "/a%C2%ADb", "/a%E3%80%80b"],
    advice: "Refuse it in names. `displayUri` keeps it escaped.",
    links: [
      ["Unicode Technical Report 36", "https://www.unicode.org/reports/tr36/"],
      ["CVE-2020-12409", "https://nvd.nist.gov/vuln/detail/CVE-2020-12409"],
      ["CVE-2024-4577", "https://nvd.nist.gov/vuln/detail/CVE-2024-4577"],
    ],
  },
  "look-alike": {
    what: "A character that looks like a URI delimiter or a padlock but is neither, raw or escaped: U+2215 for `/`, U+FF0E for `.`, U+1F512 for a padlock. In query and fragment, punctuation of other scripts does not count, such as U+3002 and the full-width forms. The message contains its code point.",
    why: "A person sees a host that seems to end earlier than it does: CVE-2009-0652 (Firefox). A program that applies NFKC after it splits the text turns the look-alike into a real delimiter: CVE-2019-9636 (Python).",
    examples: ["http://good.example\u2215x.evil.example/", "/a%EF%BC%8Fb", "/%F0%9F%94%92"],
    advice: "Normalize first, then split and check. `displayUri` keeps it escaped.",
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
    what: "A host label (A-labels are decoded) that is not ASCII but looks like ASCII: each character looks like an ASCII character by UTS #39, or the label uses only letters of one other script that browsers treat as similar to Latin letters or digits. A label in Cyrillic, Greek or another script does not count under a top-level domain in that script or of a country that uses it. U+0131, U+0259, U+00F0 and U+00FE (Turkish, Azerbaijani, Icelandic, Faroese) do not count under the top-level domains of their countries.",
    why: "People mistake it for a name that they trust (homographs): in CVE-2005-0233 (Firefox) one letter was Cyrillic, in CVE-2017-5060 (Chrome) all letters were.",
    examples: ["https://p\u0430ypal.com/", "https://xn--80ak6aa92e.com/", "https://xn--oogle-qmc.com/"],
    advice:
      "Show its A-labels, which begin with `xn--`, as `displayUri` does. Compare hosts in ASCII with a list of hosts that you trust.",
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
    what: "A host label (A-labels are decoded) with letters of two scripts or digits of two scripts. Latin letters may be mixed with Japanese or Korean ones: the restriction level of UTS #39 is Highly Restrictive.",
    why: "A single letter of another script makes a name look like a trusted one, and the letters around it hide the difference.",
    examples: ["https://\u0436\u0438\u0437\u043dlife.com/", "https://\u0915\u096712.com/"],
    advice:
      "Show its A-labels, which begin with `xn--`, as `displayUri` does. Registries that follow the ICANN guidelines do not register such labels.",
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
    what: "A host label (A-labels are decoded) with a character whose Identifier_Status in Unicode 18 is Restricted: letters of scripts and transcriptions that are not in common use, symbols, and characters kept for old data. A few allowed characters count too, because only a small mark distinguishes them from others.",
    why: "People rarely see these characters and mistake them for familiar ones: U+0261, a phonetic letter, is read as g.",
    examples: ["https://i\u2764.ws/", "https://\u00e9\u0261al.com/", "https://col\u00b7lecci\u00f3.com/"],
    advice: "Show its A-labels, which begin with `xn--`, as `displayUri` does.",
    links: [
      [
        "Unicode Technical Standard 39, General Security Profile",
        "https://www.unicode.org/reports/tr39/#General_Security_Profile",
      ],
    ],
  },
  "replacement-character": {
    what: "U+FFFD, raw or as `%EF%BF%BD`.",
    why: "A decoder writes it in place of bytes that it cannot decode. The original bytes are lost, and names that were different may now be equal.",
    examples: ["/caf%EF%BF%BD", "/caf\ufffd"],
    advice:
      "Get the original text again and decode it with `percentDecode`, which throws instead, or in its real encoding with the option `encoding`.",
    links: [
      ["Encoding Standard, UTF-8 decode", "https://encoding.spec.whatwg.org/#utf-8-decode"],
      ["RFC 3986, section 2.5", "https://www.rfc-editor.org/rfc/rfc3986#section-2.5"],
    ],
  },
};

/** The pages of findings about control characters. */
export const CONTROL_PAGES: FindingPages<"nul" | "crlf" | "line-break" | "control-character"> = {
  nul: {
    what: "U+0000, raw or as `%00`.",
    why: "C code ends the text there: a check sees `.png`, and the system opens `.php` (CVE-2006-7243, PHP). It also kept Jetty from recognizing `/.%00/` as a dot segment (CVE-2021-34429).",
    examples: ["/image.php%00.png", "/?f=a%00b", "/a\0b"],
    advice:
      "Refuse it: with `decodePath` in paths, with `isHeaderSafe` in headers, and elsewhere with the option `accept` of `percentDecode`.",
    links: [
      ["RFC 3986, section 7.3", "https://www.rfc-editor.org/rfc/rfc3986#section-7.3"],
      ["CWE-158", "https://cwe.mitre.org/data/definitions/158.html"],
      ["CVE-2006-7243", "https://nvd.nist.gov/vuln/detail/CVE-2006-7243"],
    ],
  },
  crlf: {
    what: "A line feed or carriage return, raw or as `%0A` or `%0D`. Adjacent ones are one finding. In the body of a `mailto:` URI it is text, and in a query of http it is `line-break` unless the name of a header or a document follows.",
    why: "In a header it ends the line, and the rest becomes another header or another request: CVE-2019-9740 (Python), CVE-2022-31150 (undici). In logs and tables, one record becomes two.",
    examples: ["/?next=%0d%0aSet-Cookie:x", "/a%0Ab", "/a\nb"],
    advice:
      "Call `isHeaderSafe` before you put a text into a header, and escape line breaks in logs and tables. In paths, `decodePath` refuses them.",
    links: [
      ["RFC 9110, section 5.5", "https://www.rfc-editor.org/rfc/rfc9110#section-5.5"],
      ["CWE-113", "https://cwe.mitre.org/data/definitions/113.html"],
      ["CVE-2022-31150", "https://nvd.nist.gov/vuln/detail/CVE-2022-31150"],
    ],
  },
  "line-break": {
    what: "`%0A` or `%0D` in the query of an http URL or a reference without a scheme, where neither the name of a header nor a document follows.",
    why: "The value of a form or a shared text has several lines. A server that copies such a value into a header or a log writes a second one, as after `crlf`.",
    examples: ["https://e.com/tweet?text=Hello%0AWorld", "/?body=a%0D%0Ab"],
    advice: "Keep it if the value is a text of several lines. Refuse it in names, addresses and URLs.",
    links: [
      [
        "URL Standard, application/x-www-form-urlencoded",
        "https://url.spec.whatwg.org/#application/x-www-form-urlencoded",
      ],
    ],
  },
  "control-character": {
    what: "A control character other than NUL, LF and CR: U+0001 to U+001F, U+007F, and U+0080 to U+009F, raw or escaped.",
    why: "A terminal executes ESC and U+009B sequences, which move the cursor, rewrite lines and change the title: CVE-2003-0020 (logs of Apache), CVE-2024-52005 (Git). A tab splits records, and browsers remove a raw tab from a URL.",
    examples: ["/%1B%5B31m", "/%09/evil.example", "/%C2%9B31m"],
    advice:
      "Show it escaped: `escapeInvisible` of `percodec/inspect` writes `\\u{1B}`. `decodePath` refuses control characters in paths, and `isHeaderSafe` refuses all but the tab in headers.",
    links: [
      ["CWE-150", "https://cwe.mitre.org/data/definitions/150.html"],
      ["CVE-2003-0020", "https://nvd.nist.gov/vuln/detail/CVE-2003-0020"],
      ["CVE-2024-52005", "https://nvd.nist.gov/vuln/detail/CVE-2024-52005"],
    ],
  },
};

/** The pages of findings about delimiters that programs read differently. */
export const DELIMITER_PAGES: FindingPages<"plus-in-path" | "semicolon-separator" | "path-parameter"> = {
  "plus-in-path": {
    what: "A `+` in the path, where it is a plus sign.",
    why: "Only forms write a space as `+`. A form decoder turns the path `/c++` into `/c` and two spaces, so a router and the file system see two names for one resource.",
    examples: ["/c++", "/a+b/c"],
    advice:
      "Write a space as `%20`, and a plus sign that must survive form decoders as `%2B`. `percentDecode` does not change `+`; `percodec decode --compare` shows which decoders do.",
    links: [
      ["RFC 3986, section 3.3", "https://www.rfc-editor.org/rfc/rfc3986#section-3.3"],
      ["URL Standard, application/x-www-form-urlencoded parsing", "https://url.spec.whatwg.org/#urlencoded-parsing"],
    ],
  },
  "semicolon-separator": {
    what: "An unescaped `;` in the query.",
    why: "HTML 4 asked servers to separate pairs at `;` as well as at `&`; the URL Standard separates only at `&`. If a cache and a server differ, they see different parameters, and an attacker can poison the cache: CVE-2021-23336 (Python).",
    examples: ["/?utm=1;q=2", "/?a;b"],
    advice:
      "Write `%3B` in values. `parseForm` of `percodec/form` separates at `&`, and also at `;` if the option `separator` says so.",
    links: [
      ["URL Standard, application/x-www-form-urlencoded parsing", "https://url.spec.whatwg.org/#urlencoded-parsing"],
      ["HTML 4.01, B.2.2", "https://www.w3.org/TR/html401/appendix/notes.html#h-B.2.2"],
      ["CVE-2021-23336", "https://nvd.nist.gov/vuln/detail/CVE-2021-23336"],
    ],
  },
  "path-parameter": {
    what: "An unescaped `;` in the path.",
    why: "Servlet containers cut a segment at `;`, and other servers keep it in the name, so a proxy and the server behind it see two different paths. With `..;` this was CVE-2020-5902 (BIG-IP).",
    examples: ["/app;jsessionid=1F2E", "/a;v=1/b"],
    advice: "Write `%3B` if it is data. `decodePath` keeps `;` in the segment, but refuses `..;`.",
    links: [
      ["RFC 3986, section 3.3", "https://www.rfc-editor.org/rfc/rfc3986#section-3.3"],
      ["CVE-2020-5902", "https://nvd.nist.gov/vuln/detail/CVE-2020-5902"],
    ],
  },
};
