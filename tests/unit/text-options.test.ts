import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { listFlags, toFlag } from "../../tool/command/line/flags.ts";
import { encoding } from "../../library/src/charset/index.ts";
import { encodeFor, type Purpose } from "../../library/src/guard/index.ts";
import {
  type ChunkOptions,
  PercentEncodingError,
  type Progress,
  PercentDecoder,
  PercentEncoder,
} from "../../library/src/index.ts";
import { escape } from "../../library/src/legacy.ts";
import { rfc3986 } from "../../library/src/sets/index.ts";
import { JobRefused } from "../../tool/page/app/state.ts";
import { findOption, findOptions, isValue, type OptionName } from "../../tool/page/app/options.ts";
import { percodecBytes } from "../support/command.ts";
import { convertFile } from "../support/page-jobs.ts";

/** A row of tests/vectors/text-options.json: bytes in hex. */
interface Conversion {
  readonly id: string;
  readonly op: "encode" | "decode";
  readonly options: { readonly [name: string]: string };
  readonly input: string;
  readonly value?: string;
  readonly error?: readonly [code: string, index: number, length: number];
  readonly refused?: string;
}

const { conversions } = JSON.parse(readFileSync("tests/vectors/text-options.json", "utf8")) as {
  readonly conversions: readonly Conversion[];
};

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const fromHex = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, "hex"));

/** Runs an action, and returns its bytes in hex or its error. */
async function attempt(action: () => Uint8Array | Promise<Uint8Array>): Promise<Pick<Conversion, "value" | "error">> {
  try {
    return { value: toHex(await action()) };
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    return { error: [error.code, error.index, error.length] };
  }
}

const wanted = ({ value, error }: Conversion) => (error === undefined ? { value } : { error });

/** The options that the library has not: see docs/options.md. */
const NOT_IN_LIBRARY = ["wrap", "unwrap", "lines"];

/** Runs a class of percodec/stream over all bytes, and the last call that ends its state. */
function runChunks(
  run: (source: Uint8Array, target: Uint8Array, options: ChunkOptions) => Progress,
  source: Uint8Array,
): Uint8Array {
  const parts: Uint8Array[] = [];
  const target = new Uint8Array(0x10000);
  for (let at = 0, isFirst = true; at < source.length || isFirst; isFirst = false) {
    const { read, written } = run(source, target, { from: at, final: true });
    parts.push(target.slice(0, written));
    at += read;
  }
  return Buffer.concat(parts);
}

function callLibrary({ op, options, input }: Conversion): Uint8Array {
  const bytes = fromHex(input);
  const text = Buffer.from(bytes).toString();
  const as = (name: string) => (options[name] === undefined ? undefined : encoding(options[name]));
  if (options.for !== undefined) return Buffer.from(encodeFor(options.for as Purpose, text));
  if (op === "encode") {
    const inputEncoding = as("inputEncoding");
    if (options.legacy !== undefined) {
      const decoder = new TextDecoder(inputEncoding?.name, { ignoreBOM: true });
      return Buffer.from(escape(decoder.decode(bytes)));
    }
    const encoder = new PercentEncoder(rfc3986.component, {
      encoding: as("encoding") ?? encoding("utf-8"),
      inputEncoding,
      invalidInput: options.invalidUtf8 as "drop",
      unencodable: (options.unencodable ?? "throw") as "throw",
      newlines: options.newlines as "lf",
      hex: options.hex as "lower",
      preserveEscapes: options.preserveEscapes !== undefined,
    });
    return runChunks((...chunk) => encoder.encodeInto(...chunk), bytes);
  }
  const accept = options.accept === undefined ? undefined : new RegExp(options.accept.slice(1, -"/u".length), "u");
  const legacy = options.legacy !== undefined;
  const decoder = new PercentDecoder({
    encoding: as("encoding") ?? (legacy ? undefined : encoding("utf-8")),
    malformed: options.malformed as "drop",
    plus: options.plus as "space",
    percentU: options.percentU !== undefined,
    legacy,
    invalidUtf8: options.invalidUtf8 as "keep",
    accept,
    outputEncoding: as("outputEncoding"),
  });
  return runChunks((...chunk) => decoder.decodeInto(...chunk), bytes);
}

for (const row of conversions) {
  const { id, op, options, error, refused } = row;
  const missing = NOT_IN_LIBRARY.some((name) => options[name] !== undefined);
  // The library's `newlines` for decoding and its escape of bytes that are not UTF-8 belong to the steps of files.
  const isOfFiles = (op === "decode" && options.newlines !== undefined) || (options.legacy && error && op === "encode");
  // A program reads a byte order mark itself.
  if (refused !== undefined || missing || isOfFiles || options.inputEncoding === "auto") continue;
  test(`the library: ${id}`, async () => {
    expect(await attempt(() => callLibrary(row))).toEqual(wanted(row));
  });
}

const SWITCHES = ["preserveEscapes", "unwrap", "legacy", "percentU", "lines"];

function toWords({ op, options }: Conversion): string[] {
  const words = Object.entries(options).flatMap(([name, value]) => {
    if (name === "plus") return value === "space" ? ["--form"] : [];
    if (SWITCHES.includes(name)) return [`--${toFlag(name)}`];
    return [`--${toFlag(name)}`, value];
  });
  return [op, ...words];
}

for (const row of conversions) {
  test(`the command: ${row.id}`, async () => {
    const isPurpose = row.options.for !== undefined;
    const input = fromHex(row.input);
    const argument = isPurpose ? ["--", Buffer.from(input).toString()] : [];
    const { bytes, stderr, status } = await percodecBytes([...toWords(row), ...argument], isPurpose ? "" : input);
    if (row.refused !== undefined) {
      // In messages of the command the names of options have their form there.
      const words = row.refused.replace("outputEncoding", "output-encoding");
      expect([status, stderr]).toEqual([2, expect.stringContaining(words)]);
    } else if (row.error === undefined) {
      const written = toHex(isPurpose ? bytes.subarray(0, -1) : bytes);
      expect([written, stderr.replace(/.* mark says .*\n/, ""), status]).toEqual([row.value, "", 0]);
    } else {
      const [code, index] = row.error;
      expect(status).toBe(1);
      expect(stderr.toLowerCase()).toContain(`${code.replace(/-(?!8)/g, " ").replace("utf8", "utf-8")} "`);
      expect(stderr).toMatch(new RegExp(`" at ${index}(?:[;:]|$)`, "m"));
    }
  });
}

/** The page writes references by default; the command throws. */
function toPageOptions({ op, options }: Conversion): Conversion["options"] {
  const { encoding: label, legacy } = options;
  return op === "decode" || label === undefined || legacy !== undefined
    ? options
    : { unencodable: "throw", ...options };
}

const runOnPage = async (row: Conversion): Promise<Uint8Array> =>
  (await convertFile({ mode: row.op, options: toPageOptions(row) }, fromHex(row.input))).bytes;

// Start shows the purposes of a text; no file is encoded for one.
for (const row of conversions.filter(({ options }) => options.for === undefined)) {
  test(`the page: ${row.id}`, async () => {
    const options = findOptions(row.op);
    for (const [name, value] of Object.entries(toPageOptions(row))) {
      expect(options).toContain(name);
      expect([name, isValue(findOption(row.op, name as OptionName), value)]).toEqual([name, true]);
    }
    if (row.refused === undefined) return expect(await attempt(() => runOnPage(row))).toEqual(wanted(row));
    const refused = runOnPage(row);
    await expect(refused).rejects.toThrow(JobRefused);
    await expect(refused).rejects.toThrow(row.refused.replace("output-encoding", "outputEncoding"));
  });
}

describe("the vectors", () => {
  test("have unique ids", () => expect(new Set(conversions.map(({ id }) => id)).size).toBe(conversions.length));

  test("have a row for each option of text in the command", () => {
    const named = new Set(conversions.flatMap(({ options }) => Object.keys(options).map(toFlag)));
    const isShared = (flag: string): boolean =>
      "allow compare controls except explain file file-system form json keep keep-going max-record null output progress"
        .split(" ")
        .includes(flag);
    for (const command of ["encode", "decode"] as const)
      for (const flag of listFlags(command).filter((name) => !isShared(name)))
        expect([command, flag, named.has(flag)]).toEqual([command, flag, true]);
  });
});
