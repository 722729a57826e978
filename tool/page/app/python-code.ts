import { quotePython } from "../../shared/literal.ts";
import { type Action, repeatCall, type Work } from "./work.ts";

/** The encodings that have another name in Python, or that browsers extend. */
const PYTHON_NAMES: Readonly<Record<string, string>> = {
  "windows-874": "cp874",
  Big5: "big5hkscs",
  "EUC-KR": "cp949",
  Shift_JIS: "cp932",
};

const LOST = 'Other bytes become lone surrogates; quote(value, errors="surrogateescape") writes them again.';

/** Writes the code of Python that does what the page does, or reads the query of a URL; it loses no byte. */
export function writePython(work: Work): string {
  return PYTHON[work.action](quotePython(work.text), work);
}

const PYTHON: Readonly<Record<Action, (text: string, work: Work) => string>> = {
  clean: readUrl,
  repair: readUrl,
  inspect: readUrl,
  query: (text, work) =>
    `from urllib.parse import parse_qsl\n\n${describeBytes("Reads the pairs", work)}\npairs = parse_qsl(${text}, keep_blank_values=True${writeEncoding(work)})\n`,
  decode: (text, work) => {
    const { times, hasPercentU } = work;
    const how = describeBytes(times > 1 ? `Decodes ${times} times` : "Decodes", work);
    const note = hasPercentU ? "# %uXXXX stays as it is: Python does not decode it.\n" : "";
    return `from urllib.parse import unquote\n\n${how}\n${note}value = ${repeatCall(times, "unquote", text, writeEncoding(work))}\n`;
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
