import { lowerHex } from "../base/hex-case.ts";
import { wrapStage } from "../base/line-wrap.ts";
import { newlineStage } from "../base/newlines.ts";
import { chain, copyStep, type Stage, type Step } from "../base/stage.ts";
import { readUtf8 } from "../base/utf8.ts";
import { type Encoding, utf8 } from "../charset/encoding.ts";
import { PercentEncoder } from "../codec/encode.ts";
import { escape } from "../codec/legacy.ts";
import { PercentEncodeSet } from "../sets/percent-encode-set.ts";
import { type EncoderAsOptions, PercentEncoderAs } from "./chunks-as.ts";

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
      const escaped = escape(readUtf8(bytes, 0, length));
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
      if (hex === "lower") lowerHex(source, 0, read, target, 0, set.has("%"));
      heldLength = source.length - read;
      held.set(source.subarray(read));
      return written;
    },
  };
}
