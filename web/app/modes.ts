import { ENCODINGS } from "./encodings.ts";
import { ENCODE_OPTIONS, EXPLAIN_OPTIONS, type Option, type OptionName, OPTIONS, type OwnOptions } from "./options.ts";

/** An example in an empty view: its text, and a description. */
export interface Example {
  readonly text: string;
  /** The second text, in a view with two. */
  readonly other?: string;
  readonly shows: string;
  readonly options?: { readonly [name in OptionName]?: string };
}

/** The texts, options and examples of a view. */
export interface Mode {
  readonly title: string;
  readonly summary: string;
  /** The label of the input; empty in a view without one. */
  readonly input: string;
  /** The label of the second input, in a view with two. */
  readonly other?: string;
  readonly options: readonly OptionName[];
  readonly own?: OwnOptions;
  /** Options that apply only if another option has this value. */
  readonly only?: { readonly [name in OptionName]?: readonly [other: OptionName, value: string] };
  /** How the view converts files: as a stream of bytes, line by line, or as a form; undefined if it needs a text. */
  readonly files?: "bytes" | "lines" | "form";
  readonly examples: readonly Example[];
}

export const MODES = {
  start: {
    title: "Start",
    summary: "Paste anything: one screen says what it is and what is in it.",
    input: "Paste a link, a query or an escaped text, or drop a file",
    options: ["as"],
    examples: [
      {
        text: "https://paypal.com@xn--pypal-4ve.com/%2e%2e/a?u=https%253A%252F%252Fb.org&q=%83A%83C",
        shows: "a link that deceives",
      },
      {
        text: "https://login.example/r?url=https%3A%2F%2Fb.org%2F%3Fq%3D1%26r%3D2&state=a%26b%23c",
        shows: "a URL inside another URL",
      },
      { text: "fish & chips, 100 %", shows: "plain text, for each part of a URL" },
      { text: "caf%25C3%25A9%2520noir", shows: "a text that was encoded twice" },
      { text: "%93%FA%96%7B%8C%EA", shows: "bytes of an old encoding" },
      { text: "https://e.com/?a=1&amp;b=2", shows: "a link from the source of a page" },
    ],
  },
  decode: {
    title: "Decode",
    summary: "Decode escapes once, and see every fault.",
    input: "Encoded text",
    options: [
      "malformed",
      "invalidUtf8",
      "plus",
      "accept",
      "encoding",
      "percentU",
      "outputEncoding",
      "newlines",
      "unwrap",
      "legacy",
      "lines",
    ],
    files: "bytes",
    examples: [
      { text: "caf%C3%A9%20%26%20%E2%9C%93", shows: "UTF-8 in escapes" },
      { text: "100% sure%21", shows: "a % that does not start an escape" },
      { text: "%252e%252e%252fetc", shows: "text that was encoded twice" },
      { text: "invoice%E2%80%AEfdp.exe", shows: "a hidden change of text direction" },
    ],
  },
  explain: {
    title: "Explain",
    summary: "See what each byte of the text becomes, and which section of a standard says so.",
    input: "Text",
    options: ["explain", "malformed", "invalidUtf8", "plus", "encoding", "set", "loneSurrogate", "percentU"],
    own: EXPLAIN_OPTIONS,
    only: {
      malformed: ["explain", "decode"],
      invalidUtf8: ["explain", "decode"],
      plus: ["explain", "decode"],
      encoding: ["explain", "decode"],
      percentU: ["explain", "decode"],
      set: ["explain", "encode"],
      loneSurrogate: ["explain", "encode"],
    },
    examples: [
      { text: "caf%C3%A9 %E2%9C%93 %F0%9F%8E%89", shows: "characters of two, three and four bytes" },
      { text: "%C0%AF%E2%9C%zz%", shows: "four kinds of fault" },
      { text: "%252e%252e%252f", shows: "layers of encoding" },
      { text: "%83A%82%A0%FF", shows: "bytes of Shift_JIS", options: { encoding: "Shift_JIS" } },
      { text: "a é☃", shows: "how characters become escapes", options: { explain: "encode" } },
    ],
  },
  encode: {
    title: "Encode",
    summary: "Encode a text for one part of a URL.",
    input: "Text",
    options: [
      "set",
      "keep",
      "loneSurrogate",
      "encoding",
      "unencodable",
      "inputEncoding",
      "invalidUtf8",
      "newlines",
      "wrap",
      "hex",
      "legacy",
      "lines",
    ],
    own: ENCODE_OPTIONS,
    files: "bytes",
    examples: [
      { text: "café & ✓", shows: "a value for any part" },
      { text: "a b/c?d=e&f", shows: "a path that keeps its slashes", options: { keep: "/" } },
      { text: "1+1 = 2", shows: "a value of a form", options: { set: "whatwg-form" } },
      { text: "アイウ", shows: "the query of an old page", options: { encoding: "Shift_JIS" } },
    ],
  },
  form: {
    title: "Form",
    summary: "Read a query or form as names and values, and edit one pair without changing the rest.",
    input: "URL, query or form body",
    options: ["rules", "encoding", "separator"],
    files: "form",
    examples: [
      {
        text: "https://e.com/?q=caf%C3%A9+noir&tag=a&tag=b&&k#top",
        shows: "duplicates, an empty pair, a name without =",
      },
      { text: "utm_source=x&q=a%20b&page=1", shows: "a parameter to remove" },
      { text: "a=1&x=%zz&b=%FF", shows: "malformed values" },
    ],
  },
  template: {
    title: "Template",
    summary: "Fill in a URI template, or read the values from a URI.",
    input: "URI template, then lines name=value",
    other: "URI to match",
    options: ["unsafe", "slash", "encodedSlash", "trailingQuery"],
    examples: [
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
  },
  resolve: {
    title: "Resolve",
    summary: "Resolve a relative reference against a base URI, and see where each part comes from.",
    input: "Reference",
    other: "Base URI",
    options: [],
    examples: [
      { text: "../g?y#s", other: "http://a/b/c/d;p?q", shows: "up one folder" },
      { text: "?page=2", other: "https://e.com/list?page=1", shows: "another query of the same path" },
      { text: "//cdn.e.com/x.js", other: "https://e.com/a/b", shows: "another host with the same scheme" },
      { text: "/\\evil.com", other: "https://e.com/login", shows: "a browser reads a backslash as a slash" },
      { text: "../../../../etc", other: "http://e.com/a/b", shows: "more .. than there are folders" },
    ],
  },
  inspect: {
    title: "Inspect",
    summary: "List what is malformed, hidden, ambiguous or misleading in a text or URL.",
    input: "Text or URL",
    options: ["severity"],
    files: "lines",
    examples: [
      {
        text: "http://good.com\\@evil.com/%252e%252e/a;b?q=%C0%AF",
        shows: "an ambiguous host and hidden dot segments",
      },
      { text: "/files/..%2f..%2fetc/passwd%00.png", shows: "a path that leaves its folder" },
      { text: "https://paypa1.com@xn--pypal-4ve.com/", shows: "a host that looks like another" },
      { text: "/r%E9sum%E9/%C3%83%C2%A9", shows: "bytes in another encoding, and mojibake" },
    ],
  },
  compare: {
    title: "Compare",
    summary: "Compare two URIs: see which rule makes them equal, and where they differ.",
    input: "First URI",
    other: "Second URI",
    options: [],
    examples: [
      { text: "http://e.com/%7Eu", other: "HTTP://e.com/~u", shows: "equal after unreserved escapes are decoded" },
      { text: "http://e.com:80/a/./b", other: "http://e.com/a/b", shows: "equal by the rules of the scheme" },
      { text: "http://e.com/a%2Fb", other: "http://e.com/a/b", shows: "never equal: a slash is not its escape" },
    ],
  },
  decoders: {
    title: "Decoders",
    summary:
      "See what eleven decoders in seven languages, and your browser, return for one component, and what eight readers see in a whole URL.",
    input: "One component of a URL or form, or a whole URL",
    options: [],
    examples: [
      { text: "a+b%zz", shows: "a plus, and a malformed escape" },
      { text: "%C3%28%FF", shows: "bytes that are not UTF-8" },
      { text: "50%", shows: "a lone percent sign" },
      { text: "%ED%A0%80", shows: "a surrogate in UTF-8" },
    ],
  },
  clean: {
    title: "Clean",
    summary: "Turn a typed or pasted URL into a URI, without decoding anything.",
    input: "URL as it was typed",
    options: ["level", "addressBar", "encoding", "lines"],
    own: { encoding: { kind: "choice", choices: ENCODINGS, summary: "the encoding of the query" } },
    files: "lines",
    examples: [
      { text: "http://www.café.fr/a b?q=ü|%41", shows: "illegal characters become escapes" },
      {
        text: " http://e.com/100% [x]#a#b",
        shows: "repairs of the level advanced",
        options: { level: "advanced" },
      },
      { text: "http://good.com\\@evil.com/", shows: "a host that a browser and an RFC 3986 parser see differently" },
    ],
  },
  display: {
    title: "Display",
    summary: "Make a URI readable, so that it stays the same URI.",
    input: "URI",
    options: ["profile", "lines"],
    files: "lines",
    examples: [
      { text: "http://xn--caf-dma.fr/%C3%BC/%2F?q=a%20b", shows: "readable, and nothing is lost" },
      { text: "http://e.com/%E2%80%AEgpj.exe/%F0%9F%94%92", shows: "misleading characters stay escaped" },
      { text: "https://ja.wikipedia.org/wiki/%E6%96%87%E5%AD%97", shows: "a title in Japanese" },
    ],
  },
  sets: {
    title: "Sets",
    summary: "See which of the 128 ASCII characters each named set encodes, and how two sets differ.",
    input: "",
    options: ["set", "diff"],
    examples: [],
  },
  findings: {
    title: "Findings",
    summary: "Look up what Inspect reports: what each finding means, why it matters, and what to do.",
    input: "Words to find",
    options: [],
    examples: [],
  },
  help: {
    title: "Help",
    summary: "What each view is for, the keys, and what the page keeps.",
    input: "",
    options: [],
    examples: [],
  },
} as const satisfies Record<string, Mode>;

export type ModeName = keyof typeof MODES;

export const MODE_NAMES = Object.keys(MODES) as readonly ModeName[];

export function findMode(name: ModeName): Mode {
  return MODES[name];
}

/** Whether a view has an input for a text. */
export function hasText(name: ModeName): boolean {
  return findMode(name).input !== "";
}

/** Whether a view has a second input. */
export function hasOther(name: ModeName): boolean {
  return findMode(name).other !== undefined;
}

/** Returns an option, with the choices and the help of this mode. */
export function findOption(mode: ModeName, name: OptionName): Option {
  return findMode(mode).own?.[name] ?? OPTIONS[name];
}
