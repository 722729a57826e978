import { encodeFor, type Purpose, PURPOSES } from "percodec/guard";
import { PercentEncodingError } from "percodec";
import { orRefusal } from "../../shared/unless-refused.ts";

/** A text encoded for a purpose, or the message that says why it cannot be. */
export interface PurposeRow {
  /** The purpose, in words. */
  readonly name: string;
  readonly value?: string;
  readonly fault?: string;
}

const NAMES: Readonly<Record<Purpose, string>> = {
  "query-value": "As a query value",
  "path-segment": "As a path segment",
  "form-field": "As a form field",
  fragment: "As a fragment",
  header: "In an HTTP header",
  cookie: "As a cookie value",
  filename: "As a file name",
};

/** Encodes a text for each purpose of `encodeFor`. */
export function encodeForPurposes(text: string): readonly PurposeRow[] {
  return PURPOSES.map((purpose) => {
    const name = NAMES[purpose];
    const value = orRefusal(() => encodeFor(purpose, text));
    return value instanceof PercentEncodingError ? { name, fault: value.message } : { name, value };
  });
}
