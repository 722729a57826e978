// Runs the built command on a pseudo-terminal and checks what it writes there and to stderr.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FORBIDDEN } from "./texts.mjs";
import { makeTemporaryFolder } from "../../support/temporary-folder.mjs";

/** The escape sequences that the command itself writes: its colours, and the cursor movements of cli-progress. */
const COLOUR = /\x1b\[(?:1;31|33|36|1|2|0)m/g;
const BAR = /\x1b\[(?:1G|[02]K|\?7[lh]|\?25[lh])|\x1b[78]/g;

const cli = fileURLToPath(new URL("../../../tool/dist/cli.cjs", import.meta.url));
const folder = makeTemporaryFolder("terminal");

/** @type {{ runs: number, bytes: number, faults: string[] }} */
export const totals = { runs: 0, bytes: 0, faults: [] };

/** Writes a writeInput into the command's working directory. */
export function writeInput(name, content) {
  writeFileSync(join(folder, name), content);
}

/**
 * @param words the arguments: texts or bytes, without NUL
 * @param options `noColour` disables colours; `bar` connects stderr to the terminal too, so that the progress bar is shown
 * @returns what the terminal received, without the command's own escape sequences
 */
export function show(words, { noColour = false, bar = false } = {}) {
  const typed = [process.execPath, cli, ...words].flatMap((word) => [Buffer.from(word), Buffer.of(0)]);
  writeInput("words", Buffer.concat(typed));
  writeInput("stderr", "");
  // xargs passes the words without a shell that parses them. Without post-processing the terminal does not change line feeds.
  const line = `stty -opost; xargs -s 500000 -x -0 -a words env --${bar ? "" : " 2> stderr"}`;
  const { stdout, error } = spawnSync("script", ["-qec", line, "/dev/null"], {
    cwd: folder,
    env: { ...process.env, TERM: "xterm", NO_COLOR: noColour ? "1" : "" },
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 1 << 30,
  });
  if (error) throw error;
  const stderr = readFileSync(join(folder, "stderr"));
  const name = `percodec ${inAscii(words.join(" ").slice(0, 60))}`;
  totals.runs++;
  totals.bytes += stdout.length + stderr.length;
  if (stdout.length + stderr.length === 0) totals.faults.push(`${name}: no output`);
  judge(`${name} on stderr`, stderr, undefined);
  return judge(name, stdout, noColour ? undefined : bar ? BAR : COLOUR);
}

/** @param own the command's own escape sequences, which are allowed */
function judge(name, output, own) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(output);
  } catch {
    totals.faults.push(`${name}: bytes that are not UTF-8`);
    return "";
  }
  if (own) text = text.replace(own, "");
  const at = text.search(FORBIDDEN);
  if (at >= 0) totals.faults.push(`${name}: ${inAscii(text.slice(Math.max(0, at - 20), at + 20))}`);
  return text;
}

/** Escapes a string so that printing a fault does not send the forbidden characters to this terminal. */
const inAscii = (text) => text.replace(/[^ -~]/gu, (character) => `\\u{${character.codePointAt(0).toString(16)}}`);
