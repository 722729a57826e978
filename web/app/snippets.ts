import type { TextReport } from "../../src/inspect/report.ts";
import { decodeLines } from "./decode-as.ts";

/** What a person does with a text, as code that can be pasted elsewhere. */
export interface Snippet {
  readonly label: string;
  readonly code: string;
}

/** Quotes a text for a POSIX shell (https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02). */
export function quotePosix(text: string): string {
  return `'${text.replace(/'/g, "'\\''")}'`;
}

/** Quotes a text for PowerShell, which reads typographic quotation marks as quotes too. */
export function quotePowerShell(text: string): string {
  return `'${text.replace(/['\u2018\u2019\u201a\u201b]/g, "$&$&")}'`;
}

/** What the snippets need of a report. */
export type SnippetReport = Pick<TextReport, "reading" | "parts" | "parameters" | "lines" | "whole">;

type Action = "url" | "refused" | "query" | "decode" | "decode-as" | "encode";

function findAction({ reading, parts, parameters, lines }: SnippetReport, isRefused: boolean): Action {
  if (parts.length > 0) return isRefused ? "refused" : "url";
  if (parameters.length > 0) return "query";
  if (reading.charsets !== undefined) return "decode-as";
  return reading.name === "escaped-value" || decodeLines(reading.text, lines) !== undefined ? "decode" : "encode";
}

/** Puts a call around itself, as often as a text is decoded. */
function repeat(times: number, call: string, text: string, rest = ""): string {
  return times <= 1 ? `${call}(${text}${rest})` : `${call}(${repeat(times - 1, call, text, rest)}${rest})`;
}

/** Writes the code of an action. */
type Write = (text: string, encoding: string, times: number) => string;

const JAVASCRIPT: Readonly<Record<Action, Write>> = {
  refused: (text) => `import { inspect } from "percodec/inspect";\n\nconst { findings } = inspect(${text});\n`,
  "decode-as": (text, encoding) => `import { encoding, percentDecodeAs } from "percodec/charset";\n\nconst value = percentDecodeAs(${text}, encoding(${encoding}));\n`, // prettier-ignore
  url: (text) => `import { cleanUri } from "percodec/uri";\n\nconst url = cleanUri(${text});\n`,
  query: (text) => `import { parseForm } from "percodec/form";\n\nconst pairs = parseForm(${text});\n`,
  decode: (text, _, times) => `import { percentDecode } from "percodec";\n\nconst value = ${repeat(times, "percentDecode", text)};\n`, // prettier-ignore
  encode: (text) => `import { percentEncode } from "percodec";\nimport { rfc3986 } from "percodec/sets";\n\nconst value = percentEncode(${text}, rfc3986.component);\n`, // prettier-ignore
};

const splitInPython = (text: string): string =>
  `from urllib.parse import parse_qsl, urlsplit\n\nurl = urlsplit(${text})\npairs = parse_qsl(url.query, keep_blank_values=True)\n`;

const PYTHON: Readonly<Record<Action, Write>> = {
  url: splitInPython,
  refused: splitInPython,
  "decode-as": (text, encoding) => `from urllib.parse import unquote\n\nvalue = unquote(${text}, encoding=${encoding}, errors="strict")\n`, // prettier-ignore
  query: (text) => `from urllib.parse import parse_qsl\n\npairs = parse_qsl(${text}, keep_blank_values=True)\n`,
  decode: (text, _, times) => `from urllib.parse import unquote\n\nvalue = ${repeat(times, "unquote", text, ', errors="strict"')}\n`, // prettier-ignore
  encode: (text) => `from urllib.parse import quote\n\nvalue = quote(${text}, safe="")\n`,
};

const COMMANDS: Readonly<Record<Action, string>> = {
  url: "clean",
  refused: "inspect",
  "decode-as": "decode",
  query: "form parse",
  decode: "decode",
  encode: "encode",
};

/**
 * Returns the snippets for a report, of a URL that `cleanUri` refuses or not: JavaScript, Python, curl for a URL, and the command for two
 * kinds of shell.
 */
export function toSnippets(report: SnippetReport, isRefused = false): readonly Snippet[] {
  const action = findAction(report, isRefused);
  const encoding = JSON.stringify(report.reading.charsets?.[0]?.toLowerCase() ?? "utf-8");
  const { text } = report.reading;
  // A literal of JSON is one of JavaScript and of Python too.
  const literal = JSON.stringify(text).replace(/[\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`);
  const options = report.reading.charsets === undefined ? "" : ` --encoding ${report.reading.charsets[0]}`;
  const times = action === "decode" ? (report.whole?.layers.length ?? 1) : 1;
  const command = (quoted: string): string =>
    `percodec ${COMMANDS[action]}${options} ${text.startsWith("-") ? "-- " : ""}${quoted}${" | percodec decode".repeat(times - 1)}`;
  const isWeb = report.parts.some(({ name, raw }) => name === "scheme" && /^https?$/i.test(raw));
  return [
    { label: "JavaScript code", code: JAVASCRIPT[action](literal, encoding, times) },
    { label: "Python code", code: PYTHON[action](literal, encoding, times) },
    ...(isWeb ? [{ label: "curl command", code: `curl --globoff --url ${quotePosix(text)}` }] : []),
    // No argument of a program contains NUL.
    ...(text.includes("\0")
      ? []
      : [
          { label: "Shell command", code: command(quotePosix(text)) },
          { label: "PowerShell command", code: command(quotePowerShell(text)) },
        ]),
  ];
}
