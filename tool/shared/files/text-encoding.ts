import { fromUtf8, PERCENT } from "../text.ts";
import { wrapStage } from "./line-wrap.ts";
import { chain, copyStep, newlineStage, type Stage, type Step } from "./stage.ts";
import { type Encoding, utf8 } from "percodec/charset";
import { PercentEncoder } from "percodec";
import { escape } from "percodec/legacy";
import { PercentEncodeSet } from "percodec/sets";
import { type EncoderAsOptions, PercentEncoderAs } from "percodec/stream";

/** How a text in a file is encoded, by the command and by the page. */
export interface TextEncoding extends Required<Pick<EncoderAsOptions, "newlines" | "hex">> {
  readonly set: PercentEncodeSet;
  /** The encoding that the escapes stand for; undefined for the bytes of the file. */
  readonly encoding: Encoding | undefined;
  /** The encoding of the file; undefined for its bytes as they are, or UTF-8 with `encoding` or `legacy`. */
  readonly inputEncoding: Encoding | undefined;
  readonly invalidInput: EncoderAsOptions["invalidInput"];
  readonly unencodable: EncoderAsOptions["unencodable"];
  /** The most characters of a line; undefined for a result without line ends. */
  readonly width: number | undefined;
  /** Whether to escape as ECMAScript's `escape` does. */
  readonly legacy: boolean;
  readonly onIssue?: EncoderAsOptions["onIssue"];
}

/** A set that encodes nothing, so that an encoder only converts to UTF-8. */
const NOTHING = /* @__PURE__ */ PercentEncodeSet.encoding("", { nonAscii: "none" });

/** Returns the step that encodes a file. Each target needs room for 32 kB. */
export function startTextEncoding(options: TextEncoding): Step {
  const step = startEncoding(options);
  return options.width === undefined ? step : chain(step, wrapStage(options.width, options.legacy));
}

function startEncoding({ set, encoding, inputEncoding, legacy, newlines, hex, ...others }: TextEncoding): Step {
  const { invalidInput, unencodable, onIssue } = others;
  if (legacy) {
    const encoder = new PercentEncoderAs(utf8, NOTHING, { inputEncoding, invalidInput, newlines, onIssue });
    return chain((...chunk) => encoder.encodeInto(...chunk), escapeStage());
  }
  if (encoding !== undefined || inputEncoding !== undefined) {
    const options = { inputEncoding, invalidInput, unencodable, newlines, hex, onIssue };
    const encoder = new PercentEncoderAs(encoding ?? utf8, set, options);
    return (...chunk) => encoder.encodeInto(...chunk);
  }
  const read = newlines === "keep" ? copyStep : chain(copyStep, newlineStage(newlines ?? "lf"));
  return chain(read, bytesStage(set, hex));
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

/** The most bytes of an incomplete character. */
const MAX_HELD_BYTES = 3;

/** Returns a stage that percent-encodes bytes as they are. */
function bytesStage(set: PercentEncodeSet, hex: TextEncoding["hex"]): Stage {
  const encoder = new PercentEncoder(set);
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
