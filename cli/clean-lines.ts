import { CleanLineFinder } from "../src/inspect/prefilter.ts";
import type { LineSkipper } from "./lines.ts";

/** How many bytes are converted to text at a time. */
const WINDOW_BYTES = 0x4000;

/** Skips the lines of an input that have no finding. */
export class CleanLines implements LineSkipper {
  skipped = 0;
  readonly #finder = new CleanLineFinder();
  /** A part of the input, one unit for each byte, and the offset in the input at which it begins. */
  #window = "";
  #windowAt = 0;

  skip(bytes: Uint8Array, from: number, to: number, offset: number): number {
    this.skipped = 0;
    let at = from;
    while (at < to) {
      let begin = offset + at - from - this.#windowAt;
      if (!this.#window.includes("\n", begin)) {
        const length = Math.min(WINDOW_BYTES, to - at);
        this.#window = Buffer.from(bytes.buffer, bytes.byteOffset + at, length).toString("latin1");
        this.#windowAt += begin;
        begin = 0;
      }
      const end = this.#skipInWindow(begin);
      if (end === begin) break;
      at += end - begin;
    }
    return at;
  }

  /** Skips lines in the window from `begin` on, and returns the end of the last. */
  #skipInWindow(begin: number): number {
    for (let at = begin; ; this.skipped++) {
      const end = this.#finder.skip(this.#window, at);
      if (end === at) return at;
      at = end;
    }
  }
}
