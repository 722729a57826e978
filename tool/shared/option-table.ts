/**
 * Each option of the command and the page, once. Its key is its name on the page and, unless the row says otherwise, in the library; its
 * flag has the same words: `invalidUtf8` and `--invalid-utf8`. Flags, fields, help, completions, the man page and docs/options.md are
 * views of these rows.
 */
import type { DecodeOptions, EncoderOptions } from "percodec";
import type { FormOptions, SerializeOptions } from "percodec/form";
import type { DecodePathOptions } from "percodec/guard";
import type { FindLinksOptions } from "percodec/links";
import type { MatchTemplateOptions } from "percodec/template";
import type { CheckOptions, CleanOptions, DisplayOptions } from "percodec/uri";

/** What an option is in one place; a view or command can replace each property by its own. */
export interface OptionView {
  /** The values that the option accepts, the default first. */
  readonly choices?: readonly string[];
  /** The default in words, where it is not the first choice; empty if no value is the default. */
  readonly byDefault?: string;
  readonly summary: string;
}

export interface Option extends OptionView {
  /** The letter of the flag. */
  readonly short?: string;
  /** The placeholder of the value; FILE and SET are completed. An option without a placeholder is a switch. */
  readonly value?: string;
  readonly commands?: readonly string[];
  readonly views?: readonly string[];
  /** What differs in a command, or in the view of this name. */
  readonly own?: Readonly<Record<string, Partial<OptionView> & { readonly value?: string }>>;
  /** What differs on the page. */
  readonly page?: Partial<OptionView> & { readonly value?: string };
  /** The option of the library, if it has another name; or, in words, what replaces it. */
  readonly library?: string;
  /** The name of the field on the page. */
  readonly label?: string;
  /** The choices in plain words, where they differ from the value. */
  readonly words?: Readonly<Record<string, string>>;
  /** The pattern that a text of the page has to match. */
  readonly pattern?: RegExp;
}

const CODECS = ["encode", "decode"] as const;
const OVER_URIS = ["clean", "edit", "display", "normalize", "compare", "parts", "check"] as const;
const OVER_LINES = [...OVER_URIS, "links", "resolve", "template"] as const;
const READERS = [...CODECS, ...OVER_LINES, "read", "inspect", "form parse"] as const;

const POLICIES = ["throw", "keep", "drop", "replace"] as const;
const KEEP_FIRST = { choices: ["keep", "throw", "drop", "replace"] } as const;
const POLICY_WORDS = { throw: "stop", keep: "keep", drop: "drop", replace: "replace" } as const;
const SEVERITIES = ["info", "warning", "danger"] as const;
const READINGS = ["url", "escaped-url", "wrapped", "query", "escaped-value", "legacy-bytes", "lines", "text"] as const;
const LENIENT_FORM = "throw, or what --rules says";
/** The encoding that the escapes stand for. */
const OF_ESCAPES = {
  summary: "the character encoding that the escapes stand for, such as gbk, sjis or utf-16le (default utf-8)",
} as const;
const OF_FILE_URIS = { summary: "with --for file-uri: the file system whose paths are converted" } as const;
/** An option that calls a method of an editor. */
const editor = (method: string) => ({ commands: ["edit"], library: `\`${method}\` of an editor` }) as const;
const UNENCODABLE_THROWS = { choices: ["throw", "reference"] } as const;
/** Why the library does not have an option. */
const FILES = "the caller reads and writes";
const OF_FINDINGS = { commands: ["inspect"], library: "the caller filters the findings" } as const;
const OF_RECORDS = { commands: ["records"], library: "for records" } as const;

/** The options of the page. The command has most of them. */
export const PAGE_OPTIONS = {
  set: {
    short: "s",
    value: "SET",
    summary: "encode this set (default rfc3986-component); `percodec sets` lists them",
    commands: ["encode", "records", "edit"],
    views: ["explain", "encode", "sets"],
    own: {
      edit: {
        value: "NAME[=VALUE]",
        summary:
          "set the value of the first pair with this name and remove the others; without one, append the pair; without =VALUE, write a name alone",
      },
    },
    page: { summary: "which characters are encoded" },
    label: "Set of characters",
    library: "the argument `set`",
  },
  keep: {
    value: "CHARS",
    summary: "leave these ASCII characters unencoded as well",
    commands: ["encode", "decode", "records"],
    views: ["encode", "decode"],
    own: { decode: { summary: "leave the escapes of these ASCII characters as they are" } },
    pattern: /^[\0-\x7f]{0,128}$/,
    label: "Leave as they are",
    library: "`set.remove(…)`; for decoding `except`",
  },
  preserveEscapes: {
    summary: "leave valid escapes as they are; only another % becomes %25",
    commands: ["encode", "records"],
    views: ["encode"],
    label: "Keep valid escapes",
  },
  malformed: {
    value: "POLICY",
    choices: POLICIES,
    summary: "what to do with a % without two hex digits",
    commands: ["decode", "form parse", "records"],
    views: ["decode", "explain"],
    own: { explain: KEEP_FIRST, "form parse": { byDefault: LENIENT_FORM } },
    label: "Broken escapes",
    words: POLICY_WORDS,
  },
  invalidUtf8: {
    value: "POLICY",
    choices: POLICIES,
    summary: "what to do with bytes that are invalid in the encoding",
    commands: ["encode", "decode", "form parse", "records"],
    views: ["decode", "explain", "encode"],
    own: {
      encode: {
        choices: ["throw", "drop", "replace"],
        summary: "what to do with bytes of a file that its encoding cannot decode",
      },
      decode: { byDefault: "throw for TEXT and --json, else unchecked" },
      explain: KEEP_FIRST,
      "form parse": { byDefault: LENIENT_FORM },
    },
    label: "Invalid bytes",
    words: POLICY_WORDS,
  },
  plus: {
    value: "MEANING",
    choices: ["literal", "space"],
    summary: "what a + means: a plus sign, or a space as in forms",
    views: ["decode", "explain"],
    label: "A + is",
    words: { literal: "a plus sign", space: "a space" },
  },
  percentU: {
    summary: "also decode %uXXXX, as a UTF-16 unit",
    commands: ["decode"],
    views: ["decode", "explain"],
    label: "Decode %u too",
  },
  accept: {
    value: "SET|/REGEX/u",
    summary: "accept only characters that this set keeps, or that match; any other in the result is an error",
    commands: ["decode", "form parse", "records"],
    views: ["decode"],
    page: { summary: "the characters that a set keeps, such as rfc3986-component, or that match, such as /[a-z ]/u" },
    pattern: /^[^]{0,128}$/,
    label: "Accept only",
  },
  loneSurrogate: {
    value: "POLICY",
    choices: ["throw", "replace"],
    summary: "half of a UTF-16 pair: stop, or replace it by U+FFFD",
    views: ["explain", "encode"],
    own: { explain: { choices: ["replace", "throw"] } },
    label: "Half of a surrogate pair",
    words: POLICY_WORDS,
  },
  encoding: {
    value: "LABEL",
    summary: "the character encoding of the form, such as windows-1252 or sjis (default utf-8)",
    commands: ["encode", "decode", "clean", "form parse", "form build", "records"],
    views: ["decode", "explain", "encode", "form", "clean"],
    own: {
      encode: OF_ESCAPES,
      decode: { summary: `${OF_ESCAPES.summary}; utf-8,gbk: the first that decodes` },
      records: OF_ESCAPES,
      clean: { summary: "the character encoding of the query, such as windows-1252 or sjis (default utf-8)" },
      "form parse": {
        summary: "the character encoding, such as windows-1252 or sjis (default utf-8); repeat to allow more",
      },
    },
    page: { summary: "the character encoding; use UTF-8 if you can choose" },
    label: "Encoding",
  },
  unencodable: {
    value: "POLICY",
    choices: ["reference", "throw"],
    summary: "a character that the encoding does not contain: write &#N; as HTML does, or stop",
    commands: ["encode", "form build", "records"],
    views: ["encode"],
    own: { encode: UNENCODABLE_THROWS, records: UNENCODABLE_THROWS },
    page: { choices: ["reference", "throw"] },
    label: "Not in the encoding",
    words: { reference: "write &#N;", throw: "stop" },
  },
  inputEncoding: {
    value: "LABEL",
    summary:
      "the encoding of the files, such as shift_jis or utf-16le; auto: utf-8 or what a byte order mark says (default: bytes as they are, with --encoding utf-8)",
    commands: ["encode"],
    views: ["encode"],
    page: { summary: "the encoding of a file: bytes as they are, by its byte order mark, or one of these" },
    label: "Encoding of the file",
    words: { bytes: "bytes as they are", auto: "by its byte order mark" },
  },
  outputEncoding: {
    value: "LABEL",
    summary: "the encoding of the result, such as shift_jis (default utf-8)",
    commands: ["decode"],
    views: ["decode"],
    page: { summary: "the encoding in which a decoded file is written" },
    label: "Encoding of the result",
  },
  newlines: {
    value: "KIND",
    choices: ["keep", "lf", "crlf", "cr"],
    summary: "what each line break becomes, before encoding or after decoding",
    commands: ["encode", "decode", "form build"],
    views: ["decode", "encode"],
    own: { "form build": { choices: ["keep", "crlf"], summary: "crlf: convert newlines to CRLF, as browsers do" } },
    label: "Line breaks",
    words: { keep: "keep", lf: "LF", crlf: "CR LF", cr: "CR" },
  },
  wrap: {
    value: "N",
    summary: "write lines of at most N characters; no escape is cut",
    commands: ["encode"],
    views: ["encode"],
    pattern: /^[0-9]{0,6}$/,
    label: "Longest line",
    library: "only in the command and the page",
  },
  unwrap: {
    summary: "remove all line ends, spaces and TABs before decoding",
    commands: ["decode"],
    views: ["decode"],
    label: "Remove line ends and spaces",
    library: "only in the command and the page",
  },
  hex: {
    value: "CASE",
    choices: ["upper", "lower"],
    summary: "the case of the digits in escapes",
    commands: ["encode"],
    views: ["encode"],
    label: "Digits of escapes",
    words: { upper: "A to F", lower: "a to f" },
  },
  legacy: {
    summary: "escape or unescape as ECMAScript does: %XX is Latin-1, and %uXXXX a UTF-16 unit",
    commands: CODECS,
    views: ["decode", "encode"],
    label: "As escape() of JavaScript",
    library: "`legacy`: `DecodeOptions`, `DecoderOptions`; `escape`, `unescape`",
  },
  lines: {
    short: "l",
    summary:
      "each line of the input is separate, which is always on for URIs and findings; a line ends with LF or CR LF",
    commands: READERS,
    views: ["decode", "encode", "clean", "display"],
    own: {
      compare: { summary: "each line of the input contains two URIs separated by a TAB" },
      template: { summary: "each line of the input is a JSON object of values; with --match a URI (always on)" },
      "form parse": { summary: "each line of the input is a separate form; otherwise one final line end is removed" },
    },
    page: { summary: "convert each line separately" },
    label: "Line by line",
    library: "the caller cuts lines",
  },
  rules: {
    value: "RULES",
    choices: ["strict", "whatwg"],
    summary: "stop at a broken pair, or read it as a browser does",
    commands: ["form parse"],
    views: ["form"],
    label: "Broken pairs",
    words: { strict: "stop", whatwg: "as a browser" },
  },
  separator: {
    value: "CHARS",
    choices: ["&", "&;"],
    summary: "what separates pairs",
    commands: ["form parse", "form build"],
    views: ["form"],
    own: { "form build": { choices: ["&", ";"] } },
    label: "Separator",
    words: { "&": "&", "&;": "& and ;" },
  },
  charsetField: {
    summary: "let a pair _charset_ choose one of the encodings given",
    commands: ["form parse", "form build"],
    views: ["form"],
    own: { "form build": { summary: "set the value of a pair _charset_ to the name of the encoding" } },
    page: { summary: "let the pair _charset_ choose the encoding" },
    label: "Encoding of the field _charset_",
  },
  space: {
    value: "TEXT",
    choices: ["+", "%20"],
    summary: "how a space is written",
    commands: ["form build"],
    views: ["form"],
    page: { choices: ["auto", "+", "%20"], summary: "how a space in a changed pair is written" },
    label: "A space is written",
    words: { auto: "%20 in a URL, + in a body" },
  },
  unsafe: {
    value: "POLICY",
    choices: ["throw", "allow"],
    summary: "what to do with values that climb out of their place in a URI; allow is RFC 6570 to the letter",
    commands: ["template"],
    views: ["template"],
    label: "Unsafe values",
    words: { throw: "stop", allow: "allow" },
  },
  allow: {
    value: "NAMES",
    summary: "what a path segment may be or contain: a list of slash, empty, control, dot; or none",
    commands: ["encode", "edit", "parts", "template", "records"],
    views: ["template"],
    pattern: /^(?:none|(?:(?:slash|empty|control|dot)(?:,(?!$)|$))+)?$/,
    label: "Allowed in segments",
  },
  trailingQuery: {
    value: "POLICY",
    choices: ["mismatch", "ignore"],
    summary: "when a URI is matched, what its parameters do that the template does not name",
    commands: ["template"],
    views: ["template"],
    label: "More parameters",
    words: { mismatch: "do not match", ignore: "ignore" },
  },
  level: {
    value: "LEVEL",
    choices: ["basic", "advanced"],
    summary: "advanced repairs more, and returns a valid URI or an error",
    commands: ["clean"],
    views: ["clean"],
    own: {
      clean: {
        choices: ["basic", "advanced", "firefox-10", "chrome-16"],
        summary:
          "advanced repairs more, and returns a valid URI or an error; the others encode as the address bar of an old browser did",
      },
    },
    page: { choices: ["basic", "advanced"], summary: "advanced repairs more, and returns a valid URI or stops" },
    label: "Repairs",
  },
  addressBar: {
    value: "BROWSER",
    choices: ["none", "firefox-10", "chrome-16"],
    summary: "an old address bar to reproduce, instead of a level",
    views: ["clean"],
    label: "As an old address bar",
  },
  profile: {
    value: "PROFILE",
    choices: ["strict", "basic", "advanced", "chromium", "firefox"],
    summary: "which characters may be shown unencoded",
    commands: ["display"],
    views: ["display"],
    label: "For",
  },
  severity: {
    value: "SEVERITY",
    choices: SEVERITIES,
    summary: "list only findings with this severity or a higher one",
    views: ["inspect"],
    label: "Show from",
    ...OF_FINDINGS,
  },
  as: {
    value: "READING",
    choices: READINGS,
    byDefault: "the likeliest",
    summary: "how the input is read",
    commands: ["read"],
    views: ["start"],
    page: { choices: ["auto", ...READINGS] },
    label: "Read as",
    library: "only in the command and the page",
  },
  diff: {
    value: "SET",
    summary: "the set to compare with",
    views: ["sets"],
    label: "Compare with",
    library: "`set.has`",
  },
  find: {
    value: "WORDS",
    summary: "the words of the findings that are listed",
    views: ["findings"],
    pattern: /^[^]{0,128}$/,
    label: "Search",
    library: "docs/findings lists them",
  },
} as const satisfies Record<string, Option>;

/** The options that only the command has. */
const COMMAND_OPTIONS = {
  explain: {
    summary: "show step by step how each line of the input is converted; each fault appears where it occurs",
    commands: CODECS,
    library: "only in the command",
  },
  for: {
    value: "PURPOSE",
    choices: ["query-value", "path-segment", "form-field", "fragment", "header", "cookie", "filename", "file-uri"],
    byDefault: "",
    summary: "encode each TEXT or record for this place, by its rule; an unsafe one is an error",
    commands: ["encode", "decode", "records"],
    own: {
      decode: { choices: ["file-uri"], summary: "read each TEXT or record as a file URI, and write its path" },
      records: { summary: "with --op encode: encode for this place, by its rule; an unsafe record is bad" },
    },
    library: "`encodeFor`, `fileUri`, `filePath`",
  },
  form: {
    summary: "the input is form data: + is a space, and encode uses the set whatwg-form",
    commands: ["encode", "decode", "records"],
    library: "`plus`, and the set `whatwg-form`",
  },
  compare: {
    summary: "compare how standards and languages decode each line of the input",
    commands: ["encode", "decode", "parts"],
    own: {
      encode: { summary: "compare what encoders of standards and languages write for each line of the input" },
      parts: {
        summary:
          "compare what eight readers see in the input as a whole URL, which is not trimmed: scheme, host, port and path",
      },
    },
    library: "only in the command and the page",
  },
  repairDouble: {
    summary: "remove the layers of a part that was encoded more than once, if the result is safe",
    commands: ["clean", "records"],
    library: "doubleEncoding",
  },
  append: {
    value: "NAME[=VALUE]",
    summary: "add a pair at the end; without =VALUE a name alone; edits are applied in the order typed",
    ...editor("append"),
  },
  delete: {
    value: "NAME",
    summary: "remove all pairs with this name; * is any run of characters, \\* the star",
    commands: ["edit"],
    library: "`delete` and `deleteMatching` of an editor",
  },
  rename: { value: "OLD=NEW", summary: "change the name of all pairs named OLD to NEW", ...editor("rename") },
  sort: { summary: "sort the pairs by name; pairs with the same name keep their order", ...editor("sort") },
  appendPath: {
    value: "SEGMENT",
    summary: "add a segment at the end of the path; a slash in it is encoded; an empty one ends the path with a slash",
    ...editor("appendPath"),
  },
  fragment: {
    value: "TEXT",
    summary: "replace the fragment by this text, which is encoded; an empty TEXT removes the fragment",
    ...editor("with"),
  },
  iri: {
    summary: "show the IRI of RFC 3987 instead, with all characters that it allows",
    commands: ["display"],
    library: "`uriToIri`",
  },
  scheme: {
    value: "SCHEME",
    summary: "replace the scheme; an empty SCHEME removes it",
    commands: ["edit", "links"],
    own: {
      links: {
        value: "KIND",
        choices: ["optional", "required"],
        summary: "required: only links with http://, https:// or mailto:",
      },
    },
    library: "`with` of an editor; `scheme` of `findLinks`",
  },
  userinfo: {
    value: "TEXT",
    summary: "replace the userinfo by this text, which is encoded; an empty TEXT removes it",
    ...editor("with"),
  },
  host: { value: "HOST", summary: "replace the host; an empty HOST removes the authority", ...editor("with") },
  port: {
    value: "N",
    summary: "replace the port; an empty N removes it",
    commands: ["web", "edit"],
    own: { web: { summary: "listen on this port (default 8137; 0 chooses a free one)" } },
    library: "`with` of an editor; nothing for web",
  },
  path: {
    value: "PATH",
    summary: "replace the path by this text, whose escapes stay; an empty PATH removes it",
    ...editor("with"),
  },
  formatLinks: {
    summary: "write each input with its links in readable form instead of the links",
    commands: ["links"],
    library: "`formatLink`",
  },
  from: {
    value: "SOURCE",
    choices: ["auto", "text", "json", "html"],
    summary: "what the input is: json and html decode its escapes, auto does where a line has some, text leaves them",
    commands: ["links"],
    library: "only in the command and the page",
  },
  table: {
    summary: "write for each link its line, host, owner, worst finding and URL as TSV; - is none",
    commands: ["links"],
    library: "only in the command and the page",
  },
  reserved: {
    summary: "an escape of a reserved character equals the character where it has no purpose",
    commands: ["compare"],
    library: "reservedWithoutPurpose",
  },
  get: {
    value: "NAMES",
    summary:
      "write only these as TSV: scheme, userinfo, user, password, host, port, path, query, fragment, or query:NAME, the decoded value of a parameter",
    commands: ["parts"],
    library: "`splitUri`",
  },
  decoded: {
    summary: "with --get: write components decoded; the delimiters inside them, and %, stay escaped",
    commands: ["parts"],
    library: "`splitUri`",
  },
  segments: {
    summary:
      "split the path of a URI, or a path alone, and decode each segment once, as a JSON array; an unsafe one is an error",
    commands: ["parts"],
    library: "`decodePath`",
  },
  fileSystem: {
    value: "SYSTEM",
    choices: ["posix", "windows"],
    summary: "with --segments: the file system whose names the segments are; windows refuses more",
    commands: ["encode", "decode", "parts", "records"],
    own: { encode: OF_FILE_URIS, decode: OF_FILE_URIS, records: OF_FILE_URIS },
    library: "`fileSystem` of `decodePath`; `windows` of `fileUri` and `filePath`",
  },
  grammar: {
    value: "GRAMMAR",
    choices: ["rfc3986", "rfc3987", "whatwg"],
    summary: "the grammar of URIs (rfc3986), of IRIs (rfc3987), or of the URL Standard (whatwg)",
    commands: ["check"],
  },
  http: {
    summary: "check whether a text is an http or https URL with a host that browsers open as it is written",
    commands: ["check"],
    library: "`isHttpUrl`",
  },
  base: {
    value: "URL",
    summary: "with --grammar whatwg: the base URL of inputs without a scheme (default: any https URL)",
    commands: ["check"],
  },
  match: {
    summary: "print the values that expand the template to each URI, as JSON",
    commands: ["template"],
    library: "`matchTemplate`",
  },
  failOn: {
    value: "SEVERITY",
    choices: SEVERITIES,
    byDefault: "",
    summary: "exit 1 if a finding has this severity or a higher one",
    ...OF_FINDINGS,
  },
  onlyFindings: { summary: "omit inputs without (listed) findings", ...OF_FINDINGS },
  summary: {
    summary: "print the counts as JSON on stderr at the end",
    commands: ["inspect", "records"],
    own: { inspect: { summary: "count the findings of all inputs by code, with the first place of each code" } },
    library: "the caller counts",
  },
  limit: {
    value: "WHAT=N",
    summary: "change a limit: pairs, name, value or body; can be repeated",
    commands: ["form parse"],
    library: "`limits` with `pairs`, `name`, `value` and `body`: `FormOptions`",
  },
  flat: {
    summary: "write one JSON object; a name that is repeated has the array of its values",
    commands: ["form parse"],
    library: "duplicates",
  },
  style: {
    value: "STYLE",
    choices: ["deep", "brackets", "repeat", "comma"],
    byDefault: "",
    summary:
      "write nested JSON: a[b]=1 and a[0]=2 (deep); a[]=2 for each item of an array (brackets), or the name repeated (repeat); or commas between items",
    commands: ["form parse", "form build"],
    own: {
      "form parse": {
        choices: ["arrays", "deep", "repeat"],
        summary:
          "write one JSON object that maps each name to the array of its values (arrays), or nested objects from names such as a[b], as form build --style writes them",
      },
    },
  },
  op: {
    value: "OP",
    choices: ["decode", "encode", "form", "query-param", "normalize", "clean", "display", "inspect"],
    summary: "what to do with the field of each record",
    commands: ["records"],
    library: "the function for it",
  },
  param: {
    value: "NAME",
    summary: "with --op query-param: the parameter to extract; can be repeated, for one column each",
    commands: ["records"],
    library: "`parseQuery`",
  },
  format: {
    value: "FORMAT",
    choices: ["lines", "nul", "tsv", "jsonl", "csv", "rowbinary"],
    summary: "the format of the records, input and output",
    ...OF_RECORDS,
  },
  field: {
    value: "FIELD",
    summary:
      "the field to process, by its number from 1 on (default 1) or its name; in JSON a path, which objects need: request.url or /request/url; '*' with --out '*': every field",
    ...OF_RECORDS,
  },
  out: {
    value: "COLUMNS",
    summary:
      "the columns to write: value,status,code,byte_offset (the default; for lines and nul: value), layers, and fields to copy; without status a bad record looks like a null; NAME=COLUMN names a column: id,url=value keeps the name of the field url; '*': each record as it is, with the value in place of the field",
    ...OF_RECORDS,
  },
  bad: {
    value: "POLICY",
    choices: ["null", "keep"],
    summary: "the value of a bad record: null, or the field as it is written",
    ...OF_RECORDS,
  },
  columns: {
    value: "LIST",
    summary: "the names of the fields; for rowbinary their types too: 'id UInt64, url String' or id:UInt64,url:String",
    ...OF_RECORDS,
  },
  header: { summary: "the first record of tsv and csv contains the names of the fields", ...OF_RECORDS },
  escapes: {
    value: "KIND",
    choices: ["backslash", "none", "quotes"],
    byDefault: "",
    summary:
      "backslash: a backslash in the input starts an escape (default for tsv); none: it does not (default for lines and nul); quotes: tsv with the quotes of csv",
    ...OF_RECORDS,
  },
  fieldEnc: {
    value: "ENC",
    choices: ["hex"],
    byDefault: "",
    summary: "read the field as hex, and write the value as hex",
    ...OF_RECORDS,
  },
  controls: {
    value: "KIND",
    choices: ["keep", "escape", "escape-nul", "refuse-nul"],
    summary:
      "escape: write C0 controls in the value, and %, as %XX; escape-nul: only NUL and %; refuse-nul: NUL makes the record bad",
    commands: ["records", "decode"],
    own: {
      decode: {
        choices: ["line-ends", "escape", "raw"],
        summary:
          "with --lines, which escapes stay: line-ends: those of LF and CR; escape: of C0 controls and %; raw: none",
      },
    },
    library: "in decode `except`",
  },
  chunkHeader: {
    summary: "each chunk starts with a line that contains its number of records, as ClickHouse sends it",
    ...OF_RECORDS,
  },
  file: {
    short: "f",
    value: "FILE",
    summary: "read bytes from FILE, and read every operand as a file too; - is standard input",
    commands: [...READERS, "form build", "records"],
    own: { records: { summary: "read records from FILE; - is standard input" } },
    library: FILES,
  },
  null: {
    short: "0",
    summary: "records end with NUL, and the results of TEXT do too",
    commands: CODECS,
    library: FILES,
  },
  maxRecord: {
    value: "BYTES",
    summary: "the maximum length of a record or line: 4096, 64K, 1M (the default)",
    commands: [...READERS, "records"],
    own: { records: { summary: "longer records get the status too-long: 4096, 64K, 1M (the default)" } },
    library: FILES,
  },
  keepGoing: {
    short: "k",
    summary: "write a bad record or line unchanged, report it, continue, and exit 1 at the end",
    commands: [...CODECS, ...OVER_LINES],
    library: "`onIssue`, or `catch`",
  },
  output: {
    short: "o",
    value: "FILE",
    summary: "write to FILE, whole or not at all; - is standard output",
    commands: [...READERS, "form build", "records", "sets", "engine"],
    library: FILES,
  },
  json: {
    summary: "write one JSON object per line, for each TEXT, file, line or record",
    commands: [...READERS, "sets"],
    own: {
      parts: {
        summary:
          "write the components of each URI as one JSON object per line; with --segments the segments and findings",
      },
      "form parse": {
        summary: "write JSON to a terminal too: one pair per line, or one form per line if there are several",
      },
      inspect: { summary: "write the findings of each input, or the counts, as one JSON object per line" },
    },
    library: "the reports are objects",
  },
  progress: {
    summary: "show a progress bar on the terminal while files are read",
    commands: [...READERS, "records"],
    library: FILES,
  },
  help: { short: "h", summary: "show the help", commands: [] },
  version: { short: "V", summary: "show the version", commands: [] },
} as const satisfies Record<string, Option>;

export const OPTIONS = { ...PAGE_OPTIONS, ...COMMAND_OPTIONS };

export type OptionName = keyof typeof OPTIONS;

type Rows = typeof OPTIONS;
/** The library's options of each command that has options with choices. */
interface LibraryOptions {
  readonly encode: EncoderOptions & { readonly invalidUtf8?: EncoderOptions["invalidInput"] };
  readonly decode: DecodeOptions;
  readonly clean: Pick<CleanOptions, "doubleEncoding">;
  readonly display: DisplayOptions;
  readonly check: CheckOptions;
  readonly links: FindLinksOptions;
  readonly parts: DecodePathOptions;
  readonly template: MatchTemplateOptions;
  readonly "form parse": FormOptions;
  readonly "form build": SerializeOptions;
}
/** The choices of an option in a command. */
export type ChoiceOf<Name extends OptionName, Command extends string> = Rows[Name] extends {
  readonly own: { readonly [command in Command]: { readonly choices: readonly (infer Value)[] } };
}
  ? Value
  : Rows[Name] extends { readonly choices: readonly (infer Value)[] }
    ? Value
    : never;
/** The options whose choices are not those of the library. */
type Mismatched = {
  [Name in OptionName]: {
    [Command in keyof LibraryOptions]: Name extends keyof LibraryOptions[Command]
      ? Rows[Name] extends { readonly commands: readonly (infer Listed)[]; readonly choices: readonly string[] }
        ? Command extends Listed
          ? Same<ChoiceOf<Name, Command>, NonNullable<LibraryOptions[Command][Name]>> extends true
            ? never
            : `${Name} of ${Command}`
          : never
        : never
      : never;
  }[keyof LibraryOptions];
}[OptionName];
type Same<A, B> = [A, B] extends [B, A] ? true : false;
/** An error here names the option that has other choices than the library. */
export type SameChoices<Fault extends never = Mismatched> = Fault;

/** Returns the options of the library for the options of a command or view; `read` returns undefined for one that is not given. */
export function toLibraryOptions<Name extends OptionName>(
  names: readonly Name[],
  rows: Readonly<Record<Name, Option>>,
  read: (name: Name) => unknown,
): object {
  const given = names.map((name) => {
    const { library = name } = rows[name];
    return [library, /^\w+$/.test(library) ? read(name) : undefined] as const;
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** Returns the row of an option in a command. Its summary ends with the default. */
export function findOptionRow(name: OptionName, command: string | undefined): Option {
  const row: Option = OPTIONS[name];
  const view = { ...row, ...(command === undefined ? undefined : row.own?.[command]) };
  const { choices, byDefault = choices?.[0] } = view;
  return byDefault ? { ...view, summary: `${view.summary} (default ${byDefault})` } : view;
}
