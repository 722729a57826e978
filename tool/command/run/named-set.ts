import { SET_NAMES } from "../../shared/set-names.ts";
import { quote } from "../../shared/text.ts";
import { type PercentEncodeSet, namedSet, setNames } from "percodec/sets";
import { refuse } from "../io/errors.ts";
import { writeMessage } from "../io/sink.ts";
import type { Invocation } from "../line/arguments.ts";
import { didYouMean } from "../line/suggest.ts";

/** Returns the set with a name, or with one of {@link SET_NAMES} and a note; refuses another name with a suggestion. */
export function findSet({ environment }: Invocation, typed: string): PercentEncodeSet {
  const names = setNames();
  const name = SET_NAMES.get(typed) ?? typed;
  if (name !== typed) writeMessage(environment, `note: ${typed} is the set ${name}`);
  if (!names.includes(name)) {
    const suggestion = didYouMean(name, names) || "; `percodec sets` lists them";
    refuse(`no set is named ${quote(name)}${suggestion}`);
  }
  return namedSet(name);
}
