// Missing permissions. Root has all of them, so these commands run as the user `nobody`.
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, runTrials, STALE, trial } from "./trial.mjs";
import { inputCommands, onAll } from "./commands.mjs";

const PERMISSION_DENIED = /: permission denied$/m;
/** Makes a folder like /tmp: users may not replace or remove files of others. */
const share = (folder) => {
  chownSync(folder, 0, 0);
  chmodSync(folder, 0o1777);
};
const withMode = (mode) => (folder) => chmodSync(folder, mode);

export const PERMISSIONS = {
  "the input may not be read": () =>
    runTrials(inputCommands(100), (command) =>
      trial(
        { ...command, words: [...command.words, "-f", "secret"] },
        {
          asNobody: true,
          prepare: (folder) => writeFileSync(join(folder, "secret"), command.input, { mode: 0 }),
          says: PERMISSION_DENIED,
        },
      ),
    ),
  "the folder may not be written": onAll(100, { asNobody: true, prepare: withMode(0o555), says: PERMISSION_DENIED }),
  "the folder may not be searched": onAll(100, {
    asNobody: true,
    output: "closed/new",
    prepare: (folder) => mkdirSync(join(folder, "closed"), { mode: 0 }),
    says: PERMISSION_DENIED,
  }),
  "the folder may not be listed": onAll(100, { asNobody: true, codes: [0], prepare: withMode(0o333) }),
  // These need two users.
  ...(ROOT && {
    "another user's file in a shared folder": onAll(100, {
      asNobody: true,
      prepare: (folder) => {
        share(folder);
        chownSync(join(folder, "target"), 0, 0);
      },
      says: /: operation not permitted$/m,
    }),
    "another user's stale temporary in a shared folder": onAll(100, {
      asNobody: true,
      codes: [0],
      prepare: (folder) => {
        share(folder);
        rmSync(join(folder, "target"));
        writeFileSync(join(folder, STALE), "");
      },
      mayLeave: true,
    }),
  }),
};
