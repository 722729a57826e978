import type { ValidationError } from "./validation-errors.ts";

/** The code of a fault in the grammar of RFC 3986 or RFC 3987. */
export type GrammarFault =
  | "malformed-escape"
  | "truncated-escape"
  | "lone-surrogate"
  | "illegal-character"
  | "colon-in-first-segment"
  | "invalid-ip-literal"
  | "invalid-port";

/** The code of a {@link UriIssue}: a fault in the grammar of an RFC, or a validation error of the URL Standard by its name. */
export type UriIssueCode = GrammarFault | ValidationError;

/** A fault of a text that should be a URI. */
export interface UriIssue {
  readonly code: UriIssueCode;
  /** Where the fault begins, in UTF-16 units of the given text. */
  readonly index: number;
  /** The length of the fault in UTF-16 units; 0 where something is missing. */
  readonly length: number;
  /** The fault in a sentence. */
  readonly message: string;
}
