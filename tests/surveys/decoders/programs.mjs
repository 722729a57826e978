// Programs of other languages, each asked for functions by their names: it is given all texts at once, one a line in hex, UTF-16
// units where its strings are those or code points, and UTF-8 where they are bytes.
import { Buffer } from "node:buffer";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const PROGRAM_MS = 120_000;

/** URLDecoder takes signs and foreign digits up to here. */
const NEWEST_JAVA = 24;

const PROGRAMS = {
  python: { words: ["python3", "-I", "ask.py"], packages: "python3", takes: "units" },
  java: { words: ["java", "Ask.java"], packages: "openjdk-17-jdk-headless", takes: "units" },
  go: { words: ["go", "run", "ask.go"], packages: "golang-go", takes: "bytes" },
  php: { words: ["php", "ask.php"], packages: "php-cli", takes: "bytes" },
  perl: { words: ["perl", "ask.pl"], packages: "perl liburi-perl", takes: "bytes" },
};

const unitsToHex = (text) => Buffer.from(text, "utf16le").swap16().toString("hex");
export const hexToUnits = (hex) => Buffer.from(hex, "hex").swap16().toString("utf16le");
const utf8ToHex = (text) => Buffer.from(text, "utf8").toString("hex");

function run({ words: [program, ...words], packages }, functions, lines) {
  const { status, signal, error, stdout, stderr } = spawnSync(program, [...words, ...functions], {
    cwd: here,
    input: lines.map((line) => `${line}\n`).join(""),
    encoding: "utf8",
    maxBuffer: 1 << 28,
    timeout: PROGRAM_MS,
  });
  if (status !== 0) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error ?? {});
    const reason = code === "ENOENT" ? "is missing" : `failed (${signal ?? status ?? code})\n${stderr}\n`;
    throw new Error(`${program} ${reason}: apt-get install ${packages}`);
  }
  const [version = "", ...answers] = stdout.replace(/\n$/, "").split("\n");
  if (answers.length !== lines.length) {
    throw new Error(`${program}: ${answers.length} answers to ${lines.length} texts\n${stderr}`);
  }
  return { version, answers };
}

/**
 * Asks functions of a program about texts.
 *
 * @param name the language
 * @param functions the names that its program knows them by
 * @returns the version at hand, and a list for each function: its answers in hex, `error` for a refusal, undefined where the
 *   program cannot be given the text
 */
export function askProgram(name, functions, texts) {
  const { takes, packages } = PROGRAMS[name];
  // UTF-8 holds no lone surrogate: there are no bytes to give.
  const isAsked = (text) => takes === "units" || text.isWellFormed();
  const write = takes === "units" ? unitsToHex : utf8ToHex;
  const { version, answers } = run(PROGRAMS[name], functions, texts.filter(isAsked).map(write));
  if (Number(/^Java (\d+)/.exec(version)?.[1]) > NEWEST_JAVA) {
    throw new Error(`${version}: what is compared is Java up to ${NEWEST_JAVA}: apt-get install ${packages}`);
  }
  let next = 0;
  const rows = texts.map((text) => (isAsked(text) ? answers[next++]?.split(",") : undefined));
  return { version, answers: functions.map((_, k) => rows.map((row) => row?.[k])) };
}
