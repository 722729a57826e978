import { type FormPiece, withName, withValue } from "./query-pairs.ts";

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

  /** The text before the query. */
  get start(): string {
    return this.#text.slice(0, this.#from);
  }

  /** The number of pairs; an empty piece between two separators is none. */
  get pairCount(): number {
    let count = 0;
    this.#replace((_, places) => (count = places.length));
    return count;
  }

  /** Sets the value of a pair, without changing its name. */
  setValue(k: number, value: string): void {
    this.#change(k, (pair) => withValue(toPiece(pair), value));
  }

  /** Sets the name of a pair, without changing its value. */
  setName(k: number, name: string): void {
    this.#change(k, (pair) => withName(toPiece(pair), name));
  }

  /** Replaces the written form of a value, at the end of its pair. */
  setRaw(k: number, before: string, after: string): void {
    this.#change(k, (pair) => pair.slice(0, pair.length - before.length) + after);
  }

  remove(k: number): void {
    this.#replace((pieces, places) => pieces.splice(places[k]!, 1));
  }

  /** Exchanges a pair with the one after it. */
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
    this.#replace((pieces, places) => (pieces[places[k]!] = change(pieces[places[k]!]!)));
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

/** Returns a pair as a piece whose name and value are not known, so that both are written. */
function toPiece(raw: string): FormPiece {
  return { raw, name: "", value: "", hasValue: raw.includes("="), issues: [], index: 0 };
}
