import { PERCENT } from "../text.ts";
import { LINE_FEED } from "./framing.ts";
import type { Stage } from "./stage.ts";

const LOWER_U = 0x75;

/** The length of `%XX`, and of `%uXXXX` in the form of ECMAScript's `escape`. */
export const ESCAPE_LENGTH = 3;
export const UNICODE_ESCAPE_LENGTH = 6;

/**
 * Returns a stage that writes encoded text in lines of at most `width` characters, each with an LF. No escape is cut: a line is shorter
 * if the next escape does not fit.
 *
 * @param width at least the length of the longest escape
 * @param unicode whether `%u` begins an escape of six characters
 */
export function wrapStage(width: number, unicode: boolean): Stage {
  let column = 0;
  /** How many bytes of the escape at the end are still to come. */
  let inside = 0;
  /** A `%` at the end, whose length the next byte decides. */
  let waits = false;
  let at = 0;
  const put = (byte: number, length: number, target: Uint8Array): void => {
    if (column + length > width) {
      target[at++] = LINE_FEED;
      column = 0;
    }
    column += length;
    inside = length - 1;
    target[at++] = byte;
  };
  return {
    growth: 2,
    write: (bytes, length, final, target) => {
      at = 0;
      for (let i = 0; i < length; i++) {
        const byte = bytes[i]!;
        if (waits) {
          put(PERCENT, byte === LOWER_U ? UNICODE_ESCAPE_LENGTH : ESCAPE_LENGTH, target);
          waits = false;
        }
        if (inside > 0) {
          target[at++] = byte;
          inside--;
        } else if (byte === PERCENT && unicode) {
          waits = true;
        } else if ((byte & 0xc0) === 0x80) {
          // The rest of a character that the set leaves unencoded.
          target[at++] = byte;
        } else {
          put(byte, byte === PERCENT ? ESCAPE_LENGTH : 1, target);
        }
      }
      if (final) {
        if (waits) put(PERCENT, 1, target);
        if (column > 0) target[at++] = LINE_FEED;
        column = inside = 0;
        waits = false;
      }
      return at;
    },
  };
}
