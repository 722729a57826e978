import { hasOwn } from "../base/own.ts";
import { type HostBuffer, platformGlobal } from "../base/platform.ts";
import { BYTES, type Instance, OUT, UNITS } from "./wasm-memory.ts";

// The flags of a text in memory, as in wasm/form.ts.
export const WIDE_SOURCE = 1;
const UTF8_SOURCE = 2;
const NO_LATIN1 = 4;

/** A unit outside Latin-1. A string stored as single bytes has none, so engines skip the search (12 ns for 10,000 units). */
const WIDE = /[^\0-\xff]/;

/** Copies text into the memory of a kernel and out of it. */
export interface TextIo {
  /** Writes a text and returns its flags, or a negative number for a lone surrogate, which has no UTF-8. */
  put(text: string): number;
  /** How many units, or bytes of UTF-8, the last `put` wrote. */
  count: number;
  /** The flags of bytes that are copied into the memory unchanged. */
  readonly byteFlags: number;
  /** Reads the output. Kind 0 is ASCII at the address of the input, 1 is Latin-1, 2 is UTF-16. */
  get(kind: number, length: number): string;
  ascii(at: number, length: number): string;
  /** Writes UTF-16 units at an index; undefined if the host has nothing faster than a loop. */
  readonly write: ((text: string, at: number) => void) | undefined;
  /** Reads UTF-8; returns `undefined` for other bytes. The property exists only if {@link put} writes UTF-8. */
  readonly utf8: ((from: number, to: number) => string | undefined) | undefined;
}

/** Returns the fastest implementation for the host, or `undefined` if none works. */
export function textIo(instance: Instance): TextIo | undefined {
  return bufferIo(instance) ?? encoderIo(instance);
}

/** Copies text through a Buffer over the memory, which writes and reads short strings in 40 to 60 ns. */
function bufferIo({ memory }: Instance): TextIo | undefined {
  const view = platformGlobal("Buffer")?.from(memory.buffer);
  // The Buffer of a bundler may lack these methods.
  const { latin1Write, ucs2Write, latin1Slice, ucs2Slice }: Partial<HostBuffer> = view ?? {};
  if (!latin1Write || !ucs2Write || !latin1Slice || !ucs2Slice || !isNative(view!)) return undefined;
  return {
    count: 0,
    byteFlags: UTF8_SOURCE,
    put(text) {
      this.count = text.length;
      if (WIDE.test(text)) {
        ucs2Write.call(view, text, UNITS, text.length * 2);
        return WIDE_SOURCE;
      }
      latin1Write.call(view, text, BYTES, text.length);
      return 0;
    },
    get(kind, length) {
      if (kind & 2) return ucs2Slice.call(view, OUT, OUT + length * 2);
      const at = kind & 1 ? OUT : BYTES;
      return latin1Slice.call(view, at, at + length);
    },
    write: (text, at) => void ucs2Write.call(view, text, at * 2, text.length * 2),
    ascii: (at, length) => latin1Slice.call(view, at, at + length),
    utf8: undefined,
  };
}

/**
 * Whether a Buffer copies text by native code: `ucs2Write` reads no property of its receiver. In Deno it is JavaScript, and with it the
 * kernel takes up to ten times as long as the platform's own functions.
 */
function isNative(view: HostBuffer): boolean {
  let isRead = false;
  const receiver = new Proxy(view, {
    get(target, name) {
      isRead = true;
      return target[name as keyof HostBuffer];
    },
  });
  try {
    view.ucs2Write.call(receiver, "", 0, 0);
  } catch {
    // Native code refuses the receiver.
  }
  return !isRead;
}

function encoderIo({ memory }: Instance): TextIo | undefined {
  const [Encoder, Decoder] = [platformGlobal("TextEncoder"), platformGlobal("TextDecoder")];
  if (!Encoder || !Decoder || !hasOwn(String.prototype, "isWellFormed")) return undefined;
  const encoder = new Encoder();
  const narrow = new Decoder("utf-8", { fatal: true, ignoreBOM: true });
  const wide = new Decoder("utf-16le", { fatal: false, ignoreBOM: true });
  const target = memory.subarray(BYTES, OUT);
  const ascii = (at: number, length: number) => narrow.decode(memory.subarray(at, at + length));
  return {
    count: 0,
    byteFlags: UTF8_SOURCE | NO_LATIN1,
    put(text) {
      if (!(text as string & { isWellFormed(): boolean }).isWellFormed()) return -1;
      this.count = encoder.encodeInto(text, target).written;
      return UTF8_SOURCE | NO_LATIN1;
    },
    get: (kind, length) => (kind === 0 ? ascii(BYTES, length) : wide.decode(memory.subarray(OUT, OUT + length * 2))),
    ascii,
    write: undefined,
    utf8(from, to) {
      try {
        return narrow.decode(memory.subarray(from, to));
      } catch {
        return undefined;
      }
    },
  };
}
