// Processes that receive a signal to end, are stopped for a while, or are killed at any moment.
import { setTimeout } from "node:timers/promises";
import { random } from "../../support/random.mjs";
import { waitUntilBegun, runTrials, trial } from "./trial.mjs";
import { inputCommands, allCommands } from "./commands.mjs";

const KILLS = 200;

/** Returns the commands that open their output before they have read the whole input. */
const streaming = (bytes) => inputCommands(bytes).filter(({ words }) => words.join(" ") !== "form build");

/** Sends a signal after half of the input. The process ends by the signal, which a shell reports as 128 + n. */
const signalled = (signal) => () =>
  runTrials(streaming(2e4), (command) =>
    trial(command, {
      codes: [signal],
      act: async (child, folder) => {
        child.stdin.write(command.input.slice(0, command.input.length >> 1));
        await waitUntilBegun(child, folder);
        child.kill(signal);
      },
    }),
  );

/** @param seed the seed of the random times */
export function signalFaults(seed) {
  const below = random(seed);
  return {
    ...Object.fromEntries(["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"].map((signal) => [signal, signalled(signal)])),
    "SIGSTOP and SIGCONT": () =>
      runTrials(streaming(2e4), (command) =>
        trial(command, {
          codes: [0],
          act: async (child, folder) => {
            child.stdin.write(command.input.slice(0, 1000));
            await waitUntilBegun(child, folder);
            child.kill("SIGSTOP");
            child.stdin.end(command.input.slice(1000));
            await setTimeout(50);
            child.kill("SIGCONT");
          },
        }),
      ),
    "SIGKILL at random moments": async () => {
      const commands = allCommands(3e5);
      const times = await measureCommands(commands);
      const seen = { old: 0, new: 0, stale: 0 };
      const faults = await runTrials(Array(KILLS).keys(), async (k) => {
        const place = k % commands.length;
        const result = await trial(commands[place], {
          codes: ["SIGKILL", 0],
          act: async (child, folder) => {
            child.stdin.end(commands[place].input);
            // Every other run is killed while it writes.
            if (k % 2 === 1) await waitUntilBegun(child, folder);
            await setTimeout(below(times[place] >> (k % 2)));
            child.kill("SIGKILL");
          },
        });
        if (result.status === "SIGKILL") seen[result.isNew ? "new" : "old"]++;
        if (result.stale) seen.stale++;
        return result;
      });
      console.log(
        `      killed: ${seen.old} before the new file, ${seen.new} after it, ${seen.stale} with a temporary`,
      );
      return seen.old > 0 && seen.stale > 0 ? faults : [...faults, "no SIGKILL hit a file that was being written"];
    },
  };
}

/** Measures the time of each command without a signal, in milliseconds. */
async function measureCommands(commands) {
  const times = [];
  for (const command of commands) {
    const started = performance.now();
    await trial(command, { codes: [0] });
    times.push(Math.ceil(performance.now() - started));
  }
  return times;
}
