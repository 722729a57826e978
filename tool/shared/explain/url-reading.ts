/** A reader of whole URLs: a standard, or a function of a language, as `UrlReading.call` shows it. */
export type UrlReaderName = "whatwg" | "rfc3986" | "python" | "java" | "go" | "php" | "perl" | "node";

/** The parts of a URL that decide where a request goes; undefined if the URL has none. */
export interface UrlParts {
  readonly scheme: string | undefined;
  readonly host: string | undefined;
  readonly port: string | undefined;
  readonly path: string | undefined;
}

/** What one reader sees in a whole URL. */
export interface UrlReading extends UrlParts {
  readonly reader: UrlReaderName;
  /** The call in the language of the reader. */
  readonly call: string;
  /** Whether the reader refuses the URL; it then has no parts. */
  readonly refused: boolean;
}

/** A part on which the readers do not agree. */
export interface UrlDifference {
  readonly part: keyof UrlParts;
  /** The values, in the order of the readers; a value is undefined if the reader finds no such part. */
  readonly values: readonly { readonly value: string | undefined; readonly readers: readonly UrlReaderName[] }[];
}

/** The readings of one URL. */
export interface UrlComparison {
  /** Whether all readers accept the URL and see the same scheme, host, port and path. */
  readonly agree: boolean;
  readonly readings: readonly UrlReading[];
  /** The readers that refuse the URL. */
  readonly refused: readonly UrlReaderName[];
  /** The parts on which the other readers do not agree. */
  readonly differences: readonly UrlDifference[];
}
