import { isArgument, quoteFish, quotePosix, quotePowerShell, toJson, quotePython } from "../../shared/literal.ts";
import { type Action, toWork, type UrlAction, type Work, type WorkReport } from "./work.ts";

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
  switch (work.action) {
    case "clean":
    case "repair":
    case "inspect":
      return work.hasQuery ? "read its query" : "split it into parts";
    case "clean-lines":
    case "repair-lines":
      return "split each URL into parts";
    default:
      return describe(work);
  }
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
