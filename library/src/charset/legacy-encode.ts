import { lowerHex, PERCENT, writeEscape } from "../base/escape.ts";
import { codePointAt } from "../base/utf8.ts";
import { percentEncodeAfterEncoding } from "@exodus/bytes/whatwg.js";
import { percentDecodeBytes } from "../codec/decode.ts";
import { encodeScalar } from "../kernel/scalar.ts";
import type { ByteTable } from "../sets/byte-table.ts";
import type { Encoded, LegacyCodec, TextPartEncoder } from "../codec/encoding.ts";

/** Marks a code point that the encoding lacks. A sequence is a number of up to four bytes, and never FF FF FF FF. */
const LACKING = 0xffffffff;

/** The escape sequences of ISO-2022-JP, which are its states (https://encoding.spec.whatwg.org/#iso-2022-jp-encoder). */
const [ASCII, ROMAN, JIS0208] = [0x1b2842, 0x1b284a, 0x1b2442];

export function legacyEncoder(name: string): Pick<LegacyCodec, "encoder" | "has"> {
  const findSequence = sequenceFinder(name);
  const has = (code: number): boolean => code < 0x80 || findSequence(code) !== LACKING;
  if (name !== "ISO-2022-JP") return { has, encoder: () => (text) => encode(text, findSequence) };
  return { has: (code) => !isStateControl(code) && has(code), encoder: () => iso2022jpEncoder(findSequence) };
}

/** Whether a control would switch the state of ISO-2022-JP (https://encoding.spec.whatwg.org/#iso-2022-jp-encoder). */
function isStateControl(code: number): boolean {
  return code === 0x0e || code === 0x0f || code === 0x1b;
}

function encode(text: string, findSequence: (code: number) => number): Encoded {
  const output = new Output(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = codePointAt(text, i);
    if (code > 0xffff) i++;
    const sequence = code < 0x80 ? code : findSequence(code);
    if (sequence === LACKING) output.addLacking(code);
    else output.put(sequence);
  }
  return output.end();
}

function iso2022jpEncoder(findSequence: (code: number) => number): TextPartEncoder {
  let state = ASCII;
  return (text, final) => {
    const output = new Output(text.length);
    const enter = (next: number): void => {
      if (next !== state) output.put(next);
      state = next;
    };
    for (const character of text) {
      const code = codePointAt(character, 0);
      if (code < 0x80) {
        // The Roman state has all ASCII characters except two.
        if (state === JIS0208 || code === 0x5c || code === 0x7e) enter(ASCII);
        if (isStateControl(code)) output.addLacking(0xfffd);
        else output.put(code);
        continue;
      }
      const sequence = findSequence(code);
      if (sequence !== LACKING) {
        enter(sequence < 0x100 ? ROMAN : JIS0208);
        output.put(sequence);
      } else {
        if (state === JIS0208) enter(ASCII);
        output.addLacking(code);
      }
    }
    if (final) enter(ASCII);
    return output.end();
  };
}

/** Returns a function that finds the sequence of a code point above ASCII, for ISO-2022-JP without the escape sequences. */
function sequenceFinder(name: string): (code: number) => number {
  /** The sequences found so far, in pages of 256 code points, with 0 for the others: at most 4 MB. */
  const pages = new Map<number, Uint32Array>();
  return (code) => {
    let page = pages.get(code >> 8);
    if (page === undefined) pages.set(code >> 8, (page = new Uint32Array(0x100)));
    return (page[code & 0xff] ||= lookUp(name, code));
  };
}

/** Finds a sequence by percent-encode after encoding. The set contains `%` but not `&`, so `%26` always begins a reference. */
function lookUp(name: string, code: number): number {
  const encoded = percentEncodeAfterEncoding(name, String.fromCodePoint(code), "%");
  if (encoded.startsWith("%26")) return LACKING;
  const bytes = percentDecodeBytes(Uint8Array.from(encoded, (character) => character.charCodeAt(0)));
  const sequenceBytes = bytes[0] === 0x1b ? bytes.subarray(3, -3) : bytes;
  return sequenceBytes.reduce((sequence, byte) => sequence * 0x100 + byte, 0);
}

/** A buffer that grows by doubling, and the list of missing code points. */
class Output {
  readonly #lacking: number[] = [];
  #bytes: Uint8Array;
  #at = 0;

  constructor(units: number) {
    this.#bytes = new Uint8Array(units + 8);
  }

  /** Appends one to four bytes, the first the highest. */
  put(sequence: number): void {
    if (this.#at + 4 > this.#bytes.length) this.#grow();
    if (sequence > 0xffffff) this.#bytes[this.#at++] = sequence >>> 24;
    if (sequence > 0xffff) this.#bytes[this.#at++] = sequence >>> 16;
    if (sequence > 0xff) this.#bytes[this.#at++] = sequence >>> 8;
    this.#bytes[this.#at++] = sequence;
  }

  addLacking(code: number): void {
    this.#lacking.push(this.#at, code);
  }

  end(): Encoded {
    return { bytes: this.#bytes.subarray(0, this.#at), lacking: this.#lacking };
  }

  #grow(): void {
    const bytes = new Uint8Array(this.#bytes.length * 2);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }
}

/** Percent-encodes the bytes of a text, with a reference for each missing code point, and returns the index after the output. */
export function writeEncoded(
  { bytes, lacking }: Encoded,
  table: ByteTable,
  output: Uint8Array,
  at: number,
  hex: "upper" | "lower" = "upper",
): number {
  const encoded = table.bytes.slice().fill(1, 0x80);
  let from = 0;
  let o = at;
  const encodeTo = (to: number): void => {
    const start = o;
    o += encodeScalar(bytes, from, to, output, o, encoded, table.spaceAsPlus).written;
    if (hex === "lower") lowerHex(bytes, from, to, output, start, encoded[PERCENT] === 1);
    from = to;
  };
  for (let k = 0; k < lacking.length; k += 2) {
    encodeTo(lacking[k]!);
    const start = o;
    o = writeReference(lacking[k + 1]!, output, o);
    if (hex === "lower") for (let i = start; i < o; i++) if (output[i]! > 0x40) output[i]! |= 0x20;
  }
  encodeTo(bytes.length);
  return o;
}

function writeReference(code: number, output: Uint8Array, at: number): number {
  at = writeEscape(0x23, output, writeEscape(0x26, output, at));
  for (const digit of String(code)) output[at++] = digit.charCodeAt(0);
  return writeEscape(0x3b, output, at);
}
