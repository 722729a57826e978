import type { Invocation } from "../line/arguments.ts";
import type { Source } from "./input.ts";

/** Shows how much of the files has been read. */
export interface Progress {
  /** Returns the source, whose progress is shown while it is read. */
  watch(source: Source): Source;
  /** Removes the bar. */
  stop(): void;
}

/** Shows nothing. */
const HIDDEN: Progress = { watch: (source) => source, stop: () => {} };

/** Opens the progress bar of `--progress`, which is shown only on a terminal. */
export async function openProgress({ environment, has }: Invocation): Promise<Progress> {
  if (!has("progress") || !environment.isTerminal(environment.stderr)) return HIDDEN;
  const { progressBar } = await import("../io/progress-bar.ts");
  const bar = progressBar(environment.errorStream());
  return {
    watch: (source) => {
      bar.start(source.size);
      return {
        ...source,
        read: (buffer, from) => {
          const count = source.read(buffer, from);
          bar.advance(count);
          return count;
        },
      };
    },
    stop: () => bar.stop(),
  };
}
