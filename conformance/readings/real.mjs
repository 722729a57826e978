// The eleven readers themselves, each as src/inspect/readings.ts says that it is asked. Those of this process take and give
// text; a program is given all texts at once, one a line in hex: UTF-16 units where its strings are those or code points,
// and UTF-8 where they are bytes.
import { Buffer } from "node:buffer";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { percentDecodeString, URLSearchParams } from "whatwg-url";

const here = fileURLToPath(new URL(".", import.meta.url));
const PROGRAM_MS = 120_000;

/** URLDecoder takes signs and foreign digits up to here. */
const NEWEST_JAVA = 24;

/** The URL Standard's percent-decode is of UTF-8, and UTF-8 decode without BOM keeps U+FEFF. */
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** What a reader gives: `text` or `bytes` in hex; both are undefined for a refusal. */
const textOf = (text) => ({ text });

const strict = (text) => {
  try {
    return textOf(decodeURIComponent(text));
  } catch {
    return {};
  }
};

const HERE = [
  { reader: "rfc3986", version: "decodeURIComponent", ask: strict },
  {
    reader: "whatwg",
    version: "whatwg-url",
    ask: (text) => textOf(utf8.decode(percentDecodeString(text.toWellFormed()))),
  },
  {
    reader: "form",
    version: "whatwg-url",
    // A value cannot hold the separator. Escaped it is what it was, since it never is a part of an escape.
    ask: (text) => textOf(new URLSearchParams(`v=${text.replaceAll("&", "%26")}`).get("v")),
  },
];

const PROGRAMS = [
  { readers: ["python", "python-plus"], words: ["python3", "-I", "ask.py"], packages: "python3", gives: "text" },
  { readers: ["java"], words: ["java", "Ask.java"], packages: "openjdk-17-jdk-headless", gives: "text" },
  { readers: ["go-path", "go-query"], words: ["go", "run", "ask.go"], packages: "golang-go", gives: "bytes" },
  { readers: ["php", "php-raw"], words: ["php", "ask.php"], packages: "php-cli", gives: "bytes" },
  { readers: ["perl"], words: ["perl", "ask.pl"], packages: "perl liburi-perl", gives: "bytes" },
];

const unitsToHex = (text) => Buffer.from(text, "utf16le").swap16().toString("hex");
const hexToUnits = (hex) => Buffer.from(hex, "hex").swap16().toString("utf16le");

const FORMS = {
  text: { write: unitsToHex, read: (hex) => (hex === "error" ? {} : { text: hexToUnits(hex) }) },
  bytes: {
    write: (text) => Buffer.from(text, "utf8").toString("hex"),
    read: (hex) => (hex === "error" ? {} : { bytes: hex }),
  },
};

function run({ words: [program, ...words], packages }, lines) {
  const options = { cwd: here, input: lines.map((line) => `${line}\n`).join(""), encoding: "utf8", maxBuffer: 1 << 28 };
  const { status, signal, error, stdout, stderr } = spawnSync(program, words, { ...options, timeout: PROGRAM_MS });
  if (status !== 0) {
    const reason = error?.code === "ENOENT" ? "is missing" : `failed (${signal ?? status ?? error?.code})`;
    throw new Error(`${program} ${reason}: apt-get install ${packages}\n${stderr ?? ""}`);
  }
  const [version, ...answers] = stdout.replace(/\n$/, "").split("\n");
  if (answers.length !== lines.length) {
    throw new Error(`${program}: ${answers.length} answers to ${lines.length} texts\n${stderr}`);
  }
  return { version, answers };
}

/** The answers of one program: for each of its readers, one to each text; undefined where it cannot be given the text. */
function ask(program, texts) {
  const { write, read } = FORMS[program.gives];
  // UTF-8 holds no lone surrogate: there are no bytes to give.
  const isAsked = (text) => program.gives === "text" || text.isWellFormed();
  const { version, answers } = run(program, texts.filter(isAsked).map(write));
  if (Number(/^Java (\d+)/.exec(version)?.[1]) > NEWEST_JAVA) {
    throw new Error(`${version}: what is compared is Java up to ${NEWEST_JAVA}: apt-get install ${program.packages}`);
  }
  let next = 0;
  const cells = texts.map((text) => (isAsked(text) ? answers[next++].split(",").map(read) : undefined));
  return program.readers.map((reader, k) => ({ reader, version, answers: cells.map((row) => row?.[k]) }));
}

/** What the real readers make of the texts: the reader, the version at hand, and the answers in order. */
export function realReadings(texts) {
  const inProcess = HERE.map(({ reader, version, ask: read }) => ({ reader, version, answers: texts.map(read) }));
  return [...inProcess, ...PROGRAMS.flatMap((program) => ask(program, texts))];
}
