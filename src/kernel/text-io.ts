import { toHex } from "../base/escape.ts";
import { hasOwn } from "../base/own.ts";
import type { ByteTable } from "../sets/percent-encode-set.ts";
import { type HostBuffer, lent } from "../base/platform.ts";
import { BLOCK_UNITS, type TextKernel, type TextProgress } from "./types.ts";
import { BYTES, END, type Instance, KEEP, OUT, PLUS_AS_SPACE, setTable, UNITS } from "./wasm-memory.ts";
import { blockEnd, isLowSurrogate } from "../base/utf8.ts";

/** What one way of getting text in and out does for a block; undefined where the scalar code has to decide. */
interface BlockCoder {
  encode(text: string, table: ByteTable): string | undefined;
  decode(text: string, plusAsSpace: boolean, keep: boolean): string | undefined;
}

/** A unit that Latin-1 does not have: engines see at once that a string of single bytes has none (12 ns for 10,000 units). */
export const WIDE: RegExp = /[^\0-\xff]/;

/** Up to here one look by a regular expression, 0.6 ns a unit, is faster than a way through the memory. */
const LOOK_UNITS = 100;

/**
 * Below this many units the language's own function is the faster one where little is encoded; the kernel takes 60 ns for what
 * goes in and out.
 */
const NATIVE_UNITS = 60;

/** What encodeURIComponent leaves bare and RFC 3986 does not: the one difference that is looked at. */
const NATIVE_EXTRA = /[!'()*]/;

// Kept as they are now: a page may put others in their place.
const encodeNative = encodeURIComponent;
const decodeNative = decodeURIComponent;

/** Text through a Buffer over the memory, which writes and reads short strings in 40 to 60 ns. */
export function bufferText(instance: Instance): TextKernel | undefined {
  const { wasm, memory } = instance;
  const view = lent("Buffer")?.from(memory.buffer as ArrayBuffer);
  // The Buffer that a bundler brings may lack them.
  const { latin1Write, ucs2Write, latin1Slice, ucs2Slice }: Partial<HostBuffer> = view ?? {};
  if (!latin1Write || !ucs2Write || !latin1Slice || !ucs2Slice) return undefined;

  const put = (text: string): boolean => {
    const wide = WIDE.test(text);
    if (wide) ucs2Write.call(view, text, UNITS, text.length * 2);
    else latin1Write.call(view, text, BYTES, text.length);
    return wide;
  };
  return byBlocks({
    encode(text, table) {
      const { length: count } = text;
      if (count < NATIVE_UNITS && text.charCodeAt(0) < 0x80 && text.charCodeAt(count >> 1) < 0x80) {
        const encoded = encodeByNative(text, table);
        if (encoded !== undefined) return encoded;
      }
      setTable(instance, table.bytes, table.spaceAsPlus);
      // What was not looked at may have nothing to change.
      const length = wasm.encodeText(count, put(text), count < LOOK_UNITS && !table.changed);
      table.changed = length !== 0;
      if (length <= 0) return length === 0 ? text : undefined;
      return latin1Slice.call(view, OUT, OUT + length);
    },
    decode(text, plusAsSpace, keep) {
      const found = wasm.decodeText(text.length, put(text), (plusAsSpace ? PLUS_AS_SPACE : 0) | (keep ? KEEP : 0));
      if (found < 0) return undefined;
      const length = found >> 2;
      if (found & 2) return ucs2Slice.call(view, OUT, OUT + length * 2);
      const at = found & 1 ? OUT : BYTES;
      return latin1Slice.call(view, at, at + length);
    },
  });
}

/** Text through TextEncoder and TextDecoder. */
export function encoderText(instance: Instance): TextKernel | undefined {
  const { wasm, memory, words } = instance;
  const [Encoder, Decoder] = [lent("TextEncoder"), lent("TextDecoder")];
  if (!Encoder || !Decoder || !hasOwn(String.prototype, "isWellFormed")) return undefined;
  const encoder = new Encoder();
  const decoder = new Decoder("utf-8", { fatal: true, ignoreBOM: true });
  const room = memory.subarray(BYTES, OUT);
  /** Gives the end of the UTF-8, or 0 where a surrogate is alone, which an encoder would replace. */
  const put = (text: string): number => {
    const wellFormed = (text as string & { isWellFormed(): boolean }).isWellFormed();
    return wellFormed ? BYTES + encoder.encodeInto(text, room).written : 0;
  };
  return byBlocks({
    encode(text, { bytes, spaceAsPlus }) {
      const end = put(text);
      if (end === 0) return undefined;
      setTable(instance, bytes, spaceAsPlus);
      if (wasm.find(BYTES, end) === end) return text;
      return wasm.encode(BYTES, end, OUT) === end ? decoder.decode(memory.subarray(OUT, words[END >> 2])) : undefined;
    },
    decode(text, plusAsSpace, keep) {
      const end = put(text);
      const flags = (plusAsSpace ? PLUS_AS_SPACE : 0) | (keep ? KEEP : 0);
      if (end === 0 || wasm.decode(BYTES, end, BYTES, flags) !== end) return undefined;
      try {
        return decoder.decode(memory.subarray(BYTES, words[END >> 2]));
      } catch {
        return undefined;
      }
    },
  });
}

/**
 * Text by the language's own functions, which do what we do unless they throw: until the kernel is there, and for hosts that
 * refuse it.
 */
export function nativeText(): TextKernel {
  return byBlocks({
    encode: encodeByNative,
    decode(text, plusAsSpace) {
      // A lone surrogate may be an issue, and is nothing to decodeURIComponent.
      const doubtful = (plusAsSpace && text.includes("+")) || /[\ud800-\udfff]/.test(text);
      return doubtful ? undefined : orUndefined(decodeNative, text);
    },
  });
}

/** Encodes by encodeURIComponent, where that and the set agree on the text. */
function encodeByNative(text: string, table: ByteTable): string | undefined {
  const lacking = nativeLacks(table);
  if (lacking === false || (lacking !== "" && NATIVE_EXTRA.test(text))) return undefined;
  const encoded = orUndefined(encodeNative, text);
  table.changed = encoded !== undefined && encoded.length > text.length;
  return encoded;
}

/**
 * Whether a short text is seen to hold nothing that the set may change; it is not looked at where the one before was changed, since one
 * look of two was in vain then (20 ns of 130).
 */
export function seenUnchanged(text: string, table: ByteTable): boolean {
  return !table.changed && text.length < LOOK_UNITS && !(table.changing ?? changing(table)).test(text);
}

/** The expression that finds a unit which a set may change: its ASCII characters, what stands above if anything does, surrogates. */
function changing(table: ByteTable): RegExp {
  let found = table.nonAscii ? "\\x80-\\uffff" : "\\ud800-\\udfff";
  for (let code = 0; code < 0x80; code++) if (table.bytes[code] === 1) found += `\\x${toHex(code, 2)}`;
  return (table.changing = new RegExp(`[${found}]`));
}

/**
 * What a set encodes and encodeURIComponent does not; false where that is not the whole difference
 * (https://tc39.es/ecma262/#sec-encodeuricomponent-uricomponent).
 */
function nativeLacks(table: ByteTable): string | false {
  if (table.lacking !== undefined) return table.lacking;
  let lacking: string | false = table.nonAscii === 7 && !table.spaceAsPlus && "";
  for (let code = 0; code < 0x80 && lacking !== false; code++) {
    const character = String.fromCharCode(code);
    const bare = encodeNative(character) === character;
    if (bare === (table.bytes[code] === 0)) continue;
    lacking = bare && NATIVE_EXTRA.test(character) && lacking + character;
  }
  return (table.lacking = lacking);
}

function orUndefined(native: (text: string) => string, text: string): string | undefined {
  try {
    return native(text);
  } catch {
    return undefined;
  }
}

/** Takes text block by block, up to the first block that is not all clean. */
function byBlocks(coder: BlockCoder): TextKernel {
  const progress = (
    text: string,
    from: number,
    to: number,
    endOf: typeof blockEnd,
    code: (block: string) => string | undefined,
  ): TextProgress => {
    const parts: string[] = [];
    let at = from;
    while (at < to) {
      const end = endOf(text, at, to, BLOCK_UNITS);
      const part = end > at ? code(text.slice(at, end)) : undefined;
      if (part === undefined) break;
      parts.push(part);
      at = end;
    }
    return { read: at, value: parts.join("") };
  };
  return {
    ...coder,
    encodeSome: (text, from, to, table) => progress(text, from, to, blockEnd, (block) => coder.encode(block, table)),
    decodeSome: (text, from, to, plusAsSpace, keep) =>
      progress(text, from, to, characterEnd, (block) => coder.decode(block, plusAsSpace, keep)),
  };
}

/**
 * A block's end that is in no escape and in no character of escapes; `from` where none is near, for then the text is malformed, and
 * of a `%` that is cut off from what follows nobody could say whether it is to be kept.
 */
function characterEnd(text: string, from: number, end: number, units: number): number {
  const most = from + units;
  if (most >= end) return end;
  for (let to = most; to > most - 12; to--) {
    const inside =
      text[to - 1] === "%" || text[to - 2] === "%" || (text[to] === "%" && /[89ab]/i.test(text.charAt(to + 1)));
    if (!inside && !isLowSurrogate(text.charCodeAt(to))) return to;
  }
  return from;
}
