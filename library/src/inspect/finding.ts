import type { FindingCode, Severity } from "./finding-table.ts";

/** The component of a URI reference that contains a finding; a text that is not a URI is all path. */
export type UriComponent = "userinfo" | "host" | "port" | "path" | "query" | "fragment";

/** The component of a finding: the scheme has no other findings than `script-url`. */
export type FindingComponent = "scheme" | UriComponent;

/** One fact about a text, with its position. */
export interface Finding {
  readonly code: FindingCode;
  readonly component: FindingComponent;
  /** The start of the finding, in UTF-16 units of the text. */
  readonly index: number;
  /** The length of the finding, in UTF-16 units. */
  readonly length: number;
  readonly severity: Severity;
  /** One sentence; its only decoded content is a code point, or the ASCII text that a host label looks like. */
  readonly message: string;
  /** For `multiple-encoding`: the delimiters that appear at each layer. */
  readonly layers: readonly Layer[] | undefined;
  /** How many findings of the code are not listed; set only in the 10,000th, the last listed. */
  readonly more: number | undefined;
  /** For `legacy-charset`: encoding names of the Encoding Standard, the likeliest first. */
  readonly charsets: readonly string[] | undefined;
  /**
   * What the finding stands for: the ASCII text that a host label looks like, the address of a host, or the text that mojibake was meant
   * to be. It can contain any character.
   */
  readonly answer: string | undefined;
  /** The function or option that mends it; undefined if there is none. */
  readonly remedy: string | undefined;
}

/** The code of something that `inspect` does not judge. */
export type NotJudgedCode = "network" | "script" | "nested-depth" | "long-host" | "layers" | "unlisted";

/** Something that `inspect` does not judge in a text. */
export interface NotJudged {
  readonly code: NotJudgedCode;
  /** One sentence. */
  readonly message: string;
}

/** The result of `inspect`. */
export interface Inspection {
  /** The findings in order of index. */
  readonly findings: readonly Finding[];
  /** What was not judged: an empty list of findings says nothing about it. */
  readonly notJudged: readonly NotJudged[];
}

/** A delimiter that appears when a text is decoded again; no other decoded content is reported. */
export type Appearance = "/" | "\\" | ".." | "NUL" | "CRLF" | "<" | ">" | "'" | '"';

/** One layer of encoding; the first decoding removes layer 1. */
export interface Layer {
  readonly layer: number;
  readonly appears: readonly Appearance[];
}
