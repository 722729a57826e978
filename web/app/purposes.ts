import { encodeFor, type Purpose, PURPOSES } from "../../src/guard/index.ts";
import { PercentEncodingError } from "../../src/index.ts";

/** A text encoded for a purpose, or the message that says why it cannot be. */
export interface PurposeRow {
  /** The purpose, in words. */
  readonly name: string;
  readonly value?: string;
  readonly fault?: string;
}

const NAMES: Readonly<Record<Purpose, string>> = {
  "query-value": "query value",
  "path-segment": "path segment",
  "form-field": "form field",
  fragment: "fragment",
  header: "header parameter, such as filename*",
  cookie: "cookie value",
  filename: "file name",
  "whole-url": "whole URL",
};

/** Encodes a text for each purpose of `encodeFor`. */
export function encodeForPurposes(text: string): readonly PurposeRow[] {
  return PURPOSES.map((purpose) => {
    const name = NAMES[purpose];
    try {
      return { name, value: encodeFor(purpose, text) };
    } catch (error) {
      if (!(error instanceof PercentEncodingError)) throw error;
      return { name, fault: error.message };
    }
  });
}
