// Runs functions of other languages by name. Each program receives all texts at once, one per line in hex: UTF-16 units if
// the language's strings consist of units or code points, UTF-8 if they consist of bytes, in `wtf8` with lone surrogates. It answers in the
// same form.
import { Buffer } from "node:buffer";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const PROGRAM_MS = 120_000;

/** The last version in which URLDecoder accepts signs and the digits of other scripts. */
const NEWEST_JAVA = 24;

const PROGRAMS = {
  python: { words: ["python3", "-I", "ask.py"], packages: "python3", input: "units" },
  python2: { words: ["python2", "-S", "ask2.py"], packages: "python2, which Debian 12 does not have", input: "bytes" },
  java: { words: ["java", "Ask.java"], packages: "openjdk-17-jdk-headless", input: "units" },
  go: { words: ["go", "run", "ask.go"], packages: "golang-go", input: "bytes" },
  php: { words: ["php", "ask.php"], packages: "php-cli", input: "bytes" },
  perl: { words: ["perl", "ask.pl"], packages: "perl liburi-perl", input: "bytes" },
};

const unitsToHex = (text) => Buffer.from(text, "utf16le").swap16().toString("hex");
const hexToUnits = (hex) => Buffer.from(hex, "hex").swap16().toString("utf16le");
const utf8ToHex = (text) => Buffer.from(text, "utf8").toString("hex");
/** Writes UTF-8 in which a lone surrogate has the three bytes of its number. */
const wtf8ToHex = (text) =>
  Array.from(text, (one) => {
    const code = one.codePointAt(0);
    if ((code & 0x1ff800) !== 0xd800) return utf8ToHex(one);
    return Buffer.of(0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)).toString("hex");
  }).join("");
const WRITERS = { units: unitsToHex, bytes: utf8ToHex, wtf8: wtf8ToHex };

/** Whether a program starts. */
export const isInstalled = (name) => spawnSync(PROGRAMS[name].words[0], ["--version"]).status === 0;

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
 * Runs functions of a program on texts.
 *
 * @param name the language
 * @param functions the names of the functions in its program
 * @param input the form of the texts, if it is not that of the program
 * @returns the version, and for each function a list of results: a text, or one of a unit for each byte if the language's strings consist
 *   of bytes; null for a refusal, and undefined if the program cannot receive the text
 */
export function askProgram(name, functions, texts, input = PROGRAMS[name].input) {
  const { packages, input: own } = PROGRAMS[name];
  // UTF-8 cannot encode a lone surrogate.
  const canReceive = (text) => input !== "bytes" || text.isWellFormed();
  const { version, answers } = run(PROGRAMS[name], functions, texts.filter(canReceive).map(WRITERS[input]));
  if (Number(/^Java (\d+)/.exec(version)?.[1]) > NEWEST_JAVA) {
    throw new Error(`${version}: the comparison needs Java up to ${NEWEST_JAVA}: apt-get install ${packages}`);
  }
  const readBytes = (hex) => Buffer.from(hex, "hex").toString("latin1");
  const read = (hex) => (hex === "error" ? null : own === "units" ? hexToUnits(hex) : readBytes(hex));
  let next = 0;
  const rows = texts.map((text) => (canReceive(text) ? answers[next++]?.split(",").map(read) : undefined));
  return { version, answers: functions.map((_, k) => rows.map((row) => row?.[k])) };
}
