import type { Encoding } from "../../src/charset/index.ts";
import { type DecodeIssue, percentDecode } from "../../src/index.ts";
import { editQuery, parseForm, type QueryEditor, serializeForm } from "../../src/form/index.ts";

/** The query of a text, with what stands before and behind it. */
export interface QueryPlace {
  readonly before: string;
  readonly query: string;
  readonly behind: string;
}

/**
 * Finds the query: of a URI reference what stands behind its first `?`, up to a `#`; of a text that is none, all of it.
 */
export function findQuery(text: string): QueryPlace {
  const [, before, rest] = /^([^?#]*\?)([^]*)$/.exec(text) ?? [];
  if (before !== undefined && rest !== undefined) {
    const end = rest.indexOf("#");
    return end < 0
      ? { before, query: rest, behind: "" }
      : { before, query: rest.slice(0, end), behind: rest.slice(end) };
  }
  // A reference without a query gets its `?` with the first pair.
  if (!/^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/|#)/.test(text)) return { before: "", query: text, behind: "" };
  const end = text.indexOf("#");
  return end < 0
    ? { before: text, query: "", behind: "" }
    : { before: text.slice(0, end), query: "", behind: text.slice(end) };
}

/** Puts a query back where it stood. */
export function withQuery({ before, behind }: QueryPlace, query: string): string {
  const mark = query !== "" && before !== "" && !before.includes("?") ? "?" : "";
  return before + mark + query + behind;
}

/** One piece of a form between two separators. */
export interface FormPiece {
  readonly raw: string;
  readonly name: string;
  readonly value: string;
  /** Whether it has an equals sign. */
  readonly hasValue: boolean;
  /** What a strict reader refuses, in units of the whole query. */
  readonly issues: readonly DecodeIssue[];
  /** Where it begins in the query. */
  readonly index: number;
}

export interface PieceOptions {
  readonly rules: "strict" | "whatwg";
  readonly encoding?: Encoding | undefined;
}

/** What a query is cut into; empty pairs are pieces too. */
export function cutQuery(
  query: string,
  separator: "&" | "&;",
): { readonly raws: string[]; readonly separators: string[] } {
  if (query === "") return { raws: [], separators: [] };
  const cut = query.split(separator === "&" ? /(&)/ : /([&;])/);
  return { raws: cut.filter((_, k) => k % 2 === 0), separators: cut.filter((_, k) => k % 2 === 1) };
}

/** By the rules strict the page shows a fault as it is written, and lists it as an issue. */
const STRICT = { malformed: "keep", invalidUtf8: "keep", loneSurrogate: "replace" } as const;

/** Reads one piece. */
export function readPiece(raw: string, index: number, { rules, encoding }: PieceOptions): FormPiece {
  const issues: DecodeIssue[] = [];
  const onIssue = (issue: DecodeIssue): void => void issues.push({ ...issue, index: index + issue.index });
  const limits = { name: Infinity, value: Infinity, body: Infinity, pairs: Infinity };
  const policies = rules === "strict" ? STRICT : {};
  // A piece holds no `&`; what `;` may do was done before.
  const [pair = ["", ""]] = parseForm(raw, { rules, ...policies, onIssue, limits, ...(encoding && { encoding }) });
  return { raw, name: pair[0], value: pair[1], hasValue: raw.includes("="), issues, index };
}

/** Gives a piece another value; its name stays as it is written. */
export function withValue({ raw }: FormPiece, value: string, encoding?: Encoding): string {
  if (encoding !== undefined) return `${raw.split("=", 1)[0]}=${valuePart(value, encoding)}`;
  // An empty pair has no name.
  if (raw === "") return `=${valuePart(value)}`;
  return edited(raw, (editor) => editor.set(lenientName(raw), value));
}

/** Gives a piece another name; its value stays as it is written. */
export function withName({ raw }: FormPiece, to: string, encoding?: Encoding): string {
  if (encoding !== undefined || raw === "") return valuePart(to, encoding) + raw.slice(raw.split("=", 1)[0]!.length);
  return edited(raw, (editor) => editor.rename(lenientName(raw), to));
}

/** Edits one piece, which may begin with a `?` of its own. */
function edited(raw: string, edit: (editor: QueryEditor) => QueryEditor): string {
  return edit(editQuery(`?${raw}`))
    .toString()
    .slice(1);
}

/** The name as `editQuery` reads it, which is as a lenient reader does. */
function lenientName(raw: string): string {
  return percentDecode(raw.split("=", 1)[0]!, { plus: "space", malformed: "keep", invalidUtf8: "replace" });
}

function valuePart(value: string, encoding?: Encoding): string {
  const options = { loneSurrogate: "replace", ...(encoding && { encoding }) } as const;
  return serializeForm([["", value]], options).slice(1);
}
