// Checks what the command writes to a terminal and to stderr for all scalar values, raw bytes and spoofing URLs:
// npm run check -- terminal
import { chooseSize, isInPart } from "../support/part.mjs";
import { conclude, counted } from "./check.mjs";
import { writeInput, totals, show } from "./terminal/show.mjs";
import { escaped, EVIL, makeLines, RAW, URLS } from "./terminal/texts.mjs";

const LEAST_SCALARS = chooseSize(1_112_064, 135_000);
const LEAST_URLS = 100;

const isHere = isInPart(8);
// A part has all controls, which are in the first lines.
const raw = makeLines(256).filter((line, k) => k < 64 || isHere(line, k));
const whole = raw.join("\n");
const scalars = new Set(whole).size;
const shortLines = makeLines(64)
  .filter((line, k) => k < 256 || isHere(line, k))
  .map(escaped);
writeInput("raw", whole);
writeInput("escaped", raw.map(escaped).join("\n"));
writeInput("urls", shortLines.map((line) => `http://e.com/${line}`).join("\n"));
writeInput("forms", shortLines.map((line) => `${line}=${line}`).join("\n"));
writeInput("json", raw.map((line) => JSON.stringify({ url: line })).join("\n"));
writeInput("some", [EVIL, ...raw.filter((_, k) => k % 16 === 0)].join("\n"));
writeInput("bytes", RAW);
writeInput("evil", EVIL);
writeInput("evil.json", JSON.stringify({ [EVIL]: [{}] }));
writeInput("pairs", URLS.map((url) => `${url}\t${url}x`).join("\n"));
writeInput("progress", "a%20b\n".repeat(200_000));
// File names are limited to 255 bytes.
const EVIL_NAMES = Array.from(EVIL.matchAll(/[^]{1,60}/gu), ([part]) => part.replaceAll("/", ""));
for (const name of EVIL_NAMES) writeInput(name, `a%zz${name}`);

// --- nothing is lost: the escaped text can be converted back to the original -------------------------------------------

const unescapeInvisible = (text) =>
  text.replace(/\\u\{([0-9A-F]+)\}/g, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)));

for (const line of [
  "decode -f escaped",
  "decode --lines --controls raw -f escaped",
  "decode -f escaped -o /dev/tty",
  "decode -f escaped -o /dev/stdout",
]) {
  if (unescapeInvisible(show(line.split(" "))) !== whole)
    totals.faults.push(`percodec ${line}: the output is incomplete`);
}

// JSON output is still JSON with the same values as in a pipe.
for (const line of [
  "decode --json --lines -f escaped",
  "records --format jsonl --field url --malformed keep -f json",
]) {
  let values;
  try {
    values = show(line.split(" "))
      .split("\n")
      .filter((row) => row !== "")
      .map((row) => JSON.parse(row).value);
  } catch (error) {
    values = [String(error)];
  }
  if (values.join("\n") !== whole) totals.faults.push(`percodec ${line}: the JSON has other values`);
}

// --- all scalar values, and bytes that are not text --------------------------------------------------------------------

/** The control characters that `encode` leaves unencoded with `--keep`. */
const CONTROLS = `${Array.from({ length: 31 }, (_, k) => String.fromCharCode(k + 1)).join("")}\x7f`;
const ENCODE_KEEPING = ["encode", "--set", "rfc3987-query", "--keep", CONTROLS];

show([...ENCODE_KEEPING, "-f", "raw"]);
show([...ENCODE_KEEPING, "-f", "bytes"]);
// Error messages quote unknown options.
for (let k = 0; k < raw.length; k += 96)
  show([
    `--${raw
      .slice(k, k + 96)
      .join("")
      .replace(/[\0=]/g, "")}`,
  ]);
for (const line of [
  "decode --json -f escaped",
  "records -f escaped",
  "clean --keep-going -f raw",
  "display --keep-going -f urls",
  "normalize --keep-going -f raw",
  "inspect -f raw",
  "inspect --lines -f urls",
  "decode --explain -f some",
  "form parse --lines --limit name=1000000 -f forms",
  "records --op normalize --format tsv --out 1,value,status --escapes none -f raw",
  "records --op inspect --format csv --out 1,value -f raw",
  "records --op query-param --param x --format nul --out 1,value -f raw",
  "records --format jsonl --field url --out url,value -f json",
  "decode -f bytes",
  "decode --lines --keep-going --invalid-utf8 throw -f bytes",
  "clean --keep-going -f bytes",
  "inspect -f bytes",
  "decode --explain -f bytes",
  "form parse --lines --malformed keep --invalid-utf8 keep -f bytes",
  ...["lines", "nul", "tsv", "csv", "jsonl"].map((format) => `records --format ${format} --out value,1,code -f bytes`),
  "records --format rowbinary --columns a:UInt8,b:UInt8,c:UInt8,d:UInt8,e:UInt8 --out 1,2,value -f bytes",
]) {
  show(line.split(" "));
}

// --- URLs --------------------------------------------------------------------------------------------------------------

for (const line of [
  "decode --keep-going",
  "decode --json --malformed keep --invalid-utf8 keep",
  ENCODE_KEEPING.join(" "),
  "clean --keep-going",
  "clean --keep-going --level advanced",
  "display --keep-going",
  ...["basic", "advanced", "chromium", "firefox"].map((profile) => `display --keep-going --profile ${profile}`),
  "normalize --keep-going",
  "links",
  "links --json",
  "links --format-links",
  "template {+u}",
  "inspect",
  "decode --explain",
  "form parse --malformed keep --invalid-utf8 keep",
  "form parse --malformed keep --invalid-utf8 keep --style arrays",
]) {
  const words = [...line.split(" "), ...(line.startsWith("template") ? URLS.map((url) => `u=${url}`) : URLS)];
  // A URL cannot imitate a colour of the command: without the command's colours the output is the same.
  if (show(words) !== show(words, { noColour: true })) totals.faults.push(`percodec ${line}: a colour from the input`);
}
show(["compare", "--keep-going", "-f", "pairs"]);

// --- arguments that error messages quote -------------------------------------------------------------------------------

/** Arguments, in which EVIL stands for the string and NAMES for the names of files. */
const ARGUMENTS = [
  "EVIL | --EVIL | -EVIL | help EVIL | form EVIL | complete EVIL | complete bash -- EVIL | encode --set EVIL a",
  "encode --keep EVIL a | encode --form=EVIL a | decode --malformed EVIL a | decode %EVIL | decode --json %EVIL",
  "decode -f EVIL | decode -f NAMES | decode --json -f NAMES | inspect -f NAMES | decode --explain -f NAMES",
  "form parse -f NAMES | records --format rowbinary --columns a -f NAMES | encode a -o gone/EVIL | encode a -o EVIL",
  "clean EVIL | clean http://EVIL/ | clean --encoding EVIL a | clean --level EVIL a | display EVIL | normalize EVIL",
  "compare EVIL xEVIL | compare EVIL | template {EVIL} | template {a} EVIL | template EVIL{a} a=1",
  "template --match {a} EVIL | template {a} --lines -f evil | form parse EVIL | form parse EVIL=EVIL&a=%zz",
  "form parse --limit EVIL a | form parse --separator EVIL a | form build -f evil | form build -f evil.json",
  "form build EVIL=EVIL | edit ?a=EVIL --append EVIL=1 | edit ?a=1 --rename EVIL | sets EVIL | sets whatwg-form EVIL",
  "records --op EVIL | records --format EVIL | records --field EVIL -f evil",
  "records --columns EVIL:EVIL --format rowbinary -f evil | records --out EVIL -f evil",
  "records --format csv --header --field x -f evil | records --format csv --out 1,value -f evil",
  "records --chunk-header -f evil | records --max-record EVIL | records EVIL",
  "records --op query-param --param EVIL -f evil --summary",
];
const toWords = (line) =>
  line.split(" ").flatMap((word) => (word === "NAMES" ? EVIL_NAMES : word.replaceAll("EVIL", () => EVIL)));

for (const words of [
  ...ARGUMENTS.flatMap((line) => line.split(" | ")).map(toWords),
  ["encode", "--keep", "\x9b", "a"],
  ["encode", "--keep", "\u202e", "a"],
  ["decode", "-f", Buffer.from("\x9b31m\xff", "latin1")],
  ["decode", Buffer.from("\x9b31m\xff", "latin1")],
  ["records", "--columns", `\`${EVIL}`, "--format", "csv", "-f", "evil"],
]) {
  show(words);
}
// The progress bar does not contain the names of the files.
show(["decode", "--progress", "-f", "progress", "-o", "decoded"], { bar: true });
show(["decode", "--progress", "-f", ...EVIL_NAMES, "progress", "-o", "decoded"], { bar: true });

conclude(
  "terminal",
  `${counted(scalars)} scalar values (at least ${counted(LEAST_SCALARS)}) and ${URLS.length} spoofing URLs (at least ` +
    `${LEAST_URLS}) in ${totals.runs} runs, ${counted(totals.bytes)} bytes on terminals and stderr: ${totals.faults.length} faults`,
  [...totals.faults, ...(scalars < LEAST_SCALARS || URLS.length < LEAST_URLS ? ["too few inputs"] : [])],
);
