// Checks names, words and the length of sentences in code and docs: node scripts/language.mjs [FOLDER or FILE...]
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const MOST_WORDS = 40;
const MOST_MEDIAN = 18;

/**
 * Names that were replaced, in code: a pattern and the name that replaced it.
 *
 * @type {[pattern: RegExp, instead: string][]}
 */
const NAMES = [
  [/\b(?:function|const|let) \w+Of\b/, "a verb: toText, findTable, resolveOptions"],
  [
    /\bclass (?:Cleaning|Composition|Transcoding|Stop|Area)\b/,
    "UriCleaner, UriComposer, Transcoder, CliError, ScratchBuffer",
  ],
  [/\b(?:installKernel|kernelSlot)\b/, "the active kernel"],
  [/\b(?:lent|memo)\(/, "platformGlobal, memoize"],
  [/\breadersDiffer\b/, "hostsDisagree"],
  [/\bhabits?\b/i, "decoder behaviours"],
  [/\bflavours?\b/i, "branded text"],
  [/\b(?:FormPlan|Plan|Ways)\b/, "resolved options, TextIo"],
  [/(?<!\.)\bvisible\(/, "escapeInvisible"],
  [/\b(?:BROKEN|MUCH|NEAR|SOME_KEYS|KNOWN)\b/, "the quantity, its unit and its role"],
  [/\b(?:rivals?|twins?|tally|plants)\b/i, "competitors, reference implementation, counters, seeded faults"],
  [
    /\b(?:setNamed|queryEncoding|percentDecodeInto|percentEncodeInto|kernelState|startKernel|kernelBuffers)\b/,
    "namedSet, encoding, PercentDecoder, PercentEncoder, wasmStatus, enableWasm, allocateBuffers",
  ],
];

/**
 * Words in comments and docs that hide the subject or make a person of code: a pattern and what to write.
 *
 * @type {[pattern: RegExp, instead: string][]}
 */
const WORDS = [
  [/\bgives?\b(?! up)/i, "returns, writes, produces"],
  [/\b(?:is|are|was|were|be|been) told\b/i, "is reported, receives"],
  [/\bnobody\b|\bwhoever\b|\bsomebody\b/i, "name the subject"],
  [/\bwho passes\b|\bone who\b/i, "if you pass"],
  [/\b(?:is|are) no(?! longer\b| more\b| less\b| slower\b| faster\b| larger\b)\b/i, "is not a …"],
  [
    /\bstands? (?:there|for itself|in|at|behind|before|between|on|under|alone|by|first|outside|beside)\b/i,
    "is, occurs",
  ],
  [/\bbegins no\b|\bnames no\b|\bhas to be told\b/i, "does not begin"],
  [/\bonce more\b|\bin vain\b|\bafresh\b/i, "again"],
  [/\bstrangers?\b|\bstrange(?!r)\b.*\bname/i, "untrusted input"],
  [/\bown word\b|\bof its own accord\b/i, "name the mechanism"],
  [/\bis nothing to\b|\bnone of the business\b|\bminds?\b(?!s)/i, "skips, ignores"],
  [/\breaders? (?:that )?(?:disagree|differ)\b/i, "a browser and an RFC 3986 parser see different hosts"],
  [/\bnever a cut\b/i, "nothing is truncated"],
  [/\bmay have to stop again\b/i, "after a stop, restarting costs more than N steps"],
  [/\bnothing is sent\b/i, "invisible characters are escaped when the output is a terminal"],
  [/\bat which rung\b/i, "which rule makes them equal"],
  [/\bholds it\b/i, "checks this"],
  [/\blent\b|\blends?\b/i, "name the mechanism"],
  [/\b(?:knows?|wants?|wishes|believes?|thinks?|remembers?)\b/i, "contains, needs, assumes, stores"],
];

/**
 * Sentences of more than 40 words that stay: the beginning, and the reason.
 *
 * @type {[beginning: string, reason: string][]}
 */
const LONG = [];

const asked = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", ...asked], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((name) => /\.(?:ts|mjs|md)$/.test(name) && !isExempt(name));

/**
 * Generated files are written from texts that are checked; the changelog and this list name what was replaced.
 *
 * @param {string} name
 */
function isExempt(name) {
  return (
    /\.generated\.ts$|^docs\/(?:api|findings)\/|^docs\/(?:cli|sets|peers)\.md$/.test(name) ||
    ["scripts/language.mjs", "CHANGELOG.md"].includes(name) ||
    /(?:^|\/)(?:node_modules|corpus)\//.test(name)
  );
}

/**
 * The prose of a file: blocks of lines that belong together, each with the number of its first line.
 *
 * @param {string} name @param {string} text
 */
function* proseIn(name, text) {
  const lines = text.split("\n");
  yield* name.endsWith(".md") ? proseInMarkdown(lines) : proseInComments(lines);
}

/** @param {string[]} lines */
function* proseInComments(lines) {
  let block;
  let inside = false;
  for (const [k, line] of lines.entries()) {
    const one = /^\s*\/\/(?!\/)\s?(.*)$/.exec(line);
    const part =
      inside || /^\s*\/\*/.test(line)
        ? line.replace(/^\s*(?:\/\*\*?|\*(?!\/))?\s?/, "").replace(/\*\/.*$/, "")
        : undefined;
    if (part !== undefined) inside = !line.includes("*/");
    const prose = one?.[1] ?? part;
    const isText =
      prose !== undefined &&
      !/^\s*(?:$|@example|\||prettier-ignore|@ts-|oxlint|<reference)|\/\/ →|^ {2,}\S/.test(prose);
    if (isText && block !== undefined && !/^\s*(?:@|- |\d+\. )/.test(prose)) block.lines.push(prose);
    else {
      if (block) yield block;
      block = isText ? { line: k + 1, lines: [prose.replace(/^\s*@\w+(?: \{[^}]*\})?(?: \w+)?/, "")] } : undefined;
    }
    if (part !== undefined && !inside && block) {
      yield block;
      block = undefined;
    }
  }
  if (block) yield block;
}

/** @param {string[]} lines */
function* proseInMarkdown(lines) {
  let block;
  let fenced = false;
  for (const [k, line] of lines.entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
    const isText = !fenced && !/^\s*(?:$|#|```|~~~|<|\||!\[|---)/.test(line);
    const begins = /^\s*(?:[-*] |\d+\. |> )/.test(line);
    if (isText && block !== undefined && !begins) block.lines.push(line);
    else {
      if (block) yield block;
      block = isText ? { line: k + 1, lines: [line.replace(/^\s*(?:[-*]|\d+\.|>)\s+/, "")] } : undefined;
    }
  }
  if (block) yield block;
}

/**
 * Splits a block into sentences. Code and links count as one word each.
 *
 * @param {string} text
 */
function sentencesIn(text) {
  return text
    .replace(/``.*?``|`[^`]*`/g, "CODE")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/https?:\/\/[^\s)]+/g, "LINK")
    .replace(/\b(?:e\.g|i\.e|etc|vs|Nr|No)\./g, "$&\u2060")
    .split(/(?<=[.!?][")\]]?)\s+(?=[\p{Lu}\d"(*_%])|:\s*$/u)
    .map((sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length)
    .filter((words) => words > 0);
}

const faults = [];
const lengths = [];
for (const name of files) {
  const text = readFileSync(`${root}${name}`, "utf8");
  if (!name.endsWith(".md"))
    for (const [k, line] of text.split("\n").entries())
      for (const [pattern, instead] of NAMES)
        if (pattern.test(line)) faults.push(`${name}:${k + 1}  the name ${pattern.exec(line)?.[0]}: ${instead}`);
  // Messages, help and texts of the page are string literals of at least four words.
  if (/^(?:library|tool)\//.test(name))
    for (const [k, line] of text.split("\n").entries())
      for (const [literal] of line.matchAll(/"(?:[^"\\]|\\.){12,}"|`(?:[^`\\]|\\.){12,}`/g))
        if (!/^\s*(?:\*|\/[/*])/.test(line) && literal.split(" ").length >= 4)
          for (const [pattern, instead] of WORDS)
            if (pattern.test(literal))
              faults.push(`${name}:${k + 1}  "${pattern.exec(literal)?.[0]}" in a text: ${instead}`);
  for (const { line, lines } of proseIn(name, text)) {
    const prose = lines.join(" ");
    for (const [k, one] of lines.entries())
      for (const [pattern, instead] of WORDS) {
        const found = pattern.exec(one.replace(/`[^`]*`|"[^"]*"/g, (code) => " ".repeat(code.length)));
        if (found) faults.push(`${name}:${line + k}  "${found[0]}": ${instead}`);
      }
    for (const words of sentencesIn(prose)) {
      lengths.push(words);
      if (words > MOST_WORDS && !LONG.some(([begin]) => prose.includes(begin)))
        faults.push(`${name}:${line}  a sentence of ${words} words`);
    }
  }
}
lengths.sort((a, b) => a - b);
const median = lengths[lengths.length >> 1] ?? 0;
if (median > MOST_MEDIAN) faults.push(`the median sentence has ${median} words`);
for (const fault of faults) console.log(fault);
console.log(
  `language  ${files.length} files, ${lengths.length} sentences, median ${median} words, longest ${lengths.at(-1) ?? 0}, ${faults.length} faults`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
