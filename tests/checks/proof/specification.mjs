// What percent-decoding is, as a machine over bytes that shares no code with the library: RFC 3986 section 2.1 for escapes,
// table 3-7 of the Unicode Standard (section 3.9) for UTF-8, ECMA-262 B.2.1.2 for `%uXXXX`.

/**
 * Table 3-7: lead bytes, second bytes, and the length of the sequence. The other bytes are 80 to BF.
 *
 * @type {[first: number, last: number, least: number, most: number, length: number][]}
 */
const WELL_FORMED = [
  [0xc2, 0xdf, 0x80, 0xbf, 2],
  [0xe0, 0xe0, 0xa0, 0xbf, 3],
  [0xe1, 0xec, 0x80, 0xbf, 3],
  [0xed, 0xed, 0x80, 0x9f, 3],
  [0xee, 0xef, 0x80, 0xbf, 3],
  [0xf0, 0xf0, 0x90, 0xbf, 4],
  [0xf1, 0xf3, 0x80, 0xbf, 4],
  [0xf4, 0xf4, 0x80, 0x8f, 4],
];
/** Lead bytes of no well-formed sequence that were once defined: RFC 2279 section 2. */
const OBSOLETE = { 0xc0: 2, 0xc1: 2, 0xf5: 4, 0xf6: 4, 0xf7: 4 };
const REPLACEMENT = [0xef, 0xbf, 0xbd];
const PERCENT = 0x25;

const findRow = (lead) => WELL_FORMED.find(([first, last]) => lead >= first && lead <= last);
const findLength = (lead) => findRow(lead)?.[4] ?? OBSOLETE[lead] ?? 1;
const isContinuation = (byte) => byte >= 0x80 && byte <= 0xbf;
const isHex = (byte) => (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
const toText = (bytes) => String.fromCharCode(...bytes);

/** Returns the code of a sequence that is not a character, or undefined. */
function findFault([lead, second, ...rest]) {
  const row = findRow(lead);
  if (second === undefined) return "invalid-utf8";
  if (row === undefined) return lead < 0xc2 ? "overlong-utf8" : "code-point-out-of-range";
  if (second < row[2]) return "overlong-utf8";
  if (second > row[3]) return lead === 0xed ? "encoded-surrogate" : "code-point-out-of-range";
  return rest.length + 2 < row[4] ? "invalid-utf8" : undefined;
}

function toCodePoint(bytes) {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes)).codePointAt(0);
}

/** A decoder that is fed one byte at a time. What it decides is in `output`, `issues` and `fault`. */
export class Specification {
  /**
   * The bytes of an incomplete character: the value of each and its source.
   *
   * @type {{ value: number; source: number[] }[]}
   */
  character = [];
  /**
   * The source of an incomplete escape.
   *
   * @type {number[]}
   */
  escape = [];
  /**
   * The source of an escape `%uD800` to `%uDBFF`, which waits for the second half.
   *
   * @type {number[]}
   */
  half = [];
  at = 0;
  /** @type {number[]} */
  output = [];
  /** @type {[code: string, index: number, length: number][]} */
  issues = [];
  /** @type {[code: string, index: number, length: number] | undefined} */
  fault = undefined;

  /** @param options as for PercentDecoder, but `except` is a set of code points */
  constructor(options) {
    // Only characters can be accepted: other bytes throw by default.
    this.options = options.accept === undefined ? options : { invalidUtf8: "throw", ...defined(options) };
  }

  /** Returns a machine in the same state that has decided nothing yet. */
  copy() {
    const copied = new Specification(this.options);
    Object.assign(copied, { character: [...this.character], escape: [...this.escape], half: [...this.half] });
    return copied;
  }

  /** Reads a byte. After a fault it reads nothing. */
  feed(byte) {
    if (this.fault !== undefined) return;
    const { escape } = this;
    if (escape.length === 0) {
      if (byte === PERCENT) escape.push(byte);
      else {
        this.endHalf();
        this.element(byte, [byte]);
      }
      return;
    }
    const isU = escape.length === 1 ? byte === 0x75 && this.options.percentU : escape[1] === 0x75;
    if (isU) this.feedU(byte);
    else if (!isHex(byte)) this.malformed("malformed-escape", this.take("escape"), [byte]);
    else if (escape.length === 1) {
      this.endHalf();
      escape.push(byte);
    } else {
      const source = [...this.take("escape"), byte];
      this.element(parseInt(toText(source.slice(1)), 16), source);
    }
  }

  feedU(byte) {
    const { escape } = this;
    if (escape.length === 1) {
      this.endCharacter();
      escape.push(byte);
      return;
    }
    if (!isHex(byte)) {
      const [percent, ...rest] = this.take("escape");
      this.malformed("malformed-escape", [percent], [...rest, byte]);
      return;
    }
    escape.push(byte);
    if (escape.length === 6) this.unit(this.take("escape"));
  }

  /** Reads a whole `%uXXXX`. */
  unit(source) {
    const value = parseInt(toText(source.slice(2)), 16);
    if (this.half.length > 0 && value >= 0xdc00 && value <= 0xdfff) {
      const pair = [...this.take("half"), ...source];
      const high = parseInt(toText(pair.slice(2, 6)), 16);
      this.write(0x10000 + (high - 0xd800) * 0x400 + (value - 0xdc00), pair);
      return;
    }
    this.endHalf();
    if (this.fault !== undefined) return;
    if (value >= 0xd800 && value <= 0xdbff) this.half = source;
    else if (value >= 0xdc00 && value <= 0xdfff) this.invalid("lone-surrogate", source, 1);
    else this.write(value, source, true);
  }

  /** Reads a byte, raw or from an escape. */
  element(value, source) {
    if (this.fault !== undefined) return;
    const { options } = this;
    if (this.character.length > 0) {
      if (isContinuation(value)) {
        this.character.push({ value, source });
        if (this.character.length === findLength(this.character[0]?.value)) this.endCharacter();
        return;
      }
      this.endCharacter();
    }
    if (this.hasFault()) return;
    if (value < 0x80) this.write(source[0] === 0x2b && options.plus === "space" ? 0x20 : value, source);
    else if (options.invalidUtf8 === undefined) this.emit([value], source);
    else if (findLength(value) > 1) this.character.push({ value, source });
    else this.invalid("invalid-utf8", source, 1);
  }

  hasFault() {
    return this.fault !== undefined;
  }

  /** Decides what the incomplete character is. */
  endCharacter() {
    const bytes = this.take("character");
    if (bytes.length === 0) return;
    const values = bytes.map(({ value }) => value);
    const source = bytes.flatMap((byte) => byte.source);
    const code = findFault(values);
    if (code === undefined) this.write(toCodePoint(values), source);
    // A text may contain a lone surrogate, but no escape of one.
    else if (this.options.text && code === "encoded-surrogate" && source.length === 3 && values.length === 3)
      this.emit(values, source);
    else this.invalid(code, source, code === "invalid-utf8" ? 1 : bytes.length);
  }

  /** A high surrogate without a low one is a fault. */
  endHalf() {
    const source = this.take("half");
    if (source.length > 0) this.invalid("lone-surrogate", source, 1);
  }

  /** Decides that no more bytes follow. */
  end() {
    if (this.fault !== undefined) return;
    this.endHalf();
    if (this.escape.length === 0) return this.endCharacter();
    const isU = this.escape[1] === 0x75;
    const source = this.take("escape");
    this.malformed("truncated-escape", isU ? source.slice(0, 1) : source, isU ? source.slice(1) : []);
    this.end();
  }

  malformed(code, source, following) {
    this.endHalf();
    this.endCharacter();
    if (this.fault === undefined) this.apply(this.options.malformed ?? "throw", code, source, 1);
    for (const byte of following) this.feed(byte);
  }

  invalid(code, source, subparts) {
    if (this.fault === undefined) this.apply(this.options.invalidUtf8 ?? "throw", code, source, subparts);
  }

  apply(policy, code, source, subparts) {
    if (policy === "throw") {
      this.fault = [code, this.at, source.length];
      return;
    }
    this.issues.push([code, this.at, source.length]);
    if (policy === "keep") this.emit(source.flatMap(keepByte), source);
    else this.emit(policy === "replace" ? Array.from({ length: subparts }, () => REPLACEMENT).flat() : [], source);
  }

  /** Writes a character, unless an option keeps or refuses it. */
  write(code, source, isUnit = false) {
    if (this.fault !== undefined) return;
    const { accept, except } = this.options;
    if (code < 0x80 && source.length > 1 && except?.has(code)) return this.emit(source, source);
    if (accept !== undefined && !accept(code)) {
      this.fault = ["not-accepted", this.at, source.length];
      return;
    }
    if (isUnit && code < 0x80) this.issues.push(["percent-u-ascii", this.at, source.length]);
    this.emit([...new TextEncoder().encode(String.fromCodePoint(code))], source);
  }

  emit(bytes, source) {
    this.output.push(...bytes);
    this.at += source.length;
  }

  take(name) {
    const taken = this[name];
    this[name] = [];
    return taken;
  }
}

const defined = (options) => Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

/** A kept byte above 7F becomes an escape: text cannot contain it. */
const keepByte = (byte) =>
  byte < 0x80 ? [byte] : [...new TextEncoder().encode(`%${byte.toString(16).toUpperCase()}`)];

/** Feeds a whole input to a new decoder. */
export function specify(options, bytes) {
  const decoder = new Specification(options);
  for (const byte of bytes) decoder.feed(byte);
  decoder.end();
  return decoder;
}
