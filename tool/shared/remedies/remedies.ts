import type { PercentEncodingErrorCode, PercentEncodingFault } from "percodec";
import type { FindingCode } from "percodec/inspect";
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

/** How the text of a finding is fixed; `fix.ts` has the function of each. */
export type FixKind =
  | "encodePercent"
  | "percentU"
  | "removeLayer"
  | "remove"
  | "answer"
  | "encodeAnswer"
  | "html"
  | "javascript"
  | "normalize"
  | "clean";

type Code = PercentEncodingErrorCode | FindingCode;

/** The remedies of a code: the options that accept the input of an error, the best first, and the fix of a finding. */
interface RemedyRow {
  readonly options?: readonly OptionRow[];
  readonly fix?: readonly [label: string, kind: FixKind];
}

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

/** The remedies of each code. A code without options is a fault that a person has to look at first, such as an attack. */
const REMEDIES: { readonly [code in Code]?: RemedyRow } = {
  "malformed-escape": {
    options: [
      [
        "percentU",
        [["true", "reads %uXXXX", "decode %uXXXX too"]],
        ({ excerpt = "" }, { given }) => given("percentU") === undefined && /^%u[0-9A-Fa-f]/.test(excerpt),
      ],
      MALFORMED,
    ],
    fix: ["write %25", "encodePercent"],
  },
  "truncated-escape": { options: [MALFORMED], fix: ["write %25", "encodePercent"] },
  "invalid-utf8": {
    options: [
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
  },
  "overlong-utf8": { options: [INVALID] },
  "encoded-surrogate": { options: [INVALID] },
  "code-point-out-of-range": { options: [INVALID] },
  "lone-surrogate": {
    options: [
      ["invalidUtf8", POLICIES, whenDecoding],
      ["loneSurrogate", [["replace", "replaces it by U+FFFD", "replace it by U+FFFD"]], whenEncoding],
    ],
  },
  undecodable: { options: [INVALID] },
  unencodable: {
    options: [
      ["unencodable", [["reference", "accepts it", "write a character reference, &#N;"]], whenEncoding],
      ["outputEncoding", [["UTF-8", "has every character", "write UTF-8"]], whenDecoding],
    ],
  },
  "limit-exceeded": {
    options: [
      [
        "limit",
        ({ option }) => Object.keys(option?.limits ?? {}).map((name) => [`${name}=N`, "raises it", "raise the limit"]),
      ],
    ],
  },
  "charset-refused": {
    options: [["encoding", [["LABEL", "allows another encoding", "allow another encoding"]]]],
  },
  "invalid-uri": {
    options: [
      ["level", [["basic", "accepts it", "use the level basic"]], (_, { given }) => given("level") === "advanced"],
    ],
  },
  "unsafe-segment": {
    options: [
      ["unsafe", [["allow", "accepts it", "allow it"]], ({ option }) => option?.unsafe !== undefined],
      [
        "allow",
        ({ option }) => [[option?.allow?.join(",") ?? "", "accepts it", "allow it"]],
        ({ option }) => option?.allow !== undefined,
      ],
    ],
  },
  "percent-u": { fix: ["write it in UTF-8", "percentU"] },
  "percent-u-ascii": { fix: ["write it in UTF-8", "percentU"] },
  "multiple-encoding": { fix: ["remove one layer", "removeLayer"] },
  "bidi-control": { fix: ["remove it", "remove"] },
  "invisible-character": { fix: ["remove it", "remove"] },
  "look-alike-host": { fix: ["change to {}", "answer"] },
  "non-public-host": { fix: ["write the address", "answer"] },
  credentials: { fix: ["remove the user name", "remove"] },
  "host-like-user": { fix: ["remove the user name", "remove"] },
  mojibake: { fix: ["use the text that was meant", "encodeAnswer"] },
  "html-reference": { fix: ["decode the references of HTML", "html"] },
  "javascript-escape": { fix: ["decode the escapes of JavaScript", "javascript"] },
  "needless-escape": { fix: ["normalize", "normalize"] },
  "mixed-hex-case": { fix: ["normalize", "normalize"] },
  "dot-segment": { fix: ["remove dot segments", "normalize"] },
  "encoded-dot-segment": { fix: ["remove dot segments", "normalize"] },
  "illegal-character": { fix: ["clean", "clean"] },
  "raw-non-ascii": { fix: ["clean", "clean"] },
  "raw-backslash": { fix: ["clean", "clean"] },
};

/** The codes of errors with the options of each; a test tries all of them. */
export const REMEDY_OPTIONS: readonly (readonly [code: PercentEncodingErrorCode, option: OptionName])[] =
  /* @__PURE__ */ Object.entries(REMEDIES).flatMap(([code, { options = [] }]) =>
    options.map(([option]) => [code as PercentEncodingErrorCode, option] as const),
  );

/** Returns the remedies of an error, the best first. The command and the page show those that they have an option for. */
export function findRemedies(fault: RemediableFault, context: ErrorContext): readonly Remedy[] {
  return (REMEDIES[fault.code]?.options ?? []).flatMap(([option, values, helps]) => {
    if (helps !== undefined && !helps(fault, context)) return [];
    const listed = typeof values === "function" ? values(fault, context) : values;
    return listed.map(([value, advice, label]) => ({ option, value, advice, label }));
  });
}

/** Returns the label and the kind of the fix for a finding; undefined if it has none. */
export function findFix(code: FindingCode): RemedyRow["fix"] {
  return REMEDIES[code]?.fix;
}
