import { cve, cwe, rfc, urlStandard, type FindingPages } from "./page.ts";

/** The pages of findings about where a URL leads: its user name, host, port and scheme. */
export const TARGET_PAGES = {
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
} satisfies FindingPages;
