import {
  compareDecoders,
  type DecoderComparison,
  type DecoderResult,
} from "../../shared/explain/decoder-comparison.ts";
import { compareEncoders, type EncoderComparison, groupByValue } from "../../shared/explain/encoder-comparison.ts";
import { compareUrlReaders } from "../../shared/explain/url-comparison.ts";
import type { UrlComparison } from "../../shared/explain/url-reading.ts";
import { toHex } from "../../shared/text.ts";
import type { Invocation } from "../line/arguments.ts";
import { LINE_FLAGS } from "../line/flags.ts";
import { requireOnly } from "../run/set-options.ts";
import { type Cell, shorten, type Table } from "../run/table.ts";
import { processTexts } from "../run/texts.ts";

/** What each encoder writes for a component, or each decoder returns for it; with `parts` what each reader sees in a whole URL. */
export async function compareLanguages(invocation: Invocation): Promise<number | undefined> {
  const { command } = invocation;
  requireOnly(invocation, "compare", command === "parts" ? [...LINE_FLAGS, "keep-going"] : LINE_FLAGS);
  if (command === "parts") return compare(invocation, compareUrlReaders, listReadings);
  if (command === "encode") return compare(invocation, compareEncoders, listEncoded);
  return compare(invocation, compareDecoders, listResults, toReport);
}

function compare<Comparison extends object>(
  invocation: Invocation,
  run: (text: string) => Comparison,
  list: (comparison: Comparison, text: string) => Table,
  report: (comparison: Comparison) => object = (comparison) => comparison,
) {
  return processTexts(invocation, {
    run: (text) => run(text),
    show: (comparison, _, text) => list(comparison, text),
    report: (comparison, text) => ({ text, ...report(comparison) }),
  });
}

/** Bytes as an array of numbers. */
function toReport(comparison: DecoderComparison): object {
  const results = comparison.results.map((result) => ({ ...result, bytes: result.bytes && Array.from(result.bytes) }));
  return { ...comparison, results };
}

function listEncoded({ results, differences }: EncoderComparison, text: string): Table {
  const places = differences.map(({ index, length }) => `"${text.slice(index, index + length)}" at ${index}`);
  return {
    heads: ["RESULT", "ENCODER", "SET", "CALL"],
    rows: listGroups(results, ({ encoder, set, call }) => [encoder, set, call]),
    notes: [places.length === 0 ? "All encoders agree." : `The encoders differ: ${listSome(places)}.`],
  };
}

/** Lists results by group; only the first row of a group shows its result. */
function listGroups<Result extends Pick<DecoderResult, "value" | "error"> & Partial<DecoderResult>>(
  results: readonly Result[],
  toCells: (result: Result) => readonly Cell[],
): Cell[][] {
  const shown = results.map((result) => {
    const { value, bytes, error } = result;
    const hex = Array.from(bytes ?? [], (byte) => toHex(byte, 2)).join(" ");
    const refusal = error === undefined ? shorten(`bytes ${hex}`) : `refuses at ${error.index}`;
    const cell: Cell = value === undefined ? [refusal, "warning"] : shorten(value);
    return { value: value ?? refusal, cell, cells: toCells(result) };
  });
  return groupByValue(shown).flatMap((group) => group.map(({ cell, cells }, k) => [k === 0 ? cell : "", ...cells]));
}

/** A text that begins as a URL with a host does. */
const HAS_HOST = /^[\0- ]*(?:[a-z][a-z\d+.-]*:)?[\\/]{2}/i;

function listResults({ results, differences }: DecoderComparison, text: string): Table {
  const places = differences.map(({ rule, index }) => `${rule} at ${index}`);
  return {
    heads: ["RESULT", "DECODER", "CALL"],
    rows: listGroups(results, ({ decoder, call }) => [decoder, call]),
    notes: [
      places.length === 0 ? "All decoders agree." : `The decoders differ: ${listSome(places)}.`,
      ...(HAS_HOST.test(text)
        ? ["Only decoding is compared; percodec parts --compare shows where the URL leads."]
        : []),
    ],
  };
}

function listReadings({ readings, differences, refused, agree }: UrlComparison): Table {
  const parts = differences.map(({ part }) => part);
  const notes = [
    ...(parts.length > 0 ? [`The readers do not agree on ${parts.join(", ")}.`] : []),
    ...(refused.length > 0 ? [`Refused by ${refused.join(", ")}.`] : []),
  ];
  return {
    heads: ["READER", "SCHEME", "HOST", "PORT", "PATH", "CALL"],
    rows: readings.map(({ reader, scheme, host, port, path, call, refused: isRefused }): Cell[] => {
      if (isRefused) return [reader, ["refuses", "warning"], "", "", "", call];
      return [reader, ...[scheme, host, port, path].map((part) => (part === undefined ? "-" : shorten(part))), call];
    }),
    notes: agree ? ["All readers agree."] : notes,
  };
}

/** The most differences that a line lists. */
const MAX_LISTED = 10;

function listSome(places: readonly string[]): string {
  const more = places.length - MAX_LISTED;
  return places.slice(0, MAX_LISTED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
