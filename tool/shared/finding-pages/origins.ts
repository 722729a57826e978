import type { FindingPages } from "./page.ts";

/** The pages of findings about signs of where a text was copied from, or of another encoding. */
export const ORIGIN_PAGES: FindingPages<"html-reference" | "javascript-escape" | "legacy-charset" | "mojibake"> = {
  "html-reference": {
    what: "A character reference of HTML with its semicolon: `&amp;`, `&lt;`, `&gt;`, `&quot;`, `&apos;`, `&nbsp;` or a numeric one.",
    why: "The URL was copied from the source of a page and not decoded. `?a=1&amp;b=2` has a parameter `amp;b`, and `&#38;` begins a fragment.",
    examples: ["/?a=1&amp;b=2", "/?q=a&#38;b", "/?q=&quot;a"],
    advice:
      "Decode the references of HTML once, before the text is used as a URL. In HTML, write `&amp;` only in attributes and text.",
    links: [["HTML, character references", "https://html.spec.whatwg.org/#character-references"]],
  },
  "javascript-escape": {
    what: "An escape of an ASCII character in JavaScript or JSON, `\\u0026` or `\\x26`, or slashes written as `:\\/\\/`.",
    why: "The URL was copied from source code and not decoded. A browser reads each backslash as a slash, so it opens another path or host.",
    examples: ["/?a=1\\u0026b=2", "https:\\/\\/e.com\\/a", "/?a=1\\x26b=2"],
    advice:
      "Decode the string of JavaScript or JSON once, before the text is used as a URL, for instance with `JSON.parse`.",
    links: [
      ["ECMAScript, escape sequences", "https://tc39.es/ecma262/#prod-EscapeSequence"],
      ["RFC 8259, section 7", "https://www.rfc-editor.org/rfc/rfc8259#section-7"],
    ],
  },
  "legacy-charset": {
    what: "Escaped bytes that are not UTF-8 and look like text in another encoding. This is a guess; the message and `charsets` list the encodings, the likeliest first.",
    why: "Old pages and programs send text in encodings other than UTF-8. Decoded as UTF-8 the text fails or becomes U+FFFD; decoded in another wrong encoding it becomes a different text without any error.",
    examples: ["/caf%E9", "/?q=%CF%F0%E8%E2%E5%F2", "/?q=%93%FA%96%7B%8C%EA"],
    advice:
      "If you can find out the encoding of the sender, decode the text with `percentDecodeAs` of `percodec/charset`. Do not rely on the guess if a decision depends on the text.",
    links: [
      ["RFC 3986, section 2.5", "https://www.rfc-editor.org/rfc/rfc3986#section-2.5"],
      ["URL Standard, query state", "https://url.spec.whatwg.org/#query-state"],
      ["Encoding Standard", "https://encoding.spec.whatwg.org/"],
    ],
  },
  mojibake: {
    what: "Characters above U+007F that look like UTF-8 which was decoded as windows-1252 or windows-1251 and encoded again: `\u00c3\u00a9` for `\u00e9`. This is a guess.",
    why: "An earlier program decoded the text in a wrong encoding. The text now names a different resource, and each repetition makes it longer.",
    examples: [
      "/caf%C3%83%C2%A9",
      "/caf\u00c3\u00a9",
      "/?q=\u0420\u045f\u0421\u0402\u0420\u0451\u0420\u0406\u0420\u00b5\u0421\u201a",
    ],
    advice:
      'Correct the program that decoded the text first; the `answer` of the finding is what the characters were meant to be. To restore a text, decode its escapes, then encode it in the wrong encoding and decode that: `percentDecode(percentEncodeAfterEncoding(text, encoding("windows-1252")))` with `percodec/charset`, or `percodec encode --encoding windows-1252 TEXT | percodec decode`.',
    links: [
      ["RFC 3986, section 2.5", "https://www.rfc-editor.org/rfc/rfc3986#section-2.5"],
      ["Encoding Standard, single-byte encodings", "https://encoding.spec.whatwg.org/#legacy-single-byte-encodings"],
    ],
  },
};
