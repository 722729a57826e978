import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { describe } from "../checks/builds/describe.mjs";
import { fillPool, makeArguments } from "../checks/builds/hostile.mjs";
import { listSessions } from "../checks/builds/sessions.mjs";
import { FUNCTIONS, MODULES } from "../support/public-functions.ts";

// The answers of each public function to the same hostile calls, as digests that were recorded. `npm run check -- builds OLD NEW`
// lists what differs between two builds. After an intended change, this records the answers again:
//
//     PERCODEC_RECORD=1 npx vitest run --config tests/vitest.config.ts tests/unit/recorded-answers.test.mjs

const FILE = new URL("recorded-answers.json", import.meta.url);
const isRecording = process.env["PERCODEC_RECORD"] === "1";
const recorded = JSON.parse(readFileSync(FILE, "utf8"));

const BLOCKS = 12;
const CALLS_A_BLOCK = 50;
const DIGEST_CHARACTERS = 3;

fillPool(1, 6000);

const { codec, form, uri, ...others } = MODULES;
const modules = Object.fromEntries(Object.entries(others).map(([name, module]) => [`${name}/index.ts`, module]));
const sessions = listSessions({
  modules: { ...modules, "index.ts": codec, "form/index.ts": form, "uri/index.ts": uri, "stream.ts": MODULES.stream },
  functions: FUNCTIONS,
});
/** A stream is an object of the host, which differs between its versions; the sessions compare what streams write. The kernel is left out. */
const functions = FUNCTIONS.filter(({ name }) => !/Stream$|^wasmBinary$/.test(name));
/** Two functions may have one name. */
const rows = [...functions, ...sessions].map((row, k, all) => {
  const isSecond = all.findIndex(({ name }) => name === row.name) < k;
  return [isSecond ? `${row.name} (2)` : row.name, row];
});

async function answer({ call }, args) {
  try {
    return describe(await call(...args));
  } catch (error) {
    return `throws ${describe(error)}`;
  }
}

test.each(rows)("%s answers as recorded", async (name, row) => {
  const digests = [];
  for (let block = 0; block < (row.args.length === 0 ? 1 : BLOCKS); block++) {
    const hash = createHash("sha256");
    for (let call = 0; call < CALLS_A_BLOCK; call++) {
      const issues = [];
      // Near seeds begin with near numbers.
      const seed = Math.imul(block * CALLS_A_BLOCK + call + 1, 0x9e3779b1);
      const args = makeArguments(row.args, seed, (...issue) => void issues.push(issue));
      hash.update(`${await answer(row, args)} ${describe(issues)}\n`);
    }
    digests.push(hash.digest("base64url").slice(0, DIGEST_CHARACTERS));
  }
  if (isRecording) recorded[name] = digests.join(" ");
  expect(digests.join(" "), "an answer has changed: `npm run check -- builds OLD NEW` shows it").toBe(recorded[name]);
});

if (isRecording) afterAll(() => writeFileSync(FILE, `${JSON.stringify(recorded, undefined, 2)}\n`));

test("every recorded function exists", () => {
  expect(Object.keys(recorded).toSorted()).toEqual(rows.map(([name]) => name).toSorted());
});
