import type { Step } from "percodec";
import { CARRIAGE_RETURN, LINE_FEED } from "./framing.ts";

/** Converts every byte it receives, and buffers those that need later bytes. */
export interface Stage {
  /** The most bytes that one byte becomes; {@link STAGE_MARGIN} more may be written for bytes that waited. */
  readonly growth: number;
  /**
   * Converts the first `length` bytes, writes the result to the beginning of a target and returns its length.
   *
   * @param final whether no more bytes follow; the stage is then ready for another input
   */
  write(bytes: Uint8Array, length: number, final: boolean, target: Uint8Array): number;
}

/** How many bytes a stage may write in addition to `growth` for each byte. */
export const STAGE_MARGIN = 64;

/** The most bytes that pass from a step to a stage at a time: a third of it is enough for the largest step. */
const MAX_PASSED_BYTES = 0x8000;

/** Passes the result of a step to a stage. The target has room for `growth` times what the step needs, and {@link STAGE_MARGIN}. */
export function chain(step: Step, stage: Stage): Step {
  let passed = new Uint8Array(0);
  return (source, target, { from = 0, to = source.length, final = true } = {}) => {
    const room = Math.min(MAX_PASSED_BYTES, Math.floor((target.length - STAGE_MARGIN) / stage.growth));
    if (passed.length < room) passed = new Uint8Array(room);
    const { read, written } = step(source, passed.subarray(0, room), { from, to, final });
    return { read, written: stage.write(passed, written, final && from + read === to, target) };
  };
}

export const copyStep: Step = (source, target, { from = 0, to = source.length } = {}) => {
  const length = Math.min(to - from, target.length);
  target.set(source.subarray(from, from + length));
  return { read: length, written: length };
};

/** What each line break (LF, CR LF, or CR) becomes. */
export type Newline = "lf" | "crlf" | "cr";

const WRITTEN: Readonly<Record<Newline, readonly number[]>> = {
  lf: [LINE_FEED],
  crlf: [CARRIAGE_RETURN, LINE_FEED],
  cr: [CARRIAGE_RETURN],
};

/** Returns a stage that writes each LF, CR LF and CR of ASCII-compatible bytes as one kind of line break. */
export function newlineStage(newline: Newline): Stage {
  const written = WRITTEN[newline];
  /** Whether the last byte was a CR, so that an LF belongs to it. */
  let afterCr = false;
  return {
    growth: written.length,
    write: (bytes, length, final, target) => {
      let at = 0;
      for (let i = 0; i < length; i++) {
        const byte = bytes[i]!;
        if (byte === CARRIAGE_RETURN || (byte === LINE_FEED && !afterCr))
          for (const unit of written) target[at++] = unit;
        else if (byte !== LINE_FEED) target[at++] = byte;
        afterCr = byte === CARRIAGE_RETURN;
      }
      if (final) afterCr = false;
      return at;
    },
  };
}
