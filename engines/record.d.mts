import type { PercentEncodingErrorCode } from "percodec";

/** Returns the status of a record that the library refuses with a code. */
export function toStatus(code: PercentEncodingErrorCode): "invalid-utf8" | "malformed";
