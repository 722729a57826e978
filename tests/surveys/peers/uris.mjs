// The thirty URIs, each with what is at stake. The page computes everything else about a URI.

/** The base for peers that need one. Its scheme is https, so that `http:e.com` is never relative to it. */
export const BASE = "https://b.test/";

export const URIS = [
  { text: "http://good.com\\@evil.com/", stake: "the backslash ends the host for browsers, not for RFC 3986" },
  { text: "http://user:p@ss@e.com/", stake: "which `@` ends the userinfo" },
  { text: "http://a;b@e.com", stake: "a `;` in the userinfo" },
  { text: "http:///e.com/x", stake: "an empty host, which browsers skip" },
  { text: "http:e.com", stake: "a path to RFC 3986, a host to browsers" },
  { text: "//evil.com", stake: "another site in what looks like a path" },
  { text: "/\\evil.com", stake: "another site, in a text that passes a check for `//`" },
  { text: "/\t/evil.com", stake: "`/%09/evil.com` decoded once; browsers remove the tab" },
  { text: "/..//evil.example", stake: "removing dot-segments uncovers `//`" },
  { text: "%2f%2fevil.example:/pwn", stake: "unescaping creates a host" },
  { text: "a:/..//b", stake: "removing dot-segments uncovers `//` after a scheme" },
  { text: "java\tscript:%0aalert(1)", stake: "a scheme that a filter does not see" },
  { text: "http://0x7f.1/", stake: "127.0.0.1 to browsers, a name to others" },
  { text: "http://1.1.1.1./", stake: "an address, or a name with a final dot" },
  { text: "http://[::ffff:1.2.3.4]/", stake: "an IPv4 address within IPv6" },
  { text: "http://[1::2%25eth0]/", stake: "a zone, which browsers refuse" },
  { text: "http://ex%61mple.com/", stake: "an escape in the host" },
  { text: "http://café.fr/", stake: "an internationalized host" },
  { text: "http://xn--a/", stake: "Punycode of U+0080, a control" },
  { text: "http://。e.com", stake: "an ideographic full stop: a host with an empty label" },
  { text: "http://e.com:080/", stake: "a port with a zero in front" },
  { text: "HTTP://E.com:80", stake: "case, default port, empty path" },
  { text: "http://e.com/a/%2e%2e/b", stake: "escaped dot-segments" },
  { text: "http://e.com/..%252f..", stake: "an escaped escape: decoded twice, it is `/../..`" },
  { text: "http://e.com/a%2Fb", stake: "an escaped slash is not a slash" },
  { text: "http://e.com/%7euser", stake: "an escape that is not needed" },
  { text: "http://e.com/a b", stake: "a space" },
  { text: "http://e.com/100%", stake: "a `%` that does not start an escape" },
  { text: "http://e.com/#a#b", stake: "a second `#`" },
  { text: "http://e.com/é?ü#ß", stake: "characters beyond ASCII: UTF-8, encoded once" },
];
