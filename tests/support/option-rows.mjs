// The rows of docs/options.md: each option once, with its names in the library, the command and the page. options-page.mjs adds
// where each name exists. It fails for an option without a row, for an unknown name, and for an empty cell without a reason.

/**
 * @typedef {object} OptionRow
 * @property {string} what what the option chooses
 * @property {string | readonly string[]} [library] the names in the option tables of the library; or, in words, what replaces them
 * @property {readonly string[]} [command] the names in the command, without `--`; also those of `records`
 * @property {string | readonly string[]} [page] the names on the page; or, in words, what replaces them
 * @property {{ readonly library?: string, readonly command?: string, readonly page?: string, readonly records?: string }} [not] why a
 *   place does not have it, if the reason of the group does not fit
 */

/** @type {readonly { title: string, not: Required<OptionRow>["not"], rows: readonly OptionRow[] }[]} */
export const OPTION_GROUPS = [
  {
    title: "Encoding and decoding",
    not: { library: "", command: "", page: "", records: "only for whole texts and files" },
    rows: [
      {
        what: "the characters that are encoded; in `edit` a pair to write",
        library: "the argument `set`",
        command: ["set"],
        page: ["set"],
      },
      { what: "ASCII characters that stay as well", library: "`set.remove(…)`", command: ["keep"], page: ["keep"] },
      {
        what: "the place in a URL for which a text is encoded",
        library: "`encodeFor`",
        command: ["for"],
        page: "Start shows all places at once",
      },
      {
        what: "a text is form data",
        library: "`plus`, and the set `whatwg-form`",
        command: ["form"],
        page: "the options plus and set",
      },
      { what: "whether + is a space", library: ["plus"], command: ["plus"], page: ["plus"] },
      { what: "malformed escapes", library: ["malformed"], command: ["malformed"], page: ["malformed"] },
      {
        what: "bytes that are invalid in the encoding",
        library: ["invalidUtf8", "invalidInput"],
        command: ["invalid-utf8"],
        page: ["invalidUtf8"],
      },
      {
        what: "half of a surrogate pair in a text",
        library: ["loneSurrogate"],
        page: ["loneSurrogate"],
        not: { command: "neither an argument nor a file has one", records: "as for the command" },
      },
      {
        what: "`%uXXXX`",
        library: ["percentU"],
        command: ["percent-u"],
        page: ["percentU"],
        not: { records: "columns of servers have bytes; `decode --lines` reads it" },
      },
      {
        what: "ASCII escapes that stay",
        library: ["except"],
        command: ["except"],
        not: { page: "the view Display keeps the escapes that matter" },
      },
      { what: "the only characters that are accepted", library: ["accept"], command: ["accept"], page: ["accept"] },
      {
        what: "the encoding that the escapes stand for",
        library: ["encoding"],
        command: ["encoding"],
        page: ["encoding"],
      },
      {
        what: "the encoding of a file that is encoded",
        library: ["inputEncoding"],
        command: ["input-encoding"],
        page: ["inputEncoding"],
        not: { records: "records are UTF-8" },
      },
      {
        what: "the encoding in which a decoded file is written",
        library: ["outputEncoding"],
        command: ["output-encoding"],
        page: ["outputEncoding"],
        not: { records: "records are UTF-8" },
      },
      {
        what: "whether raw bytes have the encoding of the escapes",
        library: ["raw"],
        not: { command: "yes in files, no in a TEXT", page: "as in the command", records: "raw characters are UTF-8" },
      },
      {
        what: "characters that the encoding lacks",
        library: ["unencodable"],
        command: ["unencodable"],
        page: ["unencodable"],
      },
      {
        what: "what line breaks become",
        library: ["newlines"],
        command: ["newlines"],
        page: ["newlines"],
        not: { records: "a record is one line" },
      },
      {
        what: "the length of lines that are written",
        command: ["wrap"],
        page: ["wrap"],
        not: {
          library: "a text in memory has no lines; the steps of files belong to the command and the page",
          records: "a record is one line",
        },
      },
      {
        what: "joining lines before decoding",
        command: ["unwrap"],
        page: ["unwrap"],
        not: { library: '`text.replace(/[\\r\\n]/g, "")`', records: "a record is one line" },
      },
      {
        what: "the case of hex digits",
        library: ["hex"],
        command: ["hex"],
        page: ["hex"],
        not: { records: "columns are compared, so RFC 3986's upper case is the only form" },
      },
      {
        what: "ECMAScript's `escape` and `unescape`",
        library: "`escape`, `unescape`, `UnescapeDecoder`",
        command: ["legacy"],
        page: ["legacy"],
        not: { records: "`decode --legacy --lines` reads it" },
      },
      {
        what: "the steps of a text instead of its result",
        library: "only in the command and the page",
        command: ["explain"],
        page: ["explain"],
      },
      {
        what: "each line by itself",
        library: "the caller cuts lines",
        command: ["lines"],
        page: ["lines"],
        not: { records: "always; `--format`" },
      },
    ],
  },
  {
    title: "Forms",
    not: {
      library: "",
      command: "",
      page: "the view Form shows the pairs as they are",
      records: "`--op form` has the fixed rules of docs/records.md",
    },
    rows: [
      { what: "strict, or as lenient as the URL Standard", library: ["rules"], command: ["rules"], page: ["rules"] },
      { what: "what separates pairs", library: ["separator"], command: ["separator"], page: ["separator"] },
      {
        what: "the pair `_charset_`",
        library: ["charsetField", "charsets"],
        command: ["charset-field"],
        not: { page: "choose the encoding" },
      },
      {
        what: "limits of a form",
        library: ["limits", "pairs", "name", "value", "body"],
        command: ["limit"],
        not: { page: "a text of the user needs no limit", records: "`--max-record`" },
      },
      { what: "an object of the values", library: ["duplicates", "object"], command: ["object"] },
      { what: "how a space is written", library: ["space"], command: ["space"], not: { page: "the set of Encode" } },
      { what: "how nested values are written and read", library: ["style"], command: ["style"] },
      { what: "null and undefined values", library: ["nulls"], not: { command: "JSON's null is an error" } },
      {
        what: "a pair that is added at the end",
        library: "`append` of an editor",
        command: ["append"],
        not: { page: "edit a cell of the table", records: "`edit --lines`" },
      },
      {
        what: "pairs that are removed",
        library: "`delete` and `deleteMatching` of an editor",
        command: ["delete", "delete-matching"],
        not: { page: "the button Remove", records: "`edit --lines`" },
      },
      {
        what: "pairs with another name",
        library: "`rename` of an editor",
        command: ["rename"],
        not: { page: "edit a cell of the table", records: "`edit --lines`" },
      },
      {
        what: "pairs in order of their names",
        library: "`sort` of an editor",
        command: ["sort"],
        not: { records: "`edit --lines`" },
      },
      {
        what: "the parser of Express and Fastify",
        library: ["prefix", "logLevel", "logSerializers"],
        not: { command: "for servers", page: "for servers", records: "for servers" },
      },
    ],
  },
  {
    title: "URIs",
    not: { library: "", command: "", page: "no view; use the command", records: "the command reads lines itself" },
    rows: [
      {
        what: "how much is repaired",
        library: ["level"],
        command: ["level"],
        page: ["level"],
        not: { records: "`--op clean` is basic" },
      },
      { what: "an old address bar", library: ["addressBar"], command: ["address-bar"], page: ["addressBar"] },
      {
        what: "parts that were encoded more than once",
        library: ["doubleEncoding"],
        command: ["repair-double"],
        not: { page: "Start removes a layer with a button" },
      },
      { what: "a segment that is added", library: "`appendPath` of an editor", command: ["append-path"] },
      { what: "another fragment, or none", library: ["fragment"], command: ["fragment", "no-fragment"] },
      {
        what: "which characters are shown",
        library: ["profile"],
        command: ["profile"],
        page: ["profile"],
        not: { records: "`--op display` is strict" },
      },
      { what: "links with a scheme only", library: ["scheme"], command: ["scheme"] },
      { what: "readable links in their text", library: "`formatLink`", command: ["format-links"] },
      {
        what: "addresses of e-mail, and top-level domains",
        library: ["email", "topLevelDomains"],
        not: { command: "always found; `links` has the current list" },
      },
      { what: "reserved characters without a purpose", library: ["reservedWithoutPurpose"], command: ["reserved"] },
      {
        what: "the components that are written",
        library: "`splitUri`",
        command: ["get", "decoded"],
        not: { page: "Start shows all of them", records: "`--op query-param`" },
      },
      { what: "an IRI instead of a URI", library: "`uriToIri`", command: ["iri"] },
      { what: "the segments of the path", library: "`decodePath`", command: ["segments"] },
      { what: "unsafe segments of a path", library: ["allow"], command: ["allow"], page: ["allow"] },
      { what: "the file system of names", library: ["fileSystem", "windows"], command: ["file-system"] },
      { what: "the grammar", library: ["grammar"], command: ["grammar"] },
      { what: "the base URL", library: ["base"], command: ["base"] },
      {
        what: "values of a template that leave their place",
        library: ["unsafe", "trailingQuery"],
        command: ["unsafe", "trailing-query"],
        page: ["unsafe", "trailingQuery"],
      },
      { what: "reading values by a template", library: "`matchTemplate`", command: ["match"], page: "Template" },
      {
        what: "the parts of `composeUri`",
        library: ["authority", "path", "query"],
        not: { command: "`edit` changes one part" },
      },
    ],
  },
  {
    title: "Looking inside",
    not: {
      library: "the caller filters the findings",
      command: "",
      page: "",
      records: "`--op inspect` writes all findings",
    },
    rows: [
      {
        what: "how a pasted text is read",
        library: "`guess`",
        command: ["as"],
        page: ["as"],
        not: { records: "`--op` says it" },
      },
      { what: "the lowest severity listed", command: ["severity"], page: ["severity"] },
      {
        what: "the findings of the reference with some words",
        page: ["find"],
        not: { library: "docs/findings lists them", command: "docs/findings lists them" },
      },
      { what: "findings as an error", command: ["fail-on"], not: { page: "it has no exit code" } },
      {
        what: "texts with findings only",
        command: ["only-findings"],
        not: { page: "a file of findings has no other lines" },
      },
      { what: "counts", command: ["summary"], not: { page: "the page counts the findings" } },
      {
        what: "what the decoders of languages, or the readers of whole URLs, return",
        library: "only in the command and the page",
        command: ["compare"],
        not: { page: "the view decides by the text", records: "for one text at a time" },
      },
      {
        what: "a second set to compare with",
        library: "`set.has`",
        command: ["diff"],
        page: ["diff"],
        not: { records: "sets have no records" },
      },
    ],
  },
  {
    title: "Input and output",
    not: {
      library: "the caller reads and writes",
      command: "",
      page: "the page opens and saves files",
      records: "`decode` and others have it",
    },
    rows: [
      { what: "files", command: ["file", "output", "progress"] },
      {
        what: "records that end with NUL",
        command: ["null"],
        not: { page: "people have lines", records: "`--format nul`" },
      },
      {
        what: "bad records",
        library: "`onIssue`, or `catch`",
        command: ["keep-going"],
        not: { page: "a bad line stays unchanged", records: "a bad record is a row with its status" },
      },
      { what: "the longest record", command: ["max-record"], not: { page: "1 MiB" } },
      {
        what: "JSON",
        library: "the reports are objects",
        command: ["json"],
        not: { page: "Copy and Download", records: "`--format jsonl`" },
      },
      {
        what: "each issue that a policy accepts",
        library: ["onIssue"],
        not: { command: "`--json` lists them", page: "the table of issues", records: "the columns status and code" },
      },
      {
        what: "the port of `percodec web`",
        command: ["port"],
        not: { library: "no server in it", page: "chosen before it opens", records: "no server in it" },
      },
      {
        what: "records: what is done with which field",
        command: ["op", "param", "field", "out"],
        not: { command: "`records` alone", page: "for programs" },
      },
      {
        what: "records: their format",
        command: ["format", "columns", "header", "escapes", "field-enc", "controls", "nul", "chunk-header"],
        not: { command: "`records` alone", page: "for programs" },
      },
    ],
  },
  {
    title: "The library only",
    not: {
      library: "",
      command: "a value of a program",
      page: "a value of a program",
      records: "a value of a program",
    },
    rows: [
      { what: "a part of the bytes, and whether more follow", library: ["from", "to", "final"] },
      { what: "a set of one's own", library: ["nonAscii", "spaceAsPlus"] },
    ],
  },
];
