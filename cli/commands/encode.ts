import { CARRIAGE_RETURN, LINE_FEED } from "../../src/base/framing.ts";
import { percentEncode, PercentEncoder } from "../../src/index.ts";
import { type PercentEncodeSet, rfc3986 } from "../../src/sets/index.ts";
import { countByte } from "../../src/wasm.ts";
import type { Run } from "../codec.ts";
import { CliError, EXIT } from "../io/errors.ts";
import type { Invocation } from "../arguments.ts";
import { transcode } from "../transcode.ts";

/** `percodec encode`. */
export async function encode(invocation: Invocation): Promise<number | undefined> {
  const set = await loadSet(invocation);
  return transcode(invocation, {
    ...(set.has("\n") && { finalLineEnd: "the final line end was encoded; --lines encodes each line" }),
    text: (text) => percentEncode(text, set),
    report: (text) => ({ value: percentEncode(text, set) }),
    start: () => encoding(set),
    startMany: (mark) => (mark === "\n" && set.has("\r") ? encodingLines(set) : encoding(set.remove(mark))),
    loses: () => false,
  });
}

function encoding(set: PercentEncodeSet): Run {
  const encoder = new PercentEncoder(set);
  return (source, target, options) => encoder.encodeInto(source, target, options);
}

/** Encodes many lines at once, up to a CR that belongs to a line: the record of it is encoded alone. */
function encodingLines(set: PercentEncodeSet): Run {
  const run = encoding(set.remove("\r\n"));
  /** Up to where a CR was found: most inputs have none, and counting none is ten times as fast as looking for the first. */
  let found = -1;
  return (source, target, { from = 0, to = source.length }) => {
    if (to > found && countByte(CARRIAGE_RETURN, source, from, to) === 0) return run(source, target, { from, to });
    let at = source.indexOf(CARRIAGE_RETURN, from);
    found = at >= 0 && at < to ? Math.max(found, to) : -1;
    while (at >= 0 && at < to && source[at + 1] === LINE_FEED) at = source.indexOf(CARRIAGE_RETURN, at + 2);
    return run(source, target, { from, to: at < 0 ? to : Math.min(at, to) });
  };
}

/** The set that is asked for by name, by `--form`, and less what `--keep` says. */
export async function loadSet(invocation: Invocation): Promise<PercentEncodeSet> {
  const form = invocation.has("form");
  if (form && invocation.has("set")) throw new CliError(EXIT.usage, "--form names a set already: leave out --set");
  const name = invocation.value("set") ?? (form ? "whatwg-form" : undefined);
  const set = name === undefined ? rfc3986.component : (await import("../named-set.ts")).findSet(name);
  const keep = invocation.value("keep") ?? "";
  const foreign = /[^\0-\x7f]/u.exec(keep);
  if (foreign) throw new CliError(EXIT.usage, `--keep takes ASCII characters, not ${foreign[0]}`);
  return keep === "" ? set : set.remove(keep);
}
