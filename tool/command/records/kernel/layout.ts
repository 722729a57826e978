import type { PercentEncodingErrorCode } from "percodec";
import type { Status } from "../result.ts";

export * from "../../../../wasm/records/layout.ts";

// What only JavaScript decides.

/** The outcomes of a record, in the order of their counts. */
export const OUTCOMES = ["ok", "null", "malformed", "invalid-utf8"] as const satisfies readonly Status[];
/** The codes of faults that the module finds, in the order of their programs. */
export const FAULT_CODES = ["malformed-escape", "truncated-escape", "invalid-utf8", "overlong-utf8", "encoded-surrogate", "code-point-out-of-range"] as const satisfies readonly PercentEncodingErrorCode[]; // prettier-ignore

/** Each step of a program has three numbers of 32 bits. */
export const STEP_BYTES = 12;
/** The most fields and columns. */
export const MAX_FIELDS = 0x100;
/** The bytes of the programs that are the same in each record. */
export const LITERALS = 0x4000;
export const LITERALS_END = 0x8000;

/** The input, and room for a load after its end. */
export const SOURCE = 0x10000;
export const SOURCE_BYTES = 0x40000;
/** The output, and room for a store after its end. */
export const OUTPUT = 0x60000;
export const OUTPUT_BYTES = 0x20000;

/** What the module needs for a format. */
export interface KernelTraits {
  /** How the records are cut: by the module, or by the reader of the format. */
  readonly framing:
    | "reader"
    | { readonly mark: number; readonly hasTabs: boolean }
    /** For each column its number of bytes, or -1 if it starts with its length, and whether it starts with a flag for null. */
    | { readonly types: readonly { readonly width: number; readonly nullable: boolean }[] };
  /** Whether a field `\N` is null. */
  readonly hasNulls: boolean;
  /** How a value is written: TEXT, BINARY or CSV. */
  readonly kind: number;
  /** How many bytes are cut from the end of a written empty value, and how many of these are written after each value. */
  readonly tail: { readonly cut: number; readonly kept: number };
  /** For each letter after a backslash in the input: the byte. Undefined if a backslash is data. */
  readonly unescaped?: Uint8Array;
  /** For each byte of a value: the letter of its escape, AS_IS, or TWICE. */
  readonly escapes: Uint8Array;
  /** Whether a quote in the input is doubled. */
  readonly doublesQuotes?: boolean;
  /** For each byte of a copied field: what to do with it, from NONE to DOUBLED; undefined if fields are copied unchecked. */
  readonly copyActions: Uint8Array | undefined;
}
