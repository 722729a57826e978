import { cve, cwe, rfc, urlStandard, type FindingPages } from "./page.ts";

/** The pages of findings about separators and dot segments of a path. */
export const PATH_PAGES = {
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
} satisfies FindingPages;
