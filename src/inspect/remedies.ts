import type { PercentEncodingErrorCode } from "../base/errors.ts";

/** The options that are remedies, by their names in the library and on the page; `limit` is one of `limits`. */
export type RemedyOption =
  | "percentU"
  | "malformed"
  | "invalidUtf8"
  | "loneSurrogate"
  | "encoding"
  | "inputEncoding"
  | "outputEncoding"
  | "unencodable"
  | "limit"
  | "level"
  | "unsafe"
  | "allow";

/** An option with which the input of an error is accepted. */
export interface Remedy {
  readonly option: RemedyOption;
  /** The value of the option; in capitals what a person has to choose. A switch has `"true"`. */
  readonly value: string;
  /** What the option does, as the end of a message that begins with it. */
  readonly advice: string;
  /** What the option does, as the label of a button. */
  readonly label: string;
}

/** The properties of an error from which remedies are chosen. */
export interface RemediableFault {
  readonly code: PercentEncodingErrorCode;
  readonly message: string;
}

/** How the input was processed when the error occurred. */
export interface Circumstances {
  /** Whether the input was encoded, so that its bytes are those of the option `inputEncoding` and not those of `encoding`. */
  readonly encodes: boolean;
  /** Returns the value of an option that was set; undefined for a default. */
  readonly given: (option: RemedyOption | "legacy" | "except") => string | undefined;
  /** Guesses the encoding of the input; called only if a remedy depends on it. */
  readonly guessCharsets: () => readonly string[];
}

type Values = readonly (readonly [value: string, advice: string, label: string])[];

/** One row of the table: an option, and its values that help, the best first. */
interface Row {
  readonly option: RemedyOption;
  readonly values: Values | ((fault: RemediableFault, circumstances: Circumstances) => Values);
  /** Whether the option helps; without this function it always does. */
  readonly helps?: (fault: RemediableFault, circumstances: Circumstances) => boolean;
}

const POLICIES: Values = [
  ["keep", "accepts it", "keep it unchanged"],
  ["drop", "drops it", "drop it"],
  ["replace", "replaces it by U+FFFD", "replace it by U+FFFD"],
];

const MALFORMED: Row = { option: "malformed", values: POLICIES };
const INVALID: Row = { option: "invalidUtf8", values: POLICIES };
const whenEncoding: Row["helps"] = (_, { encodes }) => encodes;
const whenDecoding: Row["helps"] = (_, { encodes }) => !encodes;
const PERCENT_U: Row = {
  option: "percentU",
  values: [["true", "reads %uXXXX", "decode %uXXXX too"]],
  helps: ({ message }, { given }) => given("percentU") === undefined && /"%u[0-9A-Fa-f][^"]*" at \d+$/.test(message),
};
const ENCODING: Row = {
  option: "encoding",
  values: readAs,
  helps: (_, { encodes, given }) =>
    !encodes && (["encoding", "legacy", "percentU", "except"] as const).every((option) => given(option) === undefined),
};
const INPUT_ENCODING: Row = {
  option: "inputEncoding",
  values: readAs,
  helps: (_, { encodes, given }) => encodes && given("inputEncoding") === undefined,
};

function readAs(_: RemediableFault, { guessCharsets }: Circumstances): Values {
  const names = guessCharsets();
  if (names.length === 0) return [["LABEL", "reads another encoding", "read another encoding"]];
  const alike = names.join(" or ");
  return names.map((name) => [name, `reads what looks like ${alike}`, `read it as ${name}`]);
}

/** The remedies of each code, the best first. Codes without one are faults that a person has to look at first, such as attacks. */
const ROWS: Readonly<Record<PercentEncodingErrorCode, readonly Row[]>> = {
  "malformed-escape": [PERCENT_U, MALFORMED],
  "truncated-escape": [MALFORMED],
  "invalid-utf8": [INPUT_ENCODING, ENCODING, INVALID],
  "overlong-utf8": [INVALID],
  "encoded-surrogate": [INVALID],
  "code-point-out-of-range": [INVALID],
  "lone-surrogate": [
    { ...INVALID, helps: whenDecoding },
    {
      option: "loneSurrogate",
      values: [["replace", "replaces it by U+FFFD", "replace it by U+FFFD"]],
      helps: whenEncoding,
    },
  ],
  "not-accepted": [],
  undecodable: [INVALID],
  unencodable: [
    {
      option: "unencodable",
      values: [["reference", "accepts it", "write a character reference, &#N;"]],
      helps: whenEncoding,
    },
    { option: "outputEncoding", values: [["UTF-8", "has every character", "write UTF-8"]], helps: whenDecoding },
  ],
  "limit-exceeded": [
    { option: "limit", values: ({ message }) => [[`${nameLimit(message)}=N`, "raises it", "raise the limit"]] },
  ],
  "duplicate-name": [],
  "charset-refused": [{ option: "encoding", values: [["LABEL", "allows another encoding", "allow another encoding"]] }],
  "unsupported-media-type": [],
  "invalid-uri": [
    {
      option: "level",
      values: [["basic", "accepts it", "use the level basic"]],
      helps: (_, { given }) => given("level") === "advanced",
    },
  ],
  "invalid-host": [],
  "host-ambiguous": [],
  "unsafe-segment": [
    {
      option: "unsafe",
      values: [["allow", "accepts it", "allow it"]],
      helps: ({ message }) => /; the option unsafe: /.test(message),
    },
    {
      option: "allow",
      values: ({ message }) => [[readAllowed(message)!, "accepts it", "allow it"]],
      helps: ({ message }) => readAllowed(message) !== undefined,
    },
  ],
  "invalid-template": [],
};

/** Reads the list with which the message of an unsafe segment ends, and returns its names with commas between them. */
function readAllowed(message: string): string | undefined {
  return /; the option allow: \[([^\]]*)\] accepts it$/.exec(message)?.[1]!.replace(/[" ]/g, "");
}

/** Reads the exceeded limit from a message, and returns its name in `limits`. */
function nameLimit(message: string): string {
  const [, what = "pairs"] =
    /^Cannot accept more than \d+ \S+(?: units)? in (?:a )?(name|value|all):/.exec(message) ?? [];
  return what === "all" ? "body" : what;
}

/** The codes of the table with the options of each; a test tries all of them. */
export const REMEDY_OPTIONS: readonly (readonly [code: PercentEncodingErrorCode, option: RemedyOption])[] =
  /* @__PURE__ */ Object.entries(ROWS).flatMap(([code, rows]) =>
    rows.map(({ option }) => [code as PercentEncodingErrorCode, option] as const),
  );

/** Returns the ways out of an error, the best first. The command and the page show those that they have an option for. */
export function findRemedies(fault: RemediableFault, circumstances: Circumstances): readonly Remedy[] {
  return ROWS[fault.code].flatMap(({ option, values, helps }) => {
    if (helps !== undefined && !helps(fault, circumstances)) return [];
    const listed = typeof values === "function" ? values(fault, circumstances) : values;
    return listed.map(([value, advice, label]) => ({ option, value, advice, label }));
  });
}
