import { ENCODINGS } from "./encodings.ts";
import { EXPLAINED, type Option, type OptionName, OPTIONS, type OwnOptions } from "./options.ts";

/** A text to click on in an empty view, and what it shows. */
export interface Example {
  readonly text: string;
  /** The second URI of a comparison. */
  readonly other?: string;
  readonly shows: string;
  readonly options?: { readonly [name in OptionName]?: string };
}

/** One view: its row gives everything that is said about it. */
export interface Mode {
  readonly title: string;
  readonly summary: string;
  /** What the input is called. */
  readonly input: string;
  readonly options: readonly OptionName[];
  readonly own?: OwnOptions;
  /** Options that count only where another one has a value. */
  readonly only?: { readonly [name in OptionName]?: readonly [other: OptionName, value: string] };
  /** Whether files are taken: as bytes in a stream, or line by line. */
  readonly files?: "bytes" | "lines" | "form";
  readonly examples: readonly Example[];
}

export const MODES = {
  decode: {
    title: "Decode",
    summary: "Turn escapes back into text, once, and see what does not add up.",
    input: "Encoded text",
    options: ["malformed", "invalidUtf8", "plus", "accept", "encoding", "percentU", "lines"],
    files: "bytes",
    examples: [
      { text: "caf%C3%A9%20%26%20%E2%9C%93", shows: "UTF-8 in escapes" },
      { text: "100% sure%21", shows: "a % that starts no escape" },
      { text: "%252e%252e%252fetc", shows: "text that was encoded twice" },
      { text: "invoice%E2%80%AEfdp.exe", shows: "a hidden change of direction" },
    ],
  },
  encode: {
    title: "Encode",
    summary: "Make text safe for one place in a URL.",
    input: "Text",
    options: ["set", "keep", "loneSurrogate", "encoding", "unencodable", "lines"],
    files: "bytes",
    examples: [
      { text: "café & ✓", shows: "a value for any place" },
      { text: "a b/c?d=e&f", shows: "a path that keeps its slashes", options: { keep: "/" } },
      { text: "1+1 = 2", shows: "a value of a form", options: { set: "whatwg-form" } },
      { text: "アイウ", shows: "a query of an old page", options: { encoding: "Shift_JIS" } },
    ],
  },
  clean: {
    title: "Clean",
    summary: "Make a URI of what somebody typed or pasted, without unescaping anything.",
    input: "URL as it was typed",
    options: ["level", "addressBar", "encoding", "lines"],
    own: { encoding: { kind: "choice", choices: ENCODINGS, summary: "the encoding of the query" } },
    files: "lines",
    examples: [
      { text: "http://www.café.fr/a b?q=ü|%41", shows: "what is illegal becomes an escape" },
      {
        text: " http://e.com/100% [x]#a#b",
        shows: "repairs that only advanced makes",
        options: { level: "advanced" },
      },
      { text: "http://good.com\\@evil.com/", shows: "a host that a browser and RFC 3986 read differently" },
    ],
  },
  display: {
    title: "Display",
    summary: "Show a URI so that it can be read, and is still the same URI.",
    input: "URI",
    options: ["profile", "lines"],
    files: "lines",
    examples: [
      { text: "http://xn--caf-dma.fr/%C3%BC/%2F?q=a%20b", shows: "readable, and nothing lost" },
      { text: "http://e.com/%E2%80%AEgpj.exe/%F0%9F%94%92", shows: "what would mislead stays escaped" },
      { text: "https://ja.wikipedia.org/wiki/%E6%96%87%E5%AD%97", shows: "a title in Japanese" },
    ],
  },
  form: {
    title: "Form",
    summary: "Read a query or form as names and values, and change one without touching the rest.",
    input: "URL, query or form body",
    options: ["rules", "encoding", "separator"],
    files: "form",
    examples: [
      { text: "https://e.com/?q=caf%C3%A9+noir&tag=a&tag=b&&k#top", shows: "duplicates, an empty pair, a bare name" },
      { text: "utm_source=x&q=a%20b&page=1", shows: "a parameter to remove" },
      { text: "a=1&x=%zz&b=%FF", shows: "values that are malformed" },
    ],
  },
  inspect: {
    title: "Inspect",
    summary: "List what is malformed, hidden, ambiguous or misleading in a text or URL.",
    input: "Text or URL",
    options: ["severity"],
    files: "lines",
    examples: [
      { text: "http://good.com\\@evil.com/%252e%252e/a;b?q=%C0%AF", shows: "a URL that is up to something" },
      { text: "/files/..%2f..%2fetc/passwd%00.png", shows: "a path that leaves its folder" },
      { text: "https://paypa1.com@xn--pypal-4ve.com/", shows: "a host that looks like another" },
      { text: "/r%E9sum%E9/%C3%83%C2%A9", shows: "another encoding, and one that was misread" },
    ],
  },
  explain: {
    title: "Explain",
    summary: "Every byte: what each piece of the text becomes, and by which clause.",
    input: "Text",
    options: ["explain", "malformed", "invalidUtf8", "plus", "set", "loneSurrogate", "percentU"],
    own: EXPLAINED,
    only: {
      malformed: ["explain", "decode"],
      invalidUtf8: ["explain", "decode"],
      plus: ["explain", "decode"],
      percentU: ["explain", "decode"],
      set: ["explain", "encode"],
      loneSurrogate: ["explain", "encode"],
    },
    examples: [
      { text: "caf%C3%A9 %E2%9C%93 %F0%9F%8E%89", shows: "characters of two, three and four bytes" },
      { text: "%C0%AF%E2%9C%zz%", shows: "four kinds of fault" },
      { text: "%252e%252e%252f", shows: "layers of encoding" },
      { text: "a é☃", shows: "the way to escapes", options: { explain: "encode" } },
    ],
  },
  compare: {
    title: "Compare",
    summary: "At which rung of RFC 3986 two URIs are equal, and where they differ.",
    input: "First URI",
    options: [],
    examples: [
      { text: "http://e.com/%7Eu", other: "HTTP://e.com/~u", shows: "equal once unreserved escapes are undone" },
      { text: "http://e.com:80/a/./b", other: "http://e.com/a/b", shows: "equal by the rules of the scheme" },
      { text: "http://e.com/a%2Fb", other: "http://e.com/a/b", shows: "never equal: a slash is not its escape" },
    ],
  },
  decoders: {
    title: "Decoders",
    summary: "What eleven decoders in seven languages make of one component, and your browser too.",
    input: "One component of a URL or form",
    options: [],
    examples: [
      { text: "a+b%zz", shows: "a plus, and a malformed escape" },
      { text: "%C3%28%FF", shows: "bytes that are no UTF-8" },
      { text: "50%", shows: "a lone percent sign" },
      { text: "%ED%A0%80", shows: "half of a pair in UTF-8" },
    ],
  },
  sets: {
    title: "Sets",
    summary: "Which of the 128 ASCII characters each named set encodes, and what two sets do differently.",
    input: "",
    options: ["set", "diff"],
    examples: [],
  },
} as const satisfies Record<string, Mode>;

export type ModeName = keyof typeof MODES;

export const MODE_NAMES = Object.keys(MODES) as readonly ModeName[];

export function findMode(name: ModeName): Mode {
  return MODES[name];
}

/** The row of an option, as a mode means it. */
export function findOption(mode: ModeName, name: OptionName): Option {
  return findMode(mode).own?.[name] ?? OPTIONS[name];
}
