import type { Sink } from "../io/sink.ts";

/** Writes results, each with the end mark of its record: LF, CR LF, NUL, or none at the end of a file. */
export class RecordOutput {
  readonly #sink: Sink;
  readonly #mark: "\n" | "\0";
  /** Whether the last result has no end mark. */
  #isOpen = false;

  /** @param mark the end mark for a last record without one, if another file follows */
  constructor(sink: Sink, mark: "\n" | "\0") {
    this.#sink = sink;
    this.#mark = mark;
  }

  /** Begins a result: call it before writing any part of it. */
  begin(): void {
    if (this.#isOpen) this.#sink.writeText(this.#mark);
    this.#isOpen = false;
  }

  /** Ends a result and writes its end mark. */
  end(mark: string): void {
    this.#sink.writeText(mark);
    this.endedWith(mark);
  }

  /** Ends a result whose end mark is already written. */
  endedWith(mark: string): void {
    this.#isOpen = mark === "";
  }
}
