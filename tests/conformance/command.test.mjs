// Runs the suite over the command: one call for each row.
import { expect, test } from "vitest";
import { toFlag } from "../../tool/command/line/flags.ts";
import { percodecBytes } from "../support/command.ts";
import { check } from "./suite.mjs";
import { allRows, expectedFailures, judge } from "./vectors.mjs";

const NO_ARGUMENT = "an argument cannot contain it";
const NO_OPTION = "the command has no such option";
const isArgument = (text) => !/\p{Surrogate}|\0/u.test(text);

async function ask(words, input = /** @type {string | Buffer} */ ("")) {
  const { bytes, stderr, status } = await percodecBytes(words, input);
  return { bytes, stdout: bytes.toString(), stderr, status };
}

/** Returns the object that a call writes. */
const askJson = async (words, input) => JSON.parse((await ask(words, input)).stdout || "{}");

const compare = (got, wanted) => (got === wanted ? undefined : `${got} instead of ${wanted}`);
const compareJson = (got, wanted) => compare(JSON.stringify(got), JSON.stringify(wanted));

/** Returns whether a message ends with an index, which a reason and the option that accepts the input may follow. */
const endsAt = (stderr, index) => /" at (\d+)(?:: .*)?(?:; --.*)?\n$/.exec(stderr)?.[1] === String(index);

/**
 * Writes options of the library as those of the command; a list has commas. Undefined if the command does not have one of them.
 *
 * @param {object} options
 * @param {Record<string, (value: any) => string[]>} special options with another form
 * @param {(name: string) => boolean} isSame whether an option has the same name and values
 * @returns {any}
 */
function toFlags(options = {}, special = {}, isSame = () => true) {
  const flags = Object.entries(options).map(([name, value]) => {
    if (Object.hasOwn(special, name)) return special[name]?.(value);
    return isSame(name) ? [`--${toFlag(name)}=${String(value) || "none"}`] : undefined;
  });
  return flags.includes(undefined) ? undefined : flags.flat();
}

const CODEC_FLAGS = {
  plus: (meaning) => (meaning === "space" ? ["--form"] : []),
  percentU: () => ["--percent-u"],
  except: (characters) => ["--keep", characters],
  preserveEscapes: () => ["--preserve-escapes"],
};

async function checkCodec(row) {
  const flags = toFlags(row.options, CODEC_FLAGS, (name) => /^(?:malformed|invalidUtf8)$/.test(name));
  if (flags === undefined || !/^(?:en|de)code(?:Bytes)?$/.test(row.op)) return NO_OPTION;
  if (/\p{Surrogate}/u.test(row.input)) return "no UTF-8";
  const words = [row.op.replace("Bytes", ""), ...(row.set ? ["--set", row.set] : []), ...flags];
  const isBytes = row.op.endsWith("Bytes");
  if (!isBytes && !row.input.includes("\0") && row.input !== "") return checkText(row, words);
  const { bytes, stdout, status } = await ask(words, isBytes ? Buffer.from(row.input, "hex") : row.input);
  if (row.error) return status === 1 ? undefined : `exit ${status} instead of 1`;
  return compare(isBytes ? bytes.toString("hex") : stdout, row.value);
}

/** Checks a text as a record that ends with NUL: places are in bytes. */
async function checkText(row, words) {
  const { error, value, issues, lossy, stillEncoded } = await askJson(
    [...words, "-0", "--keep-going", "--json"],
    `${row.input}\0`,
  );
  const bytes = (from, to) => Buffer.byteLength(row.input.slice(from, to));
  const inBytes = ([code, index, length]) => ({ code, index: bytes(0, index), length: bytes(index, index + length) });
  if (row.error) return compareJson(error && inOrder(error), inBytes(row.error));
  if (!row.issues) return compareJson(value, row.value);
  const wanted = [row.value, row.issues.map(inBytes), row.lossy, row.stillEncoded];
  return compareJson([value, issues?.map(inOrder), lossy, stillEncoded], wanted);
}

const inOrder = ({ code, index, length }) => ({ code, index, length });

/** The first encoding is that of the form; `_charset_` may name the others. */
const FORM_FLAGS = {
  limits: (limits) => Object.entries(limits).flatMap(([what, most]) => ["--limit", `${what}=${most}`]),
  encoding: () => [],
  charsetField: (value) => (value === false ? [] : ["--charset-field"]),
};
const SAME_IN_FORMS = ["rules", "malformed", "invalidUtf8", "separator", "newlines", "space", "unencodable"];

/** Returns the arguments and the standard input for a row of forms, or undefined if the command cannot run it. @returns {any} */
function formCall({ op, input, options = /** @type {any} */ ({}) }) {
  const flags = toFlags(options, FORM_FLAGS, (name) => SAME_IN_FORMS.includes(name));
  if (flags === undefined) return undefined;
  const labels = op === "serializeForm" ? [options.encoding] : [options.encoding, ...(options.charsetField || [])];
  const [own = "utf-8", ...allowed] = labels;
  const encodings = labels.some(Boolean) ? [own, ...allowed].flatMap((label) => ["--encoding", label]) : [];
  if (op === "serializeForm") return [["form", "build", ...encodings, ...flags], JSON.stringify(input)];
  const words = ["form", "parse", ...encodings, ...flags];
  if (op === "parseFormBytes") return [words, Buffer.from(input, "hex")];
  return input.includes("\0") ? undefined : [[...words, "--", input]];
}

async function checkForm(row) {
  const call = formCall(row);
  if (call === undefined) return NO_OPTION;
  if (/\p{Surrogate}/u.test(call[0].join(""))) return "no UTF-8";
  const { stdout, stderr, status } = await ask(...call);
  if (row.error) {
    const [code, index] = row.error;
    const words = code.replace("utf8", "UTF-8").replace("uri", "URI").replace(/-(?!8)/g, " "); // prettier-ignore
    const isRight = status === 1 && stderr.includes(`: ${words} "`) && endsAt(stderr, index);
    return isRight ? undefined : `exit ${status}, ${stderr}`;
  }
  const lines = stdout.split("\n").filter(Boolean);
  if (status !== 0) return `exit ${status}`;
  return row.pairs ? compareJson(lines.map((line) => JSON.parse(line)), row.pairs) : compare(stdout, `${row.value}\n`); // prettier-ignore
}

/** Returns the option for an edit of a URI; undefined for one that the options cannot express. */
function toEditFlag([edit, first, second]) {
  if (edit === "sort") return "--sort";
  const flag = { deleteMatching: "delete", appendPath: "append-path" }[edit] ?? edit;
  if (edit === "delete" && /[\\*]/.test(first)) return undefined;
  const takesPair = second !== undefined;
  if (first === undefined || (edit !== "deleteMatching" && takesPair && first.includes("="))) return undefined;
  if (edit === "appendPath" && takesPair) return undefined;
  return `--${flag}=${first}${takesPair ? `=${second}` : ""}`;
}

/** The calls whose answer is one line, or an error with an index: words and standard input, or why there is none. */
const CALLS = {
  normalizeUri: ({ input }) => [["normalize", "--", input]],
  cleanUri: ({ input, options: { level = "basic", doubleEncoding = "keep" } = {} }) => [
    ["clean", "--level", level, ...(doubleEncoding === "repair" ? ["--repair-double"] : []), "--", input],
  ],
  displayUri: ({ input, options }) => [["display", "--profile", options?.profile ?? "strict", "--", input]],
  resolveUri: ({ input, base }) => [["resolve", "--", base, input]],
  uriToIri: ({ input }) => [["display", "--iri", "--", input]],
  expandTemplate: ({ input, values, options }) => [
    ["template", "--lines", ...toFlags(options), "--", input],
    `${JSON.stringify(values)}\n`,
  ],
  editUri: ({ input, edits }) => {
    const words = edits.map(toEditFlag);
    if (words.includes(undefined)) return "the command cannot do it";
    return /^[\0-\x20]|[\0-\x20]$/.test(input) ? "the command trims it" : [["edit", ...words, "--", input]];
  },
  matchTemplate: ({ input, uri, options }) => [["template", "--match", ...toFlags(options), "--", input, uri]],
};

async function checkCall(row) {
  const call = CALLS[row.op](row);
  if (typeof call === "string") return call;
  if (!isArgument(call[0].join(""))) return NO_ARGUMENT;
  const { stdout, stderr, status } = await ask(...call);
  if (row.error) return status === 1 && endsAt(stderr, row.error[1]) ? undefined : `exit ${status}, ${stderr}`;
  if (row.value === null) return status === 1 && stdout === "" ? undefined : `exit ${status}, ${stdout}`;
  return compare(stdout, `${typeof row.value === "string" ? row.value : JSON.stringify(row.value)}\n`);
}

/**
 * Checks `links --json`. The command also lists URLs with a user name or of any host, and the links of the library that begin within these
 * are not listed.
 */
async function checkLinks({ input, options, value }) {
  const wanted = value.map(([index, , uri]) => `${index} ${uri}`);
  const { links } = await askJson(["links", "--json", "--from", "text", "--scheme", options?.scheme ?? "optional", "--", input]); // prettier-ignore
  const others = links.filter(({ index, url }) => url.includes("://") && !wanted.includes(`${index} ${url}`));
  const isWithin = (at, { index, url }) => index <= at && at < index + url.length;
  const expected = value.filter(([at]) => !others.some((other) => isWithin(at, other)));
  const seen = links.filter((link) => !others.includes(link)).map(({ index, url }) => [index, url]);
  return compareJson(seen, expected.map(([index, , uri]) => [index, uri])); // prettier-ignore
}

/** Whether the command has the operation of a row: `links` takes neither `email` nor `topLevelDomains`, and
 * these characters end its links, as they do in HTML, JSON and Markdown. */
function hasCommand({ op, input, edits = [], read, options = {} }) {
  if (["formatLink", "describeHost", "iriToUri"].includes(op)) return false;
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

/** The checks of operations that are not of the codec. */
const CHECKS = {
  ...Object.fromEntries(Object.keys(CALLS).map((op) => [op, checkCall])),
  ...Object.fromEntries(["parseForm", "parseFormBytes", "parseQuery", "serializeForm"].map((op) => [op, checkForm])),
  compareUris: async ({ input, options, value }) => {
    const flags = options?.reservedWithoutPurpose ? ["--reserved"] : [];
    return compare((await askJson(["compare", "--json", ...flags, "--", ...input])).equality, value);
  },
  checkUri: async (row) => {
    if (!isArgument(row.input)) return NO_ARGUMENT;
    const { text, ...result } = await askJson(["check", "--json", ...toFlags(row.options), "--", row.input]);
    return text === row.input ? check(row, { checkUri: () => result }) : `it checked ${text}`;
  },
  findLinks: checkLinks,
  inspect: async (row) => {
    if (/\p{Surrogate}/u.test(row.input)) return "a lone surrogate";
    const result = await askJson(["inspect", "--json", "--", row.input]);
    return check(row, { inspect: () => result });
  },
  encodeFor: async ({ purpose, input, ...row }) => {
    if (!isArgument(input)) return NO_ARGUMENT;
    const words = ["encode", "--for", purpose, "--null", "--keep-going", "--json"];
    const { error, value } = await askJson(words, `${input}\0`);
    return compareJson(error ? [error.code, error.index, error.length] : value, row.error ?? row.value);
  },
};
for (const op of ["splitUri", "uri", "fileUri", "filePath"]) CHECKS[op] = () => "the command has no such operation";

test("the command agrees with the vectors that it can run", async () => {
  const rows = allRows().filter(hasCommand);
  const failures = new Map();
  for (const row of rows) {
    const wrong = await (CHECKS[row.op] ?? checkCodec)(row);
    if (wrong !== undefined) failures.set(row.id, wrong);
  }
  expect(judge(rows, failures, expectedFailures("command"))).toEqual([]);
});
