import { type PercentEncodeSet, setNamed, setNames } from "../src/sets/index.ts";
import { EXIT, Stop } from "./exit-codes.ts";
import { didYouMean } from "./flags.ts";

/** Finds a set for the command line, or says what was likely meant. */
export function findSet(name: string): PercentEncodeSet {
  if (!setNames().includes(name)) {
    throw new Stop(EXIT.usage, `no set is named ${JSON.stringify(name)}${didYouMean(name, setNames())}`);
  }
  return setNamed(name);
}
