import {
  indexHint,
  describeType,
  requireChoice,
  requireFlag,
  requireString,
  requireText,
  showValue,
} from "../base/arguments.ts";
import { quote } from "../base/excerpt.ts";
import { isPlainObject, type OptionNames, readOptions } from "../base/options.ts";

/**
 * The classes of characters above U+007F that a set can tell apart.
 *
 * `ucschar` and `iprivate` are the productions of RFC 3987 §2.2; `other` is what remains: C1 controls,
 * surrogates, noncharacters, tags and the rest of what an IRI may not hold.
 */
export type NonAsciiClass = "ucschar" | "iprivate" | "other";

/**
 * What a set does above U+007F: encode all of it, none of it, all but what an IRI may hold (`iri`), or all but what
 * an IRI may hold in its query (`iri-query`).
 */
export type NonAsciiRule = "all" | "none" | "iri" | "iri-query";

/** How a new set departs from the defaults. */
export interface PercentEncodeSetOptions {
  /** What happens above U+007F; `encoding` starts from `"none"`, `keeping` from `"all"`. */
  readonly nonAscii?: NonAsciiRule | undefined;
  /** Whether a space is written as `+` (the set then holds the space). */
  readonly spaceAsPlus?: boolean | undefined;
}

/** The name that a set is found under, and where its definition can be read. */
export interface PercentEncodeSetOrigin {
  /** The registry's name, in kebab-case. */
  readonly name: string;
  /** The link of the section that defines the set. */
  readonly source: string;
}

const SET_OPTIONS: OptionNames<PercentEncodeSetOptions> = { nonAscii: true, spaceAsPlus: true };

const UCSCHAR = 1;
const IPRIVATE = 2;
const OTHER = 4;

/** In the order of their bits. */
const CLASSES: readonly NonAsciiClass[] = ["ucschar", "iprivate", "other"];

const RULES: Readonly<Record<NonAsciiRule, number>> = {
  all: UCSCHAR | IPRIVATE | OTHER,
  none: 0,
  iri: IPRIVATE | OTHER,
  "iri-query": OTHER,
};

/** What the encoder looks a byte up in: 0 stays, 1 is encoded, 2 is a byte above 7F whose character decides. */
export interface ByteTable {
  readonly bytes: Uint8Array;
  readonly nonAscii: number;
  readonly spaceAsPlus: boolean;
  /** Finds a unit of text that may change; made when it is first wanted. */
  changing: RegExp | undefined;
  /** Whether the last text was changed: a guess for the next, which no answer depends on. */
  changed: boolean;
  /** What encodeURIComponent leaves bare and the set does not, if that is all; looked up when it is first wanted. */
  lacking: string | false | undefined;
}

/** The table of what has to be a set, for the encoder `owner`; not public, because a typed array cannot be frozen. */
export let byteTable: (set: PercentEncodeSet, owner?: string) => ByteTable;

/**
 * Says which characters are percent-encoded: each ASCII character by itself, all others by their class.
 *
 * A set never changes; each method gives a new one. A percent-encode set lists what IS encoded, as in the URL
 * Standard (https://url.spec.whatwg.org/#percent-encode-set); sets defined by what they keep are complemented here.
 *
 * @example
 * import { percentEncode } from "percodec";
 * import { PercentEncodeSet, rfc3986 } from "percodec/sets";
 * percentEncode("a/b c", rfc3986.component.remove("/")) // → "a/b%20c"
 * percentEncode("a/b c", PercentEncodeSet.encoding(" ")) // → "a/b%20c"
 */
export class PercentEncodeSet {
  /** The registry's name, or undefined for a set of your own. */
  readonly name: string | undefined;
  /** The link of the section that defines the set, or undefined for a set of your own. */
  readonly source: string | undefined;
  readonly #table: ByteTable;

  static {
    byteTable = (set, owner) => requireSet(set, owner).#table;
  }

  private constructor(ascii: Uint8Array, nonAscii: number, spaceAsPlus: boolean, origin?: PercentEncodeSetOrigin) {
    const bytes = new Uint8Array(256);
    bytes.set(ascii.subarray(0, 128));
    // A byte above 7F can only be judged by itself where every class has the same answer.
    bytes.fill(nonAscii === RULES.all ? 1 : nonAscii === RULES.none ? 0 : 2, 128);
    const plus = spaceAsPlus && bytes[0x20] === 1;
    // All fields at once: objects of one shape are read faster.
    this.#table = { bytes, nonAscii, spaceAsPlus: plus, changing: undefined, changed: false, lacking: undefined };
    this.name = origin?.name;
    this.source = origin?.source;
    Object.freeze(this);
  }

  /**
   * Makes a set that encodes exactly the characters given.
   *
   * @param characters ASCII characters, in any order
   * @param options what happens above U+007F (default `"none"`) and to a space
   * @throws TypeError for a character above U+007F, which only `nonAscii` can rule
   * @example
   * import { PercentEncodeSet } from "percodec/sets";
   * PercentEncodeSet.encoding(' <>"').has("<") // → true
   */
  static encoding(characters: string, options?: PercentEncodeSetOptions): PercentEncodeSet {
    return PercentEncodeSet.#from(new Uint8Array(128), characters, 1, options, "none", "PercentEncodeSet.encoding");
  }

  /**
   * Makes a set that encodes everything but ASCII letters, digits and the characters given.
   *
   * @param characters ASCII characters to leave bare beside A-Z, a-z and 0-9
   * @param options what happens above U+007F (default `"all"`) and to a space
   * @throws TypeError for a character above U+007F, which only `nonAscii` can rule
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
    const marked = mark(ascii, characters, bit, owner);
    const { nonAscii = rule, spaceAsPlus } = readOptions(options, SET_OPTIONS, owner);
    const encodesAbove = RULES[requireChoice(nonAscii, Object.keys(RULES) as NonAsciiRule[], "nonAscii")];
    if (requireFlag(spaceAsPlus, "spaceAsPlus")) marked[0x20] = 1;
    return new PercentEncodeSet(marked, encodesAbove, spaceAsPlus ?? false);
  }

  /** Whether the characters that the set encodes, and so the text, can be read back: `%` is encoded, and `+` where a space becomes one. */
  get reversible(): boolean {
    const { bytes, spaceAsPlus } = this.#table;
    return bytes[0x25] === 1 && (!spaceAsPlus || bytes[0x2b] === 1);
  }

  /** Whether a space is written as `+`. */
  get spaceAsPlus(): boolean {
    return this.#table.spaceAsPlus;
  }

  /** The classes of characters above U+007F that are encoded. */
  get nonAscii(): readonly NonAsciiClass[] {
    return CLASSES.filter((_, bit) => (this.#table.nonAscii >> bit) & 1);
  }

  /** The ASCII characters that are encoded, in order. */
  get encoded(): string {
    const ascii = Array.from(this.#table.bytes.subarray(0, 128), (bit, code) => bit && String.fromCharCode(code));
    return ascii.filter(Boolean).join("");
  }

  /** The ASCII characters that stay as they are, in order. */
  get kept(): string {
    return this.complement().encoded;
  }

  /**
   * Says whether a character is encoded.
   *
   * @param character one character, or its code point (0 to 0x10FFFF)
   * @throws TypeError for anything else
   * @example
   * import { whatwg } from "percodec/sets";
   * [whatwg.path.has("?"), whatwg.path.has(0xe9)] // → [true, true]
   */
  has(character: string | number): boolean {
    const code = typeof character === "string" ? onlyCodePoint(character) : character;
    if (!Number.isInteger(code) || code < 0 || code > 0x10ffff) {
      throw new TypeError(`has() takes one character or a code point up to 0x10FFFF, not ${showValue(character)}`);
    }
    return code < 0x80 ? this.#table.bytes[code] === 1 : (this.#table.nonAscii & nonAsciiClass(code)) !== 0;
  }

  /**
   * Gives the set with these characters encoded as well.
   *
   * @param characters ASCII characters
   * @throws TypeError for a character above U+007F
   * @example
   * import { whatwg } from "percodec/sets";
   * whatwg.query.add("'").encoded === whatwg.specialQuery.encoded // → true
   */
  add(characters: string): PercentEncodeSet {
    return this.#with(mark(this.#table.bytes, characters, 1, "add"));
  }

  /**
   * Gives the set with these characters left bare; a set that loses the space loses its `+` rule too.
   *
   * @param characters ASCII characters
   * @throws TypeError for a character above U+007F
   * @example
   * import { rfc3986 } from "percodec/sets";
   * rfc3986.component.remove("/:").has("/") // → false
   */
  remove(characters: string): PercentEncodeSet {
    return this.#with(mark(this.#table.bytes, characters, 0, "remove"));
  }

  #with(ascii: Uint8Array, origin?: PercentEncodeSetOrigin): PercentEncodeSet {
    return new PercentEncodeSet(ascii, this.#table.nonAscii, this.#table.spaceAsPlus, origin);
  }

  /**
   * Gives the set of what either set encodes; a space becomes `+` where either says so.
   *
   * @param other the other set
   * @example
   * import { PercentEncodeSet, rfc3986 } from "percodec/sets";
   * rfc3986.path.union(PercentEncodeSet.encoding("'")).has("'") // → true
   */
  union(other: PercentEncodeSet): PercentEncodeSet {
    const a = this.#table;
    const b = byteTable(other, "union");
    const ascii = a.bytes.map((bit, code) => bit | b.bytes[code]!);
    return new PercentEncodeSet(ascii, a.nonAscii | b.nonAscii, a.spaceAsPlus || b.spaceAsPlus);
  }

  /**
   * Gives the set of everything that this one leaves bare, each class above U+007F included; no space becomes `+` in it.
   *
   * @example
   * import { whatwg } from "percodec/sets";
   * whatwg.c0Control.complement().has("a") // → true
   */
  complement(): PercentEncodeSet {
    const ascii = this.#table.bytes.map((bit) => 1 - bit);
    return new PercentEncodeSet(ascii, RULES.all & ~this.#table.nonAscii, false);
  }

  /**
   * Gives the set under a name, with the link of its definition.
   *
   * @param name the registry's name, in kebab-case
   * @param source the link of the section that defines the set
   * @example
   * import { PercentEncodeSet } from "percodec/sets";
   * PercentEncodeSet.keeping("-_").named("house-slug", "https://example.com/style#slugs").name // → "house-slug"
   */
  named(name: string, source: string): PercentEncodeSet {
    requireString(name, "the name of a set");
    requireString(source, "the source of a set");
    return this.#with(this.#table.bytes, { name, source });
  }
}

/** Returns the set; throws a TypeError for anything else. */
export function requireSet(value: unknown, owner = "this"): PercentEncodeSet {
  if (value instanceof PercentEncodeSet) return value;
  throw new TypeError(`${owner} takes a PercentEncodeSet, not ${describeType(value)}${wayToSet(value, owner)}`);
}

/** Names what would make a set of a value: the function that finds it by its name, or a member of a group such as `rfc3986`. */
function wayToSet(value: unknown, owner: string): string {
  if (typeof value === "string") return `; namedSet(${quote(value)}) of percodec/sets finds it`;
  const entries = isPlainObject(value) ? Object.entries(value) : [];
  const [member, set] = entries.find(([, one]) => one instanceof PercentEncodeSet) ?? [];
  if (set === undefined) return indexHint(value, owner);
  // Names begin with that of the group.
  const [group] = ((set as PercentEncodeSet).name ?? "").split("-", 1);
  return `; pass a member of the group, such as ${group}.${member}`;
}

/** The class bit of a code point above U+007F (https://www.rfc-editor.org/rfc/rfc3987#section-2.2). */
export function nonAsciiClass(code: number): number {
  if (code < 0x10000) {
    if (code >= 0xe000 && code <= 0xf8ff) return IPRIVATE;
    const ucschar =
      (code >= 0xa0 && code <= 0xd7ff) || (code >= 0xf900 && code <= 0xfdcf) || (code >= 0xfdf0 && code <= 0xffef);
    return ucschar ? UCSCHAR : OTHER;
  }
  // Each plane gives up its last two code points; plane 14 also its tags and variation selectors, E0000–E0FFF.
  if ((code & 0xffff) > 0xfffd) return OTHER;
  if (code >= 0xf0000) return IPRIVATE;
  return code >= 0xe0000 && code < 0xe1000 ? OTHER : UCSCHAR;
}

/** Copies a table and sets the bits of some characters. */
function mark(ascii: Uint8Array, characters: string, bit: 0 | 1, owner: string): Uint8Array {
  requireText(characters, owner);
  if (/[^\0-\x7f]/.test(characters)) {
    throw new TypeError(`${owner} takes ASCII characters; the option nonAscii of a new set is for the others`);
  }
  const marked = ascii.slice();
  for (const character of characters) marked[character.charCodeAt(0)] = bit;
  return marked;
}

function onlyCodePoint(character: string): number {
  const code = character.codePointAt(0);
  return code !== undefined && character.length === (code > 0xffff ? 2 : 1) ? code : -1;
}
