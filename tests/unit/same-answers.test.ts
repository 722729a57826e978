import { expect, test } from "vitest";
import { cleanOrRepair } from "../../tool/page/app/cleaning.ts";
import { comparePartwise } from "../../tool/page/app/comparison.ts";
import { findQuery, readPiece, splitQuery } from "../../tool/page/app/query-pairs.ts";
import { resolveParts } from "../../tool/page/app/resolved-parts.ts";
import { type Answer, findAnswer, BASE, type Operation, readInputs } from "../support/answers.mjs";
import { percodec } from "../support/command.ts";
import { isFull } from "../support/sizes.ts";

/** `npm run test:full` asks for all of the more than 3,000 inputs. */
const INPUTS = readInputs().filter((_, k) => k % (isFull ? 1 : 4) === 0);

/** The differences that are meant: where, what the input or the difference matches, and why. */
const MEANT: readonly (readonly [where: RegExp, shown: RegExp, reason: string])[] = [
  [/^records: clean$/, /,invalid-uri,/, "`cleanUri` returns an invalid result, and its report says so."],
  [/^command: (?:get|segments)$/, /Cannot (?:split the authority|take the URI apart)/, "`parts` judges the host too."],
  [
    /^command: (?:clean|normalize|display|resolve|compare|segments|get|query)$/,
    /^[\0- ]|[\0- ]$/,
    "The commands trim a URI.",
  ],
  [
    /^\w+: get$/,
    /^(?![A-Za-z][A-Za-z0-9+.-]*:)[^/?#=]*=/,
    "editUri names the missing `?`; for the others the text is a path.",
  ],
];
const met = new Set<string>();

/** Returns the differences that are not meant. */
function listWrong(
  where: string,
  compare: (text: string, k: number) => readonly unknown[] | undefined,
): readonly unknown[] {
  return INPUTS.flatMap((text, k) => {
    const wrong = compare(text, k);
    if (wrong === undefined) return [];
    const meant = MEANT.find(([place, shown]) => place.test(where) && (shown.test(text) || shown.test(wrong.join())));
    if (meant !== undefined) met.add(meant[2]);
    return meant === undefined ? [[text, wrong]] : [];
  });
}

type Place = Readonly<Record<"code" | "index" | "length", unknown>>;
const listPlaces = (places: readonly Place[], ...fields: readonly (keyof Place)[]) =>
  JSON.stringify(places.map((place) => fields.map((field) => place[field])));
const whole = (stdout: string): string => stdout.replace(/\n$/, "");
const parse = (stdout: string) => JSON.parse(stdout) as Record<string, never>;

/** The words of the command before the input, and the value in what it writes. */
const COMMANDS: Partial<Record<Operation, readonly [words: readonly string[], read: (stdout: string) => string]>> = {
  decode: [["decode", "--"], whole],
  "decode, form": [["decode", "--form", "--"], whole],
  encode: [["encode", "--"], whole],
  query: [
    ["form", "parse", "--"],
    (stdout) => JSON.stringify(JSON.parse(`[${stdout.split("\n").slice(0, -1).join(",")}]`)),
  ],
  get: [["parts", "--json", "--get", "query:q", "--"], (stdout) => JSON.stringify(parse(stdout)["query:q"])],
  clean: [["clean", "--"], whole],
  normalize: [["normalize", "--"], whole],
  display: [["display", "--"], whole],
  check: [["check", "--json", "--"], (stdout) => listPlaces(parse(stdout)["issues"]!, "code", "index", "length")],
  resolve: [["resolve", BASE, "--"], whole],
  compare: [["compare", "--json", "--", BASE], (stdout) => parse(stdout)["equality"]!],
  segments: [["parts", "--segments", "--"], (stdout) => JSON.stringify(JSON.parse(stdout))],
  inspect: [["inspect", "--json", "--"], (stdout) => listPlaces(parse(stdout)["findings"]!, "code", "index")],
};

/** The options of `percodec records`. */
const RECORDS: Partial<Record<Operation, readonly string[]>> = {
  decode: ["--op", "decode"],
  "decode, form": ["--op", "decode", "--form"],
  encode: ["--op", "encode"],
  query: ["--op", "form"],
  get: ["--op", "query-param", "--param", "q"],
  clean: ["--op", "clean"],
  normalize: ["--op", "normalize"],
  display: ["--op", "display"],
};

/** What the page computes without a browser; undefined if it shows no such value. */
const PAGE: Partial<Record<Operation, (text: string) => string | undefined>> = {
  query: (text) => {
    const { raws } = splitQuery(findQuery(text).query, "&");
    const pieces = raws.filter((raw) => raw !== "").map((raw) => readPiece(raw, 0, { rules: "strict" }));
    const isStrict = pieces.every(({ issues }) => issues.length === 0);
    return isStrict ? JSON.stringify(pieces.map(({ name, value }) => [name, value])) : undefined;
  },
  clean: (text) => {
    const cleaned = cleanOrRepair(text);
    return cleaned?.way === "clean" ? cleaned.value : undefined;
  },
  resolve: (text) => resolveParts(text, BASE).map((part) => part.text).join(""), // prettier-ignore
  compare: (text) => comparePartwise(text, BASE).equality,
};

/** Returns what the library answers, to compare and to show. */
const show = (answer: Answer | undefined): unknown =>
  answer && ("value" in answer ? answer.value : [answer.code, answer.byteOffset]);

test.each(Object.entries(COMMANDS))("the command gives the library's answer: %s", async (operation, [words, read]) => {
  const outcomes: Awaited<ReturnType<typeof percodec>>[] = [];
  for (const text of INPUTS) outcomes.push(await percodec([...words, text]));
  const wrong = listWrong(`command: ${operation}`, (text, k) => {
    const answer = findAnswer(operation as Operation, text);
    const { stdout, stderr, status } = outcomes[k]!;
    // A fault has a message; `check` and `compare` say by the exit code what they found.
    const isFault = stderr.startsWith("percodec: Cannot");
    const isSame =
      answer !== undefined &&
      ("value" in answer
        ? !isFault && read(stdout) === answer.value
        : isFault && status === 1 && stderr.includes(answer.message));
    return isSame ? undefined : [show(answer), stdout, stderr];
  });
  expect(wrong).toEqual([]);
});

test.each(Object.entries(RECORDS))("records gives the library's answer: %s", async (operation, words) => {
  const input = INPUTS.map((text) => `${JSON.stringify({ x: text })}\n`).join("");
  const { stdout } = await percodec(["records", "--format", "jsonl", "--field", "x", ...words], input);
  const rows = stdout.split("\n").slice(0, -1).map(parse);
  expect(rows.length).toBe(INPUTS.length);
  const wrong = listWrong(`records: ${operation}`, (text, k) => {
    const wanted = show(findAnswer(operation as Operation, text));
    const { value, code, byte_offset: byteOffset } = rows[k] as Record<string, unknown>;
    const found = code === null ? (operation === "get" ? JSON.stringify(value) : value) : [code, byteOffset];
    return JSON.stringify(found) === JSON.stringify(wanted) ? undefined : [wanted, found];
  });
  expect(wrong).toEqual([]);
});

test.each(Object.entries(PAGE))("the page gives the library's answer: %s", (operation, run) => {
  const wrong = listWrong(`page: ${operation}`, (text) => {
    const answer = findAnswer(operation as Operation, text);
    const found = run(text);
    return found === undefined || (answer && "value" in answer && found === answer.value)
      ? undefined
      : [show(answer), found];
  });
  expect(wrong).toEqual([]);
});

test("there are at least 400 inputs, and each meant difference occurs", () => {
  expect(INPUTS.length).toBeGreaterThan(400);
  expect(met.size).toBe(MEANT.length);
});
