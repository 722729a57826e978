export type Operation =
  | "decode"
  | "decode, form"
  | "encode"
  | "form"
  | "query"
  | "get"
  | "clean"
  | "normalize"
  | "display"
  | "check"
  | "resolve"
  | "compare"
  | "segments"
  | "inspect";

/** An answer: the value, or the fault with its index in bytes of UTF-8 and the start of its message, which ends with the index. */
export type Answer =
  { readonly value: string } | { readonly code: string; readonly byteOffset: number; readonly message: string };

export const BASE: string;
export function findAnswer(operation: Operation, text: string): Answer | undefined;
export function readInputs(): readonly string[];
