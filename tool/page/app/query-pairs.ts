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

/**
 * The query of a text, whose pairs are changed one at a time. Every other byte of the text stays as it is, the empty pairs between
 * two separators too.
 */
export class QueryEdit {
  #text: string;
  readonly #from: number;

  /** @param from the start of the query in the text */
  constructor(text: string, from: number) {
    this.#text = text;
    this.#from = from;
  }

  get text(): string {
    return this.#text;
  }

  get start(): string {
    return this.#text.slice(0, this.#from);
  }

  /** The number of pairs; an empty piece between two separators is none. */
  get pairCount(): number {
    let count = 0;
    this.#replace((_, places) => (count = places.length));
    return count;
  }

  setValue(k: number, value: string): void {
    this.#change(k, (pair) => writeValue(pair, value, writeOptionsAfter(this.start)));
  }

  setName(k: number, name: string): void {
    this.#change(k, (pair) => withName({ raw: pair }, name, writeOptionsAfter(this.start)));
  }

  /** Replaces the written form of a value, at the end of its pair. */
  setRaw(k: number, before: string, after: string): void {
    this.#change(k, (pair) => pair.slice(0, pair.length - before.length) + after);
  }

  remove(k: number): void {
    this.#replace((pieces, places) => pieces.splice(places[k]!, 1));
  }

  swapWithNext(k: number): void {
    this.#replace((pieces, places) => {
      const [a, b] = [places[k]!, places[k + 1]!];
      [pieces[a], pieces[b]] = [pieces[b]!, pieces[a]!];
    });
  }

  add(pair: string): void {
    this.#replace((pieces) => (pieces.length === 1 && pieces[0] === "" ? (pieces[0] = pair) : pieces.push(pair)));
  }

  #change(k: number, change: (pair: string) => string): void {
    this.#replace((pieces, places) => {
      const at = places[k]!;
      pieces[at] = change(pieces[at]!);
    });
  }

  /** @param edit changes the pieces between separators; `places` has the index of each piece that is a pair */
  #replace(edit: (pieces: string[], places: readonly number[]) => unknown): void {
    const hash = this.#text.indexOf("#", this.#from);
    const end = hash < 0 ? this.#text.length : hash;
    const pieces = this.#text.slice(this.#from, end).split("&");
    edit(
      pieces,
      pieces.flatMap((piece, at) => (piece === "" ? [] : [at])),
    );
    this.#text = this.#text.slice(0, this.#from) + pieces.join("&") + this.#text.slice(end);
  }
}
