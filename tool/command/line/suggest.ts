import { toExcerpt } from "percodec/inspect";
import { quotePosix } from "../../shared/literal.ts";
import { findNearest } from "../../shared/text.ts";

/**
 * Folded names of other languages and tools, and the percodec names for them, with the options that are needed. Only names that are valid in the place are
 * suggested: `escape` suggests a set for `--set`, and `encode` for a command.
 *
 * A name that is part of a percodec name needs no row: `rawurlencode` is found in `php-rawurlencode`.
 */
export const FAMILIAR: Readonly<Record<string, readonly string[]>> = {
  // Functions that encode or decode.
  encodeuricomponent: ["ecmascript-encode-uri-component", "encode"],
  encodeuri: ["ecmascript-encode-uri", "encode"],
  escape: ["ecmascript-escape", "encode"],
  urlencode: ["php-urlencode", "encode"],
  rawurlencode: ["php-rawurlencode", "encode"],
  percentencode: ["rfc3986-component", "encode"],
  quote: ["python-quote", "encode"],
  quoteplus: ["python-quote-plus", "encode"],
  decodeuricomponent: ["decode"],
  decodeuri: ["decode"],
  unescape: ["decode"],
  urldecode: ["decode"],
  rawurldecode: ["decode"],
  percentdecode: ["decode"],
  unquote: ["decode"],
  unquoteplus: ["decode"],
  urlencoderencode: ["java-url-encoder"],
  // .NET keeps !*() too, and HttpUtility writes lower case: https://learn.microsoft.com/dotnet/api/system.net.webutility.urlencode#remarks.
  webutilityurlencode: ["php-urlencode --keep '!*()'"],
  httputilityurlencode: ["php-urlencode --keep '!*()' --hex lower"],
  serverurlencode: ["php-urlencode --keep '!*()' --hex lower"],
  httpbuildquery: ["php-urlencode", "form build"],
  curleasyescape: ["rfc3986-component"],
  escapedatastring: ["rfc3986-component"],
  cgiescape: ["python-quote-plus"],
  erbutilurlencode: ["rfc3986-component"],
  querystringescape: ["ecmascript-encode-uri-component"],
  encodewwwform: ["ruby-encode-www-form-component"],
  cookie: ["rfc6265-cookie-octet"],
  baggage: ["w3c-baggage-value"],
  rfc5987: ["rfc8187-attr-char"],
  packageurl: ["purl-component"],
  urlpathsegmentescaper: ["guava-path-segment"],
  urlformparameterescaper: ["guava-form-parameter"],
  urlfragmentescaper: ["guava-fragment"],
  // Groups of sets.
  javascript: ["ecmascript-encode-uri-component"],
  js: ["ecmascript-encode-uri-component"],
  sigv4: ["aws-signature-v4"],
  urlsearchparams: ["whatwg-form", "form parse"],
  wwwformurlencoded: ["whatwg-form"],
  xwwwformurlencoded: ["whatwg-form"],
  applicationxwwwformurlencoded: ["whatwg-form"],
  unreserved: ["rfc3986-component"],
  uri: ["rfc3986-component", "clean", "normalize", "inspect"],
  url: ["whatwg-component", "clean", "normalize", "inspect"],
  whatwg: ["whatwg-component"],
  // Commands.
  parse: ["form parse", "form"],
  qs: ["form parse"],
  querystring: ["form parse"],
  query: ["rfc3986-query", "form parse", "query-param"],
  serialize: ["form build"],
  stringify: ["form build"],
  analyze: ["read"],
  analyse: ["read"],
  guess: ["read"],
  lint: ["check", "inspect"],
  validate: ["check"],
  sanitize: ["clean"],
  repair: ["clean"],
  fix: ["clean"],
  canonicalize: ["normalize"],
  modify: ["edit"],
  change: ["edit"],
  split: ["parts"],
  components: ["parts"],
  urlsplit: ["parts"],
  urlparse: ["parts"],
  join: ["resolve"],
  urljoin: ["resolve"],
  relative: ["resolve"],
  punycode: ["display --iri"],
  iri: ["display --iri", "clean"],
  equal: ["compare"],
  equals: ["compare"],
  diff: ["compare"],
  show: ["display"],
  expand: ["template"],
  match: ["template"],
  serve: ["web"],
  filter: ["records"],
  completion: ["complete"],
  completions: ["complete"],
  list: ["sets"],
  // Commands that are options of others.
  explain: ["decode --explain", "encode --explain"],
  decoders: ["decode --compare", "parts --compare"],
  path: ["parts --segments"],
  // Options.
  charset: ["--encoding"],
  input: ["--file"],
  safe: ["--keep"],
  component: ["--get"],
  print0: ["--null"],
  zero: ["--null", "nul"],
  errors: ["--malformed"],
  delimiter: ["--separator"],
  // Values of options.
  error: ["throw", "danger"],
  fail: ["throw"],
  raise: ["throw"],
  strict: ["throw"],
  ignore: ["drop"],
  skip: ["drop"],
  remove: ["drop"],
  pass: ["keep"],
  warn: ["warning"],
  json: ["jsonl"],
  ndjson: ["jsonl"],
  base16: ["hex"],
  base64: ["hex"],
  tab: ["tsv"],
  tabseparated: ["tsv"],
  text: ["lines", "String"],
  varchar: ["String"],
  bigint: ["Int64"],
  entity: ["reference"],
  // Encodings.
  ansi: ["windows-1252"],
  cp932: ["shift_jis"],
  cp936: ["gbk"],
  cp949: ["euc-kr"],
  cp950: ["big5"],
};

/** Whether a name is one of {@link FAMILIAR}. */
export function isFamiliar(name = ""): boolean {
  return Object.hasOwn(FAMILIAR, fold(name));
}

/** Returns the end of a message that suggests names like an unknown one, or an empty text. */
export function didYouMean(typed: string, known: readonly string[]): string {
  // A known name may come from the input; a name with options is from the table.
  const names = suggest(typed, known).map((name) => (known.includes(name) ? toExcerpt(name) : name));
  const last = names.pop();
  if (last === undefined) return "";
  return `; did you mean ${names.length === 0 ? last : `${names.join(", ")} or ${last}`}?`;
}

/** Suggests how to read a text that is not the name of a command. */
export function suggestForText(typed: string): string {
  // The suggestion can be pasted into a shell.
  const shown = toExcerpt(typed) === typed ? quotePosix(typed) : "TEXT";
  return `; did you mean percodec read ${shown}?`;
}

/** Finds the known names that are likely meant: by {@link FAMILIAR}, by a part of the name, or by similar spelling. */
export function suggest(typed: string, known: readonly string[]): readonly string[] {
  // `System.Net.WebUtility.UrlEncode` is found by its last two parts, `urllib.parse.quote` and `URI::Escape::uri_escape` by the last one.
  const parts = typed.split(/[.:/\\]+/).filter((part) => part !== "");
  for (const name of [typed, parts.slice(-2).join("."), parts.slice(-1).join("")]) {
    const folded = fold(name);
    const rows = isFamiliar(name) ? FAMILIAR[folded]! : [];
    const familiar = rows.filter((word) => known.includes(word.replace(/ --.*/, "")));
    if (familiar.length > 0) return familiar;
    const named = folded.length < 2 ? undefined : findByPart(folded, known);
    if (named !== undefined) return [named];
  }
  // Names that differ in a digit are not misspellings: utf-7 is not utf-8.
  const digits = typed.replace(/\D/g, "");
  const nearest = findNearest(
    typed,
    known.filter((word) => word.replace(/\D/g, "") === digits),
  );
  return nearest === undefined ? [] : [nearest];
}

/** Returns a name in lower case, without characters other than letters and digits. */
function fold(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** Finds the first name equal to a folded name, else one whose last words equal it, else one whose first words do. */
function findByPart(folded: string, known: readonly string[]): string | undefined {
  const is = (words: readonly string[]): boolean => fold(words.join("")) === folded;
  const splitWords = (name: string): string[] => name.split(/[^A-Za-z0-9]+/);
  return (
    known.find((name) => fold(name) === folded) ??
    known.find((name) => splitWords(name).some((_, k, words) => is(words.slice(k)))) ??
    known.find((name) => splitWords(name).some((_, k, words) => is(words.slice(0, k))))
  );
}
