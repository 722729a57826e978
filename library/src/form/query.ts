import { PercentEncodingError, type PercentEncodingFault } from "../base/errors.ts";
import { readUtf8 } from "../base/utf8.ts";
import type { ResolvedFormOptions } from "./options.ts";
import type { PairList } from "./pair-list.ts";
import { parseWhole } from "./parse.ts";

/** What begins a URI: a scheme and `//`, a `/`, `?` or `#`, or a `?` before any `=`. All else is a query. */
const URI = /^(?:[A-Za-z][A-Za-z0-9+.-]*:\/\/|[/?#]|[^=?]*\?)/;

/** Returns where the query of a URI begins and ends, without its `?`; an input that does not begin as a URI is a query. */
function findQuery(input: string | Uint8Array): readonly [from: number, to: number] {
  const find = (mark: string): number =>
    typeof input === "string" ? input.indexOf(mark) : input.indexOf(mark.charCodeAt(0));
  const mark = find("?");
  const hash = find("#");
  const head =
    typeof input === "string" ? input : readUtf8(input, 0, Math.max(mark + 1, Math.min(input.length, find(":") + 3)));
  if (!URI.test(head)) return [0, input.length];
  const to = hash < 0 ? input.length : hash;
  return [mark < 0 || mark > to ? to : mark + 1, to];
}

/** Parses the query of a URI or a query alone; all positions count in the input. */
export function parseQueryText(input: string | Uint8Array, resolved: ResolvedFormOptions): PairList {
  const [from, to] = findQuery(input);
  const { onIssue } = resolved;
  const moved = onIssue && ((issue: Parameters<typeof onIssue>[0]) => onIssue({ ...issue, index: from + issue.index }));
  try {
    const list = parseWhole(typeof input === "string" ? input.slice(from, to) : input.subarray(from, to), { ...resolved, onIssue: moved }); // prettier-ignore
    list.offset = from;
    return list;
  } catch (error) {
    throw error instanceof PercentEncodingError
      ? new PercentEncodingError({ ...(error as PercentEncodingFault), index: from + error.index })
      : error;
  }
}
