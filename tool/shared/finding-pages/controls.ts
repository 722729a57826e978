import type { FindingPages } from "./page.ts";

/** The pages of findings about control characters. */
export const CONTROL_PAGES: FindingPages<"nul" | "crlf" | "control-character"> = {
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
    what: "A line feed or carriage return, raw or as `%0A` or `%0D`. Adjacent ones are one finding.",
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
