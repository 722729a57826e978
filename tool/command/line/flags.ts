/** One option. The parser, the help, the completions, the man page and docs/cli.md read this row. */
export interface Flag {
  readonly short?: string;
  /** The placeholder of its value; FILE and SET are completed. An option without a placeholder is a switch. */
  readonly value?: string;
  /** The values that the option accepts. */
  readonly choices?: readonly string[];
  readonly summary: string;
}

const SEVERITIES = ["info", "warning", "danger"] as const;
const POLICIES = ["throw", "keep", "drop", "replace"] as const;

/** The row of an option that chooses a policy. */
export function policyFlag(fault: string, byDefault: string) {
  return { value: "POLICY", choices: POLICIES, summary: `what to do with ${fault} (default ${byDefault})` } as const;
}

export const FLAGS = {
  set: {
    short: "s",
    value: "SET",
    summary: "encode this set (default rfc3986-component); `percodec sets` lists them",
  },
  keep: { value: "CHARS", summary: "leave these ASCII characters unencoded as well" },
  for: {
    value: "PURPOSE",
    choices: ["query-value", "path-segment", "form-field", "fragment", "header", "cookie", "filename"],
    summary: "encode each TEXT or record for this place, by its rule; an unsafe one is an error",
  },
  form: { summary: "treat the text as form data: + is a space, and encode uses the set whatwg-form" },
  malformed: policyFlag("a % without two hex digits", "throw"),
  "invalid-utf8": policyFlag("bytes that are not UTF-8", "throw for TEXT and --json, else unchecked"),
  plus: { value: "MEANING", choices: ["literal", "space"], summary: "what + means (default literal)" },
  accept: {
    value: "SET|/REGEX/u",
    summary: "accept only characters that this set does not encode, or that match; any other in the result is an error",
  },
  except: { value: "CHARS", summary: "leave the escapes of these ASCII characters as they are" },
  "percent-u": { summary: "also decode %uXXXX, as a UTF-16 unit" },
  file: {
    short: "f",
    value: "FILE",
    summary: "read bytes from FILE, and read every operand as a file too; - is standard input",
  },
  lines: { short: "l", summary: "each line of the input is a separate record; a line ends with LF or CR LF" },
  null: { short: "0", summary: "records end with NUL, and the results of TEXT do too" },
  "keep-going": {
    short: "k",
    summary: "write a bad record unchanged, report it, continue, and exit 1 at the end",
  },
  output: { short: "o", value: "FILE", summary: "write to FILE, whole or not at all; - is standard output" },
  json: { summary: "write one JSON object per line, for each TEXT, file or record" },
  progress: { summary: "show a progress bar on the terminal while files are read" },
  diff: { value: "SET", summary: "show what another set encodes differently" },
  rules: {
    value: "RULES",
    choices: ["strict", "whatwg"],
    summary: "strict (the default), or as lenient as the URL Standard",
  },
  "address-bar": {
    value: "BROWSER",
    choices: ["firefox-10", "chrome-16"],
    summary: "encode as the address bar of this old browser did",
  },
  reserved: { summary: "an escape of a reserved character equals the character where it has no purpose" },
  profile: {
    value: "PROFILE",
    choices: ["strict", "basic", "chromium", "firefox"],
    summary: "which characters may be shown unencoded (default strict)",
  },
  scheme: {
    value: "KIND",
    choices: ["optional", "required"],
    summary: "required: only links with http://, https:// or mailto: (default optional)",
  },
  "format-links": { summary: "write each text with its links in readable form instead of the links" },
  encoding: {
    value: "LABEL",
    summary: "the character encoding of the form, such as windows-1252 or sjis (default utf-8)",
  },
  "input-encoding": {
    value: "LABEL",
    summary:
      "the encoding of the files, such as shift_jis or utf-16le; auto: utf-8 or what a byte order mark says (default: bytes as they are, with --encoding utf-8)",
  },
  "output-encoding": { value: "LABEL", summary: "the encoding of the result, such as shift_jis (default utf-8)" },
  wrap: { value: "N", summary: "write lines of at most N characters; no escape is cut" },
  unwrap: { summary: "remove all line ends before decoding" },
  hex: { value: "CASE", choices: ["upper", "lower"], summary: "the case of the digits in escapes (default upper)" },
  legacy: { summary: "use ECMAScript's escape or unescape: %XX is Latin-1, and %uXXXX a UTF-16 unit" },
  "charset-field": {
    summary: "form parse: let a pair _charset_ choose the encoding; form build: set it to the encoding",
  },
  limit: { value: "WHAT=N", summary: "change a limit: pairs, name, value or body; can be repeated" },
  separator: { value: "CHARS", choices: ["&", "&;", ";"], summary: "what separates pairs (default &)" },
  object: { summary: "write one JSON object that maps each name to the array of its values" },
  newlines: {
    value: "KIND",
    choices: ["keep", "crlf"],
    summary: "crlf: convert newlines to CRLF, as browsers do (default keep)",
  },
  style: {
    value: "STYLE",
    choices: ["deep", "repeat", "comma"],
    summary:
      "write nested JSON: a[b]=1 and a[0]=2 (deep); repeat a name for each item of an array (repeat); or separate the items by commas",
  },
  space: { value: "TEXT", choices: ["+", "%20"], summary: "how a space is written (default +)" },
  unencodable: {
    value: "POLICY",
    choices: ["reference", "throw"],
    summary: "a character that the encoding lacks becomes &#N; as in HTML (the default), or is an error",
  },
  level: {
    value: "LEVEL",
    choices: ["basic", "advanced"],
    summary: "advanced: repair more; the result is a valid URI or an error",
  },
  grammar: {
    value: "GRAMMAR",
    choices: ["rfc3986", "rfc3987", "whatwg"],
    summary: "the grammar of URIs (rfc3986, the default), of IRIs (rfc3987), or of the URL Standard (whatwg)",
  },
  as: {
    value: "READING",
    choices: ["url", "escaped-url", "wrapped", "query", "escaped-value", "legacy-bytes", "lines", "text"],
    summary: "read the text in this way (default: the likeliest)",
  },
  base: {
    value: "URL",
    summary: "with --grammar whatwg: the base URL of texts without a scheme (default: any https URL)",
  },
  match: { summary: "print the values that expand the template to each URI, as JSON" },
  unsafe: {
    value: "POLICY",
    choices: ["throw", "allow"],
    summary:
      "what to do with values that climb out of their place in a URI: throw (the default), or allow as RFC 6570 does",
  },
  "trailing-query": {
    value: "POLICY",
    choices: ["mismatch", "ignore"],
    summary: "with --match, what parameters do that the template does not name: mismatch (the default), or ignore",
  },
  "fail-on": {
    value: "SEVERITY",
    choices: SEVERITIES,
    summary: "exit 1 if a finding has this severity or a higher one",
  },
  severity: {
    value: "SEVERITY",
    choices: SEVERITIES,
    summary: "list only findings with this severity or a higher one (default info: all)",
  },
  "repair-double": { summary: "remove the layers of a part that was encoded more than once, if the result is safe" },
  get: {
    value: "NAMES",
    summary:
      "write only these as TSV: scheme, userinfo, host, port, path, query, fragment, or query:NAME, the decoded value of a parameter",
  },
  decoded: { summary: "with --get: write components decoded; the delimiters inside them, and %, stay escaped" },
  segments: {
    summary:
      "split the path of a URI, or a path alone, and decode each segment once, as a JSON array; an unsafe one is an error",
  },
  iri: { summary: "show the IRI of RFC 3987 instead, with all characters that it allows" },
  allow: {
    value: "NAMES",
    summary: "what a path segment may be or contain: a list of slash, empty, control, dot; or none",
  },
  "file-system": {
    value: "SYSTEM",
    choices: ["posix", "windows"],
    summary: "with --segments: the file system whose names the segments are (default posix); windows refuses more",
  },
  explain: { summary: "show step by step how each line of the text is decoded; each fault appears where it occurs" },
  compare: { summary: "compare how standards and languages decode each line of the text" },
  append: {
    value: "NAME[=VALUE]",
    summary: "add a pair at the end; without =VALUE a name alone; edits are applied in the order typed",
  },
  delete: { value: "NAME", summary: "remove all pairs with this name" },
  "delete-matching": {
    value: "GLOB",
    summary: "remove all pairs whose name matches; * is any run of characters, \\* the star",
  },
  rename: { value: "OLD=NEW", summary: "change the name of all pairs named OLD to NEW" },
  sort: { summary: "sort the pairs by name; pairs with the same name keep their order" },
  "append-path": {
    value: "SEGMENT",
    summary: "add a segment at the end of the path; a slash in it is encoded; an empty one ends the path with a slash",
  },
  fragment: { value: "TEXT", summary: "replace the fragment by this text, which is encoded" },
  "no-fragment": { summary: "remove the fragment" },
  op: {
    value: "OP",
    choices: ["decode", "encode", "form", "query-param", "normalize", "clean", "display", "inspect"],
    summary: "what to do with the field of each record (default decode)",
  },
  param: {
    value: "NAME",
    summary: "with --op query-param: the parameter to extract; can be repeated, for one column each",
  },
  format: {
    value: "FORMAT",
    choices: ["lines", "nul", "tsv", "jsonl", "csv", "rowbinary"],
    summary: "the format of the records, input and output (default lines)",
  },
  field: {
    value: "FIELD",
    summary:
      "the field to process, by its number from 1 on (default 1) or its name; in JSON a path, which objects need: request.url or /request/url",
  },
  out: {
    value: "COLUMNS",
    summary:
      "the columns to write: value,status,code,byte_offset (the default; for lines and nul: value), layers, and fields to copy; NAME=COLUMN names a column: id,url=value keeps the name of the field url",
  },
  columns: {
    value: "LIST",
    summary: "the names of the fields; for rowbinary their types too: 'id UInt64, url String' or id:UInt64,url:String",
  },
  header: { summary: "the first record of tsv and csv contains the names of the fields" },
  escapes: {
    value: "KIND",
    choices: ["backslash", "none"],
    summary:
      "backslash: a backslash in the input starts an escape (default for tsv); none: it does not (default for lines and nul)",
  },
  "field-enc": { value: "ENC", choices: ["hex"], summary: "read the field as hex, and write the value as hex" },
  controls: {
    value: "KIND",
    choices: ["keep", "escape"],
    summary: "escape: write C0 controls in the value, and %, as %XX (default keep)",
  },
  nul: {
    value: "POLICY",
    choices: ["keep", "escape", "throw"],
    summary: "what to do with NUL in a value: keep it (the default), write %00 (and %25 for %), or make the record bad",
  },
  "max-record": { value: "BYTES", summary: "the maximum length of a record or line: 4096, 64K, 1M (the default)" },
  "chunk-header": {
    summary: "each chunk starts with a line that contains its number of records, as ClickHouse sends it",
  },
  summary: { summary: "print the counts as JSON on stderr at the end" },
  "only-findings": { summary: "print only texts with findings" },
  port: { value: "N", summary: "listen on this port (default 8137; 0 chooses a free one)" },
  help: { short: "h", summary: "show the help" },
  version: { short: "V", summary: "show the version" },
} as const satisfies Record<string, Flag>;

export type FlagName = keyof typeof FLAGS;
