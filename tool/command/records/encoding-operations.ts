import type { Encoding } from "percodec/charset";
import { type DecoderOptions, type EncoderOptions, PercentDecoder, PercentEncoder, type Step } from "percodec";
import type { PercentEncodeSet } from "percodec/sets";
import type { Operation } from "./operations.ts";
import type { watchWebLabel } from "../run/load-encoding.ts";
import { ScratchBuffer } from "./byte-writer.ts";

/** The least length of a target. */
const MIN_TARGET_BYTES = 0x2000;

type Watch = ReturnType<typeof watchWebLabel>;

/** Decodes escapes of another encoding; the raw characters of a field are UTF-8, as those of a TEXT. */
export function decodeAsOperation(encoding: Encoding, options: DecoderOptions, watch: Watch): Operation {
  return chunkOperation(() => {
    const decoder = new PercentDecoder({ ...options, encoding, raw: "utf-8" });
    return watch((...chunk) => decoder.decodeInto(...chunk), false);
  });
}

/** Encodes a field, which is UTF-8, as escapes of another encoding. */
export function encodeAsOperation(
  encoding: Encoding,
  set: PercentEncodeSet,
  options: EncoderOptions,
  watch: Watch,
): Operation {
  return chunkOperation(() => {
    const encoder = new PercentEncoder(set, { ...options, encoding });
    return watch((...chunk) => encoder.encodeInto(...chunk), false);
  });
}

/** Runs a step over each field. Each field is a text of its own, so the state of an encoding ends with it. */
function chunkOperation(start: () => Step): Operation {
  const scratch = new ScratchBuffer();
  // Wrong options are an error before the first record.
  start();
  return ({ bytes, from, to }, result) => {
    const step = start();
    let target = scratch.reserve(to - from + MIN_TARGET_BYTES);
    let at = from;
    let length = 0;
    try {
      // The step stops before a fault; the next call throws. An empty field has one call without bytes.
      for (let isFirst = true; isFirst || at < to; isFirst = false) {
        if (target.length - length < MIN_TARGET_BYTES) target = scratch.extend(length);
        const { read, written } = step(bytes, target.subarray(length), { from: at, to });
        at += read;
        length += written;
      }
      result.good(target, 0, length);
    } catch (error) {
      result.fail(error, ({ index }) => index);
    }
  };
}
