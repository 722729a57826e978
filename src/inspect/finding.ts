import type { FindingCode, Severity } from "./finding-table.ts";

/** Where in a URI reference a finding stands; a text that is no URI is all path. */
export type UriComponent = "userinfo" | "host" | "port" | "path" | "query" | "fragment";

/** One fact about a text. */
export interface Finding {
  readonly code: FindingCode;
  readonly component: UriComponent;
  /** Where it begins, in UTF-16 units of the text. */
  readonly index: number;
  /** How long it is, in the same units. */
  readonly length: number;
  readonly severity: Severity;
  /** One sentence, which holds nothing decoded but the number of a character that misleads, and what a label looks like. */
  readonly message: string;
  /** Of `multiple-encoding`: what appears at each layer. */
  readonly layers: readonly Layer[] | undefined;
  /** Of the last one listed of its code: how many more there are, where they are more than 10,000 in all. */
  readonly more: number | undefined;
  /** Of `legacy-charset`: names of the Encoding Standard, the likeliest first. */
  readonly charsets: readonly string[] | undefined;
}

/** What appears where a text is decoded once more; nothing else is said of what it holds. */
export type Appearance = "/" | "\\" | ".." | "NUL" | "CRLF" | "<" | ">" | "'" | '"';

/** One layer of encoding: the first is what one decoding takes off. */
export interface Layer {
  readonly layer: number;
  readonly appears: readonly Appearance[];
}
