import { readUtf8 } from "../../src/base/utf8.ts";
import { runText } from "../../src/stream/run-text.ts";
import { readTypedConversion, type TextConversion } from "./text-files.ts";
import type { OptionName } from "./options.ts";
import type { PageState } from "./state.ts";

/** The options that a text has as a file does. Another encoding alone is not one of them: the views convert such texts themselves. */
const OPTIONS: readonly OptionName[] = ["newlines", "wrap", "unwrap", "hex", "legacy"];

/** The last conversion, or why its options are refused. */
let last: { readonly key: string; readonly conversion: TextConversion | Error } | undefined;

/**
 * Returns the conversion of texts by the options of text, or begins to load it.
 *
 * @param ready called when the conversion is loaded
 * @returns undefined if no such option is set; `"loading"` until the conversion is loaded
 * @throws JobRefused for options that contradict each other
 */
export function textConverterFor(
  mode: "encode" | "decode",
  { options }: PageState,
  ready: () => void,
): ((text: string) => string) | "loading" | undefined {
  if (!OPTIONS.some((name) => options[name] !== undefined)) return undefined;
  const key = JSON.stringify([mode, options]);
  if (last?.key !== key) {
    const keep = (conversion: TextConversion | Error): void => {
      last = { key, conversion };
      ready();
    };
    readTypedConversion(mode, { mode, options }, MODULES).then(keep, keep);
    return "loading";
  }
  const { conversion } = last;
  if (conversion instanceof Error) throw conversion;
  return (text) => {
    const bytes = runText(conversion.start(), text);
    return readUtf8(bytes, 0, bytes.length);
  };
}

const MODULES = {
  charset: () => import("./charset.ts"),
  text: () => import("./text-steps.ts"),
};
