import { cve, cwe, encodingStandard, rfc, urlStandard, uts39, type FindingPages } from "./page.ts";

/** The pages of findings about characters that mislead the eye, also in hosts. */
export const CHARACTER_PAGES = {
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
} satisfies FindingPages;

/** The pages of findings about control characters. */
export const CONTROL_PAGES = {
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
} satisfies FindingPages;

/** The pages of findings about delimiters that programs read differently. */
export const DELIMITER_PAGES = {
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
} satisfies FindingPages;
