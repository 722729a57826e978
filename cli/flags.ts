/** One option: the parser, the help, the completions, the man page and docs/cli.md are all drawn from this row. */
export interface Flag {
  readonly short?: string;
  /** The name of its value, where FILE and SET are completed; an option without one is a switch. */
  readonly value?: string;
  /** The words that the value may be. */
  readonly choices?: readonly string[];
  readonly summary: string;
}

export const POLICIES = ["throw", "keep", "drop", "replace"] as const;

export const FLAGS = {
  set: {
    short: "s",
    value: "SET",
    summary: "encode this set (default rfc3986-component); `percodec sets` lists them",
  },
  keep: { value: "CHARS", summary: "leave these ASCII characters bare as well" },
  form: { summary: "as in forms: a space is +, and encode uses the set whatwg-form" },
  malformed: { value: "POLICY", choices: POLICIES, summary: "a % without two hex digits (default throw)" },
  "invalid-utf8": {
    value: "POLICY",
    choices: POLICIES,
    summary: "bytes that are no UTF-8 (default throw for TEXT and --json; else they pass unchecked)",
  },
  plus: { value: "MEANING", choices: ["literal", "space"], summary: "what + is (default literal)" },
  "percent-u": { summary: "read %uXXXX as a UTF-16 unit too" },
  file: {
    short: "f",
    value: "FILE",
    summary: "read bytes from FILE, and take every operand as a file; - is standard input",
  },
  lines: { short: "l", summary: "each line of the input is a record of its own; it ends with LF or CR LF" },
  null: { short: "0", summary: "records end with NUL, and so do the results of TEXT" },
  "keep-going": {
    short: "k",
    summary: "write a bad record unchanged, report it, go on, and exit 1 at the end",
  },
  output: { short: "o", value: "FILE", summary: "write to FILE, whole or not at all; - is standard output" },
  json: { summary: "write one JSON object a line for each TEXT, file or record" },
  progress: { summary: "show a bar on the terminal while files are read" },
  diff: { value: "SET", summary: "say what another set does differently" },
  rules: {
    value: "RULES",
    choices: ["strict", "whatwg"],
    summary: "strict (the default), or the URL Standard's leniency",
  },
  "address-bar": {
    value: "BROWSER",
    choices: ["firefox-10", "chrome-16"],
    summary: "encode what an address bar of the past sent",
  },
  profile: {
    value: "PROFILE",
    choices: ["strict", "basic", "chromium", "firefox", "uts58"],
    summary: "which characters may appear (default strict)",
  },
  encoding: { value: "LABEL", summary: "an encoding of old forms, as windows-1252 or sjis (default utf-8)" },
  "charset-field": { summary: "let a pair _charset_ name the encoding, or --encoding fill it in" },
  limit: { value: "WHAT=N", summary: "move a limit: pairs, name, value or body; can be given again" },
  separator: { value: "CHARS", choices: ["&", "&;", ";"], summary: "what stands between pairs (default &)" },
  object: { summary: "write one JSON object: each name with the array of its values" },
  newlines: {
    value: "KIND",
    choices: ["keep", "crlf"],
    summary: "crlf: make newlines CRLF, as a browser does (default keep)",
  },
  space: { value: "TEXT", choices: ["+", "%20"], summary: "what a space becomes (default +)" },
  unencodable: {
    value: "POLICY",
    choices: ["reference", "throw"],
    summary: "a character that the encoding lacks: &#N; as HTML does (the default), or an error",
  },
  level: {
    value: "LEVEL",
    choices: ["basic", "advanced"],
    summary: "advanced: repair more, and give a valid URI or none",
  },
  match: { value: "URI", summary: "give the values that the template makes this URI of, as JSON" },
  "fail-on": {
    value: "SEVERITY",
    choices: ["info", "warning", "danger"],
    summary: "exit 1 where there is a finding of this severity or a higher one",
  },
  encode: { summary: "explain how the text is encoded instead" },
  append: { value: "NAME=VALUE", summary: "add a pair at the end; edits are done in the order typed" },
  delete: { value: "NAME", summary: "remove all pairs of this name" },
  rename: { value: "OLD=NEW", summary: "give all pairs of a name another one" },
  op: {
    value: "OP",
    choices: ["decode", "encode", "form", "query-param", "normalize", "clean", "display", "inspect"],
    summary: "what is done to the field of each record (default decode)",
  },
  format: {
    value: "FORMAT",
    choices: ["lines", "nul", "tsv", "jsonl", "csv", "rowbinary"],
    summary: "how records come and go (default lines)",
  },
  field: { value: "FIELD", summary: "the field, by its number from 1 on (the default) or its name" },
  out: {
    value: "COLUMNS",
    summary: "what is written: value,status,code,byte_offset (the default; lines and nul: value), and fields to copy",
  },
  columns: {
    value: "LIST",
    summary: "the names of the fields; for rowbinary their types too: 'id UInt64, url String' or id:UInt64,url:String",
  },
  header: { summary: "the first record of tsv and csv names the fields" },
  escapes: {
    value: "KIND",
    choices: ["backslash", "none"],
    summary: "what a backslash of the input is: an escape (default for tsv), or itself (default for lines and nul)",
  },
  "field-enc": { value: "ENC", choices: ["hex"], summary: "the field comes as hex, and the value goes as hex" },
  controls: {
    value: "KIND",
    choices: ["keep", "escape"],
    summary: "escape: leave C0 controls of the value as %XX (default keep)",
  },
  "max-record": { value: "BYTES", summary: "the most bytes of a record or line: 4096, 64K, 1M (the default)" },
  "chunk-header": { summary: "a line before each chunk says how many records it has, as ClickHouse sends it" },
  summary: { summary: "print the counts as JSON on stderr at the end" },
  "only-findings": { summary: "print only what has findings" },
  port: { value: "N", summary: "listen on this port (default 8137; 0 takes one that is free)" },
  help: { short: "h", summary: "show the help" },
  version: { short: "V", summary: "show the version" },
} as const satisfies Record<string, Flag>;

export type FlagName = keyof typeof FLAGS;
