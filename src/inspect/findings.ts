import type { Finding, UriComponent } from "./finding.ts";
import { hexValue, readEscape } from "../base/escape.ts";
import { requireText } from "../base/arguments.ts";
import {
  isHighSurrogate,
  isLowSurrogate,
  joinSurrogates,
  judgeSequence,
  sequenceCodePoint,
  sequenceLength,
} from "../base/utf8.ts";
import { locateParts, splitReference } from "../uri/reference.ts";
import { findInAuthority } from "./authority.ts";
import { isJoining, isTag, misleadingCode, RAW, UNRESERVED } from "./characters.ts";
import { guessCharsets } from "./charset-guess.ts";
import { FindingList } from "./finding-list.ts";
import type { FindingCode } from "./finding-table.ts";
import { findLayers } from "./layers.ts";
import { isMojibake } from "./mojibake.ts";
import { findInPath, findInQuery } from "./segments.ts";

/**
 * Finds what a text or a URI reference holds that its reader should know: what is malformed, encoded more than once,
 * hidden, read differently by others, or misleading to the eye (https://www.rfc-editor.org/rfc/rfc3986#section-7).
 *
 * It never hands out a decoded value, and never fails: every text has findings or none. docs/findings/ has a page for
 * each code.
 *
 * @param text any text: a URI reference is taken apart, anything else is all path
 * @returns the findings in order of index, each with its component, place in UTF-16 units, severity and one sentence
 * @throws TypeError for anything but a string
 * @example
 * import { inspect } from "percodec/inspect";
 * const [first] = inspect("http://e.com/a%2Fb");
 * [first.code, first.component, first.index, first.length] // → ["encoded-slash", "path", 14, 3]
 * inspect("/%252e%252e/").map(({ code }) => code) // → ["multiple-encoding", "hidden-delimiter"]
 * inspect("http://e.com/café%20noir").map(({ severity }) => severity) // → ["info"]
 */
export function inspect(text: string): readonly Finding[] {
  requireText(text, "inspect");
  const found = new FindingList();
  const inspection = new Inspection(text, found);
  const reference = splitReference(text);
  const places = locateParts(reference);
  for (const component of COMPONENTS) {
    const part = reference[component];
    if (part === undefined) continue;
    const from = places[component];
    const to = from + part.length;
    inspection.look(component, from, to);
    findLayers(text, from, to, component, found);
    if (component === "path") findInPath(text, from, to, found);
    if (component === "query") findInQuery(text, from, to, found);
  }
  findInAuthority(text, reference, places, found);
  return found.sorted();
}

const COMPONENTS: readonly UriComponent[] = ["userinfo", "host", "port", "path", "query", "fragment"];

/** The text on its way through, character by character. */
class Inspection {
  readonly #text: string;
  readonly #found: FindingList;
  #component: UriComponent = "path";
  #to = 0;
  /** Characters above U+007F that adjoin, however they are written. */
  #run: number[] = [];
  #runStart = 0;
  #runEnd = -1;
  /** The last character above U+007F, where it can be seen or varies one that can, else 0; and where it ended. */
  #seen = 0;
  #seenUntil = -1;
  /** Where escapes that are no UTF-8 begin and end in this component. */
  #badFrom = -1;
  #badTo = -1;
  #plainlyBad = false;
  /** Whether hex digits were in lower case, as -1, or in upper case, as 1. */
  #hexCase = 0;
  #mixed = false;

  constructor(text: string, found: FindingList) {
    this.#text = text;
    this.#found = found;
  }

  /** Looks at one component. */
  look(component: UriComponent, from: number, to: number): void {
    const text = this.#text;
    const raw = RAW[component];
    this.#component = component;
    this.#to = to;
    this.#badFrom = -1;
    this.#plainlyBad = false as boolean;
    for (let i = from; i < to;) {
      const unit = text.charCodeAt(i);
      if (unit === 0x25) {
        i = this.#escape(i);
      } else if (unit < 0x80) {
        const code = raw[unit];
        if (code !== undefined) this.#found.join(code, component, i, 1);
        i++;
      } else {
        i = this.#raw(unit, i);
      }
    }
    this.#endRun();
    // What is only overlong, or half a pair, was made so on purpose.
    if (this.#plainlyBad) this.#guess(from);
  }

  #raw(unit: number, i: number): number {
    const next = this.#text.charCodeAt(i + 1);
    const pair = isHighSurrogate(unit) && isLowSurrogate(next);
    if (!pair && (unit & 0xf800) === 0xd800) {
      this.#found.add("lone-surrogate", this.#component, i, 1);
      return i + 1;
    }
    const length = pair ? 2 : 1;
    this.#found.join("raw-non-ascii", this.#component, i, length);
    this.#character(pair ? joinSurrogates(unit, next) : unit, i, length);
    return i + length;
  }

  /** Looks at what a % begins, and gives the index behind it. */
  #escape(i: number): number {
    const value = readEscape(this.#text, i);
    if (value < 0) return this.#percentU(i);
    this.#hex(i);
    if (value >= 0x80) return this.#sequence(i, value);
    const code = this.#escaped(value);
    if (code !== undefined) this.#found.join(code, this.#component, i, 3);
    return i + 3;
  }

  /** What an escaped ASCII character is. */
  #escaped(value: number): FindingCode | undefined {
    if (value < 0x20 || value === 0x7f) {
      return value === 0 ? "nul" : value === 0x0a || value === 0x0d ? "crlf" : "control-character";
    }
    if (UNRESERVED[value] === 1) return "needless-escape";
    if (this.#component === "query" || this.#component === "fragment") return undefined;
    return value === 0x2f ? "encoded-slash" : value === 0x5c ? "encoded-backslash" : undefined;
  }

  #malformed(i: number): number {
    const length = hexValue(this.#text.charCodeAt(i + 1)) < 0 ? 1 : 2;
    const truncated = i + length === this.#text.length;
    this.#found.add(truncated ? "truncated-escape" : "malformed-escape", this.#component, i, length);
    return i + length;
  }

  /** Looks at what may be a %uXXXX, and is malformed where it is none. */
  #percentU(i: number): number {
    const unit = this.#unitAt(i);
    if (unit < 0) return this.#malformed(i);
    const pair = isHighSurrogate(unit) && isLowSurrogate(this.#unitAt(i + 6));
    const length = pair ? 12 : 6;
    this.#found.add(unit < 0x80 ? "percent-u-ascii" : "percent-u", this.#component, i, length);
    return i + length;
  }

  /** The UTF-16 unit of a %uXXXX, or a negative number. */
  #unitAt(i: number): number {
    const text = this.#text;
    if (text.charCodeAt(i) !== 0x25 || text.charCodeAt(i + 1) !== 0x75) return -1;
    return (readEscape(text, i + 1) << 8) | readEscape(text, i + 3);
  }

  /** Looks at the character whose lead byte is escaped at `i`. */
  #sequence(i: number, lead: number): number {
    const bytes = [lead];
    let next = i + 3;
    for (let missing = sequenceLength(lead) - 1; missing > 0; missing--) {
      const byte = this.#text.charCodeAt(next) === 0x25 ? readEscape(this.#text, next) : -1;
      // A negative number has both bits set.
      if ((byte & 0xc0) !== 0x80) break;
      this.#hex(next);
      bytes.push(byte);
      next += 3;
    }
    const verdict = judgeSequence(bytes);
    if (verdict === "character") {
      this.#character(sequenceCodePoint(bytes), i, next - i);
    } else {
      this.#found.add(verdict, this.#component, i, next - i);
      this.#plainlyBad ||= verdict === "invalid-utf8";
      if (this.#badFrom < 0) this.#badFrom = i;
      this.#badTo = next;
    }
    return next;
  }

  /** Looks at a character above U+007F. */
  #character(code: number, index: number, length: number): void {
    const found = this.#found;
    const component = this.#component;
    const what = misleadingCode(code, component);
    if (code <= 0x9f) {
      found.join("control-character", component, index, length);
    } else if (what === "invisible-character" && this.#isPartOfCharacter(code, index)) {
      // An emoji may have a variation selector and then a joiner; the tags of a flag follow one another.
      this.#seen = code === 0xfe0f ? VARIED : isTag(code) ? BLACK_FLAG : 0;
      this.#seenUntil = index + length;
    } else {
      if (what !== undefined) found.join(what, component, index, length, code);
      this.#seen = what === undefined || what === "look-alike" ? code : 0;
      this.#seenUntil = index + length;
      if (code === 0xfffd) found.join("replacement-character", component, index, length);
    }
    if (this.#runEnd !== index) {
      this.#endRun();
      this.#runStart = index;
    }
    this.#run.push(code);
    this.#runEnd = index + length;
  }

  /** Whether a character that cannot be seen belongs to the one before it. */
  #isPartOfCharacter(code: number, index: number): boolean {
    const before = this.#seenUntil === index ? this.#seen : 0;
    if (before === VARIED) return code === 0x200d;
    if (isTag(code)) return before === BLACK_FLAG;
    // A keycap is a digit, a selector and U+20E3.
    const keycap = code === 0xfe0f && KEYCAP.test(this.#text.slice(Math.max(0, index - 3), index));
    return keycap || (before !== 0 && isJoining(code));
  }

  #endRun(): void {
    if (this.#run.length > 1 && isMojibake(this.#run)) {
      this.#found.add("mojibake", this.#component, this.#runStart, this.#runEnd - this.#runStart);
    }
    this.#run = [];
    this.#runEnd = -1;
  }

  /** Notes the case of the hex digits of the escape at `i`. */
  #hex(i: number): void {
    if (this.#mixed) return;
    for (let k = i + 1; k <= i + 2; k++) {
      const unit = this.#text.charCodeAt(k);
      if (unit <= 0x39) continue;
      const hexCase = unit >= 0x61 ? -1 : 1;
      if (this.#hexCase === 0) this.#hexCase = hexCase;
      if (hexCase === this.#hexCase) continue;
      this.#mixed = true;
      this.#found.add("mixed-hex-case", this.#component, i, 3);
      return;
    }
  }

  /** Guesses in which encoding the bytes are text, by the value that the first bad ones belong to and what follows. */
  #guess(from: number): void {
    const text = this.#text;
    let start = this.#badFrom;
    while (start > from && !"/&=;".includes(text[start - 1]!) && this.#badFrom - start < GUESSED_BEFORE) start--;
    const bytes: number[] = [];
    for (let i = start; i < this.#to && bytes.length < GUESSED_UNITS;) {
      const unit = text.charCodeAt(i);
      const value = unit === 0x25 ? readEscape(text, i) : -1;
      // What is raw and no ASCII is text already.
      bytes.push(value >= 0 ? value : unit < 0x80 ? unit : 0x20);
      i += value < 0 ? 1 : 3;
    }
    const charsets = guessCharsets(Uint8Array.from(bytes));
    if (charsets.length === 0) return;
    const words = charsets.join(" or ");
    const finding = this.#found.add(
      "legacy-charset",
      this.#component,
      this.#badFrom,
      this.#badTo - this.#badFrom,
      words,
    );
    finding.charsets = charsets;
  }
}

/** Stands for a character with its variation selector, behind which only a joiner belongs to it. */
const VARIED = 0xfe0f;
const BLACK_FLAG = 0x1f3f4;

/** What ends in a character that a keycap may show; the last hex digit of an escape is none. */
const KEYCAP = /^(?:%(?:3[0-9]|2[3Aa])|(?!%[0-9A-Fa-f]{2}).{0,2}[0-9#*])$/s;

/** How much of a component is looked at to guess its encoding, and how much of that may stand before the first bad byte. */
const GUESSED_UNITS = 2048;
const GUESSED_BEFORE = 1024;
