import { quote } from "../../shared/text.ts";
import { type PercentEncodeSet, namedSet, setNames } from "percodec/sets";
import { CliError, EXIT } from "../io/errors.ts";
import { didYouMean } from "../line/suggest.ts";

/** Returns the set with a name; throws a {@link CliError} with a suggestion if there is none. */
export function findSet(name: string): PercentEncodeSet {
  const names = setNames();
  if (!names.includes(name)) {
    const suggestion = didYouMean(name, names) || "; `percodec sets` lists them";
    throw new CliError(EXIT.usage, `no set is named ${quote(name)}${suggestion}`);
  }
  return namedSet(name);
}
