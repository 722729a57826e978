import { compareDecoders, type DecoderComparison } from "../../shared/explain/decoder-comparison.ts";
import { compareUrlReaders } from "../../shared/explain/url-comparison.ts";
import type { UrlComparison } from "../../shared/explain/url-reading.ts";
import type { Invocation } from "../line/arguments.ts";
import { type Cell, shorten, type Table } from "../run/table.ts";
import { processTexts } from "../run/texts.ts";

/** `percodec decode --compare`: what each decoder returns for a component. */
export async function compareTexts(invocation: Invocation): Promise<number | undefined> {
  return compare(
    invocation,
    (text) => toReport(compareDecoders(text)),
    (text) => listResults(compareDecoders(text), text),
  );
}

/** `percodec parts --compare`: what each reader sees in a whole URL. */
export async function compareUrls(invocation: Invocation): Promise<number | undefined> {
  return compare(invocation, compareUrlReaders, (text) => listReadings(compareUrlReaders(text)));
}

function compare(invocation: Invocation, report: (text: string) => object, list: (text: string) => Table) {
  return processTexts(invocation, invocation.operands, {
    text: (text, place) => {
      const at = place();
      return { title: at === "" ? undefined : at + text, ...list(text) };
    },
    report: (text) => ({ text, ...report(text) }),
  });
}

/** Bytes as an array of numbers. */
function toReport(comparison: DecoderComparison): object {
  const results = comparison.results.map((result) => ({ ...result, bytes: result.bytes && Array.from(result.bytes) }));
  return { ...comparison, results };
}

/** A text that begins as a URL with a host does. */
const HAS_HOST = /^[\0- ]*(?:[a-z][a-z\d+.-]*:)?[\\/]{2}/i;

function listResults({ results, differences }: DecoderComparison, text: string): Table {
  const places = differences.map(({ rule, index }) => `${rule} at ${index}`);
  return {
    heads: ["DECODER", "RESULT", "CALL"],
    rows: results.map(({ decoder, value, bytes, error, call }): Cell[] => {
      const refusal = error === undefined ? showBytes(bytes) : `refuses at ${error.index}`;
      return [decoder, value === undefined ? [refusal, "warning"] : shorten(value), call];
    }),
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

function showBytes(bytes: Uint8Array = new Uint8Array()): string {
  return shorten(`bytes ${Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ")}`);
}
