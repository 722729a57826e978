import { encodeFor, type Purpose, PURPOSES } from "percodec/guard";
import { PercentEncodingError } from "percodec";
import { orRefusal } from "../../shared/unless-refused.ts";

const NAMES: Readonly<Record<Purpose, string>> = {
  "query-value": "As a query value",
  "path-segment": "As a path segment",
  "form-field": "As a form field",
  fragment: "As a fragment",
  header: "In an HTTP header",
  cookie: "As a cookie value",
  filename: "As a file name",
};

/** Encodes a text for each purpose of `encodeFor`, or says why it cannot be. */
export function encodeForPurposes(text: string) {
  return PURPOSES.map((purpose) => {
    const name = NAMES[purpose];
    const value = orRefusal(() => encodeFor(purpose, text));
    return value instanceof PercentEncodingError ? { name, fault: value.message } : { name, value };
  });
}
