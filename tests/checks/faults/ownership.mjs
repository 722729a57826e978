// Checks owner, group and mode of the result. The users are `root` and `nobody`; in some rows `nobody` is in the group `daemon`.
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFifo, OLD, onPlain, plain, ROOT, runTrials, trial, workFolder } from "./trial.mjs";

const NOBODY = 65534;
const DAEMON = 1;
const OWNER_CHANGED = /^percodec: target: the owner is now user \d+; user \d+ could not be kept\n$/;

/** Users and capabilities that `spawn` cannot set. */
const IN_GROUP = ["setpriv", "--reuid", `${NOBODY}`, "--regid", `${NOBODY}`, "--groups", `${DAEMON}`];
const NO_CHOWN = ["setpriv", "--bounding-set", "-chown"];

/** Writes a script that Node preloads; it replaces fchown. */
function preloaded(name, body) {
  const path = join(workFolder, `${name}.cjs`);
  writeFileSync(path, `require("node:fs").fchownSync = () => { ${body} };`);
  return path;
}
const failing = (code) =>
  preloaded(`fchown-${code}`, `throw Object.assign(new Error("${code}: it fails, fchown"), { code: "${code}" });`);

/** Owner, group and mode of the target before and after: [owner, group, mode]. */
const ROWS = [
  { before: [NOBODY, NOBODY, 0o4777], after: [NOBODY, NOBODY, 0o777] },
  { before: [NOBODY, NOBODY, 0o7755], after: [NOBODY, NOBODY, 0o755] },
  { before: [0, 0, 0o6755], after: [0, 0, 0o755] },
  { before: [0, 0, 0o1640], after: [0, 0, 0o640] },
  { before: [NOBODY, DAEMON, 0o2460], after: [NOBODY, DAEMON, 0o460] },
  // The user `nobody` cannot keep the owner, and keeps the group only if it is a member.
  { asNobody: true, before: [NOBODY, NOBODY, 0o4751], after: [NOBODY, NOBODY, 0o751] },
  { asNobody: true, before: [0, 0, 0o664], after: [NOBODY, NOBODY, 0o644], notes: OWNER_CHANGED },
  { asNobody: true, before: [0, 0, 0o4770], after: [NOBODY, NOBODY, 0o700], notes: OWNER_CHANGED },
  { asNobody: true, before: [NOBODY, DAEMON, 0o2674], after: [NOBODY, NOBODY, 0o644] },
  { wrap: IN_GROUP, before: [0, DAEMON, 0o2664], after: [NOBODY, DAEMON, 0o664], notes: OWNER_CHANGED },
  { wrap: IN_GROUP, before: [NOBODY, DAEMON, 0o640], after: [NOBODY, DAEMON, 0o640] },
  { wrap: NO_CHOWN, before: [NOBODY, NOBODY, 0o4775], after: [0, 0, 0o755], notes: OWNER_CHANGED },
  { wrap: NO_CHOWN, before: [0, DAEMON, 0o660], after: [0, 0, 0o600] },
  // Errors that file systems return for fchown, and a file system that ignores it without an error.
  ...["EPERM", "EACCES", "EINVAL", "ENOTSUP"].map((code) => ({
    preload: failing(code),
    before: [NOBODY, NOBODY, 0o664],
    after: [0, 0, 0o644],
    notes: OWNER_CHANGED,
  })),
  {
    preload: preloaded("fchown-ignored", ""),
    before: [NOBODY, NOBODY, 0o660],
    after: [0, 0, 0o600],
    notes: OWNER_CHANGED,
  },
];

const shown = ([uid, gid, mode]) => `${uid}:${gid} ${mode.toString(8)}`;
const readOwnership = (path) => {
  const { uid, gid, mode } = statSync(path);
  return shown([uid, gid, mode & 0o7777]);
};
const expectOwnership = (file, expected) => (folder) => {
  const is = readOwnership(join(folder, file));
  return is === shown(expected) ? [] : [`${file} is ${is}, not ${shown(expected)}`];
};
const inSharedFolder = (prepare) => (folder) => {
  chmodSync(folder, 0o1777);
  prepare(folder);
};

/** Prepares a folder like /tmp in which the user `nobody` has created the entry `trap`. */
const trap = (make) =>
  inSharedFolder((folder) => {
    make(folder);
    execFileSync("chown", ["-h", `${NOBODY}`, join(folder, "trap")]);
  });
const REFUSED_LINK = /: belongs to user 65534, in a folder that all users share$/m;

if (!ROOT) console.log("      not root: trials with two users are skipped");

export const OWNERSHIP = ROOT && {
  "the owner, the group and the mode of the result": () =>
    runTrials(ROWS, ({ before: [uid, gid, mode], after, ...fault }) =>
      trial(plain, {
        ...fault,
        codes: [0],
        prepare: (folder) => {
          chmodSync(folder, 0o777);
          chownSync(join(folder, "target"), uid, gid);
          chmodSync(join(folder, "target"), mode);
        },
        afterwards: expectOwnership("target", after),
      }),
    ),
  "the owner cannot be set for another reason": () =>
    runTrials(["EIO", "EDQUOT"], (code) =>
      trial(plain, {
        preload: failing(code),
        prepare: (folder) => chownSync(join(folder, "target"), NOBODY, NOBODY),
        says: /: it fails$/m,
      }),
    ),
  "a new file in a folder whose group is inherited": onPlain({
    output: "sub/new",
    codes: [0],
    prepare: (folder) => {
      mkdirSync(join(folder, "sub"));
      chownSync(join(folder, "sub"), NOBODY, DAEMON);
      chmodSync(join(folder, "sub"), 0o2777);
    },
    afterwards: expectOwnership("sub/new", [0, DAEMON, 0o666 & ~process.umask()]),
  }),
  "another user's link in a shared folder": () =>
    runTrials(["target", "nothing-yet", "/dev/stdout"], (to) =>
      trial(plain, {
        output: "trap",
        prepare: trap((folder) => symlinkSync(to, join(folder, "trap"))),
        says: REFUSED_LINK,
        left: () => [OLD],
      }),
    ),
  "a link to another user's link in a shared folder": onPlain({
    output: "link",
    prepare: trap((folder) => {
      symlinkSync("target", join(folder, "trap"));
      symlinkSync("trap", join(folder, "link"));
    }),
    says: REFUSED_LINK,
  }),
  "another user's FIFO in a shared folder": onPlain({
    output: "trap",
    prepare: trap((folder) => makeFifo(folder, "trap")),
    says: REFUSED_LINK,
  }),
  "a link of the user or of the folder's owner in a shared folder": () =>
    runTrials([false, true], (asNobody) =>
      trial(plain, {
        asNobody,
        output: "link",
        codes: [0],
        prepare: inSharedFolder((folder) => {
          chownSync(folder, 0, 0);
          symlinkSync("target", join(folder, "link"));
        }),
        left: () => [plain.answer],
      }),
    ),
};
