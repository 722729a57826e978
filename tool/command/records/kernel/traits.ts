/** What the kernel needs for a format. */
export interface KernelTraits {
  /** How the records are cut: by the kernel, or by the reader of the format. */
  readonly framing: DelimitedFraming | BinaryFraming | "reader";
  /** Whether a field `\N` is null. */
  readonly hasNulls: boolean;
  /** How the kernel writes a value. */
  readonly kind: "text" | "binary" | "csv";
  /** How many bytes are cut from the end of a written empty value, and how many of these are written after each value. */
  readonly tail: { readonly cut: number; readonly kept: number };
  /** For each letter after a backslash in the input: the byte. Undefined if a backslash is data. */
  readonly unescaped?: Uint8Array;
  /** For each byte of a value: the letter of its escape, {@link ESCAPE}, or 0. */
  readonly escapes: Uint8Array;
  /** Whether a quote in the input is doubled. */
  readonly doublesQuotes?: boolean;
  /** For each byte of a copied field: what to do with it, by {@link ACTION}; undefined if fields are copied unchecked. */
  readonly copyActions: Uint8Array | undefined;
}

export interface DelimitedFraming {
  readonly mark: number;
  readonly hasTabs: boolean;
}

export interface BinaryFraming {
  /** For each column its number of bytes, or -1 if it starts with its length, and whether it starts with a flag for null. */
  readonly types: readonly { readonly width: number; readonly nullable: boolean }[];
}
