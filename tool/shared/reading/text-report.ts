import type { FindingComponent, Inspection } from "percodec/inspect";
import type { Severity } from "percodec/inspect";
import type { TextReading } from "./guess.ts";

/** A component of a URL, as it is written and decoded once. */
export interface ReportPart {
  readonly name: FindingComponent;
  readonly raw: string;
  /** The start in the text that is read. */
  readonly index: number;
  /** The decoded text, with the escapes of delimiters left. */
  readonly value: string;
}

/** What a value contains that can be read on its own. */
export type InnerKind = "url" | "json" | "token";

/** A value with the texts that further decodings make of it. */
export interface LayeredValue {
  /** The value as it is written. */
  readonly raw: string;
  /** What `+` means in it: a space in a query, and a plus elsewhere. */
  readonly plus: "literal" | "space";
  /** The text of one decoding, of two, and so on; the last has no escapes that decode. */
  readonly layers: readonly string[];
  /** What the first layer, or the last one, contains. */
  readonly inner: InnerKind | undefined;
  /** The encodings that its bytes look like, if they are not UTF-8; otherwise undefined. */
  readonly charsets: readonly string[] | undefined;
}

/** A name and a value of a query. */
export interface ReportParameter extends LayeredValue {
  readonly name: string;
  /** Whether the pair has an equals sign. */
  readonly hasValue: boolean;
}

/** One of several lines. */
export interface ReportLine {
  readonly text: string;
  readonly reading: TextReading;
  /** The highest severity of its findings; undefined if it has none. */
  readonly severity: Severity | undefined;
}

/** What a text is, and what is in it. */
export interface TextReport extends Inspection {
  readonly reading: TextReading;
  readonly parts: readonly ReportPart[];
  readonly parameters: readonly ReportParameter[];
  /** The text itself, for an escaped value and for bytes of another encoding. */
  readonly whole: LayeredValue | undefined;
  /** The lines that are not blank, for several lines. */
  readonly lines: readonly ReportLine[];
  /** One sentence that says where the text leads or what it is. */
  readonly verdict: string;
}
