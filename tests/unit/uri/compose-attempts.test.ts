import { expect, test } from "vitest";
import { encoded, splitAuthority, splitUri, uri } from "../../../library/src/uri/index.ts";
import { parseAsHost, valueUnlessRefused } from "../../support/catch-fault.ts";
import { countInputs } from "../../support/counters.ts";

/** Values that try to add a host, a segment, a parameter, a header or a fragment. */
const TEXTS: readonly string[] = [
  [".", "..", "%2e", "%2E%2e", ".%2e", "...", "/", "//", "///", "/..", "../", "a/../..", "\\", "\\\\", "/\\", "\\..\\"],
  ["//evil.example", "\\\\evil.example", "/\t/evil.example", "https://evil.example", "evil.example", "@evil.example"],
  "x@evil.example x:y@evil.example :80 : [::1] [ ] 127.1 0x7f.1 。 evil。example ／ ＠ ：".split(" "),
  "? ?x=1 # #x & &x=1 a=b = ; ;x=1 + %26x=1 %23 %3F %2F %2f%2f %5C % %zz".split(" "),
  ["\r\nBcc: b@evil.example", " ", "  ", ..."%00 \0 \r \n \r\n %0d%0aBcc:b \t \u0085 \u2028 \u202e".split(" ")],
  ', a@e.com,b@e.com a@e.com?bcc=b@e.com a@e.com%0ABcc:b <a@e.com> "a"@e.com "a a@e.com\n a@e.com;b'.split(" "),
  ["/\\evil", "evil.example:80", "#f", "a=b&c=d", ";x", "\t//e", "%2F..%2F", "%2E", "%252e", "．．", "＃"],
  ["112;ext=1", "112,1", "+1+1", "*#", "javascript:alert(1)", "C:", "c|", "\ud800", "", "é", "\uffff", "\ufeff"],
].flat();

/** Values of other types, as a body of JSON may have them, and encoded parts. */
const OTHERS: readonly (readonly unknown[])[] = [
  [null, undefined, [], [""], [".."], ["a", "b"], [["a"]], ["a", null], ["/", "?"], {}, { a: "1" }, { "a&b": "c=d" }],
  [{ toString: () => "x" }, { length: 1, 0: "a" }, { text: "/", component: "path" }],
  [Symbol("a"), () => "a", new Date(0)],
  [new URL("https://evil.example"), new String("x"), new Map([["&", "="]]), NaN, -1, 1e21, 10n, true],
  ["/", "//evil.example", "a/b", "..", ""].map((text) => encoded(text, "path")),
  ["&x=1", "a=1", "%0D%0Ax", "%23", ""].map((text) => encoded(text, "query")),
  ["%2F", "a:b"].map((text) => encoded(text, "segment")),
  [encoded("a:b", "userinfo"), encoded("?", "fragment"), encoded("https://evil.example", "uri")],
];

const base = encoded("https://e.com/api", "uri");

interface Place {
  readonly make: (value: never) => string;
  /** A value that the place accepts, if it does not accept `x`. */
  readonly good?: string;
  /** The other types that may change how many segments or parameters there are. */
  readonly list?: "segments" | "parameters";
}

const PLACES: Readonly<Record<string, Place>> = {
  userinfo: { make: (value) => uri`https://${value}@e.com/a?b=1#c` },
  "label of a host": { make: (value) => uri`https://${value}.e.com/a` },
  segment: { make: (value) => uri`https://e.com/a/${value}/b?c=1#d`, list: "segments" },
  "end of a path": { make: (value) => uri`https://e.com/a/${value}`, list: "segments" },
  "part of a segment": { make: (value) => uri`https://e.com/a${value}.html` },
  "relative segment": { make: (value) => uri`a/${value}`, list: "segments" },
  "absolute path": { make: (value) => uri`/${value}/a`, list: "segments" },
  "after a base": { make: (value) => uri`${base}/${value}?a=1`, list: "segments" },
  "query after a base": { make: (value) => uri`${base}?a=${value}&b=1`, list: "parameters" },
  "value of a parameter": { make: (value) => uri`https://e.com/?a=${value}&b=1#c`, list: "parameters" },
  "part of a value": { make: (value) => uri`/?a=x${value}y&b=1` },
  "name of a parameter": { make: (value) => uri`/?a=1&${value}=1#f` },
  fragment: { make: (value) => uri`/a?b=1#${value}` },
  "name in an object": { make: (value) => uri`/?a=1&${{ [String(value)]: "1" }}` },
  "value in an object": { make: (value) => uri`/?a=1&${{ b: value }}`, list: "parameters" },
  "item of an array": { make: (value) => uri`/a/${["b", value]}/c` },
  telephone: { make: (value) => uri`tel:${value}`, good: "1" },
  "telephone, end": { make: (value) => uri`tel:+1${value};ext=1`, good: "1" },
  "telephone, parameter": { make: (value) => uri`tel:1;ext=${value}`, good: "1" },
  address: { make: (value) => uri`mailto:${value}?subject=s`, good: "x@e.com" },
  "second address": { make: (value) => uri`mailto:a@e.com,${value}`, good: "x@e.com" },
  "local part": { make: (value) => uri`mailto:${value}@e.com?subject=s` },
  domain: { make: (value) => uri`mailto:a@${value}` },
  "address in cc": { make: (value) => uri`mailto:?cc=a@e.com,${value}&subject=s`, good: "x@e.com" },
  subject: { make: (value) => uri`mailto:a@e.com?subject=${value}&body=b`, list: "parameters" },
  body: { make: (value) => uri`mailto:a@e.com?subject=s&body=${value}`, list: "parameters" },
  "subject in an object": { make: (value) => uri`mailto:a@e.com?${{ subject: value }}`, list: "parameters" },
};

/** What no value may change: the scheme, the host, and how many parts there are. */
function toStructure(text: string, list: Place["list"], isText: boolean): unknown {
  const { scheme, authority, path, query, fragment } = splitUri(text);
  const host = authority === undefined ? undefined : splitAuthority(authority);
  const isMail = scheme === "mailto";
  const fields = query?.split("&") ?? [];
  return {
    scheme,
    labels: host?.host.split(".").length,
    domain: host?.host.split(".").slice(-2).join("."),
    hasUserinfo: host?.userinfo !== undefined,
    segments: list === "segments" ? undefined : path.split("/").length,
    addresses: isMail ? path.split(",").length : undefined,
    separators: isMail ? path.split("@").length : undefined,
    telephone: scheme === "tel" ? path.split(";").length : undefined,
    parameters: list === "parameters" ? undefined : fields.length,
    // An encoded part may contain `=`.
    equals: isText ? query?.split("=").length : undefined,
    newlines: isMail && fields.some((field) => !field.startsWith("body=") && /%0[ad]/i.test(field)),
    hasFragment: fragment !== undefined,
  };
}

for (const [name, { make, good = "x", list }] of Object.entries(PLACES)) {
  test(`no value escapes its place: ${name}`, () => {
    const values = [...TEXTS, ...OTHERS.flat()];
    let written = 0;
    for (const value of values) {
      const made = valueUnlessRefused(() => make(value as never));
      if (made === undefined) continue;
      written++;
      const isText = typeof value === "string";
      const changes = typeof value === "object" || value === undefined ? list : undefined;
      expect(toStructure(made, changes, isText), made).toEqual(toStructure(make(good as never), changes, isText));
      if (parseAsHost(made, "https://base.example/") === undefined) continue;
      // A browser agrees about the host, the segments and the parameters.
      const [seen, wanted] = [made, make(good as never)].map((text) => new URL(text, "https://base.example/"));
      expect(seen!.hostname.split(".").slice(-2), made).toEqual(wanted!.hostname.split(".").slice(-2));
      if (isText) {
        expect(seen!.pathname.split("/").length, made).toBe(wanted!.pathname.split("/").length);
        expect([...seen!.searchParams].length, made).toBe([...wanted!.searchParams].length);
      }
    }
    expect(written).toBeGreaterThan(0);
    countInputs(values.length, "attempts");
  });
}
