import { toHex } from "../src/base/escape.ts";
import type { DecodeIssue, PercentEncodingError } from "../src/index.ts";
import { unseenPattern } from "../src/base/invisible.ts";
import type { Sink } from "./io/sink.ts";

/** How many issues one object lists; `issueCount` counts them all. */
const KEPT_ISSUES = 100;

/** The most of `%uXXXX` that can stand at the end of a chunk without being one. */
const MAX_PART_UNITS = 5;

/** Writes a value as JSON in which every invisible character is an escape, so that a pipe and a terminal get the same. */
export function toJson(value: unknown): string {
  return escapeInvisible(JSON.stringify(value));
}

/**
 * Writes the invisible characters of a JSON text as JSON escapes (https://www.rfc-editor.org/rfc/rfc8259#section-7).
 *
 * @param json JSON without raw controls, in which such characters stand in strings alone
 */
function escapeInvisible(json: string): string {
  return json.replace(unseenPattern(), (character) =>
    Array.from({ length: character.length }, (_, k) => `\\u${toHex(character.charCodeAt(k), 4)}`).join(""),
  );
}

/** Shows JSON lines on a terminal: the same values, with every invisible character as a JSON escape. */
export function showJsonLines(lines: string): string {
  // A tab may stand between values, where no escape can.
  return lines.replace(/[^\t\n]+/g, escapeInvisible);
}

/** What is wrong with an input, and where: an error of the library, or a limit of the command. */
export type Fault = Pick<PercentEncodingError, "code" | "index" | "length" | "message">;

/** What an object says of a fault. */
export function errorFields({ code, index, length, message }: Fault): Fault {
  return { code, index, length, message };
}

/** What ends an object: CR LF if it stands for a line that ended so, else LF. */
export function jsonEnd(mark: string): "\r\n" | "\n" {
  return mark === "\r\n" ? mark : "\n";
}

/** Writes one object chunk by chunk, so that a value of any size takes constant memory. */
export class JsonResult {
  readonly #sink: Sink;
  readonly #escape: RegExp | undefined;
  /** What the object begins with, until it is written. */
  #head: string;
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
    this.#head = `{${fields}${fields && ","}"value":`;
  }

  /** Adds to the value. */
  chunk(bytes: Uint8Array): void {
    this.#begin();
    const text = this.#decoder.decode(bytes, { stream: true });
    this.#sink.writeText(toJson(text).slice(1, -1));
    const seam = this.#tail + text;
    this.#stillEncoded ||= this.#escape?.test(seam) ?? false;
    this.#tail = seam.slice(-MAX_PART_UNITS);
  }

  issue(issue: DecodeIssue, loses: boolean): void {
    if (this.#issueCount++ < KEPT_ISSUES) this.#issues.push(issue);
    this.#lossy ||= loses;
  }

  /**
   * Ends the object: with the error before which the value stops, or with what a decoding met.
   *
   * @param mark the end of the record that the object stands for
   */
  end(error?: Fault, mark = ""): void {
    this.#begin();
    const report = {
      issues: this.#issues,
      issueCount: this.#issueCount,
      lossy: this.#lossy,
      stillEncoded: this.#stillEncoded,
    };
    const rest = error ? { error: errorFields(error) } : this.#escape ? report : {};
    const fields = toJson(rest).slice(1, -1);
    this.#sink.writeText(`"${fields && ","}${fields}}${jsonEnd(mark)}`);
  }

  /** Writes the object of a record that has no value: all that is said is the fault. */
  refuse(fault: Fault, mark: string): void {
    this.#sink.writeText(`${this.#head}null,"error":${toJson(errorFields(fault))}}${jsonEnd(mark)}`);
  }

  #begin(): void {
    if (this.#head !== "") this.#sink.writeText(`${this.#head}"`);
    this.#head = "";
  }
}
