import { fromUtf8, toUtf8 } from "../../shared/text.ts";
import type { DecodeIssue } from "percodec";
import { runText, toUnits } from "../../shared/files/run-text.ts";
import { type Decoded, IssueList } from "./losses.ts";
import { readTypedConversion, type TextConversion } from "./text-files.ts";
import type { OptionName } from "./options.ts";
import type { PageState } from "./state.ts";

/** The options that a text has as a file does. Another encoding alone is not one of them: the views convert such texts themselves. */
const OPTIONS: readonly OptionName[] = ["newlines", "wrap", "unwrap", "hex", "legacy", "preserveEscapes"];

/** The last conversion, or why its options are refused. */
let last: { readonly key: string; readonly conversion: TextConversion | Error } | undefined;

/**
 * Returns the conversion of texts by the options of text, or begins to load it. It lists the faults that the options accept.
 *
 * @param ready called when the conversion is loaded
 * @returns undefined if no such option is set; `"loading"` until the conversion is loaded
 * @throws JobRefused for options that contradict each other
 */
export function textConverterFor(
  mode: "encode" | "decode",
  { options }: PageState,
  ready: () => void,
): ((text: string) => Decoded) | "loading" | undefined {
  if (!OPTIONS.some((name) => options[name] !== undefined)) return undefined;
  const key = JSON.stringify([mode, options]);
  if (last?.key !== key) {
    const keep = (conversion: TextConversion | Error): void => {
      last = { key, conversion };
      ready();
    };
    readTypedConversion(mode, { mode, options }).then(keep, keep);
    return "loading";
  }
  const { conversion } = last;
  if (conversion instanceof Error) throw conversion;
  return (text) => {
    const list = new IssueList<DecodeIssue>();
    const step = conversion.start((issue) => list.add(issue));
    const bytes = runText(step, text);
    const { issues: found, issueCount } = list;
    const source = found.length > 0 ? toUtf8(text) : bytes;
    const issues = found.map((issue) => ({ ...issue, ...toUnits(source, issue) }));
    return { value: fromUtf8(bytes), issues, issueCount };
  };
}
