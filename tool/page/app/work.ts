import { percentDecode } from "percodec";
import type { TextReport } from "../../shared/reading/report.ts";
import { areUrls } from "./cleaning.ts";
import { decodeLines } from "./decode-as.ts";
import { decodeAs } from "../../shared/text.ts";
import { unlessRefused } from "../../shared/unless-refused.ts";

export type Action =
  "clean" | "repair" | "inspect" | "query" | "decode" | "decode-lines" | "clean-lines" | "repair-lines" | "encode";

/** What the page does with a text, so that copied code can do the same. */
export interface Work {
  readonly action: Action;
  /** The text; a query without its `?`. */
  readonly text: string;
  /** Whether a URL has a query. */
  readonly hasQuery: boolean;
  /** The encoding in which the page shows the bytes; undefined if no encoding fits all of them. */
  readonly encoding: string | undefined;
  /** Whether the text has a `%` without two hex digits, which stays. */
  readonly hasBroken: boolean;
  /** Whether the text has `%uXXXX`, which is decoded. */
  readonly hasPercentU: boolean;
}

/** What the work needs of a report. */
export type WorkReport = Pick<TextReport, "reading" | "parts" | "parameters" | "lines" | "whole">;

const MALFORMED_ESCAPE = /%(?![\dA-Fa-f]{2})/;
const PERCENT_U = /%u[\dA-Fa-f]{4}/gi;

/** What is done with a URL: it is cleaned, or repaired too because it is not valid otherwise, or inspected because `cleanUri` refuses it. */
export type UrlAction = Extract<Action, "clean" | "repair" | "inspect">;

export function toWork(report: WorkReport, urlAction: UrlAction): Work {
  const { reading, parts, parameters, whole } = report;
  const action = findAction(report, urlAction);
  const text = action === "query" ? reading.text.replace(/^\?/, "") : reading.text;
  const query = action === "query" ? text : (parts.find(({ name }) => name === "query")?.raw ?? "");
  const decoded = action === "decode" ? text : "";
  const [likeliest] = whole?.charsets ?? [];
  const charset = likeliest !== undefined && decodeAs(text, likeliest) !== undefined ? likeliest : undefined;
  // Bytes of another encoding are decoded without %uXXXX, and so are pairs.
  const decodesPercentU = action === "decode" && likeliest === undefined;
  return {
    action,
    text,
    hasQuery: query !== "",
    encoding:
      parameters.length > 0 ? findEncoding(query, parameters) : (charset ?? (isInUtf8(decoded) ? UTF_8 : undefined)),
    hasBroken: [decoded, query].some((part) =>
      MALFORMED_ESCAPE.test(decodesPercentU ? part.replace(PERCENT_U, "") : part),
    ),
    hasPercentU: decodesPercentU && decoded.search(PERCENT_U) >= 0,
  };
}

const UTF_8 = "UTF-8";

function findAction({ reading, parts, parameters, lines, whole }: WorkReport, urlAction: UrlAction): Action {
  if (parts.length > 0) return urlAction;
  if (parameters.length > 0) return "query";
  if (whole !== undefined) return "decode";
  if (areUrls(reading.text, lines)) return urlAction === "repair" ? "repair-lines" : "clean-lines";
  return decodeLines(reading.text, lines) === undefined ? "encode" : "decode-lines";
}

/** Returns the encoding in which the page shows every value of a query. */
function findEncoding(query: string, parameters: WorkReport["parameters"]): string | undefined {
  // A decoder of Python reads the bytes between two other characters alone, and so does this one.
  const pieces = query.replace(/[^\0-\x7f]+/g, " ").split(/[&=]/);
  const fits = (label: string): boolean => pieces.every((piece) => decodeAs(piece, label) !== undefined);
  if (fits(UTF_8)) return UTF_8;
  const shown = new Set(
    parameters.filter(({ raw }) => /%[89A-Fa-f]/.test(raw)).map(({ charsets }) => charsets?.[0] ?? UTF_8),
  );
  const [only] = shown;
  return shown.size === 1 && only !== undefined && fits(only) ? only : undefined;
}

function isInUtf8(text: string): boolean {
  return unlessRefused(() => percentDecode(text, { malformed: "keep", percentU: true })) !== undefined;
}
