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

/** Checks rows of text, in one run for all rows with the same options. The input cannot contain NUL or lone surrogates. */
async function checkText(rows, words) {
  const { stdout } = await ask(
    [...words, "-0", "--keep-going", "--json"],
    rows.map(({ input }) => `${input}\0`).join(""),
  );
  const lines = stdout.trimEnd().split("\n");
  return rows.map((row, i) => [row.id, compareText(row, JSON.parse(lines[i] ?? "null"))]);
}

function compareText(row, got) {
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
  const [a, b] = [JSON.stringify(seen), JSON.stringify(expected)];
  return a === b ? undefined : `${a} instead of ${b}`;
}

async function checkBytes(row, words) {
  const input = row.op.endsWith("Bytes") ? Buffer.from(row.input, "hex") : row.input;
  const { bytes, stdout, status } = await ask(words, input);
  if (row.error) return status === 1 ? undefined : `exit ${status} instead of 1`;
  const value = row.op.endsWith("Bytes") ? bytes.toString("hex") : stdout;
  return value === row.value ? undefined : `${value} instead of ${row.value}`;
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
  /** The rows, grouped by their arguments. */
  const groups = new Map();
  const lines = [];
  for (const row of rows) {
    const words = isLine(row) ? formCall(row)?.words.slice(0, -2) : undefined;
    if (words === undefined) continue;
    const key = words.join(" ");
    const { group } = groups.get(key) ?? groups.set(key, { words, group: [] }).get(key);
    group.push(row);
    lines.push(row);
  }
  const outcomes = await checkEach([...groups.values()], async ({ words, group }) => {
    const { stdout } = await ask([...words, "--lines"], group.map(({ input }) => `${input}\n`).join(""));
    const got = stdout.split("\n");
    return group.map(({ id, pairs }, k) => {
      const wanted = JSON.stringify(pairs);
      return [
        id,
        JSON.stringify(JSON.parse(got[k] || "null")) === wanted ? undefined : `${got[k]} instead of ${wanted}`,
      ];
    });
  });
  const others = rows.filter((row) => !lines.includes(row));
  return [...outcomes.flatMap(([, group]) => group), ...(await checkEach(others, checkForm))];
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
  const lines = async (words, given) =>
    (await ask(words, given.map((line) => `${line}\n`).join(""))).stdout.split("\n");
  const judged = (chosen, got) =>
    chosen.map((row, k) => [row.id, got[k] === row.value ? undefined : `${got[k]} instead of ${row.value}`]);
  const normal = of("normalizeUri");
  // A line with a pair cannot contain texts with a tab or a line end: pass these as arguments.
  const isLine = ({ input }) => !/[\t\n]/.test(input.join(""));
  const compareWords = ({ options }) => [
    "compare",
    "--json",
    ...(options?.reservedWithoutPurpose ? ["--reserved"] : []),
  ];
  const readEquality = (line) => JSON.parse(line || "{}").equality;
  const isPlain = (row) => isLine(row) && row.options === undefined;
  const compared = of("compareUris").filter(isPlain);
  const comparedAlone = await checkEach(
    of("compareUris").filter((row) => !isPlain(row)),
    async (row) => {
      const { stdout } = await ask([...compareWords(row), "--", ...row.input]);
      return readEquality(stdout) === row.value ? undefined : `${stdout} instead of ${row.value}`;
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
  return [
    ...judged(normal, await lines(["normalize"], normal.map(({ input }) => input))), // prettier-ignore
    ...judged(compared, (await lines(["compare", "--json", "--lines"], compared.map(({ input }) => input.join("\t")))).map(readEquality)), // prettier-ignore
    ...comparedAlone,
    ...one,
    ...converted,
    ...expanded,
    ...edited,
    ...matched,
  ];
}

/** Writes the options of a template as those of the command: `trailingQuery` is `--trailing-query`, and a list has commas. */
const toFlags = (options = {}) =>
  Object.entries(options).map(
    ([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}=${String(value) || "none"}`,
  );

/** Checks `inspect --json`: one run for all texts that fit into lines, one for those that need arguments. */
async function checkFindings(rows) {
  const whole = rows.filter(({ input }) => !/\p{Surrogate}/u.test(input));
  const lines = whole.filter(({ input }) => !input.includes("\n"));
  const words = whole.filter(({ input }) => input.includes("\n"));
  const given = [...lines, ...words];
  const outputs = [
    await ask(["inspect", "--json"], lines.map(({ input }) => `${input}\n`).join("")),
    await ask(["inspect", "--json", "--", ...words.map(({ input }) => input)]),
  ];
  const results = outputs.flatMap(({ stdout }) => stdout.split("\n").slice(0, -1));
  return rows.map((row) => {
    const k = given.indexOf(row);
    if (k < 0) return [row.id, "a lone surrogate"];
    return [row.id, check(row, { inspect: () => JSON.parse(results[k] ?? "{}") })];
  });
}

/**
 * Checks `links --json`: one run for each value of `--scheme`. The command also lists URLs with a user name or of any host, and the links
 * of the library that begin within these are not listed.
 */
async function checkLinks(rows) {
  const outcomes = [];
  for (const scheme of ["optional", "required"]) {
    const group = rows.filter(({ options }) => (options?.scheme ?? "optional") === scheme);
    const words = ["links", "--json", "--from", "text", "--scheme", scheme, "--"];
    const { stdout } = await ask([...words, ...group.map(({ input }) => input)]);
    const results = stdout.split("\n");
    for (const [k, row] of group.entries()) {
      const wanted = row.value.map(([index, , uri]) => `${index} ${uri}`);
      const listed = JSON.parse(results[k] || "{}").links;
      const others = listed.filter(({ index, url }) => url.includes("://") && !wanted.includes(`${index} ${url}`));
      const isWithin = (at, { index, url }) => index <= at && at < index + url.length;
      const expected = row.value.filter(([at]) => !others.some((other) => isWithin(at, other)));
      const toText = (links) => JSON.stringify(links);
      const seen = toText(listed.filter((link) => !others.includes(link)).map(({ index, url }) => [index, url]));
      const right = toText(expected.map(([index, , uri]) => [index, uri]));
      outcomes.push([row.id, seen === right ? undefined : `${seen} instead of ${right}`]);
    }
  }
  return outcomes;
}

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
  const groups = new Map();
  for (const row of rows.filter(isPossible)) {
    const words = Object.entries(row.options).flatMap(([name, value]) => [`--${name}`, value]);
    const key = words.join(" ");
    groups.set(key, { words, group: [...(groups.get(key)?.group ?? []), row] });
  }
  for (const { words, group } of groups.values()) {
    const { stdout } = await ask(["check", "--json", ...words, "--", ...group.map(({ input }) => input)]);
    const results = stdout.split("\n").map((line) => JSON.parse(line || "null"));
    for (const [k, row] of group.entries()) {
      const { text, ...result } = results[k];
      outcomes.push([row.id, text === row.input ? check(row, { checkUri: () => result }) : `it checked ${text}`]);
    }
  }
  return outcomes;
}

/** Checks `encode --for`: one run for each purpose, with the texts as NUL-terminated records. */
async function checkPurposes(rows) {
  const outcomes = [];
  for (const purpose of new Set(rows.map((row) => row.purpose))) {
    const group = rows.filter((row) => row.purpose === purpose);
    const words = ["encode", "--for", purpose, "--null", "--keep-going", "--json"];
    const { stdout } = await ask(words, group.map(({ input }) => `${input}\0`).join(""));
    const results = stdout.split("\n").map((line) => JSON.parse(line || "null"));
    for (const [k, { id, value, error }] of group.entries()) {
      const fault = results[k]?.error;
      const got = fault ? [fault.code, fault.index, fault.length] : results[k]?.value;
      const wanted = error ?? value;
      const isRight = JSON.stringify(got) === JSON.stringify(wanted);
      outcomes.push([id, isRight ? undefined : `${JSON.stringify(results[k])} instead of ${wanted}`]);
    }
  }
  return outcomes;
}

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
  const groups = new Map();
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
    for (const [id, wrong] of await run(chosen)) if (wrong) failures.set(id, wrong);
  }
  for (const { id, op } of rows)
    if (/^(?:splitUri|uri|fileUri|filePath)$/.test(op)) failures.set(id, "the command has no such operation");
  const alone = new Map();
  for (const row of rows) {
    if (own.has(row)) continue;
    const words = toWords(row);
    if (words === undefined) failures.set(row.id, "the command has no such option");
    else if (!row.input.isWellFormed?.() && /[\ud800-\udfff]/u.test(row.input)) failures.set(row.id, "no UTF-8");
    else if (row.op.endsWith("Bytes") || row.input.includes("\0") || row.input === "") {
      alone.set(row, words);
    } else {
      const key = words.join(" ");
      groups.set(key, { words, rows: [...(groups.get(key)?.rows ?? []), row] });
    }
  }
  const judgedAlone = await checkEach([...alone.keys()], (row) => checkBytes(row, alone.get(row)));
  for (const [id, wrong] of judgedAlone) if (wrong) failures.set(id, wrong);
  for (const { words, rows: group } of groups.values()) {
    for (const [id, wrong] of await checkText(group, words)) if (wrong) failures.set(id, wrong);
  }
  expect(judge(rows, failures, expectedFailures("command"))).toEqual([]);
});
