import { MAX_SEARCHED_UNITS } from "./native.ts";
import { type TextIo, WIDE_SOURCE } from "./text-io.ts";
import type { TextKernel } from "./types.ts";
import { BYTES, readEnd, type Instance, KEEP, OUT, PLUS_AS_SPACE, setTable } from "./wasm-memory.ts";

export function textKernel(instance: Instance, io: TextIo): TextKernel {
  return io.utf8 === undefined ? unitsKernel(instance, io) : bytesKernel(instance, io, io.utf8);
}

/** The operations on text that is in memory as Latin-1 or UTF-16. */
function unitsKernel(instance: Instance, io: TextIo): TextKernel {
  const { wasm } = instance;
  return {
    // Copying text in and out takes 60 ns.
    kernelMinUnits: { ascii: 60, any: 0, unchanged: Infinity, decode: 0 },
    encode(text, table) {
      const { length: count } = text;
      setTable(instance, table.bytes, table.spaceAsPlus);
      // The kernel checks for changes first, unless `isKnownUnchanged` has found one.
      const length = wasm.encodeText(count, io.put(text) === WIDE_SOURCE, count < MAX_SEARCHED_UNITS && !table.changed);
      table.changed = length !== 0;
      if (length <= 0) return length === 0 ? text : undefined;
      return io.ascii(OUT, length);
    },
    decode(text, plusAsSpace, keep) {
      const wide = io.put(text) === WIDE_SOURCE;
      const found = wasm.decodeText(text.length, wide, (plusAsSpace ? PLUS_AS_SPACE : 0) | (keep ? KEEP : 0));
      return found < 0 ? undefined : io.get(found & 3, found >> 2);
    },
  };
}

/** The operations on text that is in memory as UTF-8. */
function bytesKernel(instance: Instance, io: TextIo, utf8: NonNullable<TextIo["utf8"]>): TextKernel {
  const { wasm } = instance;
  return {
    // Through TextEncoder and TextDecoder only text above U+007F, and text that is unchanged, is encoded faster than by the platform in every
    // browser (docs/decisions.md#kernel).
    kernelMinUnits: { ascii: Infinity, any: 1000, unchanged: 1000, decode: Infinity },
    encode(text, { bytes, spaceAsPlus }) {
      if (io.put(text) < 0) return undefined;
      const end = BYTES + io.count;
      setTable(instance, bytes, spaceAsPlus);
      if (wasm.find(BYTES, end) === end) return text;
      return wasm.encode(BYTES, end, OUT) === end ? utf8(OUT, readEnd(instance)) : undefined;
    },
    decode(text, plusAsSpace, keep) {
      if (io.put(text) < 0) return undefined;
      const end = BYTES + io.count;
      const flags = (plusAsSpace ? PLUS_AS_SPACE : 0) | (keep ? KEEP : 0);
      return wasm.decode(BYTES, end, BYTES, flags) === end ? utf8(BYTES, readEnd(instance)) : undefined;
    },
  };
}
