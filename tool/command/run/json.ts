import type { DecodeIssue, PercentEncodingError } from "percodec";
import { toJson } from "../../shared/literal.ts";
import type { Sink } from "../io/sink.ts";

/** The most issues that one object lists; `issueCount` counts all. */
const MAX_ISSUES = 100;

/** The most bytes of an escape that was encoded again and is cut at the end of a chunk: six escapes of the form `%uXXXX`. */
const MAX_PARTIAL_ESCAPE_BYTES = 35;

/** An error of the library, a limit of the command that an input exceeds, or another fault, which has only a message. */
export type Fault = Pick<PercentEncodingError, "message"> &
  Partial<Pick<PercentEncodingError, "code" | "index" | "length" | "excerpt" | "option">>;

/** The fields of a fault in a JSON object. */
export function errorFields({ code, index, length, message }: Fault): object {
  return { code, index, length, message };
}

/** The line end of an object: CR LF if its input line ended with CR LF, else LF. */
export function jsonEnd(mark: string): "\r\n" | "\n" {
  return mark === "\r\n" ? mark : "\n";
}

/** A JSON object that is written chunk by chunk. */
export type JsonResult = ReturnType<typeof startJson>;

/**
 * Writes one JSON object chunk by chunk, in constant memory for a value of any size.
 *
 * @param isEncodedAgain `stillEncoded` of the codec; undefined if the object has no report of decoding
 */
export function startJson(
  sink: Sink,
  head: Record<string, unknown>,
  isEncodedAgain: ((source: string) => boolean) | undefined,
) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const report = { issues: [] as DecodeIssue[], issueCount: 0, lossy: false, stillEncoded: false };
  /** The end of the input so far, which may be the start of an escape. */
  let tail = "";
  let isBegun = false;
  const begin = (): void => {
    const fields = toJson(head).slice(1, -1);
    if (!isBegun) sink.writeText(`{${fields}${fields && ","}"value":"`);
    isBegun = true;
  };
  return {
    /** Appends to the value what a part of the input became. */
    chunk: (bytes: Uint8Array, source: Uint8Array): void => {
      begin();
      const text = decoder.decode(bytes, { stream: true });
      sink.writeText(toJson(text).slice(1, -1));
      if (isEncodedAgain === undefined || report.stillEncoded) return;
      const joined = tail + Buffer.from(source.buffer, source.byteOffset, source.length).toString("latin1");
      report.stillEncoded = /%(?:u00)?25/.test(joined) && isEncodedAgain(joined);
      tail = joined.slice(-MAX_PARTIAL_ESCAPE_BYTES);
    },
    issue: (issue: DecodeIssue, isLossy: boolean): void => {
      if (report.issueCount++ < MAX_ISSUES) report.issues.push(issue);
      report.lossy ||= isLossy;
    },
    /**
     * Ends the object with the error that ended the value, or with the report of decoding.
     *
     * @param mark the end mark of the record
     */
    end: (error?: Fault, mark = ""): void => {
      begin();
      const rest = error ? { error: errorFields(error) } : isEncodedAgain ? report : {};
      const fields = toJson(rest).slice(1, -1);
      sink.writeText(`"${fields && ","}${fields}}${jsonEnd(mark)}`);
    },
  };
}
