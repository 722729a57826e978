import { PercentEncodingError, type Policy } from "percodec";
import { type FormOptions, parseForm } from "percodec/form";
import { inspect } from "percodec/inspect";
import { type CleanOptions, cleanUriReport, displayUri, normalizeUri, parseQuery } from "percodec/uri";
import { checkUtf8, type Operation, readText, setText, toSlice } from "./operations.ts";
import type { Result } from "./result.ts";
import { unlessRefused, withFault } from "../../shared/unless-refused.ts";

type Input = string | Uint8Array;

/** Returns the pairs of a form, or of the query of a URI, as a JSON array of arrays. */
export function formOperation(options: FormOptions): Operation {
  const parse = (input: Input) => JSON.stringify([...parseQuery(input, options)]);
  return parseOperation((input) => [0, input.length], options, parse, setText);
}

/**
 * Returns the first value of each name in the query of a URI. A name that cannot be decoded is equal to no name, and of the values only those
 * that are returned have to be valid.
 */
export function queryParamOperation(names: readonly string[], options: FormOptions): Operation {
  const { malformed = "throw", invalidUtf8 = "throw" } = options;
  // The text after the `?` is a query, even if it begins as a URI, which strict rules refuse.
  const given = { ...options, malformed, invalidUtf8, loneSurrogate: "throw", rules: "whatwg" } as const;
  return parseOperation(findUriQuery, options, (form) => readValues(names, given, form), setValues);
}

/** Returns the range of the query of a URI reference without its `?`; an empty range without a query. */
function findUriQuery(input: Input): readonly [from: number, to: number] {
  const to = find(input, "#");
  return [Math.min(find(input, "?") + 1, to), to];
}

/** Returns the index of a character from an index on, or the length of the input. */
function find(input: Input, character: string, from = 0): number {
  const at = typeof input === "string" ? input.indexOf(character, from) : input.indexOf(character.charCodeAt(0), from);
  return at < 0 ? input.length : at;
}

function setValues([value, ...others]: readonly (string | undefined)[], result: Result): void {
  if (value === undefined) result.none("ok");
  else setText(value, result);
  if (others.length > 0) result.others = others.map((other) => (other === undefined ? other : toSlice(other)));
}

/** Returns the first value of each name in a form. */
function readValues(names: readonly string[], options: FormOptions, form: Input): readonly (string | undefined)[] {
  try {
    const pairs = parseForm(form, options);
    return names.map((name) => pairs.get(name));
  } catch (error) {
    if (!(error instanceof PercentEncodingError) || error.code === "limit-exceeded") throw error;
    return readPairwise(names, options, form);
  }
}

/** Returns the same values of a form with a fault; throws only for a fault in one of these values. */
function readPairwise(names: readonly string[], options: FormOptions, form: Input): readonly (string | undefined)[] {
  // With these policies only a limit throws, which counts bad pairs too.
  parseForm(form, { ...options, malformed: "keep", invalidUtf8: "keep", loneSurrogate: "replace", accept: undefined });
  const values = new Map<string, string>();
  const parse = (text: Input) => [...parseForm(text, options)][0];
  for (let from = 0, to: number; from < form.length; from = to + 1) {
    to = find(form, "&", from);
    const pair = form.slice(from, to);
    const name = unlessRefused(() => parse(pair.slice(0, find(pair, "="))))?.[0];
    if (name === undefined || values.has(name) || !names.includes(name)) continue;
    const [, value] = withFault(
      () => parse(pair)!,
      ({ index }) => ({ index: from + index }),
    );
    values.set(name, value);
  }
  return names.map((name) => values.get(name));
}

/** Parses the range that `findForm` returns; sets the result from what `parse` returns, or the fault. */
function parseOperation<Parsed>(
  findForm: (input: Input) => readonly [from: number, to: number],
  options: FormOptions,
  parse: (form: Input) => Parsed,
  use: (parsed: Parsed, result: Result) => void,
): Operation {
  const { invalidUtf8 = "throw", encoding } = options;
  // A kept byte is escaped, and would be decoded in the encoding.
  const policy = invalidUtf8 === "keep" ? "throw" : invalidUtf8;
  // For escapes in another encoding the field is read as text, since its raw characters are UTF-8.
  const check = encoding && checkUtf8(policy);
  return (field, result) => {
    if (check && !check(field, result)) return;
    const input = check ? readText(field) : field.bytes.subarray(field.from, field.to);
    const [from, to] = findForm(input);
    try {
      use(parse(typeof input === "string" ? input.slice(from, to) : input.subarray(from, to)), result);
    } catch (error) {
      const toByte = (index: number) => (typeof input === "string" ? Buffer.byteLength(input.slice(0, index)) : index);
      result.fail(error, ({ index }) => toByte(from + index));
    }
  };
}

export const TEXT_OPERATIONS = {
  normalize: (text: string) => normalizeUri(text),
  display: (text: string) => displayUri(text),
  inspect: (text: string) => [...new Set(inspect(text).findings.map(({ code }) => code))].join(","),
} satisfies Record<string, (text: string) => string>;

/** Runs a function on each field; the indexes of its errors are in UTF-16 units. If `run` returns undefined, it has set the result itself. */
export function textOperation(
  run: (text: string, result: Result) => string | undefined,
  invalidUtf8: Policy,
): Operation {
  const check = checkUtf8(invalidUtf8);
  return (field, result) => {
    if (!check(field, result)) return;
    const text = readText(field);
    try {
      const value = run(text, result);
      if (value !== undefined) setText(value, result);
    } catch (error) {
      result.fail(error, ({ index }) => Buffer.byteLength(text.slice(0, index)));
    }
  };
}

/** Cleans each field; a result that is not a valid URI is a fault. */
export function cleanOperation(options: CleanOptions, invalidUtf8: Policy): Operation {
  return textOperation((text, result) => {
    const { value, invalid } = cleanUriReport(text, options);
    if (invalid[0] === undefined) return value;
    result.none("invalid-uri", "invalid-uri", Buffer.byteLength(text.slice(0, invalid[0].index)));
    return undefined;
  }, invalidUtf8);
}
