import { type DecodeIssue, PercentEncodingError } from "../src/index.ts";
import type { Sink } from "./output.ts";

/** How many issues one object lists; `issueCount` counts them all. */
const KEPT_ISSUES = 100;

/** What a terminal or an editor would obey or hide; JSON can spell it in ASCII. */
const UNSEEN = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** The most of `%uXXXX` that can stand at the end of a piece without being one. */
const LONGEST_PART = 5;

/** Writes a value as JSON in which nothing is unseen. */
export function toJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSEEN, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** What an object says of an error. */
export function errorFields(error: PercentEncodingError): object {
  return { code: error.code, index: error.index, length: error.length, message: error.message };
}

/** Writes one object piece by piece, so that a value of any size takes constant memory. */
export class JsonResult {
  readonly #sink: Sink;
  readonly #escape: RegExp | undefined;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #issues: DecodeIssue[] = [];
  #issueCount = 0;
  #lossy = false;
  #stillEncoded = false;
  /** The end of the value so far, where an escape may have begun. */
  #tail = "";

  /** @param escape what an escape looks like, where the object carries the report of a decoding */
  constructor(sink: Sink, head: Record<string, unknown>, escape: RegExp | undefined) {
    this.#sink = sink;
    this.#escape = escape;
    const fields = toJson(head).slice(1, -1);
    sink.writeText(`{${fields}${fields && ","}"value":"`);
  }

  /** Adds to the value. */
  piece(bytes: Uint8Array): void {
    const text = this.#decoder.decode(bytes, { stream: true });
    this.#sink.writeText(toJson(text).slice(1, -1));
    const seam = this.#tail + text;
    this.#stillEncoded ||= this.#escape?.test(seam) ?? false;
    this.#tail = seam.slice(-LONGEST_PART);
  }

  issue(issue: DecodeIssue, loses: boolean): void {
    if (this.#issueCount++ < KEPT_ISSUES) this.#issues.push(issue);
    this.#lossy ||= loses;
  }

  /** Ends the object: with the error before which the value stops, or with what a decoding met. */
  end(error?: PercentEncodingError): void {
    const report = {
      issues: this.#issues,
      issueCount: this.#issueCount,
      lossy: this.#lossy,
      stillEncoded: this.#stillEncoded,
    };
    const rest = error ? { error: errorFields(error) } : this.#escape ? report : {};
    const fields = toJson(rest).slice(1, -1);
    this.#sink.writeText(`"${fields && ","}${fields}}\n`);
  }
}
