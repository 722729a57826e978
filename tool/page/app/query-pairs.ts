import type { Encoding } from "percodec/charset";
import type { DecodeIssue } from "percodec";
import { parseForm, serializeForm, type SerializePairsOptions } from "percodec/form";

interface QueryPlace {
  readonly before: string;
  readonly query: string;
  readonly after: string;
}

/** Finds the query that `parseQuery` reads: in a URI reference, the text after the first `?`, up to a `#`; otherwise the whole text. */
export function findQuery(text: string): QueryPlace {
  if (!/^(?:[A-Za-z][A-Za-z0-9+.-]*:\/\/|[/?#]|[^=?]*\?)/.test(text)) return { before: "", query: text, after: "" };
  const [, before = "", query = "", after = ""] = /^([^?#]*\??)([^#]*)([^]*)$/.exec(text) ?? [];
  return { before, query, after };
}

export function withQuery({ before, after }: QueryPlace, query: string): string {
  const mark = query !== "" && before + after !== "" && !before.includes("?") ? "?" : "";
  return before + mark + query + after;
}

/** A piece of a form between two separators; it may be empty. */
export interface FormPiece {
  readonly raw: string;
  readonly name: string;
  readonly value: string;
  /** Whether it has an equals sign. */
  readonly hasValue: boolean;
  /** The faults that a strict parser refuses, with indexes in the whole query. */
  readonly issues: readonly DecodeIssue[];
  /** The start of the piece in the query. */
  readonly index: number;
}

interface PieceOptions {
  readonly rules: "strict" | "whatwg";
  readonly encoding?: Encoding | undefined;
}

/** Splits a query into its pieces and separators; empty pairs are pieces too. */
export function splitQuery(
  query: string,
  separator: "&" | "&;",
): { readonly raws: string[]; readonly separators: string[] } {
  if (query === "") return { raws: [], separators: [] };
  const cut = query.split(separator === "&" ? /(&)/ : /([&;])/);
  return { raws: cut.filter((_, k) => k % 2 === 0), separators: cut.filter((_, k) => k % 2 === 1) };
}

/** With the rules `strict`, a fault is kept unchanged and listed as an issue. */
const STRICT = { malformed: "keep", invalidUtf8: "keep", loneSurrogate: "replace" } as const;

export function readPiece(raw: string, index: number, { rules, encoding }: PieceOptions): FormPiece {
  const issues: DecodeIssue[] = [];
  const onIssue = (issue: DecodeIssue): void => void issues.push({ ...issue, index: index + issue.index });
  const limits = { name: Infinity, value: Infinity, body: Infinity, pairs: Infinity };
  const policies = rules === "strict" ? STRICT : {};
  // The query is already split, so a piece contains no separator.
  const [pair = ["", ""]] = parseForm(raw, {
    rules: "whatwg",
    ...policies,
    onIssue,
    limits,
    ...(encoding && { encoding }),
  });
  return { raw, name: pair[0], value: pair[1], hasValue: raw.includes("="), issues, index };
}

/** Returns the content of the first pair `_charset_` (https://html.spec.whatwg.org/#attr-fe-name-charset); undefined without one. */
export function readCharsetField(raws: readonly string[]): string | undefined {
  // Each character of the name may be an escape.
  const short = raws.filter((raw) => cutName(raw).length <= 3 * "_charset_".length);
  const pieces = short.map((raw) => readPiece(raw, 0, { rules: "whatwg" }));
  return pieces.find(({ name }) => name.toLowerCase() === "_charset_")?.value;
}

export type WriteOptions = Pick<SerializePairsOptions, "encoding" | "space" | "newlines">;

/** Returns how a query is written after a text: a space is `+` in a body and `%20` in a URI, and a line end in `mailto:` CR LF. */
export function writeOptionsAfter(before: string): WriteOptions {
  return { space: before === "" ? "+" : "%20", newlines: /^mailto:/i.test(before) ? "crlf" : "keep" };
}

/** Changes the value of a piece; the text of its name stays unchanged, and so does an equal value. */
export function withValue(
  { raw, value: before }: Pick<FormPiece, "raw" | "value">,
  value: string,
  options?: WriteOptions,
): string {
  return raw !== "" && before === value ? raw : writeValue(raw, value, options);
}

function writeValue(raw: string, value: string, options?: WriteOptions): string {
  return `${cutName(raw)}=${encodeValue(value, options)}`;
}

/** Changes the name of a piece; the text of its value stays unchanged. */
export function withName({ raw }: Pick<FormPiece, "raw">, to: string, options?: WriteOptions): string {
  // An empty name with an empty value needs its `=`: without it the pair would disappear.
  return encodeValue(to, options) + raw.slice(cutName(raw).length) || "=";
}

/** Writes a pair in the encoding of the options (default UTF-8). */
export function writePiece(name: string, value: string, hasValue: boolean, options?: WriteOptions): string {
  return encodeValue(name, options) + (hasValue ? `=${encodeValue(value, options)}` : "") || "=";
}

/** Returns the name of a piece as it is written. */
function cutName(raw: string): string {
  return raw.split("=", 1).join("");
}

function encodeValue(value: string, options?: WriteOptions): string {
  return serializeForm([["", value]], { loneSurrogate: "replace", ...options }).slice(1);
}

/** Returns the place of a query that begins at an index of a text, and ends at a `#`. */
export function placeQuery(text: string, from: number): QueryPlace {
  const hash = text.indexOf("#", from);
  const end = hash < 0 ? text.length : hash;
  return { before: text.slice(0, from), query: text.slice(from, end), after: text.slice(end) };
}

/**
 * A query, whose pieces are changed one at a time. Every other byte stays as it is. A pair is a piece that is not empty; pairs have numbers
 * of their own.
 */
export class QueryEdit {
  readonly raws: string[];
  readonly #separators: string[];
  readonly #place: QueryPlace;

  constructor(place: QueryPlace, separator: "&" | "&;" = "&") {
    this.#place = place;
    ({ raws: this.raws, separators: this.#separators } = splitQuery(place.query, separator));
  }

  get query(): string {
    const last = this.raws.length - 1;
    return this.raws.map((raw, k) => raw + (k < last ? (this.#separators[k] ?? "&") : "")).join("");
  }

  get text(): string {
    return this.start + this.query + this.#place.after;
  }

  /** The text before the query. */
  get start(): string {
    return this.#place.before;
  }

  get pairCount(): number {
    return this.#pairs.length;
  }

  /** The numbers of the pieces that are pairs. */
  get #pairs(): readonly number[] {
    return this.raws.flatMap((raw, at) => (raw === "" ? [] : [at]));
  }

  setValue(pair: number, value: string): void {
    this.#change(pair, (raw) => writeValue(raw, value, writeOptionsAfter(this.start)));
  }

  setName(pair: number, name: string): void {
    this.#change(pair, (raw) => withName({ raw }, name, writeOptionsAfter(this.start)));
  }

  /** Replaces the written form of a value, at the end of its pair. */
  setRaw(pair: number, before: string, after: string): void {
    this.#change(pair, (raw) => raw.slice(0, raw.length - before.length) + after);
  }

  #change(pair: number, change: (raw: string) => string): void {
    const piece = this.#pairs[pair]!;
    this.raws[piece] = change(this.raws[piece]!);
  }

  remove(pair: number): void {
    this.removePiece(this.#pairs[pair]!);
  }

  /** Removes a piece, and the separator before it or, for the first piece, after it. */
  removePiece(piece: number): void {
    this.raws.splice(piece, 1);
    this.#separators.splice(Math.max(0, piece - 1), 1);
  }

  swapWithNext(pair: number): void {
    const [a, b] = this.#pairs.slice(pair) as [number, number];
    [this.raws[a], this.raws[b]] = [this.raws[b]!, this.raws[a]!];
  }

  add(raw: string): void {
    this.raws.push(raw);
  }
}
