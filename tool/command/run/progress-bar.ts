import { Presets, SingleBar } from "cli-progress";
import type { Source } from "../io/source.ts";

/** Shows how much of the files has been read. */
export interface ProgressDisplay {
  /** Returns the source, whose progress is shown while it is read. */
  watch(source: Source): Source;
  /** Removes the bar. */
  stop(): void;
}

/** Creates the progress bar of `--progress`, which shows one file at a time. */
export function progressBar(stream: NodeJS.WriteStream): ProgressDisplay {
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
  const stop = (): void => {
    if (running) bar.stop();
    running = false;
  };
  return {
    watch: (source) => {
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
