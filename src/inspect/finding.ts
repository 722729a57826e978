import type { FindingCode, Severity } from "./finding-table.ts";

/** The component of a URI reference that contains a finding; a text that is not a URI is all path. */
export type UriComponent = "userinfo" | "host" | "port" | "path" | "query" | "fragment";

/** One fact about a text, with its position. */
export interface Finding {
  readonly code: FindingCode;
  readonly component: UriComponent;
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
}

/** A delimiter that appears when a text is decoded again; no other decoded content is reported. */
export type Appearance = "/" | "\\" | ".." | "NUL" | "CRLF" | "<" | ">" | "'" | '"';

/** One layer of encoding; the first decoding removes layer 1. */
export interface Layer {
  readonly layer: number;
  readonly appears: readonly Appearance[];
}
