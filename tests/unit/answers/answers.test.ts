import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { describe } from "../../support/describe-outcome.mjs";
import { encoding, percentDecodeAs } from "../../../library/src/charset/index.ts";
import { decodeMojibake } from "../../../library/src/inspect/mojibake.ts";
import { uri } from "../../../library/src/uri/index.ts";
import { packJson } from "../../support/packed-json.mjs";
import { FUNCTIONS, type PublicFunction } from "../../support/public-functions.ts";
import { makeRandom, pick } from "../../support/random.ts";
import { digest, makeCall } from "../../support/recorded-calls.ts";

// The answers of each public function to the same calls, as they were recorded. After an intended change, this records them again:
//
//     PERCODEC_RECORD=1 npx vitest run --config tests/vitest.config.ts tests/unit/answers
//
// `npm run check -- builds OLD NEW` lists what differs between two builds.

const FILE = new URL("answers.json", import.meta.url);
const isRecording = process.env["PERCODEC_RECORD"] === "1";
const CALLS = 480;

const { texts, answers } = JSON.parse(readFileSync(FILE, "utf8")) as {
  /** The texts of which the calls make others. */
  readonly texts: readonly string[];
  /** For each function the digests of its answers, two characters each. */
  readonly answers: Record<string, string>;
};

async function answer(row: PublicFunction, args: readonly unknown[]): Promise<string> {
  try {
    return describe(await row.call(...args));
  } catch (error) {
    return `throws ${describe(error)}`;
  }
}

const LITERALS = [
  "https://",
  "//",
  "e.com",
  ":80",
  ":",
  "/",
  "/a/",
  "..",
  "?q=",
  "?",
  "&",
  "#",
  "@",
  "",
  "x:",
  "file:///",
  "[",
  "]",
  "%2e",
];

/** Puts several values between literals, as one call of `uri` does not. */
const composed: PublicFunction = {
  name: "uri`` of several values",
  args: [],
  call: (seed: number) => {
    const random = makeRandom(seed);
    const several = <T>(make: () => T): T[] => Array.from({ length: 1 + random(5) }, make);
    const value = () => {
      const one = pick(random, texts);
      return pick(random, [
        one,
        one,
        one,
        random(90),
        [one, "b"],
        { q: one, r: ["1", one] },
        undefined,
        new URL("https://b.org/c"),
      ]);
    };
    const strings = several(() => pick(random, LITERALS));
    const values = strings.slice(1).map(value);
    return uri(Object.assign(strings, { raw: strings }), ...(values as string[]));
  },
};

/** A stream consists of objects of the host, which differ between its versions; tests/unit/stream compares what streams write. */
const STREAMS = /Stream$/;

/** Two functions may have one name. */
const rows = [...FUNCTIONS.filter(({ name }) => !STREAMS.test(name)), composed].map((row, k) => {
  const isSecond = FUNCTIONS.findIndex(({ name }) => name === row.name) < k;
  return [isSecond ? `${row.name} (2)` : row.name, row] as const;
});

test.each(rows)("%s answers as recorded", async (name, row) => {
  const recorded = answers[name] ?? "";
  const digests: string[] = [];
  for (let call = 0; call < (row !== composed && row.args.length === 0 ? 1 : CALLS); call++) {
    const args = row === composed ? [call] : makeCall(row, call, texts);
    const given = describe(args);
    const outcome = await answer(row, args);
    digests.push(digest(outcome));
    if (!isRecording && digests[call] !== recorded.slice(2 * call, 2 * call + 2))
      expect.fail(`${name} with ${given.slice(0, 1000)} now gives ${outcome.slice(0, 1000)}`);
  }
  answers[name] = digests.join("");
});

const bytes = Array.from({ length: 0x80 }, (_, k) => 0x80 + k);

/** The guesses for each first byte with every second byte. */
const GUESSES: Record<string, (first: number) => string> = {
  decodeMojibake: (first) =>
    ["windows-1252", "windows-1251"]
      .flatMap((label) => {
        const table = encoding(label);
        // The decoder of Node 20 reads windows-1252 as ISO-8859-1.
        const toCodes = (...text: number[]) =>
          Array.from(percentDecodeAs(text.map((byte) => `%${byte.toString(16)}`).join(""), table), (one) =>
            one.codePointAt(0)!,
          );
        return bytes.flatMap((second) =>
          [
            [first, second],
            [first, second, first, second],
            [first, second, 0x80],
            [0x61, first, second, 0x62],
          ].map((text) => String(decodeMojibake(toCodes(...text)))),
        );
      })
      .join("\n"),
};

test.each(Object.entries(GUESSES))("%s guesses as recorded", (name, guess) => {
  const recorded = answers[name] ?? "";
  const digests = bytes.map((first) => digest(guess(first)));
  if (!isRecording) {
    const changed = bytes.filter((_, k) => digests[k] !== recorded.slice(2 * k, 2 * k + 2));
    expect(changed, "first bytes whose guesses changed").toEqual([]);
  }
  answers[name] = digests.join("");
});

if (isRecording) afterAll(() => writeFileSync(FILE, `${packJson({ texts, answers })}\n`));

test("every recorded function exists", () => {
  expect(Object.keys(answers).toSorted()).toEqual([...rows.map(([name]) => name), ...Object.keys(GUESSES)].toSorted());
});
