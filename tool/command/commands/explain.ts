import { explainDecode, explainEncode } from "../../shared/explain/explain.ts";
import { percentDecodeReport } from "percodec";
import type { Encoding } from "percodec/charset";
import type { ExplainedStep } from "../../shared/explain/steps.ts";
import { toHex } from "../../shared/text.ts";
import { refuse } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import { LINE_FLAGS } from "../line/flags.ts";
import type { Cell, Table } from "../run/table.ts";
import { loadEncoding } from "../run/load-encoding.ts";
import { loadGuess } from "../run/remedies.ts";
import { processTexts } from "../run/texts.ts";
import { loadSet, requireOnly } from "../run/set-options.ts";

/** The most UTF-16 units and bytes of a step that a table shows. */
const SHOWN_UNITS = 24;
const SHOWN_BYTES = 8;

/** Returns the steps, and the name of another encoding than UTF-8. */
type Explain = (text: string) => readonly [encoding: string | undefined, steps: readonly ExplainedStep[]];

/** `percodec encode --explain` and `percodec decode --explain`. */
export async function explain(invocation: Invocation): Promise<number | undefined> {
  const run = await (invocation.command === "encode" ? explainEncoding : explainDecoding)(invocation);
  await loadGuess();
  return processTexts(invocation, {
    run,
    show: ([encoding = "UTF-8", steps]) => tabulateSteps(steps, encoding),
    report: ([encoding, steps], text) => ({ text, ...(encoding !== undefined && { encoding }), steps }),
  });
}

/** A fault is one of the steps, unless its policy is `throw`. */
async function explainDecoding(invocation: Invocation): Promise<Explain> {
  requireOnly(invocation, "explain", ["malformed", "invalid-utf8", "form", "percent-u", "encoding", ...LINE_FLAGS]);
  const options = {
    malformed: invocation.choice("decode", "malformed") ?? "keep",
    invalidUtf8: invocation.choice("decode", "invalid-utf8") ?? "keep",
    plus: invocation.has("form") ? "space" : "literal",
  } as const;
  const labels = invocation.value("encoding")?.split(",") ?? [];
  const percentU = invocation.has("percent-u");
  if (percentU && labels.length > 0) refuse("--encoding decodes bytes of that encoding: leave out --percent-u");
  const encodings = await Promise.all(labels.map(loadEncoding));
  return (text) => {
    const { malformed, plus } = options;
    const isDecoded = (encoding: Encoding) =>
      percentDecodeReport(text, { malformed, plus, encoding }).issues.every(({ code }) => code.endsWith("escape"));
    const encoding = (encodings.length > 1 && encodings.find(isDecoded)) || encodings[0];
    return [encoding?.name, explainDecode(text, { ...options, percentU, encoding })];
  };
}

async function explainEncoding(invocation: Invocation): Promise<Explain> {
  requireOnly(invocation, "explain", ["set", "keep", "form", "encoding", "unencodable", ...LINE_FLAGS]);
  const set = await loadSet(invocation);
  const label = invocation.value("encoding");
  const encoding = label === undefined ? undefined : await loadEncoding(label);
  const unencodable = invocation.choice("encode", "unencodable") ?? "throw";
  return (text) => [encoding?.name, explainEncode(text, set, { unencodable, encoding })];
}

function tabulateSteps(steps: readonly ExplainedStep[], encoding: string): Table {
  // Without a fault the column CODE is left out.
  const faults = steps.some(({ code }) => code !== undefined);
  return {
    heads: ["INDEX", "INPUT", "BYTES", encoding, "OUTPUT", ...(faults ? ["CODE"] : []), "CLAUSE"],
    rows: steps.map((step): Cell[] => {
      const { index, input, bytes, bits, output, code = "", clause } = step;
      return [
        String(index),
        shorten(input),
        showBytes(bytes, bits),
        nameRole(step),
        shorten(output),
        ...(faults ? [code === "" ? code : ([code, "danger"] as const)] : []),
        clause,
      ];
    }),
  };
}

/** How a table names the roles of bytes, and of the escapes `%uXXXX` of a surrogate pair. */
const ROLES = {
  ascii: "ASCII",
  character: "whole character",
  lead: "first byte",
  continuation: "middle byte",
  last: "last byte",
};
const SURROGATES = { ...ROLES, lead: "first surrogate", last: "second surrogate" };

function nameRole({ utf8, bytes }: ExplainedStep): Cell {
  return utf8 === "error" ? [utf8, "danger"] : (bytes.length === 1 ? ROLES : SURROGATES)[utf8];
}

function shorten(text: string): string {
  return text.length > SHOWN_UNITS ? `${text.slice(0, SHOWN_UNITS)}…` : text;
}

function showBytes(bytes: readonly number[], bits: string | undefined): string {
  const hex = bytes.slice(0, SHOWN_BYTES).map((byte) => toHex(byte, 2));
  return `${hex.join(" ")}${bytes.length > SHOWN_BYTES ? " …" : ""}${bits === undefined ? "" : ` = ${bits}`}`;
}
