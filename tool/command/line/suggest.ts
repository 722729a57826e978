import { toExcerpt } from "percodec/inspect";
import { quotePosix } from "../../shared/literal.ts";
import { SET_NAMES } from "../../shared/set-names.ts";

/**
 * Names of percodec, with the options that are needed, and the folded names that other languages and tools have for them, besides {@link SET_NAMES}. Only names that are valid in the
 * place are suggested, in this order: `escape` suggests a set for `--set`, and `encode` for a command.
 *
 * A name that is part of a percodec name is in no row: `rawurlencode` is found in `php-rawurlencode`. HttpUtility of .NET keeps `!*()` too
 * (https://learn.microsoft.com/dotnet/api/system.net.webutility.urlencode#remarks).
 */
const ROWS = `
ecmascript-encode-uri-component: querystringescape javascript js | php-urlencode: httpbuildquery | python-quote-plus: cgiescape
rfc3986-component: percentencode curleasyescape escapedatastring erbutilurlencode unreserved uri | encode: encodeuricomponent encodeuri escape urlencode rawurlencode percentencode quote quoteplus e
decode: d u decodeuricomponent decodeuri unescape urldecode rawurldecode percentdecode unquote unquoteplus iconv
java-url-encoder: urlencoderencode | php-urlencode --keep '!*()': webutilityurlencode
php-urlencode --keep '!*()' --hex lower: httputilityurlencode serverurlencode | form build: httpbuildquery serialize stringify
ruby-encode-www-form-component: encodewwwform | rfc6265-cookie-octet: cookie | w3c-baggage-value: baggage | rfc8187-attr-char: rfc5987
purl-component: packageurl | guava-path-segment: urlpathsegmentescaper | guava-form-parameter: urlformparameterescaper
guava-fragment: urlfragmentescaper | whatwg-form: wwwformurlencoded xwwwformurlencoded applicationxwwwformurlencoded | rfc3986-query: query
form parse: urlsearchparams parse qs querystring query | whatwg-component: url whatwg | display --iri: punycode iri
clean: uri url sanitize repair fix iri | normalize: uri url canonicalize | check: lint validate | inspect: uri url lint | --file -: stdin
form: parse | query-param: query | --get query: query | query-value: query | read: analyze analyse guess | edit: modify change
links: extract find grep | parts: split components urlsplit urlparse extract | resolve: join urljoin relative | compare: equal equals diff
display: show | template: expand match | web: serve | records: filter | complete: completion completions | sets: list | decode --explain: explain
encode --explain: explain | decode --compare: decoders | parts --compare: decoders | parts --segments: path segments | --get path: path
path-segment: path | query: search params | --version: version v | --file: i input | --json: j verbose | --null: z print0 zero | --append: add
--delete: rm unset strip deletematching remove | --set: update replace param | --get host: host hostname domain | host: hostname domain | scheme: protocol | --get scheme: scheme protocol
--get port: port | --get user: user username | --get password: password pass | --get fragment: hash anchor | fragment: hash anchor | --fragment '': nofragment | --output: inplace out outfile
--style arrays: object | --style deep: nested | deep: brackets indices | --flat: combine | --form: plus space | --keep: except safe | --malformed keep: lenient loose
--hex upper: uppercase | --hex lower: lowercase lower | --encoding: charset | --get: component | nul: zero | --malformed: errors
--separator: delimiter | throw: error fail raise strict | danger: error high critical | keep: ignore skip pass | drop: ignore skip remove
--keep-going: ignore skip | info: low | warning: warn medium | jsonl: json ndjson | hex: base16 base64 | tsv: tab tabseparated | lines: text | String: text varchar
Int64: bigint | reference: entity | utf-8: utf8mb4 utf8mb3 al32utf8 cp65001 utf8bom unicode | windows-1252: ansi | shift_jis: cp932 | gbk: cp936
euc-kr: cp949 | big5: cp950
`;

/** What to do where no name of percodec is meant, by the folded names of the options. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  "a pipe to jq indents the output of --json": ["pretty"],
  "each input is decoded once; percodec read shows further decodings": ["recursive", "twice"],
  "messages go to standard error, which 2>/dev/null hides": ["quiet", "silent", "q"],
};

let table: ReadonlyMap<string, readonly string[]> | undefined;

/** Returns the names for each folded name; the table is read only after a mistake. */
export function familiarNames(): ReadonlyMap<string, readonly string[]> {
  if (table !== undefined) return table;
  const names = new Map<string, string[]>();
  const add = (folded: string, name: string) => names.set(folded, [...(names.get(folded) ?? []), name]);
  for (const [known, set] of SET_NAMES) add(fold(known), set);
  for (const row of ROWS.trim().split(/\n| \| /)) {
    const end = row.lastIndexOf(": ");
    for (const folded of row.slice(end + 2).split(" ")) add(folded, row.slice(0, end));
  }
  return (table = names);
}

/** Whether a name is one of {@link familiarNames}. */
export function isFamiliar(name = ""): boolean {
  return familiarNames().has(fold(name));
}

/** Returns the end of a message that suggests names like an unknown one, or an empty text. */
export function didYouMean(typed: string, known: readonly string[]): string {
  // A known name may come from the input; a name with options is from the table.
  const names = suggest(typed, known).map((name) => (known.includes(name) ? toExcerpt(name) : name));
  return toQuestion(names);
}

/** Returns the end of a message that asks for one of the names, or an empty text. */
export function toQuestion(names: readonly string[]): string {
  const others = names.slice(0, -1).join(", ");
  return names.length === 0 ? "" : `; did you mean ${others}${others && " or "}${names.slice(-1).join("")}?`;
}

/** Returns the end of the message for an option that does not exist, or that a command does not have. */
export function adviseOption(
  typed: string,
  options: readonly string[],
  commands: readonly string[],
  command = "",
): string {
  const folded = fold(typed);
  const [sentence] = Object.entries(SENTENCES).find(([, words]) => words.includes(folded)) ?? [];
  if (sentence !== undefined) return `; ${sentence}`;
  const found = suggest(typed, options);
  const isName = commands.includes(folded);
  const names = found.length === 0 || isName ? suggest(isName ? folded : typed, commands) : [];
  if (names.includes(command)) return `; percodec ${command} needs no option for this`;
  return toQuestion([...found, ...names.map((name) => `percodec ${name}`)]);
}

/** Suggests how to read a text that is not the name of a command. */
export function suggestForText(typed: string): string {
  // The suggestion can be pasted into a shell.
  const shown = toExcerpt(typed) === typed ? quotePosix(typed) : "TEXT";
  return `; did you mean percodec read ${shown}?`;
}

/** Finds the known names for a name of another language or tool. */
export function findFamiliar(name: string, known: readonly string[]): readonly string[] {
  const names = familiarNames().get(fold(name)) ?? [];
  return names.filter((word) => known.includes(word.replace(/ --.*|(?<=^--\S+) .*/, "")));
}

/** Finds the known names that are likely meant: by {@link familiarNames}, by a part of the name, or by similar spelling. */
export function suggest(typed: string, known: readonly string[]): readonly string[] {
  // `System.Net.WebUtility.UrlEncode` is found by its last two parts, `urllib.parse.quote` and `URI::Escape::uri_escape` by the last one.
  const parts = typed.split(/[.:/\\]+/).filter((part) => part !== "");
  for (const name of [typed, parts.slice(-2).join("."), parts.slice(-1).join("")]) {
    const folded = fold(name);
    const familiar = findFamiliar(name, known);
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

/** The most edits of a misspelt name that is recognized. */
const MAX_EDITS = 3;

/** Returns the known name with the fewest edits, ignoring case: at most a third of its letters, rounded, and {@link MAX_EDITS}. */
function findNearest(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  let nearest: string | undefined;
  let fewest = MAX_EDITS + 1;
  for (const candidate of known) {
    const edits = countEdits(wanted, candidate.toLowerCase());
    if (edits >= fewest || edits * 3 > candidate.length + 1) continue;
    nearest = candidate;
    fewest = edits;
  }
  return nearest;
}

/** Returns how many insertions, deletions, substitutions and transpositions turn a word into another (optimal string alignment). */
function countEdits(from: string, to: string): number {
  let [before, last] = [[] as number[], Array.from({ length: to.length + 1 }, (_, k) => k)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      row[j] = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    [before, last] = [last, row];
  }
  return last[to.length]!;
}
