import type { Sink } from "./io/sink.ts";

/** Writes results, each with the end mark that its record had: LF, CR LF, NUL, or none at the end of a file. */
export class RecordOutput {
  readonly #sink: Sink;
  readonly #mark: "\n" | "\0";
  /** Whether the result that was written last has no end mark. */
  #isOpen = false;

  /** @param mark what ends the last record of a file that has no end mark, if another file follows */
  constructor(sink: Sink, mark: "\n" | "\0") {
    this.#sink = sink;
    this.#mark = mark;
  }

  /** Begins a result: call it before anything of it is written. */
  begin(): void {
    if (this.#isOpen) this.#sink.writeText(this.#mark);
    this.#isOpen = false;
  }

  /** Ends a result whose end mark is still to be written. */
  end(mark: string): void {
    this.#sink.writeText(mark);
    this.endedWith(mark);
  }

  /** Ends a result that was written with its end mark. */
  endedWith(mark: string): void {
    this.#isOpen = mark === "";
  }
}
