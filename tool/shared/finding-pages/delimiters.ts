import type { FindingPages } from "./page.ts";

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
