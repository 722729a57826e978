import { Presets, SingleBar } from "cli-progress";

/** Creates the progress bar of `--progress`, which shows one file at a time. */
export function progressBar(stream: NodeJS.WriteStream): {
  start(total: number): void;
  advance(bytes: number): void;
  stop(): void;
} {
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
  return {
    start(total) {
      if (running) bar.stop();
      running = total > 0;
      if (running) bar.start(total, 0, { megabytes: (total / 1e6).toFixed(1) });
    },
    advance(bytes) {
      if (running) bar.increment(bytes);
    },
    stop() {
      if (running) bar.stop();
      running = false;
    },
  };
}
