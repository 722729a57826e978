export interface Mode {
  readonly title: string;
  readonly summary: string;
  /** The label of the input; empty in a view without one. */
  readonly input: string;
  /** How to write the text, below the input. */
  readonly hint?: string;
  /** The label of the second input, in a view with two. */
  readonly other?: string;
  /** Whether the texts belong to this view alone; the other views share theirs. */
  readonly ownTexts?: true;
  /** How the view converts files: as a stream of bytes, line by line, or as a form; undefined if it needs a text. */
  readonly files?: "bytes" | "lines" | "form";
}

export const MODES = {
  start: {
    title: "Read a link",
    summary: "Paste anything: one screen says what it is and what is in it.",
    input: "Paste a link, or any text with % in it",
  },
  encode: { title: "Encode", summary: "Encode a text for one part of a URL.", input: "Text", files: "bytes" },
  decode: {
    title: "Decode",
    summary: "Decode escapes once, and see every fault.",
    input: "Encoded text",
    files: "bytes",
  },
  explain: {
    title: "Byte by byte",
    summary: "See what each byte of the text becomes, and which section of a standard says so.",
    input: "Text",
  },
  form: {
    title: "Parameters",
    summary: "Read a query or form as names and values, and edit one pair without changing the rest.",
    input: "URL, query or form body",
    files: "form",
  },
  clean: {
    title: "Clean",
    summary: "Turn a typed or pasted URL into a URI, without decoding anything.",
    input: "URL as it was typed",
    files: "lines",
  },
  display: {
    title: "Readable link",
    summary: "Make a URI readable, so that it stays the same URI.",
    input: "URI",
    files: "lines",
  },
  compare: {
    title: "Compare",
    summary: "Compare two URIs: see which rule makes them equal, and where they differ.",
    input: "First URI",
    other: "Second URI",
  },
  resolve: {
    title: "Relative link",
    summary: "Resolve a relative reference against a base URI, and see where each part comes from.",
    input: "Reference",
    other: "Base URI",
  },
  inspect: {
    title: "Inspect",
    summary: "List what is malformed, hidden, ambiguous or misleading in a text or URL.",
    input: "Text or URL",
    files: "lines",
  },
  template: {
    title: "Template",
    summary: "Fill in a URI template, or read the values from a URI.",
    input: "URI template",
    hint: "Write the template in the first line. Each line after it is the value of a variable, as name=value.",
    other: "URI to match",
    ownTexts: true,
  },
  decoders: {
    title: "How programs read and write it",
    summary:
      "See what decoders and encoders of standards and languages, and of your browser, return for one component, and what eight readers see in a whole URL.",
    input: "One component of a URL or form, or a whole URL",
  },
  sets: {
    title: "Which characters",
    summary: "See which of the 128 ASCII characters each named set encodes, and how two sets differ.",
    input: "",
  },
  findings: {
    title: "Findings",
    summary: "Look up what Inspect reports: what each finding means, why it matters, and what to do.",
    input: "",
  },
  help: { title: "Help", summary: "What each view is for, the keys, and what the page keeps.", input: "" },
} as const satisfies Record<string, Mode>;

export type ModeName = keyof typeof MODES;

export const MODE_NAMES = Object.keys(MODES) as readonly ModeName[];

export function findMode(name: ModeName): Mode {
  return MODES[name];
}

export function hasText(name: ModeName): boolean {
  return findMode(name).input !== "";
}

export function hasOther(name: ModeName): boolean {
  return findMode(name).other !== undefined;
}
