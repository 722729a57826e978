import { percentEncode, PercentEncoder } from "../../src/index.ts";
import { type PercentEncodeSet, rfc3986 } from "../../src/sets/index.ts";
import { EXIT, Stop } from "../exit-codes.ts";
import type { Invocation } from "../flags.ts";
import { transcode } from "../transcode.ts";

/** `percodec encode`. */
export async function encode(invocation: Invocation): Promise<number | undefined> {
  const set = await setOf(invocation);
  return transcode(invocation, {
    text: (text) => percentEncode(text, set),
    report: (text) => ({ value: percentEncode(text, set) }),
    start: (_, separator) => {
      const encoder = new PercentEncoder(separator === undefined ? set : set.remove(separator));
      return (source, target, options) => encoder.encodeInto(source, target, options);
    },
    loses: () => false,
  });
}

/** The set that is asked for by name, by `--form`, and less what `--keep` says. */
export async function setOf(invocation: Invocation): Promise<PercentEncodeSet> {
  const form = invocation.has("form");
  if (form && invocation.has("set")) throw new Stop(EXIT.usage, "--form names a set already: leave out --set");
  const name = invocation.value("set") ?? (form ? "whatwg-form" : undefined);
  const set = name === undefined ? rfc3986.component : (await import("../named-set.ts")).findSet(name);
  const keep = invocation.value("keep") ?? "";
  const foreign = /[^\0-\x7f]/u.exec(keep);
  if (foreign) throw new Stop(EXIT.usage, `--keep takes ASCII characters, not ${foreign[0]}`);
  return keep === "" ? set : set.remove(keep);
}
