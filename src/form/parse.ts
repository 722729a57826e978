import { type Encoding, utf8 } from "../charset/encoding.ts";
import { requireBytes } from "../codec/arguments.ts";
import { excerptOf } from "../base/excerpt.ts";
import { PercentEncodingError } from "../codec/errors.ts";
import { loneSurrogateIn, toWellFormed } from "../codec/utf8.ts";
import { parseClean } from "./clean.ts";
import { isCharsetName } from "./entry-list.ts";
import { type FormOptions, type FormPlan, planOf } from "./options.ts";
import { FormPairs } from "./pairs.ts";
import { type LoneSurrogate, PieceDecoder } from "./piece-decoder.ts";
import { limitError, type OnPair, PairScanner, unitsOf } from "./scan.ts";

/**
 * Parses application/x-www-form-urlencoded (https://url.spec.whatwg.org/#concept-urlencoded-parser), strictly unless the
 * profile `whatwg` asks for the standard's leniency.
 *
 * It splits before it decodes, so an escaped `&` or `=` is data. What comes in comes out: each piece that is not empty is
 * a pair, and empty ones are counted. A byte order mark stays.
 *
 * @param input a text, such as a query without its `?`, or the bytes of a body
 * @param options the profile, the policies, the limits, and the encoding
 * @returns the pairs in order
 * @throws PercentEncodingError the codes of `percentDecode`; `limit-exceeded` at the first unit beyond the limit;
 *   `undecodable` and `charset-refused` where encodings are given. Indexes are UTF-16 units of a text, bytes of bytes
 * @throws TypeError for wrong arguments
 * @example
 * import { parseForm } from "percodec/form";
 * [...parseForm("q=caf%C3%A9+noir&x=1%262&x=3")] // → [["q", "café noir"], ["x", "1&2"], ["x", "3"]]
 * const issues = [];
 * const onIssue = (issue) => issues.push(issue);
 * [...parseForm("a=100%&b=1", { malformed: "keep", onIssue })] // → [["a", "100%"], ["b", "1"]]
 * issues // → [{ code: "truncated-escape", index: 5, length: 1 }]
 * [...parseForm("a=100%&b=%FF", { profile: "whatwg" })] // → [["a", "100%"], ["b", "\uFFFD"]]
 */
export function parseForm(input: string | Uint8Array, options?: FormOptions): FormPairs {
  if (typeof input !== "string") requireBytes(input, "parseForm takes a string or");
  return parseWhole(input, options === undefined ? (strict ??= planOf({})) : planOf(options));
}

/** The plan without options. */
let strict: FormPlan | undefined;

/** Parses a whole form by a plan. */
export function parseWhole(input: string | Uint8Array, plan: FormPlan): FormPairs {
  const { body } = plan.limits;
  if (input.length > body) throw limitError(input, body, 0, `${body} ${unitsOf(input)} in all`);
  const clean = plan.plain ? parseClean(input, plan.limits) : undefined;
  if (clean !== undefined) return new FormPairs(undefined, clean);
  const { source, lone } = typeof input === "string" ? wellFormed(input, plan) : { source: input, lone: [] };
  const flat: string[] = [];
  const taking = (encoding: Encoding): OnPair => {
    const decoder = new PieceDecoder(plan, encoding, typeof source === "string", lone);
    return (from, equals, to) => {
      const name = decoder.decode(source, from, equals, 0);
      flat.push(name, equals === to ? "" : decoder.decode(source, equals + 1, to, 0));
    };
  };
  const scanner = new PairScanner(plan);
  const scan = (onPair: OnPair) => scanner.scan(source, 0, source.length, 0, true, onPair);
  if (plan.charsets === undefined) {
    scan(taking(plan.encoding));
  } else {
    const ranges: number[] = [];
    scan((from, equals, to) => ranges.push(from, equals, to));
    const take = taking(charsetOf(source, ranges, plan, plan.charsets));
    for (let k = 0; k < ranges.length; k += 3) take(ranges[k]!, ranges[k + 1]!, ranges[k + 2]!);
  }
  return new FormPairs(undefined, {
    flat,
    blocks: undefined,
    size: flat.length / 2,
    places: typeof source === "string" ? source : new Uint8Array(source),
    semicolon: plan.semicolon,
    emptyPieces: scanner.emptyPieces,
  });
}

/** Finds the lone surrogates that have to be reported or refused, and replaces them if the policy says so. */
function wellFormed(text: string, plan: FormPlan): { source: string; lone: LoneSurrogate[] } {
  const at = (index: number): LoneSurrogate => ({ index, length: 1, surrogate: text[index]! });
  const first = loneSurrogateIn(text);
  if (first < 0) return { source: text, lone: [] };
  if (!plan.replaceLone) return { source: text, lone: [at(first)] };
  const lone = plan.onIssue ? Array.from(text.matchAll(/\p{Surrogate}/gu), ({ index }) => at(index)) : [];
  return { source: toWellFormed(text), lone };
}

/**
 * The encoding that the first pair `_charset_` names, if it may, or else that of the options.
 *
 * @param ranges three numbers a pair, as `OnPair` is told them
 */
function charsetOf(
  source: string | Uint8Array,
  ranges: readonly number[],
  plan: FormPlan,
  allowed: readonly Encoding[],
): Encoding {
  const decoder = new PieceDecoder(planOf({ profile: "whatwg" }), utf8, typeof source === "string", []);
  for (let k = 0; k < ranges.length; k += 3) {
    const [start, equals, end] = [ranges[k]!, ranges[k + 1]!, ranges[k + 2]!];
    // Escapes only make it longer.
    if (equals - start < "_charset_".length || !isCharsetName(decoder.decode(source, start, equals, 0))) continue;
    const from = Math.min(equals + 1, end);
    const label = decoder.decode(source, from, end, 0);
    const found = [utf8, plan.encoding, ...allowed].find((encoding) => encoding.hasLabel(label));
    if (found !== undefined) return found;
    throw new PercentEncodingError("use the encoding", "charset-refused", from, end - from, excerptOf(label));
  }
  return plan.encoding;
}
