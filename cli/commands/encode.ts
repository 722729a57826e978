import { percentEncode, PercentEncoder } from "../../src/index.ts";
import { type PercentEncodeSet, setNamed, setNames } from "../../src/sets/index.ts";
import { EXIT, Stop } from "../exit-codes.ts";
import { didYouMean, type Invocation } from "../flags.ts";
import { transcode } from "../transcode.ts";

/** `percodec encode`. */
export function encode(invocation: Invocation): Promise<number | undefined> {
  const set = setOf(invocation);
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
export function setOf(invocation: Invocation): PercentEncodeSet {
  const form = invocation.has("form");
  if (form && invocation.has("set")) throw new Stop(EXIT.usage, "--form names a set already: leave out --set");
  const set = findSet(invocation.value("set") ?? (form ? "whatwg-form" : "rfc3986-component"));
  const keep = invocation.value("keep") ?? "";
  const foreign = /[^\0-\x7f]/u.exec(keep);
  if (foreign) throw new Stop(EXIT.usage, `--keep takes ASCII characters, not ${foreign[0]}`);
  return keep === "" ? set : set.remove(keep);
}

/** Finds a set for the command line, or says what was likely meant. */
export function findSet(name: string): PercentEncodeSet {
  if (!setNames().includes(name)) {
    throw new Stop(EXIT.usage, `no set is named ${JSON.stringify(name)}${didYouMean(name, setNames())}`);
  }
  return setNamed(name);
}
