// Runs the suite over the command. PERCODEC_COMMAND (a JSON array of words) names another program to run instead.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { percodecBytes } from "../support/command.ts";
import { check } from "./suite.mjs";
import { allRows, expectedFailures, judge } from "./vectors.mjs";

const NO_ARGUMENT = "an argument cannot contain it";
const otherCommand = process.env.PERCODEC_COMMAND;

const FLAGS = {
  malformed: (policy) => ["--malformed", policy],
  invalidUtf8: (policy) => ["--invalid-utf8", policy],
  plus: (meaning) => (meaning === "space" ? ["--form"] : []),
  percentU: () => ["--percent-u"],
  except: (characters) => ["--keep", characters],
  preserveEscapes: () => ["--preserve-escapes"],
};

function toWords({ op, set, options = {} }) {
  const flags = Object.entries(options).map(([name, value]) => FLAGS[name]?.(value));
  if (flags.includes(undefined) || !/^(en|de)code(Bytes)?$/.test(op)) return undefined;
  return [op.replace("Bytes", ""), ...(set ? ["--set", set] : []), ...flags.flat()];
}

/** Returns a call for texts on the standard input, each with a character after it. */
const onInput = (end) => (words, texts) => [words, texts.map((text) => `${text}${end}`).join("")];
const asArguments = (words, texts) => [[...words, "--", ...texts]];

/** Checks rows in one run for all rows with the same words: each line of the output belongs to a row. */
async function checkLines(rows, readWords, toCall, compareLine) {
  const groups = new Map();
  for (const row of rows) {
    const words = readWords(row);
    const key = words.join(" ");
    const { group } = groups.get(key) ?? groups.set(key, { words, group: [] }).get(key);
    group.push(row);
  }
  const outcomes = [];
  for (const { words, group } of groups.values()) {
    const { stdout } = await ask(
      ...toCall(
        words,
        group.map(({ input }) => [input].flat().join("\t")),
      ),
    );
    const lines = stdout.split("\n");
    for (const [k, row] of group.entries()) outcomes.push([row.id, compareLine(row, lines[k])]);
  }
  return outcomes;
}

const replacement = (got, wanted) => (got === wanted ? undefined : `${got} instead of ${wanted}`);

/** Checks rows of text. The input cannot contain NUL or lone surrogates. */
const checkText = (rows) =>
  checkLines(
    rows,
    (row) => [.../** @type {any[]} */ (toWords(row)), "-0", "--keep-going", "--json"],
    onInput("\0"),
    compareText,
  );

function compareText(row, line) {
  const got = JSON.parse(line || "null");
  if (got === null) return "no output";
  const bytes = (from, to) => Buffer.byteLength(row.input.slice(from, to));
  const inBytes = ([code, index, length]) => [code, bytes(0, index), bytes(index, index + length)];
  const triple = ({ code, index, length }) => [code, index, length];
  const report = { issues: got.issues?.map(triple), lossy: got.lossy, stillEncoded: got.stillEncoded };
  const seen = got.error ? { error: triple(got.error) } : { value: got.value, ...(row.issues && report) };
  const { value, issues, lossy, stillEncoded } = row;
  const expected = row.error
    ? { error: inBytes(row.error) }
    : { value, ...(issues && { issues: issues.map(inBytes), lossy, stillEncoded }) };
  return replacement(JSON.stringify(seen), JSON.stringify(expected));
}

async function checkBytes(row, words) {
  const input = row.op.endsWith("Bytes") ? Buffer.from(row.input, "hex") : row.input;
  const { bytes, stdout, status } = await ask(words, input);
  if (row.error) return status === 1 ? undefined : `exit ${status} instead of 1`;
  const value = row.op.endsWith("Bytes") ? bytes.toString("hex") : stdout;
  return replacement(value, row.value);
}

/** Returns the arguments and the standard input for a row of forms, or undefined if the command cannot run it. */
function formCall({ op, input, options = /** @type {any} */ ({}) }) {
  const flags = Object.entries(options).map(([name, value]) => FORM_FLAGS[name]?.(value));
  if (flags.includes(undefined)) return undefined;
  // The first encoding is that of the form; `_charset_` may name the others.
  const labels = op === "serializeForm" ? [options.encoding] : [options.encoding, ...(options.charsetField ?? [])];
  const [own = "utf-8", ...allowed] = labels;
  const encodings = labels.some(Boolean) ? [own, ...allowed].flatMap((label) => ["--encoding", label]) : [];
  const words = [...encodings, ...flags.flat()];
  if (op === "parseForm") return input.includes("\0") ? undefined : { words: ["form", "parse", ...words, "--", input] };
  if (op === "parseFormBytes") return { words: ["form", "parse", ...words], stdin: Buffer.from(input, "hex") };
  return { words: ["form", "build", ...words], stdin: JSON.stringify(input) };
}

const FORM_FLAGS = {
  rules: (name) => ["--rules", name],
  malformed: (policy) => ["--malformed", policy],
  invalidUtf8: (policy) => ["--invalid-utf8", policy],
  limits: (limits) => Object.entries(limits).flatMap(([what, most]) => ["--limit", `${what}=${most}`]),
  separator: (characters) => ["--separator", characters],
  encoding: () => [],
  charsetField: (value) => (value === false ? [] : ["--charset-field"]),
  newlines: (kind) => ["--newlines", kind],
  space: (text) => ["--space", text],
  unencodable: (policy) => ["--unencodable", policy],
};

async function checkForm(row) {
  const call = formCall(row);
  if (call === undefined) return "the command has no such option";
  if (/\p{Surrogate}/u.test(call.words.join(""))) return "no UTF-8";
  const { stdout, stderr, status } = await ask(call.words, call.stdin);
  if (row.error) {
    const [code, index] = row.error;
    const message = `: ${code
      .replace("utf8", "UTF-8")
      .replace("uri", "URI")
      .replace(/-(?!8)/g, " ")} "`;
    const right = status === 1 && stderr.includes(message) && endsAt(stderr, index);
    return right ? undefined : `exit ${status}, ${stderr}`;
  }
  const wanted = row.pairs ? row.pairs.map((pair) => JSON.stringify(pair)).join("\n") : row.value;
  const got = row.pairs ? stdout.split("\n").filter(Boolean).map((line) => JSON.stringify(JSON.parse(line))).join("\n") : stdout.slice(0, -1); // prettier-ignore
  return got === wanted && status === 0 ? undefined : `${got} instead of ${wanted}`;
}

/** Checks rows of forms: one run for all one-line forms with the same options and without an error, one for each other row. */
async function checkForms(rows) {
  // A file contains bytes in the form's encoding, and limits count bytes; an argument is text.
  const isLine = ({ op, input, options, pairs }) =>
    op === "parseForm" && pairs && !options?.encoding && !options?.limits && !/[\r\n\0]|\p{Surrogate}/u.test(input);
  const toLineWords = (row) => [.../** @type {any} */ (formCall(row)).words.slice(0, -2), "--lines"];
  const lines = rows.filter((row) => isLine(row) && formCall(row) !== undefined);
  const compareLine = ({ pairs }, line) =>
    replacement(JSON.stringify(JSON.parse(line || "null")), JSON.stringify(pairs));
  const others = rows.filter((row) => !lines.includes(row));
  return [
    ...(await checkLines(lines, toLineWords, onInput("\n"), compareLine)),
    ...(await checkEach(others, checkForm)),
  ];
}

/** Returns the options for an edit of a URI; undefined for one that the options cannot express. */
function toEditFlags([edit, first, second]) {
  if (edit === "sort") return ["--sort"];
  const flag = { deleteMatching: "delete", appendPath: "append-path" }[edit] ?? edit;
  if (edit === "delete" && /[\\*]/.test(first)) return [undefined];
  const takesPair = second !== undefined;
  if (first === undefined || (edit !== "deleteMatching" && takesPair && first.includes("="))) return [undefined];
  if (edit === "appendPath" && takesPair) return [undefined];
  return [`--${flag}=${first}${takesPair ? `=${second}` : ""}`];
}

/** Checks rows whose answer is one line, or an error with an index. A call is words and standard input, or the reason why there is none. */
function checkCalls(rows, toCall) {
  return checkEach(rows, async (row) => {
    const call = toCall(row);
    if (typeof call === "string") return call;
    const { stdout, stderr, status } = await ask(...call);
    if (row.error) return status === 1 && endsAt(stderr, row.error[1]) ? undefined : `exit ${status}, ${stderr}`;
    if (row.value === null) return status === 1 && stdout === "" ? undefined : `exit ${status}, ${stdout}`;
    const value = typeof row.value === "string" ? row.value : JSON.stringify(row.value);
    return stdout === `${value}\n` ? undefined : `${stdout} instead of ${value}`;
  });
}

const isArgument = (text) => !/\p{Surrogate}|\0/u.test(text);

/** Checks rows of URIs: one run for all rows of an operation that fit into lines, one for each other row. */
async function checkUris(rows) {
  const of = (op) => rows.filter((row) => row.op === op);
  const normal = await checkLines(
    of("normalizeUri"),
    () => ["normalize"],
    onInput("\n"),
    ({ value }, line) => replacement(line, value),
  );
  // A line with a pair cannot contain texts with a tab or a line end: pass these as arguments.
  const isLine = ({ input }) => !/[\t\n]/.test(input.join(""));
  const compareEquality = ({ value }, line) => replacement(JSON.parse(line || "{}").equality, value);
  const isPlain = (row) => isLine(row) && row.options === undefined;
  const pairs = of("compareUris").filter(isPlain);
  const compared = await checkLines(pairs, () => ["compare", "--json", "--lines"], onInput("\n"), compareEquality);
  const comparedAlone = await checkEach(
    of("compareUris").filter((row) => !isPlain(row)),
    async (row) => {
      const flags = row.options?.reservedWithoutPurpose ? ["--reserved"] : [];
      return compareEquality(row, (await ask(["compare", "--json", ...flags, "--", ...row.input])).stdout);
    },
  );
  const one = await checkCalls(["cleanUri", "displayUri"].flatMap(of), ({ op, input, options }) => {
    if (!isArgument(input)) return NO_ARGUMENT;
    const { level, doubleEncoding, profile } = {
      level: "basic",
      doubleEncoding: "keep",
      profile: "strict",
      ...options,
    };
    const repairs = doubleEncoding === "repair" ? ["--repair-double"] : [];
    const flags = op === "cleanUri" ? ["--level", level, ...repairs] : ["--profile", profile];
    return [[op.replace("Uri", ""), ...flags, "--", input]];
  });
  const converted = await checkCalls(["resolveUri", "uriToIri"].flatMap(of), ({ op, input, base }) => {
    if (!isArgument(`${input}${base}`)) return NO_ARGUMENT;
    const words = op === "resolveUri" ? ["resolve", "--", base] : ["display", "--iri", "--"];
    return [[...words, input]];
  });
  const expanded = await checkCalls(of("expandTemplate"), ({ input, values, options }) => {
    if (!isArgument(input)) return NO_ARGUMENT;
    const words = ["template", "--lines", ...toFlags(options), "--", input];
    return [words, `${JSON.stringify(values)}\n`];
  });
  const edited = await checkCalls(of("editUri"), ({ input, edits }) => {
    const words = edits.flatMap(toEditFlags);
    // `edit` trims a URI, and an argument cannot contain every text.
    if (words.includes(undefined) || !isArgument(input + words.join(""))) return "the command cannot do it";
    if (/^[\0-\x20]|[\0-\x20]$/.test(input)) return "the command trims it";
    return [["edit", ...words, "--", input]];
  });
  const matched = await checkCalls(of("matchTemplate"), ({ input, uri, options }) =>
    isArgument(uri) ? [["template", "--match", ...toFlags(options), "--", input, uri]] : NO_ARGUMENT,
  );
  return [...normal, ...compared, ...comparedAlone, ...one, ...converted, ...expanded, ...edited, ...matched];
}

/** Writes the options of a template as those of the command: `trailingQuery` is `--trailing-query`, and a list has commas. */
const toFlags = (options = {}) =>
  Object.entries(options).map(
    ([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}=${String(value) || "none"}`,
  );

/** Checks `inspect --json`: one run for all texts that fit into lines, one for those that need arguments. */
async function checkFindings(rows) {
  const isWhole = ({ input }) => !/\p{Surrogate}/u.test(input);
  const isLine = ({ input }) => !input.includes("\n");
  const whole = rows.filter(isWhole);
  const words = () => ["inspect", "--json"];
  const compareLine = (row, line) => check(row, { inspect: () => JSON.parse(line || "{}") });
  return [
    ...rows.filter((row) => !isWhole(row)).map(({ id }) => [id, "a lone surrogate"]),
    ...(await checkLines(whole.filter(isLine), words, onInput("\n"), compareLine)),
    ...(await checkLines(
      whole.filter((row) => !isLine(row)),
      words,
      asArguments,
      compareLine,
    )),
  ];
}

/**
 * Checks `links --json`: one run for each value of `--scheme`. The command also lists URLs with a user name or of any host, and the links
 * of the library that begin within these are not listed.
 */
const checkLinks = (rows) =>
  checkLines(
    rows,
    ({ options }) => ["links", "--json", "--from", "text", "--scheme", options?.scheme ?? "optional"],
    asArguments,
    ({ value }, line) => {
      const wanted = value.map(([index, , uri]) => `${index} ${uri}`);
      const listed = JSON.parse(line || "{}").links;
      const others = listed.filter(({ index, url }) => url.includes("://") && !wanted.includes(`${index} ${url}`));
      const isWithin = (at, { index, url }) => index <= at && at < index + url.length;
      const expected = value.filter(([at]) => !others.some((other) => isWithin(at, other)));
      const seen = listed.filter((link) => !others.includes(link)).map(({ index, url }) => [index, url]);
      return replacement(JSON.stringify(seen), JSON.stringify(expected.map(([index, , uri]) => [index, uri])));
    },
  );

/** Whether the command has the operation of a row: `links` takes neither `email` nor `topLevelDomains`, and
 * these characters end its links, as they do in HTML, JSON and Markdown. */
function hasCommand({ op, input, edits = [], read, options = {} }) {
  if (op === "formatLink" || op === "describeHost") return false;
  // `edit` needs an edit, reads nothing, and has neither policies nor lists.
  if (op === "editUri") {
    const isPossible = ([name, , value]) => name !== "with" && !Array.isArray(value);
    return edits.length > 0 && read === undefined && Object.keys(options).length === 0 && edits.every(isPossible);
  }
  return (
    op !== "findLinks" ||
    (Object.keys(options).every((name) => name === "scheme") && !/^$|["<>\\^`|]|\p{Surrogate}|[\0\n]/u.test(input))
  );
}

/** Checks `check --json`: one run for each grammar and base, with the texts as arguments. */
async function checkValidity(rows) {
  const isPossible = ({ input }) => isArgument(input);
  const outcomes = rows.filter((row) => !isPossible(row)).map(({ id }) => [id, NO_ARGUMENT]);
  const toOwnWords = ({ options }) => [
    "check",
    "--json",
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
  ];
  const compareLine = (row, line) => {
    const { text, ...result } = JSON.parse(line || "null");
    return text === row.input ? check(row, { checkUri: () => result }) : `it checked ${text}`;
  };
  return [...outcomes, ...(await checkLines(rows.filter(isPossible), toOwnWords, asArguments, compareLine))];
}

/** Checks `encode --for`: one run for each purpose, with the texts as NUL-terminated records. */
const checkPurposes = (rows) =>
  checkLines(
    rows,
    ({ purpose }) => ["encode", "--for", purpose, "--null", "--keep-going", "--json"],
    onInput("\0"),
    (row, line) => {
      const { error: fault, value } = JSON.parse(line || "{}");
      const got = fault ? [fault.code, fault.index, fault.length] : value;
      return replacement(JSON.stringify(got), JSON.stringify(row.error ?? row.value));
    },
  );

/** Returns whether a message ends with an index, which a reason and the option that accepts the input may follow. */
function endsAt(stderr, index) {
  return /" at (\d+)(?:: .*)?(?:; --.*)?\n$/.exec(stderr)?.[1] === String(index);
}

/** Runs the command in this process, or the program that PERCODEC_COMMAND names. */
async function ask(words, input = /** @type {string | Buffer} */ ("")) {
  if (otherCommand === undefined) {
    const { bytes, stderr, status } = await percodecBytes(words, input);
    return { bytes, stdout: bytes.toString(), stderr, status };
  }
  const [program, ...prefix] = JSON.parse(otherCommand);
  const { stdout, stderr, status, error } = spawnSync(program, [...prefix, ...words], { input, maxBuffer: 1 << 26 });
  if (error) throw error;
  return { bytes: stdout, stdout: stdout.toString(), stderr: stderr.toString(), status };
}

/** Runs a check for each row and returns the outcomes by id. */
async function checkEach(rows, checkRow) {
  const outcomes = [];
  for (const row of rows) outcomes.push([row.id, await checkRow(row)]);
  return outcomes;
}

test("the command agrees with the vectors that it can run", async () => {
  const rows = allRows().filter(hasCommand);
  const failures = new Map();
  const addFailures = (outcomes) => {
    for (const [id, wrong] of outcomes) if (wrong) failures.set(id, wrong);
  };
  /** The operations that have a check of their own. */
  const checks = /** @type {const} */ ([
    [/Form(?:Bytes)?$|Query$/, checkForms],
    [/(?<!check)Uris?$|Template$|Iri$/, checkUris],
    [/^checkUri$/, checkValidity],
    [/^findLinks$/, checkLinks],
    [/^inspect$/, checkFindings],
    [/^encodeFor$/, checkPurposes],
  ]);
  const own = new Set();
  for (const [pattern, run] of checks) {
    const chosen = rows.filter(({ op, input }) => pattern.test(op) && (op !== "encodeFor" || isArgument(input)));
    for (const row of chosen) own.add(row);
    addFailures(await run(chosen));
  }
  for (const { id, op } of rows)
    if (/^(?:splitUri|uri|fileUri|filePath)$/.test(op)) failures.set(id, "the command has no such operation");
  const alone = new Map();
  const texts = [];
  for (const row of rows) {
    if (own.has(row)) continue;
    const words = toWords(row);
    if (words === undefined) failures.set(row.id, "the command has no such option");
    else if (!row.input.isWellFormed?.() && /[\ud800-\udfff]/u.test(row.input)) failures.set(row.id, "no UTF-8");
    else if (row.op.endsWith("Bytes") || row.input.includes("\0") || row.input === "") alone.set(row, words);
    else texts.push(row);
  }
  addFailures(await checkEach([...alone.keys()], (row) => checkBytes(row, alone.get(row))));
  addFailures(await checkText(texts));
  expect(judge(rows, failures, expectedFailures("command"))).toEqual([]);
});
