import { PERCENT, readEscaped, readPercentU } from "../base/escape.ts";
import { inRanges, isInvisible } from "../base/invisible.ts";
import { codePointAt, isHighSurrogate, isLowSurrogate } from "../base/utf8.ts";
import { looksLikeDelimiter } from "../host/confusables.ts";
import { guessCharsets, readEscapedBytes } from "./charset-guess.ts";
import type { FindingList, UriComponent } from "./finding.ts";
import type { FindingCode } from "./finding-table.ts";
import { findLayers } from "./multiple-encoding.ts";
import { decodeMojibake } from "./mojibake.ts";

type Row = readonly [characters: Iterable<string>, code: FindingCode];

/** The finding of each ASCII character, by component; most have none. */
type AsciiFindings = Readonly<Record<UriComponent, readonly (FindingCode | undefined)[]>>;

const CONTROLS: readonly string[] = /* @__PURE__ */ Array.from({ length: 0x21 }, (_, k) =>
  String.fromCharCode(k < 0x20 ? k : 0x7f),
);
/** https://www.rfc-editor.org/rfc/rfc3986#section-2.3 */
const UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

/** Returns the findings of controls and of other characters; a later row replaces an earlier one. */
function listCodes(...rows: readonly Row[]): readonly (FindingCode | undefined)[] {
  const codes: (FindingCode | undefined)[] = Array.from({ length: 0x80 });
  const controls: readonly Row[] = [
    [CONTROLS, "control-character"],
    ["\n\r", "crlf"],
    ["\0", "nul"],
  ];
  for (const [characters, code] of [...controls, ...rows]) {
    for (const character of characters) codes[character.charCodeAt(0)] = code;
  }
  return codes;
}

export const RAW_ASCII_FINDINGS: AsciiFindings = /* @__PURE__ */ (() => {
  const illegal: Row = [' "<>^`{|}', "illegal-character"];
  const backslash: Row = ["\\", "raw-backslash"];
  return {
    userinfo: listCodes(illegal, ["[]@", "illegal-character"], backslash),
    host: listCodes(illegal, backslash),
    port: listCodes(illegal, backslash),
    path: listCodes(illegal, ["[]", "illegal-character"], backslash, ["+", "plus-in-path"], [";", "path-parameter"]),
    query: listCodes(illegal, ["[]\\", "illegal-character"], [";", "semicolon-separator"]),
    fragment: listCodes(illegal, ["[]\\#", "illegal-character"]),
  };
})();

export const ESCAPED_ASCII_FINDINGS: AsciiFindings = /* @__PURE__ */ (() => {
  const needless: Row = [UNRESERVED, "needless-escape"];
  const separators = listCodes(needless, ["/", "encoded-slash"], ["\\", "encoded-backslash"]);
  const data = listCodes(needless);
  return { userinfo: separators, host: separators, port: separators, path: separators, query: data, fragment: data };
})();

/** Ranges of look-alikes that are ordinary punctuation of other scripts; they are not reported in a query or fragment. */
const PUNCTUATION: readonly number[] = [
  0x37e, 0x37e, 0x6d4, 0x6d4, 0x3002, 0x3002, 0xfe15, 0xfe15, 0xfe50, 0xfe6f, 0xff01, 0xff61,
];

/** Returns the finding of a character that is misleading when it is shown; most have none. */
function misleadingCode(code: number, component: UriComponent): FindingCode | undefined {
  if (inRanges(BIDI_CONTROLS, code)) return "bidi-control";
  const isQueryOrFragment = component === "query" || component === "fragment";
  // U+3000 is the space of Japanese keyboards.
  if (code === 0x3000 && isQueryOrFragment) return undefined;
  if (isInvisible(code)) return "invisible-character";
  if (!looksLikeDelimiter(code)) return undefined;
  return isQueryOrFragment && inRanges(PUNCTUATION, code) ? undefined : "look-alike";
}

const BIDI_CONTROLS: readonly number[] = [0x61c, 0x61c, 0x200e, 0x200f, 0x202a, 0x202e, 0x2066, 0x2069];
/** Joiners and variation selectors, which emoji and many scripts need after another character. */
const JOINERS_AND_SELECTORS: readonly number[] = [0x200c, 0x200d, 0xfe0e, 0xfe0f, 0xe0100, 0xe01ef];

/** The tag characters of a flag, which follow U+1F3F4 (https://www.unicode.org/reports/tr51/#def_emoji_tag_sequence). */
function isTagCharacter(code: number): boolean {
  return code >= 0xe0020 && code <= 0xe007f;
}

/** Goes through the components of a string, character by character. */
export class CharacterInspector {
  readonly #text: string;
  readonly #found: FindingList;
  readonly #isHttp: boolean;
  readonly #isMail: boolean;
  /** Whether the pair of the query is the body of a mail, in which line breaks are text. */
  #isBody = false;
  #component: UriComponent = "path";
  #to = 0;
  /** The current run of adjacent characters above U+007F, raw or escaped. */
  #run: number[] = [];
  #runStart = 0;
  #runEnd = -1;
  /** The last character of the run if it is visible, or its variation selector; otherwise 0. */
  #visible = 0;
  /** The start of the first and the end of the last invalid UTF-8 in this component. */
  #invalidFrom = -1;
  #invalidTo = -1;
  #invalid: ReturnType<FindingList["add"]> | undefined;

  constructor(text: string, scheme: string | undefined, found: FindingList) {
    this.#text = text;
    this.#found = found;
    this.#isHttp = /^(?:https?)?$/i.test(scheme ?? "");
    this.#isMail = scheme?.toLowerCase() === "mailto";
  }

  inspectComponent(component: UriComponent, from: number, length: number): void {
    const text = this.#text;
    const raw = RAW_ASCII_FINDINGS[component];
    const to = from + length;
    this.#component = component;
    this.#to = to;
    this.#invalidFrom = -1;
    this.#invalid = undefined;
    let hasEscape = false;
    for (let i = from; i < to;) {
      const unit = text.charCodeAt(i);
      if (this.#isMail && (i === from || text[i - 1] === "&")) this.#isBody = /^body=/i.test(text.slice(i, i + 5));
      if (unit === PERCENT) {
        hasEscape = true;
        i = this.#inspectEscape(i);
      } else if (unit < 0x80) {
        const code = raw[unit];
        if (code !== undefined) this.#found.join(code, component, i, 1);
        i++;
      } else {
        i = this.#inspectRaw(i);
      }
    }
    this.#endRun();
    this.#guessEncoding(from);
    if (hasEscape) findLayers(text, from, to, component, this.#found);
  }

  #inspectRaw(i: number): number {
    const code = codePointAt(this.#text, i);
    if ((code & 0x1ff800) === 0xd800) {
      this.#found.add("lone-surrogate", this.#component, i, 1);
      return i + 1;
    }
    const length = code > 0xffff ? 2 : 1;
    this.#found.join("raw-non-ascii", this.#component, i, length);
    this.#inspectCharacter(code, i, length);
    return i + length;
  }

  /** Returns the finding of an escaped line break: in a query of http it is text, unless a header or a document follows. */
  #judgeLineBreak(i: number): FindingCode | undefined {
    if (this.#component !== "query") return "crlf";
    if (this.#isMail) return this.#isBody ? undefined : "crlf";
    HEADER_FOLLOWS.lastIndex = i;
    return this.#isHttp && !HEADER_FOLLOWS.test(this.#text) ? "line-break" : "crlf";
  }

  /** Inspects what begins with the % at `i`, and returns the index after it. */
  #inspectEscape(i: number): number {
    const percentU = readPercentU(this.#text, i);
    if (percentU >= 0) {
      const pair = isHighSurrogate(percentU) && isLowSurrogate(readPercentU(this.#text, i + 6));
      this.#found.add(percentU < 0x80 ? "percent-u-ascii" : "percent-u", this.#component, i, pair ? 12 : 6);
      return i + (pair ? 12 : 6);
    }
    const { codePoint, code: fault, length } = readEscaped(this.#text, i);
    const next = i + length;
    if (codePoint === undefined) {
      const finding = this.#found.add(fault, this.#component, i, length);
      if (fault === "invalid-utf8") this.#invalid = finding;
      if (length >= 3 && this.#invalidFrom < 0) this.#invalidFrom = i;
      if (length >= 3) this.#invalidTo = next;
    } else if (codePoint < 0x80) {
      const listed = ESCAPED_ASCII_FINDINGS[this.#component][codePoint];
      const code = listed === "crlf" ? this.#judgeLineBreak(i) : listed;
      if (code !== undefined) this.#found.join(code, this.#component, i, 3);
    } else {
      this.#inspectCharacter(codePoint, i, length);
    }
    return next;
  }

  #inspectCharacter(code: number, index: number, length: number): void {
    const found = this.#found;
    const component = this.#component;
    const misleading = misleadingCode(code, component);
    let visible = 0;
    if (code <= 0x9f) {
      found.join("control-character", component, index, length);
    } else if (misleading === "invisible-character" && this.#isPartOfCharacter(code, index)) {
      // An emoji can have a variation selector and then a joiner; a flag has several tags.
      visible = code === 0xfe0f ? VARIATION_SELECTOR : isTagCharacter(code) ? BLACK_FLAG : 0;
    } else {
      if (misleading !== undefined) found.join(misleading, component, index, length, code);
      if (misleading === undefined || misleading === "look-alike") visible = code;
      if (code === 0xfffd) found.join("replacement-character", component, index, length);
    }
    this.#visible = visible;
    if (this.#runEnd !== index) {
      this.#endRun();
      this.#runStart = index;
    }
    this.#run.push(code);
    this.#runEnd = index + length;
  }

  /** Whether an invisible character is part of the character before it, as a joiner in an emoji. */
  #isPartOfCharacter(code: number, index: number): boolean {
    const before = this.#runEnd === index ? this.#visible : 0;
    if (before === VARIATION_SELECTOR) return code === 0x200d;
    if (isTagCharacter(code)) return before === BLACK_FLAG;
    // A keycap is a digit, # or *, then a variation selector and U+20E3.
    const keycap = code === 0xfe0f && KEYCAP.test(this.#text.slice(Math.max(0, index - 3), index));
    return keycap || (before !== 0 && inRanges(JOINERS_AND_SELECTORS, code));
  }

  /** Adds the finding if the run is mojibake, and begins a new run. */
  #endRun(): void {
    if (this.#run.length === 0) return;
    const meant = decodeMojibake(this.#run);
    const length = this.#runEnd - this.#runStart;
    if (meant !== undefined) this.#found.add("mojibake", this.#component, this.#runStart, length, "", meant);
    this.#run = [];
    this.#runEnd = -1;
  }

  /** Guesses the encoding from the value or segment with the first invalid byte, and from the text after it. */
  #guessEncoding(from: number): void {
    const invalid = this.#invalid;
    // A component with only overlong sequences or surrogates was written on purpose, not in another encoding.
    if (invalid === undefined) return;
    const text = this.#text;
    let start = this.#invalidFrom;
    while (start > from && !"/&=;".includes(text.charAt(start - 1)) && this.#invalidFrom - start < MAX_GUESSED_BEFORE)
      start--;
    const charsets = guessCharsets(readEscapedBytes(text, start, this.#to));
    if (charsets.length === 0) return;
    if (charsets[0] === "UTF-8") {
      invalid.message = "The escaped bytes are UTF-8 that is cut within a character.";
      return;
    }
    const [index, length] = [this.#invalidFrom, this.#invalidTo - this.#invalidFrom];
    const finding = this.#found.add("legacy-charset", this.#component, index, length, charsets.join(" or "));
    finding.charsets = charsets;
  }
}

/** Line breaks before the name of a header and its colon, and two before a document, which an attacker adds to a response. */
const HEADER_FOLLOWS = /(?:%0[ad]){1,4}(?:[\w-]{1,64}(?::|%3a)|(?:<|%3c)(?<=(?:%0[ad]){2}(?:<|%3c)))/iy;

/** The variation selector U+FE0F: of the invisible characters, only a joiner may follow it. */
const VARIATION_SELECTOR = 0xfe0f;
const BLACK_FLAG = 0x1f3f4;

/** Text that ends with a keycap's digit, # or *, raw or escaped, but not with the last hex digit of an escape. */
const KEYCAP = /^(?:%(?:3[0-9]|2[3Aa])|(?!%[0-9A-Fa-f]{2}).{0,2}[0-9#*])$/s;

/** How many UTF-16 units before the first invalid byte are used to guess the encoding. */
const MAX_GUESSED_BEFORE = 1024;
