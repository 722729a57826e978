import { percentEncode, PercentEncoder, type Step } from "percodec";
import type { PercentEncodeSet } from "percodec/sets";
import { countByte } from "percodec/wasm";
import { CARRIAGE_RETURN, LINE_FEED } from "../../shared/files/framing.ts";
import type { Invocation } from "../line/arguments.ts";
import { ENCODE_TEXT_FLAGS } from "../line/flags.ts";
import type { CommandCodec } from "./bytes.ts";
import { loadSet } from "./set-options.ts";

/** Creates the codec of `encode`. */
export async function createEncoder(invocation: Invocation): Promise<CommandCodec> {
  const set = await loadSet(invocation);
  if (ENCODE_TEXT_FLAGS.some((flag) => invocation.has(flag))) {
    return (await import("./encode-text.ts")).textEncoder(invocation, set);
  }
  return {
    ...(set.has("\n") && { finalLineEndHint: "the final line end was encoded; --lines encodes each line" }),
    text: (text) => percentEncode(text, set),
    start: () => startEncoding(set),
    startMany: (mark) => (mark === "\n" && set.has("\r") ? startEncodingLines(set) : startEncoding(set.remove(mark))),
    isLossy: () => false,
  };
}

function startEncoding(set: PercentEncodeSet): Step {
  const encoder = new PercentEncoder(set);
  return (source, target, options) => encoder.encodeInto(source, target, options);
}

/** Encodes many lines at once, and stops at a CR inside a line: that line is encoded separately. */
function startEncodingLines(set: PercentEncodeSet): Step {
  const run = startEncoding(set.remove("\r\n"));
  /** The end of the last block with a CR. Most blocks have none, and `countByte` is ten times as fast as `indexOf`. */
  let lastWithCr = -1;
  return (source, target, { from = 0, to = source.length } = {}) => {
    if (to > lastWithCr && countByte(CARRIAGE_RETURN, source, from, to) === 0) return run(source, target, { from, to });
    let at = source.indexOf(CARRIAGE_RETURN, from);
    lastWithCr = at >= 0 && at < to ? Math.max(lastWithCr, to) : -1;
    while (at >= 0 && at < to && source[at + 1] === LINE_FEED) at = source.indexOf(CARRIAGE_RETURN, at + 2);
    return run(source, target, { from, to: at < 0 ? to : Math.min(at, to) });
  };
}
