import { setNames } from "percodec/sets";

/** What a text is encoded for, in words, with the set that does it. */
const PURPOSES = {
  "Query value or path segment": "rfc3986-component",
  "Form value": "whatwg-form",
  "Path with its slashes": "rfc3986-path",
  "Query with its & and =": "rfc3986-query",
  Fragment: "rfc3986-fragment",
  "In an HTTP header (filename*)": "rfc8187-attr-char",
  "Cookie value": "rfc6265-cookie-octet",
  "Every character, letters too": "all",
};

/** Who uses the sets whose names begin like this. A set belongs to the first group that fits. */
const USERS: readonly (readonly [label: string, ...beginnings: readonly string[]])[] = [
  ["URIs: RFC 3986", "rfc3986-"],
  ["HTML forms", "whatwg-form"],
  ["URLs in browsers: URL Standard", "whatwg-", "chromium-", "chrome16", "firefox10"],
  ["IRIs: RFC 3987", "rfc3987-"],
  ["Functions of JavaScript", "ecmascript-", "npm-"],
  ["Functions of Python", "python-"],
  ["Functions of Java", "java-", "guava-"],
  ["Functions of PHP", "php-"],
  ["Functions of Go, Perl and Ruby", "go-", "perl-", "ruby-"],
  ["Headers, cookies and protocols", "rfc8187-", "rfc6265-", "w3c-", "grpc-", "purl-"],
  ["Services", "aws-", "clickhouse-"],
  ["Other RFCs", "rfc6570-", "rfc1630-", "rfc1738-", "rfc1808-", "rfc2396-", "rfc2732-"],
  ["Every character", "all"],
];

/** The named sets, grouped by who uses them. The first group lists purposes in words; their sets are in their own groups too. A list shows `words`. */
export const SET_GROUPS = [
  {
    label: "For a purpose",
    sets: Object.entries(PURPOSES).map(([purpose, name]) => ({ name, words: purpose })),
  },
  ...USERS.map(([label]) => ({
    label,
    sets: setNames()
      .filter((name) => findUser(name) === label)
      .map((name) => ({ name, words: name })),
  })),
];

function findUser(name: string): string | undefined {
  return USERS.find(([, ...beginnings]) => beginnings.some((beginning) => name.startsWith(beginning)))?.[0];
}
