import { Presets, SingleBar } from "cli-progress";
import type { Source } from "../io/source.ts";

/** Creates the progress bar of `--progress`, which shows how much of one file at a time has been read. */
export function progressBar(stream: NodeJS.WriteStream) {
  const bar = new SingleBar(
    {
      format: "{bar} {percentage}% of {megabytes} MB, {eta_formatted} left",
      stream,
      // The loop is synchronous, so no timer fires.
      synchronousUpdate: true,
      clearOnComplete: true,
      hideCursor: false,
      etaBuffer: 100,
    },
    Presets.shades_classic,
  );
  let running = false;
  /** Removes the bar. */
  const stop = (): void => {
    if (running) bar.stop();
    running = false;
  };
  return {
    /** Returns the source, whose progress is shown while it is read. */
    watch: (source: Source): Source => {
      stop();
      const { size } = source;
      running = size > 0;
      if (running) bar.start(size, 0, { megabytes: (size / 1e6).toFixed(1) });
      return {
        ...source,
        read: (buffer, from) => {
          const count = source.read(buffer, from);
          if (running) bar.increment(count);
          return count;
        },
      };
    },
    stop,
  };
}
