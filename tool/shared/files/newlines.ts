import { CARRIAGE_RETURN, LINE_FEED } from "../../../tool/shared/files/framing.ts";
import type { Stage } from "./stage.ts";

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
