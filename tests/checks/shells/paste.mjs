// Copied code is pasted into a shell on a terminal, as keys, between the marks of a bracketed paste, and by tmux. The programs in it have to
// receive exactly the text that was copied, and nothing of the text may run.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { loadSources } from "../../support/sources.mjs";

const { guess, INVISIBLE, isArgument, quoteFish, quotePosix, reportText, toSnippets, toWork } = await loadSources([
  ..."tool/shared/literal.ts library/src/base/invisible.ts tool/shared/reading/guess.ts".split(" "),
  ..."tool/shared/reading/report.ts tool/page/app/snippets.ts".split(" "),
]);

const { literals } = JSON.parse(readFileSync(new URL("../../vectors/threats.json", import.meta.url), "utf8"));
const HOSTILE_TEXTS = literals.map(({ input }) => input).filter(isArgument);
const OWN_LABEL = { bash: /\((?:shell|bash, zsh)\)$/, zsh: /\((?:shell|bash, zsh)\)$/, fish: /\((?:shell|fish)\)$/ };

/** Returns the code that the page offers for a shell: for each hostile text, and for a URL with it. */
function listCopies(shell) {
  return HOSTILE_TEXTS.flatMap((hostile) =>
    [hostile, `https://e.com/?q=${hostile}`].flatMap((source) => {
      const report = reportText(guess(source)[0]);
      const { text } = toWork(report, "clean");
      return toSnippets(report)
        .filter(({ label }) => OWN_LABEL[shell].test(label))
        .map(({ code }) => ({ code, text }));
    }),
  );
}

const SOCKET = `percodec-${process.pid}`;
const TMUX = ["tmux", "-L", SOCKET, "-f", "/dev/null", "new-session"];

/**
 * The ways to paste, and code whose literal has raw characters, so that a line runs: the check has to detect it. By tmux, the program on the
 * session's terminal is its client.
 */
const WAYS = {
  keys: { paste: (session, code) => session.send(code), seeded: "percodec clean 'https://e.com/?a=\x03\ntouch X\n'" },
  brackets: {
    paste: (session, code) => session.send(`\x1b[200~${code}\x1b[201~`),
    seeded: "percodec clean 'https://e.com/?a=\x1b[201~\x03\ntouch X\n'",
  },
  tmux: { paste: pasteByTmux, seeded: "percodec clean 'https://e.com/?a=\x03\ntouch X\n'" },
};

function pasteByTmux(_, code) {
  tmux(["load-buffer", "-"], code);
  tmux(["paste-buffer", "-p", "-d"]);
}

function tmux(words, input = "") {
  const { status, stderr } = spawnSync("tmux", ["-L", SOCKET, ...words], { input, encoding: "utf8" });
  if (status !== 0) throw new Error(`tmux ${words.join(" ")}: ${stderr}`);
}

async function checkCopies(shell, way, session, paste) {
  const faults = [];
  const copies = listCopies(shell);
  for (const { code, text } of copies) {
    const calls = await session.paste(code, paste);
    const traces = session.evaluated();
    const place = `${shell}, ${way}: ${JSON.stringify(code)}`;
    if (traces.length > 0) faults.push(`${place}: evaluated, which left ${traces}`);
    if (!calls.some((words) => words.includes(text))) faults.push(`${place}: passed ${JSON.stringify(calls)}`);
  }
  if (copies.length < HOSTILE_TEXTS.length * 2) faults.push(`${shell}: only ${copies.length} copies`);
  return faults;
}

/** @param start starts a command with a shell on a terminal, in a folder of this name */
export async function checkPastes(shell, command, start) {
  const faults = [];
  for (const [way, { paste, seeded }] of Object.entries(WAYS)) {
    if (way === "tmux" && shell !== "bash") continue;
    const session = await start(`${shell}-${way}`, way === "tmux" ? [...TMUX, ...command] : command);
    try {
      faults.push(...(await checkCopies(shell, way, session, paste)));
      if (!(await runsSeeded(session, paste, seeded))) faults.push(`${shell}, ${way}: raw characters are not detected`);
    } finally {
      session.close();
      if (way === "tmux") tmux(["kill-server"]);
    }
  }
  return faults;
}

async function runsSeeded(session, paste, code) {
  paste(session, code);
  session.send("\r");
  for (const started = Date.now(); Date.now() - started < 5_000;) {
    if (session.evaluated().length > 0) return true;
    await setTimeout(50);
  }
  return false;
}

/** Reads the literal of each invisible character, first, in the middle and last, by the shell itself. */
export function checkLiterals(shell, folder) {
  const quote = shell === "fish" ? quoteFish : quotePosix;
  const texts = HOSTILE_TEXTS.slice();
  for (let k = 0; k < INVISIBLE.length; k += 2) {
    for (let code = INVISIBLE[k]; code <= INVISIBLE[k + 1]; code++) {
      const character = String.fromCodePoint(code);
      if (isArgument(character)) texts.push(`${character}7'`, `\\${character}\\`, `!a${character}`);
    }
  }
  const file = join(folder, `${shell}-literals`);
  writeFileSync(file, `printf '%s\\0' ${texts.map(quote).join(" ")}\n`);
  return ["C", "C.UTF-8"].flatMap((LC_ALL) => {
    const { stdout } = spawnSync(shell, [file], {
      encoding: "utf8",
      env: { ...process.env, LC_ALL },
      maxBuffer: 1 << 26,
    });
    const read = stdout.split("\0");
    const wrong = texts.filter((text, k) => read[k] !== text);
    return wrong.length === 0
      ? []
      : [`${shell} in ${LC_ALL} reads ${wrong.length} literals as others: ${quote(wrong[0])}`];
  });
}

export const PASTES = HOSTILE_TEXTS.length;
