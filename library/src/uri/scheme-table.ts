import { browserAgrees, isUrn } from "./normalize.ts";
import { joinParts, locateParts, splitParts, splitReference } from "./reference.ts";

/** A cell of the table: where the escapes of some reserved characters equal the characters. */
export interface SchemeCell {
  /** `data` is the path with the query; `all` is everything after the colon of the scheme. */
  readonly part: "path" | "query" | "fragment" | "data" | "all";
  readonly rule: string;
  readonly clause: string;
  /** The spans of the part in which the cell is valid. */
  readonly spans: RegExp;
  /** The escapes that equal their characters. A match longer than one escape is a delimiter; it and an escape directly after it stay. */
  readonly escapes: RegExp;
  readonly reduce: ((path: string) => string) | undefined;
}

/** Creates a cell of the characters in a place; `purpose` matches text in which they have a purpose. */
function toCell(
  part: SchemeCell["part"],
  characters: string,
  place: string,
  clause: string,
  spans = /[^]+/g,
  purpose = "",
): SchemeCell {
  const codes = Array.from(characters, (character) => character.charCodeAt(0).toString(16));
  const rule = `the escape of ${Array.from(characters).join(" ")} in ${place} equals the character`;
  const escapes = new RegExp(`${purpose}%(?:${codes.join("|")})`, "gi");
  return { part, rule, clause, spans, escapes, reduce: undefined };
}

/** The cells of each scheme, after which `//` stands if the URI has a host. A reference without a scheme has an empty one. */
const ROWS: readonly (readonly [schemes: RegExp, cells: readonly SchemeCell[]])[] = /* @__PURE__ */ (() => {
  const rfc = (section: string) => `https://www.rfc-editor.org/rfc/rfc${section}`;
  const [pathClause, mailClause] = [rfc("3986#section-3.3"), rfc("6068#section-2")];
  const query = toCell("query", "/?:@", "the query", rfc("3986#section-3.4"));
  // https://wicg.github.io/scroll-to-text-fragment/#the-fragment-directive: a raw `:~:` begins a directive.
  const fragment = toCell("fragment", "/?:@", "the fragment", rfc("3986#section-3.5"), undefined, "(?::|%3a)(?:~|%7e)(?=:|%3a)|"); // prettier-ignore
  // https://www.rfc-editor.org/rfc/rfc6455#section-3: a WebSocket URI has no fragment.
  const socket = [
    // https://www.rfc-editor.org/rfc/rfc3986#section-4.2: the first segment of a relative path has no colon.
    toCell("path", ":@", "the path", pathClause, /\/[^]*/g),
    toCell("path", "@", "the path", pathClause, /^[^/]+/g),
    query,
    toCell("query", "'", "the query", "https://url.spec.whatwg.org/#special-query-percent-encode-set"),
  ];
  const all = ":/[]@!$&'()*+,;=";
  const script = toCell("all", all, "javascript:", "https://html.spec.whatwg.org/#the-javascript:-url-special-case");
  const field = toCell("query", "!$'()*+,;:@", "a header", mailClause, /=[^&]*/g);
  const telephone = {
    ...toCell("path", "()", "", rfc("3966#section-4"), /^[^;]+/g),
    rule: "separators, letter case and the order of parameters do not count",
    reduce: reduceTelephone,
  };
  return [
    [/^(?:(?:https?)?\/\/)?$/, [...socket, fragment]],
    [/^wss?\/\/$/, socket],
    [/^javascript(?:\/\/)?$/, [script]],
    [/^mailto$/, [toCell("path", "!$'()*+:", "an address", mailClause), field, fragment]],
    [/^data$/, [toCell("data", `?${all}`, "the data", rfc("2397#section-3"), /,[^]*/g), fragment]],
    [/^tel$/, [telephone, query, fragment]],
    [/(?:)/, [query, fragment]],
  ];
})();

function reduceTelephone(path: string): string {
  const numbers = /(^|;phone-context=(?=\+))([^;]+)/gi;
  const digits = path.replace(numbers, (_, before: string, number: string) => before + number.replace(/[-.()]/g, ""));
  const [number, ...parameters] = digits.toLowerCase().split(";");
  return [number, ...parameters.sort()].join(";");
}

/**
 * Returns the cells of the table of schemes for a URI: which reserved characters have no purpose in it
 * (https://www.rfc-editor.org/rfc/rfc3986#section-2.2). A URN has none, because its name is compared without decoding
 * (https://www.rfc-editor.org/rfc/rfc8141#section-3.1), and neither has a text in which a browser and RFC 3986 find different parts.
 */
export function findCells(uri: string): readonly SchemeCell[] {
  const reference = splitReference(uri);
  const scheme = reference.scheme?.toLowerCase();
  if (isUrn({ ...reference, scheme }) || !browserAgrees(uri, reference)) return [];
  const key = `${scheme ?? ""}${reference.host === undefined ? "" : "//"}`;
  return ROWS.find(([schemes]) => schemes.test(key))?.[1] ?? [];
}

/** Marks with 1 each index at which the escape of a reserved character without a purpose begins. */
export function findWithoutPurpose(uri: string, cells: readonly SchemeCell[]): Uint8Array {
  const found = new Uint8Array(uri.length);
  // A part that is absent has an end before its start, or begins after the text.
  const { path, query, fragment } = locateParts(splitReference(uri));
  const [pathEnd, queryEnd, end] = [query - 1, fragment - 1, uri.length];
  const ranges = { path: [path, pathEnd], query: [query, queryEnd], fragment: [fragment, end], data: [path, queryEnd], all: [uri.indexOf(":") + 1, end] } as const; // prettier-ignore
  for (const { part, spans, escapes } of cells) {
    const [from, to] = ranges[part];
    for (const span of uri.slice(from, to).matchAll(spans)) {
      let purposeEnd = -1;
      for (const { 0: text, index } of span[0].matchAll(escapes)) {
        if (text.length !== 3) purposeEnd = index + text.length;
        else if (index !== purposeEnd) found[from + span.index + index] = 1;
      }
    }
  }
  return found;
}

/** Decodes the reserved characters without a purpose in a normalized URI, and removes what else does not count. */
export function reduceByCells(uri: string, cells: readonly SchemeCell[] = findCells(uri)): string {
  const found = findWithoutPurpose(uri, cells);
  const { path, ...others } = splitParts(decodeLatin1(uri, found));
  return joinParts({ ...others, path: cells.reduce((reduced, { reduce }) => reduce?.(reduced) ?? reduced, path) });
}

/** Decodes each escape to the character U+0000 to U+00FF; with `places`, only those at the indexes that are marked. */
export function decodeLatin1(text: string, places?: Uint8Array): string {
  return text.replace(/%[\dA-F]{2}/gi, (escape, index: number) =>
    places?.[index] === 0 ? escape : String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
  );
}
