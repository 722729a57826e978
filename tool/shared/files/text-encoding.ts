import { fromUtf8, PERCENT } from "../text.ts";
import { wrapStage } from "./line-wrap.ts";
import { chain, copyStep, newlineStage, type Stage } from "./stage.ts";
import { utf8 } from "percodec/charset";
import { type EncoderOptions, PercentEncoder, type Step } from "percodec";
import { escape } from "percodec/legacy";
import { PercentEncodeSet } from "percodec/sets";

/** How a text in a file is encoded, by the command and by the page. */
export interface TextEncoding extends EncoderOptions {
  readonly set: PercentEncodeSet;
  /** The most characters of a line; undefined for a result without line ends. */
  readonly width: number | undefined;
  /** Whether to escape as ECMAScript's `escape` does. */
  readonly legacy: boolean;
}

/** A set that encodes nothing, so that an encoder only converts to UTF-8. */
const NOTHING = /* @__PURE__ */ PercentEncodeSet.encoding("", { nonAscii: "none" });

/** Returns the step that encodes a file. Each target needs room for 32 kB. */
export function startTextEncoding(options: TextEncoding): Step {
  const { set, width, legacy, ...encoder } = options;
  const step = startEncoding(set, legacy, encoder);
  return width === undefined ? step : chain(step, wrapStage(width, legacy));
}

function startEncoding(set: PercentEncodeSet, legacy: boolean, options: EncoderOptions): Step {
  const { encoding, inputEncoding, invalidInput, newlines = "keep", hex, onIssue, preserveEscapes } = options;
  if (legacy) {
    const encoder = new PercentEncoder(NOTHING, { encoding: utf8, inputEncoding, invalidInput, newlines, onIssue });
    return chain((...chunk) => encoder.encodeInto(...chunk), escapeStage());
  }
  if (encoding !== undefined || inputEncoding !== undefined) {
    const encoder = new PercentEncoder(set, options);
    return (...chunk) => encoder.encodeInto(...chunk);
  }
  const read = newlines === "keep" ? copyStep : chain(copyStep, newlineStage(newlines));
  return chain(read, bytesStage(new PercentEncoder(set, { preserveEscapes }), set, hex));
}

/** Returns a stage for ECMAScript's `escape`; it is given whole characters. */
function escapeStage(): Stage {
  return {
    growth: 3,
    write: (bytes, length, _final, target) => {
      const escaped = escape(fromUtf8(bytes.subarray(0, length)));
      for (let i = 0; i < escaped.length; i++) target[i] = escaped.charCodeAt(i);
      return escaped.length;
    },
  };
}

/** The most bytes of an incomplete character or escape. */
const MAX_HELD_BYTES = 3;

/** Returns a stage that percent-encodes bytes as they are. */
function bytesStage(encoder: PercentEncoder, set: PercentEncodeSet, hex: TextEncoding["hex"]): Stage {
  const held = new Uint8Array(MAX_HELD_BYTES);
  let heldLength = 0;
  return {
    growth: 3,
    write: (bytes, length, final, target) => {
      const source = new Uint8Array(heldLength + length);
      source.set(held.subarray(0, heldLength));
      source.set(bytes.subarray(0, length), heldLength);
      const { read, written } = encoder.encodeInto(source, target, { final });
      if (hex === "lower") lowerHex(source.subarray(0, read), target, set.has("%"));
      heldLength = source.length - read;
      held.set(source.subarray(read));
      return written;
    },
  };
}

/** Writes the hex digits of escapes in lower case. A `%` of the source that stayed is not taken for an escape. */
function lowerHex(source: Uint8Array, output: Uint8Array, encodesPercent: boolean): void {
  let at = 0;
  for (const byte of source) {
    if (output[at] !== PERCENT || (byte === PERCENT && !encodesPercent)) {
      at++;
      continue;
    }
    for (let k = at + 1; k < at + 3; k++) if (output[k]! >= 0x41) output[k]! |= 0x20;
    at += 3;
  }
}
