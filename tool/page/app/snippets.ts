import { percentDecode } from "percodec";
import type { TextReport } from "../../shared/reading/report.ts";
import { areUrls } from "./cleaning.ts";
import { decodeLines } from "./decode-as.ts";
import { decodeAs } from "../../shared/text.ts";
import { unlessRefused } from "../../shared/unless-refused.ts";
import { isArgument, quoteFish, quotePosix, quotePowerShell, toJson, quotePython } from "../../shared/literal.ts";

export type Action =
  "clean" | "repair" | "inspect" | "query" | "decode" | "decode-lines" | "clean-lines" | "repair-lines" | "encode";

/** What the page does with a text, so that copied code can do the same. */
export interface Work {
  readonly action: Action;
  /** The text; a query without its `?`. */
  readonly text: string;
  /** Whether a URL has a query. */
  readonly hasQuery: boolean;
  /** The encoding in which the page shows the bytes; undefined if no encoding fits all of them. */
  readonly encoding: string | undefined;
  /** Whether the text has a `%` without two hex digits, which stays. */
  readonly hasBroken: boolean;
  /** Whether the text has `%uXXXX`, which is decoded. */
  readonly hasPercentU: boolean;
}

/** What the work needs of a report. */
export type WorkReport = Pick<TextReport, "reading" | "parts" | "parameters" | "lines" | "whole">;

const MALFORMED_ESCAPE = /%(?![\dA-Fa-f]{2})/;
const PERCENT_U = /%u[\dA-Fa-f]{4}/gi;

/** What is done with a URL: it is cleaned, or repaired too because it is not valid otherwise, or inspected because `cleanUri` refuses it. */
export type UrlAction = Extract<Action, "clean" | "repair" | "inspect">;

export function toWork(report: WorkReport, urlAction: UrlAction): Work {
  const { reading, parts, parameters, whole } = report;
  const action = findAction(report, urlAction);
  const text = action === "query" ? reading.text.replace(/^\?/, "") : reading.text;
  const query = action === "query" ? text : (parts.find(({ name }) => name === "query")?.raw ?? "");
  const decoded = action === "decode" ? text : "";
  const [likeliest] = whole?.charsets ?? [];
  const charset = likeliest !== undefined && decodeAs(text, likeliest) !== undefined ? likeliest : undefined;
  // Bytes of another encoding are decoded without %uXXXX, and so are pairs.
  const decodesPercentU = action === "decode" && likeliest === undefined;
  return {
    action,
    text,
    hasQuery: query !== "",
    encoding:
      parameters.length > 0 ? findEncoding(query, parameters) : (charset ?? (isInUtf8(decoded) ? UTF_8 : undefined)),
    hasBroken: [decoded, query].some((part) =>
      MALFORMED_ESCAPE.test(decodesPercentU ? part.replace(PERCENT_U, "") : part),
    ),
    hasPercentU: decodesPercentU && decoded.search(PERCENT_U) >= 0,
  };
}

const UTF_8 = "UTF-8";

function findAction({ reading, parts, parameters, lines, whole }: WorkReport, urlAction: UrlAction): Action {
  if (parts.length > 0) return urlAction;
  if (parameters.length > 0) return "query";
  if (whole !== undefined) return "decode";
  if (areUrls(reading.text, lines)) return urlAction === "repair" ? "repair-lines" : "clean-lines";
  return decodeLines(reading.text, lines) === undefined ? "encode" : "decode-lines";
}

/** Returns the encoding in which the page shows every value of a query. */
function findEncoding(query: string, parameters: WorkReport["parameters"]): string | undefined {
  // A decoder of Python reads the bytes between two other characters alone, and so does this one.
  const pieces = query.replace(/[^\0-\x7f]+/g, " ").split(/[&=]/);
  const fits = (label: string): boolean => pieces.every((piece) => decodeAs(piece, label) !== undefined);
  if (fits(UTF_8)) return UTF_8;
  const shown = new Set(
    parameters.filter(({ raw }) => /%[89A-Fa-f]/.test(raw)).map(({ charsets }) => charsets?.[0] ?? UTF_8),
  );
  const [only] = shown;
  return shown.size === 1 && only !== undefined && fits(only) ? only : undefined;
}

function isInUtf8(text: string): boolean {
  return unlessRefused(() => percentDecode(text, { malformed: "keep", percentU: true })) !== undefined;
}

/** What a person does with a text, as code that can be pasted elsewhere. */
interface Snippet {
  /** The language or program, and what the code does. */
  readonly label: string;
  readonly code: string;
}

function describe({ action, encoding = "UTF-8" }: Work): string {
  if (action !== "decode") return DESCRIPTIONS[action];
  return encoding === "UTF-8" ? "decode it" : `decode it as ${encoding}`;
}

/** Python has no function that cleans or inspects a URL, so its code splits it. */
function describePython(work: Work): string {
  const { action, hasQuery } = work;
  if (action === "clean-lines" || action === "repair-lines") return "split each URL into parts";
  if (action === "clean" || action === "repair" || action === "inspect")
    return hasQuery ? "read its query" : "split it into parts";
  return describe(work);
}

const DESCRIPTIONS: Readonly<Record<Exclude<Action, "decode">, string>> = {
  clean: "clean this URL",
  repair: "clean and repair this URL",
  inspect: "inspect this URL",
  query: "read its pairs",
  "decode-lines": "decode each line",
  "clean-lines": "clean each URL",
  "repair-lines": "clean and repair each URL",
  encode: "encode it for a query",
};

/** Writes the options that decode as the page does, as an object of JavaScript after a comma; an empty text without options. */
function writeOptions({ encoding, hasBroken, hasPercentU }: Work): string {
  const set = [
    encoding !== undefined && encoding !== "UTF-8" && `encoding: encoding("${encoding.toLowerCase()}")`,
    hasBroken && 'malformed: "keep"',
    encoding === undefined && 'invalidUtf8: "keep"',
    hasPercentU && "percentU: true",
  ].filter(Boolean);
  return set.length === 0 ? "" : `, { ${set.join(", ")} }`;
}

function importEncoding({ encoding }: Work): string {
  return encoding === undefined || encoding === "UTF-8" ? "" : 'import { encoding } from "percodec/charset";\n';
}

const JAVASCRIPT: Readonly<Record<Action, (text: string, work: Work) => string>> = {
  clean: (text) => `import { cleanUri } from "percodec/uri";\n\nconst url = cleanUri(${text});\n`,
  repair: (text) =>
    `import { cleanUri } from "percodec/uri";\n\nconst url = cleanUri(${text}, { level: "advanced" });\n`,
  inspect: (text) => `import { inspect } from "percodec/inspect";\n\nconst { findings } = inspect(${text});\n`,
  query: (text, work) =>
    `${importEncoding(work)}import { parseQuery } from "percodec/uri";\n\nconst pairs = parseQuery(${text}${writeOptions(work)});\n`,
  decode: (text, work) =>
    `import { percentDecode } from "percodec";\n${importEncoding(work)}\nconst value = percentDecode(${text}${writeOptions(work)});\n`,
  "decode-lines": (text) =>
    writeLoop('import { percentDecode } from "percodec";', DECODES_LINES, "percentDecode(line)", text),
  "clean-lines": (text) => writeLoop('import { cleanUri } from "percodec/uri";', CLEANS_LINES, "cleanUri(line)", text),
  "repair-lines": (text) =>
    writeLoop('import { cleanUri } from "percodec/uri";', CLEANS_LINES, 'cleanUri(line, { level: "advanced" })', text),
  encode: (text) =>
    `import { percentEncode } from "percodec";\nimport { rfc3986 } from "percodec/sets";\n\nconst value = percentEncode(${text}, rfc3986.component);\n`,
};

/** Writes code that replaces each line by what a call returns, unless the call throws. */
function writeLoop(imports: string, comment: string, call: string, text: string): string {
  return `${imports}\n\n// ${comment}\nconst value = ${text}.replace(/[^\\r\\n]+/g, (line) => {\n  try {\n    return ${call};\n  } catch {\n    return line;\n  }\n});\n`;
}

const DECODES_LINES = "Decodes each line; one that cannot be decoded stays as it is.";
const CLEANS_LINES = "Cleans each line; one that cannot be cleaned stays as it is.";

const COMMANDS: Readonly<Record<Action, string>> = {
  clean: "clean",
  repair: "clean --level advanced",
  inspect: "inspect",
  query: "form parse",
  decode: "decode",
  "decode-lines": "decode --lines --controls raw --keep-going --invalid-utf8 throw",
  "clean-lines": "clean --lines --keep-going",
  "repair-lines": "clean --level advanced --lines --keep-going",
  encode: "encode",
};

/**
 * @param quoted the text as a literal of a shell
 * @param print writes a text to the standard output of the shell
 */
function writeCommand(work: Work, quoted: string, print: string): string {
  const { action, text, encoding, hasBroken, hasPercentU } = work;
  if (action.endsWith("-lines")) return `${print}${quoted} | percodec ${COMMANDS[action]}`;
  const decodes = action === "decode" || action === "query";
  const options = [
    decodes && encoding !== undefined && encoding !== "UTF-8" && ` --encoding ${encoding}`,
    decodes && hasBroken && " --malformed keep",
    decodes && encoding === undefined && " --invalid-utf8 keep",
    hasPercentU && " --percent-u",
  ].filter(Boolean);
  return `percodec ${COMMANDS[action]}${options.join("")} ${text.startsWith("-") ? "-- " : ""}${quoted}`;
}

/** Writes code with a literal for POSIX shells, and for fish if its literal differs. */
function toShellSnippets(label: string, text: string, write: (quoted: string) => string): readonly Snippet[] {
  const [posix, fish] = [quotePosix(text), quoteFish(text)];
  if (posix === fish) return [{ label: `${label} (shell)`, code: write(posix) }];
  return [
    { label: `${label} (bash, zsh)`, code: write(posix) },
    { label: `${label} (fish)`, code: write(fish) },
  ];
}

/**
 * Returns the snippets for a report, with what is done with a URL: JavaScript, Python, and, for a text that an argument can contain, curl for
 * a URL and the command for each kind of shell. The label of each says what its code does.
 */
export function toSnippets(report: WorkReport, urlAction: UrlAction = "clean"): readonly Snippet[] {
  const work = toWork(report, urlAction);
  const { action, text } = work;
  const does = describe(work);
  const isWeb = report.parts.some(({ name, raw }) => name === "scheme" && /^https?$/i.test(raw));
  const code = [
    { label: `JavaScript: ${does}`, code: JAVASCRIPT[action](toJson(text), work) },
    { label: `Python: ${describePython(work)}`, code: PYTHON[action](quotePython(text), work) },
  ];
  if (!isArgument(text)) return code;
  return [
    ...code,
    ...(isWeb ? toShellSnippets("curl: request it", text, (quoted) => `curl --globoff --url ${quoted}`) : []),
    ...toShellSnippets(`percodec: ${does}`, text, (quoted) => writeCommand(work, quoted, "printf %s ")),
    { label: `percodec: ${does} (PowerShell)`, code: writeCommand(work, quotePowerShell(text), "") },
  ];
}

/** The encodings that have another name in Python, or that browsers extend. */
const PYTHON_NAMES: Readonly<Record<string, string>> = {
  "windows-874": "cp874",
  Big5: "big5hkscs",
  "EUC-KR": "cp949",
  Shift_JIS: "cp932",
};

const LOST = 'Other bytes become lone surrogates; quote(value, errors="surrogateescape") writes them again.';

/** Code of Python that does what the page does, or reads the query of a URL; it loses no byte. */
const PYTHON: Readonly<Record<Action, (text: string, work: Work) => string>> = {
  clean: readUrl,
  repair: readUrl,
  inspect: readUrl,
  query: (text, work) =>
    `from urllib.parse import parse_qsl\n\n${describeBytes("Reads the pairs", work)}\npairs = parse_qsl(${text}, keep_blank_values=True${writeEncoding(work)})\n`,
  decode: (text, work) => {
    const how = describeBytes("Decodes", work);
    const note = work.hasPercentU ? "# %uXXXX stays as it is: Python does not decode it.\n" : "";
    return `from urllib.parse import unquote\n\n${how}\n${note}value = unquote(${text}${writeEncoding(work)})\n`;
  },
  "clean-lines": splitUrls,
  "repair-lines": splitUrls,
  "decode-lines": (text) =>
    `import re\nfrom urllib.parse import unquote\n\n\n# Decodes each line; one that cannot be decoded stays as it is.\ndef decode(match):\n    line = match[0]\n    if re.search("%(?![0-9A-Fa-f]{2})", line):\n        return line\n    try:\n        return unquote(line, errors="strict")\n    except UnicodeDecodeError:\n        return line\n\n\nvalue = re.sub(r"[^\\r\\n]+", decode, ${text})\n`,
  encode: (text) => `from urllib.parse import quote\n\nvalue = quote(${text}, safe="")\n`,
};

function readUrl(text: string, work: Work): string {
  return work.hasQuery
    ? `from urllib.parse import parse_qsl, urlsplit\n\n${describeBytes("Reads the query", work)}\nurl = urlsplit(${text})\npairs = parse_qsl(url.query, keep_blank_values=True${writeEncoding(work)})\n`
    : `from urllib.parse import urlsplit\n\n# Splits the URL into its parts.\nurl = urlsplit(${text})\n`;
}

function splitUrls(text: string): string {
  return `import re\nfrom urllib.parse import urlsplit\n\n\n# Splits each URL into its parts; one that Python refuses becomes None.\ndef split(line):\n    try:\n        return urlsplit(line)\n    except ValueError:\n        return None\n\n\nurls = [split(line) for line in re.findall(r"[^\\r\\n]+", ${text})]\n`;
}

function describeBytes(does: string, { encoding }: Work): string {
  if (encoding === undefined) return `# ${does} as UTF-8. ${LOST}`;
  const name = PYTHON_NAMES[encoding];
  const named = name === undefined ? encoding : `${encoding}, which Python calls ${name}`;
  return `# ${does} as ${named}. Other bytes raise an error.`;
}

function writeEncoding({ encoding }: Work): string {
  if (encoding === undefined) return ', errors="surrogateescape"';
  const name = PYTHON_NAMES[encoding] ?? encoding.toLowerCase();
  return `${encoding === "UTF-8" ? "" : `, encoding="${name}"`}, errors="strict"`;
}
