import type { ModeName } from "./modes.ts";
import { type Example, START_EXAMPLES } from "./start-examples.ts";

/** The examples of each empty view; they load with the view. */
export const EXAMPLES: { readonly [mode in ModeName]?: readonly Example[] } = {
  start: START_EXAMPLES,
  decode: [
    { text: "caf%C3%A9%20%26%20%E2%9C%93", shows: "UTF-8 in escapes" },
    { text: "100% sure%21", shows: "a % that does not start an escape" },
    { text: "%252e%252e%252fetc", shows: "text that was encoded twice" },
    { text: "invoice%E2%80%AEfdp.exe", shows: "a hidden change of text direction" },
  ],
  explain: [
    { text: "caf%C3%A9 %E2%9C%93 %F0%9F%8E%89", shows: "characters of two, three and four bytes" },
    { text: "%C0%AF%E2%9C%zz%", shows: "four kinds of fault" },
    { text: "%252e%252e%252f", shows: "layers of encoding" },
    { text: "%83A%82%A0%FF", shows: "bytes of Shift_JIS", options: { encoding: "Shift_JIS" } },
    { text: "a é☃", shows: "how characters become escapes" },
  ],
  encode: [
    { text: "café & ✓", shows: "a value for any part" },
    { text: "a b/c?d=e&f", shows: "a path that keeps its slashes", options: { keep: "/" } },
    { text: "1+1 = 2", shows: "a value of a form", options: { set: "whatwg-form" } },
    { text: "アイウ", shows: "the query of an old page", options: { encoding: "Shift_JIS" } },
  ],
  form: [
    {
      text: "https://e.com/?q=caf%C3%A9+noir&tag=a&tag=b&&k#top",
      shows: "duplicates, an empty pair, a name without =",
    },
    { text: "utm_source=x&q=a%20b&page=1", shows: "a parameter to remove" },
    { text: "a=1&x=%zz&b=%FF", shows: "malformed values" },
  ],
  template: [
    {
      text: "https://e.com/users/{id}{?q,page}\nid=a/b\nq=café\npage=2",
      other: "https://e.com/users/7?q=caf%C3%A9",
      shows: "values in a path and a query",
    },
    {
      text: "/files{/path*}{?tag*}\npath=2026\npath=a b.txt\ntag=x\ntag=y",
      other: "/files/2026/b%20c.txt?tag=z",
      shows: "lists: a line for each member",
    },
    {
      text: "/search{?filter*}{&lang:2}\nfilter=size=10\nfilter=color=red & blue\nlang=english",
      shows: "pairs, and the first two characters of a value",
    },
    { text: "/users/{id}\nid=..", other: "/users/..%2Fadmin", shows: "values that would leave their place" },
    { text: "/users/{id", shows: "an expression without its end" },
  ],
  resolve: [
    { text: "../g?y#s", other: "http://a/b/c/d;p?q", shows: "up one folder" },
    { text: "?page=2", other: "https://e.com/list?page=1", shows: "another query of the same path" },
    { text: "//cdn.e.com/x.js", other: "https://e.com/a/b", shows: "another host with the same scheme" },
    { text: "/\\evil.com", other: "https://e.com/login", shows: "a browser reads a backslash as a slash" },
    { text: "../../../../etc", other: "http://e.com/a/b", shows: "more .. than there are folders" },
  ],
  inspect: [
    {
      text: "http://good.com\\@evil.com/%252e%252e/a;b?q=%C0%AF",
      shows: "an ambiguous host and hidden dot segments",
    },
    { text: "/files/..%2f..%2fetc/passwd%00.png", shows: "a path that leaves its folder" },
    { text: "https://paypa1.com@xn--pypal-4ve.com/", shows: "a host that looks like another" },
    { text: "/r%E9sum%E9/%C3%83%C2%A9", shows: "bytes in another encoding, and mojibake" },
  ],
  compare: [
    { text: "http://e.com/%7Eu", other: "HTTP://e.com/~u", shows: "equal after unreserved escapes are decoded" },
    { text: "http://e.com:80/a/./b", other: "http://e.com/a/b", shows: "equal by the rules of the scheme" },
    { text: "http://e.com/a%2Fb", other: "http://e.com/a/b", shows: "never equal: a slash is not its escape" },
  ],
  decoders: [
    { text: "a+b%zz", shows: "a plus, and a malformed escape" },
    { text: "%C3%28%FF", shows: "bytes that are not UTF-8" },
    { text: "50%", shows: "a lone percent sign" },
    { text: "%ED%A0%80", shows: "a surrogate in UTF-8" },
  ],
  clean: [
    { text: "http://www.café.fr/a b?q=ü|%41", shows: "illegal characters become escapes" },
    {
      text: " http://e.com/100% [x]#a#b",
      shows: "repairs of the level advanced",
      options: { level: "advanced" },
    },
    { text: "http://good.com\\@evil.com/", shows: "a host that a browser and an RFC 3986 parser see differently" },
  ],
  display: [
    { text: "http://xn--caf-dma.fr/%C3%BC/%2F?q=a%20b", shows: "readable, and nothing is lost" },
    { text: "http://e.com/%E2%80%AEgpj.exe/%F0%9F%94%92", shows: "misleading characters stay escaped" },
    { text: "https://ja.wikipedia.org/wiki/%E6%96%87%E5%AD%97", shows: "a title in Japanese" },
  ],
};
