import type { PercentEncodingErrorCode, PercentEncodingFault } from "percodec";
import type { OptionName } from "../option-table.ts";

/** An option with which the input of an error is accepted. */
export interface Remedy {
  readonly option: OptionName;
  /** The value of the option; in capitals what a person has to choose. A switch has `"true"`. */
  readonly value: string;
  /** What the option does, as the end of a message that begins with it. */
  readonly advice: string;
  /** What the option does, as the label of a button. */
  readonly label: string;
}

/** The properties of an error from which its remedies are chosen. */
export type RemediableFault = Pick<PercentEncodingFault, "code"> &
  Partial<Pick<PercentEncodingFault, "excerpt" | "option">>;

/** How the input was processed when the error occurred. */
export interface ErrorContext {
  /** Whether the input was encoded, so that its bytes are those of the option `inputEncoding` and not those of `encoding`. */
  readonly encodes: boolean;
  /** Returns the value of an option that was set; undefined for a default. */
  readonly given: (option: OptionName | "except") => string | undefined;
  /** Guesses the encoding of the input; called only if a remedy depends on it. */
  readonly guessCharsets: () => readonly string[];
}

type Values = readonly (readonly [value: string, advice: string, label: string])[];

/** An option, its values that help, the best first, and whether they help: without this function they always do. */
type OptionRow = readonly [
  option: OptionName,
  values: Values | ((fault: RemediableFault, context: ErrorContext) => Values),
  helps?: (fault: RemediableFault, context: ErrorContext) => boolean,
];

const POLICIES: Values = [
  ["keep", "accepts it", "keep it unchanged"],
  ["drop", "drops it", "drop it"],
  ["replace", "replaces it by U+FFFD", "replace it by U+FFFD"],
];

const MALFORMED: OptionRow = ["malformed", POLICIES];
const INVALID: OptionRow = ["invalidUtf8", POLICIES];
const whenEncoding: OptionRow[2] = (_, { encodes }) => encodes;
const whenDecoding: OptionRow[2] = (_, { encodes }) => !encodes;

function readAs(_: RemediableFault, { guessCharsets }: ErrorContext): Values {
  const names = guessCharsets();
  if (names.length === 0) return [["LABEL", "reads another encoding", "read another encoding"]];
  const alike = names.join(" or ");
  return names.map((name) => [name, `reads what looks like ${alike}`, `read it as ${name}`]);
}

/** The remedies of each code, the best first. A code without any is a fault that a person has to look at first, such as an attack. */
const REMEDIES: { readonly [code in PercentEncodingErrorCode]?: readonly OptionRow[] } = {
  "malformed-escape": [
    [
      "percentU",
      [["true", "reads %uXXXX", "decode %uXXXX too"]],
      ({ excerpt = "" }, { given }) => given("percentU") === undefined && /^%u[0-9A-Fa-f]/.test(excerpt),
    ],
    MALFORMED,
  ],
  "truncated-escape": [MALFORMED],
  "invalid-utf8": [
    ["inputEncoding", readAs, (_, { encodes, given }) => encodes && given("inputEncoding") === undefined],
    [
      "encoding",
      readAs,
      (_, { encodes, given }) =>
        !encodes &&
        (["encoding", "legacy", "percentU", "except"] as const).every((option) => given(option) === undefined),
    ],
    INVALID,
  ],
  "overlong-utf8": [INVALID],
  "encoded-surrogate": [INVALID],
  "code-point-out-of-range": [INVALID],
  "lone-surrogate": [
    ["invalidUtf8", POLICIES, whenDecoding],
    ["loneSurrogate", [["replace", "replaces it by U+FFFD", "replace it by U+FFFD"]], whenEncoding],
  ],
  undecodable: [INVALID],
  unencodable: [
    ["unencodable", [["reference", "accepts it", "write a character reference, &#N;"]], whenEncoding],
    ["outputEncoding", [["UTF-8", "has every character", "write UTF-8"]], whenDecoding],
  ],
  "limit-exceeded": [
    [
      "limit",
      ({ option }) => Object.keys(option?.limits ?? {}).map((name) => [`${name}=N`, "raises it", "raise the limit"]),
    ],
  ],
  "charset-refused": [["encoding", [["LABEL", "allows another encoding", "allow another encoding"]]]],
  "invalid-uri": [
    ["level", [["basic", "accepts it", "use the level basic"]], (_, { given }) => given("level") === "advanced"],
  ],
  "unsafe-segment": [
    ["unsafe", [["allow", "accepts it", "allow it"]], ({ option }) => option?.unsafe !== undefined],
    [
      "allow",
      ({ option }) => [[option?.allow?.join(",") ?? "", "accepts it", "allow it"]],
      ({ option }) => option?.allow !== undefined,
    ],
  ],
};

/** The codes of errors with the options of each; a test tries all of them. */
export const REMEDY_OPTIONS: readonly (readonly [code: PercentEncodingErrorCode, option: OptionName])[] =
  /* @__PURE__ */ Object.entries(REMEDIES).flatMap(([code, rows]) =>
    rows.map(([option]) => [code as PercentEncodingErrorCode, option] as const),
  );

/** Returns the remedies of an error, the best first. The command and the page show those that they have an option for. */
export function findRemedies(fault: RemediableFault, context: ErrorContext): readonly Remedy[] {
  return (REMEDIES[fault.code] ?? []).flatMap(([option, values, helps]) => {
    if (helps !== undefined && !helps(fault, context)) return [];
    const listed = typeof values === "function" ? values(fault, context) : values;
    return listed.map(([value, advice, label]) => ({ option, value, advice, label }));
  });
}
