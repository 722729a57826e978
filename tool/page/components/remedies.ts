import type { PercentEncodingError } from "percodec";
import { guessFaultCharsets } from "../../shared/remedies/fault-charsets.ts";
import { findRemedies, type RemediableFault } from "../../shared/remedies/remedies.ts";
import { findOption, findOptions, isValue, OPTION_NAMES, type OptionName } from "../app/options.ts";
import type { PageState } from "../app/state.ts";
import { button } from "./dom.ts";

/** Creates a button for each option of the view that accepts a refused input. */
export function remedyButtons(
  { mode, options }: PageState,
  error: RemediableFault & Pick<PercentEncodingError, "index">,
  source: string | Uint8Array,
  setOption: (name: OptionName, value: string) => void,
): readonly HTMLButtonElement[] {
  const remedies = findRemedies(error, {
    encodes: mode === "encode",
    given: (option) => (isOption(option) ? options[option] : undefined),
    guessCharsets: () => guessFaultCharsets(source, error.index),
  });
  return remedies.flatMap(({ option, value, label }) =>
    isOption(option) && findOptions(mode).includes(option) && isValue(findOption(mode, option), value)
      ? [button(label, () => setOption(option, value))]
      : [],
  );
}

function isOption(name: string): name is OptionName {
  return (OPTION_NAMES as readonly string[]).includes(name);
}
