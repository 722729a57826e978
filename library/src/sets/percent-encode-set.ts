import { PERCENT, PLUS } from "../base/escape.ts";
import { requireChoice, requireFlag, requireString, requireText, showValue } from "../base/arguments.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { findUtf8Fault, sequenceCodePoint } from "../base/utf8.ts";
import { byteTable, TableHolder, toByteTable } from "./byte-table.ts";

/**
 * The classes of characters above U+007F that a set distinguishes.
 *
 * `ucschar` and `iprivate` are productions of RFC 3987 §2.2. `other` is the rest, which an IRI must not contain: C1 controls,
 * surrogates, noncharacters, tags and more.
 */
export type NonAsciiClass = "ucschar" | "iprivate" | "other";

/**
 * What a set encodes above U+007F: all characters, no characters, all that an IRI must not contain (`iri`), or all that the query of an
 * IRI must not contain (`iri-query`).
 */
export type NonAsciiRule = "all" | "none" | "iri" | "iri-query";

/** The options of a new set. */
export interface PercentEncodeSetOptions {
  /** What is encoded above U+007F (default `"none"` for `encoding`, `"all"` for `keeping`). */
  readonly nonAscii?: NonAsciiRule | undefined;
  /** Whether a space is written as `+`; the set then contains the space. */
  readonly spaceAsPlus?: boolean | undefined;
}

/** The name of a set and the link of its definition. */
export interface PercentEncodeSetOrigin {
  /** The name in the registry, in kebab-case. */
  readonly name: string;
  /** The link of the section that defines the set. */
  readonly source: string;
}

const SET_OPTIONS: OptionNames<PercentEncodeSetOptions> = { nonAscii: true, spaceAsPlus: true };

const UCSCHAR = 1;
const IPRIVATE = 2;
const OTHER = 4;

/** The names of the classes, in the order of their bits. */
const CLASSES: readonly NonAsciiClass[] = ["ucschar", "iprivate", "other"];

const RULES: Readonly<Record<NonAsciiRule, number>> = {
  all: UCSCHAR | IPRIVATE | OTHER,
  none: 0,
  iri: IPRIVATE | OTHER,
  "iri-query": OTHER,
};

/**
 * A set of the characters to percent-encode: each ASCII character by itself, all others by their class.
 *
 * A set is immutable; each method returns a new one. As in the URL Standard (https://url.spec.whatwg.org/#percent-encode-set), a set
 * contains the characters that ARE encoded; a definition that lists the unencoded characters is complemented.
 *
 * @example
 * import { percentEncode } from "percodec";
 * import { PercentEncodeSet, rfc3986 } from "percodec/sets";
 * percentEncode("a/b c", rfc3986.component.remove("/")) // → "a/b%20c"
 * percentEncode("a/b c", PercentEncodeSet.encoding(" ")) // → "a/b%20c"
 */
export class PercentEncodeSet extends TableHolder {
  /** The name in the registry, or undefined for a set of your own. */
  readonly name: string | undefined;
  /** The link of the section that defines the set, or undefined for a set of your own. */
  readonly source: string | undefined;
  /** The classes above U+007F that are encoded, as bits. */
  readonly #classes: number;

  private constructor(ascii: Uint8Array, nonAscii: number, spaceAsPlus: boolean, origin?: PercentEncodeSetOrigin) {
    const bytes = new Uint8Array(256);
    bytes.set(ascii.subarray(0, 128));
    // A byte above 7F has the entry 2 unless all classes are treated alike.
    bytes.fill(nonAscii === RULES.all ? 1 : nonAscii === RULES.none ? 0 : 2, 128);
    super(toByteTable(bytes, spaceAsPlus && bytes[0x20] === 1, bytes[0x80] === 2 ? keeper(nonAscii) : undefined));
    this.#classes = nonAscii;
    this.name = origin?.name;
    this.source = origin?.source;
    Object.freeze(this);
  }

  /**
   * Makes a set that encodes exactly these characters.
   *
   * @param characters ASCII characters, in any order
   * @param options what to encode above U+007F (default `"none"`), and how to write a space
   * @throws TypeError for a character above U+007F; use the option `nonAscii` for those
   * @example
   * import { PercentEncodeSet } from "percodec/sets";
   * PercentEncodeSet.encoding(' <>"').has("<") // → true
   */
  static encoding(characters: string, options?: PercentEncodeSetOptions): PercentEncodeSet {
    return PercentEncodeSet.#from(new Uint8Array(128), characters, 1, options, "none", "PercentEncodeSet.encoding");
  }

  /**
   * Makes a set that encodes everything except ASCII letters, digits and these characters.
   *
   * @param characters ASCII characters to leave unencoded besides A-Z, a-z and 0-9
   * @param options what to encode above U+007F (default `"all"`), and how to write a space
   * @throws TypeError for a character above U+007F; use the option `nonAscii` for those
   * @example
   * import { PercentEncodeSet } from "percodec/sets";
   * PercentEncodeSet.keeping("-._~").has("/") // → true
   */
  static keeping(characters: string, options?: PercentEncodeSetOptions): PercentEncodeSet {
    const encoded = new Uint8Array(128).map((_, code) => (/[A-Za-z0-9]/.test(String.fromCharCode(code)) ? 0 : 1));
    return PercentEncodeSet.#from(encoded, characters, 0, options, "all", "PercentEncodeSet.keeping");
  }

  static #from(
    ascii: Uint8Array,
    characters: string,
    bit: 0 | 1,
    options: PercentEncodeSetOptions | undefined,
    rule: NonAsciiRule,
    owner: string,
  ): PercentEncodeSet {
    const table = withBit(ascii, characters, bit, owner);
    const { nonAscii = rule, spaceAsPlus } = readOptions(options, SET_OPTIONS, owner);
    const classes = RULES[requireChoice(nonAscii, Object.keys(RULES) as NonAsciiRule[], "nonAscii")];
    if (requireFlag(spaceAsPlus, "spaceAsPlus")) table[0x20] = 1;
    return new PercentEncodeSet(table, classes, spaceAsPlus ?? false);
  }

  /** Whether every encoded text can be decoded again: `%` is encoded, and also `+` if a space becomes `+`. */
  get reversible(): boolean {
    const { bytes, spaceAsPlus } = byteTable(this);
    return bytes[PERCENT] === 1 && (!spaceAsPlus || bytes[PLUS] === 1);
  }

  /** Whether a space is written as `+`. */
  get spaceAsPlus(): boolean {
    return byteTable(this).spaceAsPlus;
  }

  /** The classes of characters above U+007F that are encoded. */
  get nonAscii(): readonly NonAsciiClass[] {
    return CLASSES.filter((_, bit) => (this.#classes >> bit) & 1);
  }

  /** The ASCII characters that are encoded, in order. */
  get encoded(): string {
    const ascii = Array.from(byteTable(this).bytes.subarray(0, 128), (bit, code) => bit && String.fromCharCode(code));
    return ascii.filter(Boolean).join("");
  }

  /** The ASCII characters that are not encoded, in order. */
  get kept(): string {
    return this.complement().encoded;
  }

  /**
   * Returns whether a character is encoded.
   *
   * @param character one character, or its code point (0 to 0x10FFFF)
   * @throws TypeError for anything else
   * @example
   * import { whatwg } from "percodec/sets";
   * [whatwg.path.has("?"), whatwg.path.has(0xe9)] // → [true, true]
   */
  has(character: string | number): boolean {
    const code = typeof character === "string" ? singleCodePoint(character) : character;
    if (!Number.isInteger(code) || code < 0 || code > 0x10ffff) {
      throw new TypeError(
        `has() and keeps() take one character or a code point up to 0x10FFFF, not ${showValue(character)}`,
      );
    }
    return code < 0x80 ? byteTable(this).bytes[code] === 1 : (this.#classes & nonAsciiClass(code)) !== 0;
  }

  /**
   * A function that returns whether a character, by its code point, is not encoded: a predicate for the option `accept` of a decoder.
   *
   * @throws TypeError for anything but a code point
   * @example
   * import { percentDecode } from "percodec";
   * import { rfc3986 } from "percodec/sets";
   * rfc3986.component.keeps(0x2f) // → false
   * percentDecode("caf%65", { accept: rfc3986.component.keeps }) // → "cafe"
   */
  get keeps(): (codePoint: number) => boolean {
    return (codePoint) => !this.has(codePoint);
  }

  /**
   * Returns a set that encodes these characters too.
   *
   * @param characters ASCII characters
   * @throws TypeError for a character above U+007F
   * @example
   * import { whatwg } from "percodec/sets";
   * whatwg.query.add("'").encoded === whatwg.specialQuery.encoded // → true
   */
  add(characters: string): PercentEncodeSet {
    return this.#with(withBit(byteTable(this).bytes, characters, 1, "add"));
  }

  /**
   * Returns a set that does not encode these characters; if they include the space, it is not written as `+` either.
   *
   * @param characters ASCII characters
   * @throws TypeError for a character above U+007F
   * @example
   * import { rfc3986 } from "percodec/sets";
   * rfc3986.component.remove("/:").has("/") // → false
   */
  remove(characters: string): PercentEncodeSet {
    return this.#with(withBit(byteTable(this).bytes, characters, 0, "remove"));
  }

  #with(ascii: Uint8Array, origin?: PercentEncodeSetOrigin): PercentEncodeSet {
    return new PercentEncodeSet(ascii, this.#classes, this.spaceAsPlus, origin);
  }

  /**
   * Returns a set that encodes what either set encodes; a space becomes `+` if it does in either set.
   *
   * @param other the other set
   * @example
   * import { PercentEncodeSet, rfc3986 } from "percodec/sets";
   * rfc3986.path.union(PercentEncodeSet.encoding("'")).has("'") // → true
   */
  union(other: PercentEncodeSet): PercentEncodeSet {
    const { bytes, spaceAsPlus } = byteTable(other, "union");
    const ascii = byteTable(this).bytes.map((bit, code) => bit | bytes[code]!);
    return new PercentEncodeSet(ascii, this.#classes | other.#classes, this.spaceAsPlus || spaceAsPlus);
  }

  /**
   * Returns a set that encodes exactly what this set does not, including classes above U+007F; a space does not become `+`.
   *
   * @example
   * import { whatwg } from "percodec/sets";
   * whatwg.c0Control.complement().has("a") // → true
   */
  complement(): PercentEncodeSet {
    const ascii = byteTable(this).bytes.map((bit) => 1 - bit);
    return new PercentEncodeSet(ascii, RULES.all & ~this.#classes, false);
  }

  /**
   * Returns this set with a name and the link of its definition.
   *
   * @param name the name, in kebab-case
   * @param source the link of the section that defines the set
   * @example
   * import { PercentEncodeSet } from "percodec/sets";
   * PercentEncodeSet.keeping("-_").named("house-slug", "https://example.com/style#slugs").name // → "house-slug"
   */
  named(name: string, source: string): PercentEncodeSet {
    requireString(name, "the name of a set");
    requireString(source, "the source of a set");
    return this.#with(byteTable(this).bytes, { name, source });
  }
}

/** Returns whether a set that encodes these classes leaves a sequence of bytes unencoded; it encodes bytes that are not a character. */
function keeper(classes: number) {
  return (sequence: readonly number[]): boolean =>
    findUtf8Fault(sequence) === undefined && (nonAsciiClass(sequenceCodePoint(sequence)) & classes) === 0;
}

/** Returns the class bit of a code point above U+007F (https://www.rfc-editor.org/rfc/rfc3987#section-2.2). */
function nonAsciiClass(code: number): number {
  if (code < 0x10000) {
    if (code >= 0xe000 && code <= 0xf8ff) return IPRIVATE;
    const ucschar =
      (code >= 0xa0 && code <= 0xd7ff) || (code >= 0xf900 && code <= 0xfdcf) || (code >= 0xfdf0 && code <= 0xffef);
    return ucschar ? UCSCHAR : OTHER;
  }
  // The last two code points of each plane are noncharacters; E0000–E0FFF are tags and variation selectors.
  if ((code & 0xffff) > 0xfffd) return OTHER;
  if (code >= 0xf0000) return IPRIVATE;
  return code >= 0xe0000 && code < 0xe1000 ? OTHER : UCSCHAR;
}

/** Returns a copy of a table with the entry `bit` for some characters. */
function withBit(ascii: Uint8Array, characters: string, bit: 0 | 1, owner: string): Uint8Array {
  requireText(characters, owner);
  if (/[^\0-\x7f]/.test(characters)) {
    throw new TypeError(`${owner} takes ASCII characters; for others, pass nonAscii to a new set`);
  }
  const table = ascii.slice();
  for (const character of characters) table[character.charCodeAt(0)] = bit;
  return table;
}

function singleCodePoint(character: string): number {
  const code = character.codePointAt(0);
  return code !== undefined && character.length === (code > 0xffff ? 2 : 1) ? code : -1;
}
