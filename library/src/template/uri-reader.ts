import type { DecodedText } from "../base/branded-text.ts";
import { findReadFault } from "../uri/segment.ts";
import { takePrefix } from "./expand.ts";
import { MATCH_OPERATION, type MatchPlan, type MatchRun, type Settings } from "./match-plan.ts";
import { decodeReserved, decodeStrictly, findOnlyCuts, findRunEnd, startsWithPart, UNRESERVED } from "./match-text.ts";
import type { SortedUri } from "./match-query.ts";
import type { Expression, Operator, Varspec } from "./parse.ts";
import { findUnsafePlace, findUnsafeReserved, judge, type Piece, type Unsafe, unsafeError } from "./safety.ts";

/** The value of a variable: a text, a list, or the pairs of a query that the template does not name. */
export type Value = DecodedText | DecodedText[] | { [name: string]: DecodedText };

export const createValues = (): Record<string, Value> => Object.create(null) as Record<string, Value>;

type Reading = readonly [variable: Varspec, value: Value | undefined, operator: Operator];

export class UriReader {
  readonly #uri: string;
  readonly #plan: MatchPlan;
  readonly #settings: Settings;
  readonly #sorted: SortedUri | undefined;
  readonly #values: Record<string, Value>;
  /** Every variable with its value, if values have to agree. */
  readonly #readings: Reading[] | undefined;
  /** Each part of the template with its place in the URI, if values together may be unsafe. */
  readonly #pieces: Piece[] | undefined;
  #valueEnd = 0;
  /** Where the path ends, once a value may be unsafe. */
  #pathEnd: number | undefined;
  #unsafe: Unsafe | undefined;

  /** @param values those of the steps that were read before */
  constructor(uri: string, plan: MatchPlan, settings: Settings, values: Record<string, Value>, sorted?: SortedUri) {
    this.#uri = uri;
    this.#values = values;
    this.#plan = plan;
    this.#settings = settings;
    this.#sorted = sorted;
    this.#readings = plan.hasPrefixes ? [] : undefined;
    this.#pieces = settings.isSafe && plan.needsCheck ? [] : undefined;
  }

  read(first: number = 0, at: number = 0): Record<string, Value> | undefined {
    if (this.#readSteps(first, at) !== this.#uri.length) return undefined;
    if (this.#readings !== undefined && !this.#agree(this.#readings)) return undefined;
    if (this.#settings.isSafe) this.#refuseUnsafe();
    return this.#values;
  }

  /** Reads the parts of the template; returns the end of the last one, or -1 if the URI does not match. */
  #readSteps(first: number, from: number): number {
    const { steps } = this.#plan;
    let at = from;
    for (let k = first; k < steps.length && at >= 0; k++) {
      const step = steps[k]!;
      if (typeof step === "string") at = this.#readLiteral(step, at);
      else if (step.simpleName !== "") at = this.#readSimpleRun(step, at);
      else at = this.#readRun(step, at, k === steps.length - 1);
    }
    return at;
  }

  #readLiteral(literal: string, from: number): number {
    if (!startsWithPart(this.#uri, literal, from)) return -1;
    const to = from + literal.length;
    this.#pieces?.push({ part: literal, from, to });
    return to;
  }

  /** Does the same as `#readRun` for a run with a simple name, in a tenth less time. */
  #readSimpleRun({ expression, simpleName, overlap }: MatchRun, from: number): number {
    const end = findRunEnd(this.#uri, from, this.#uri.length, UNRESERVED) - overlap;
    const value = end < from ? undefined : this.#decode(expression.operator, from, end);
    if (value === undefined) return -1;
    this.#values[simpleName] = value;
    this.#pieces?.push({ part: expression, from, to: end });
    return end;
  }

  /** Reads the expressions of a run; returns its end, or -1 if the URI does not match. */
  #readRun({ expression, classes, overlap, literals, others }: MatchRun, from: number, isLast: boolean): number {
    // Named values are checked one by one, so a run at the end need not be checked before.
    const isRest = isLast && expression.operator.named;
    const end = isRest ? this.#uri.length : findRunEnd(this.#uri, from, this.#uri.length, classes) - overlap;
    if (end < from) return -1;
    if (others.length === 0) return this.#readExpression(expression, from, end);
    const cuts = findOnlyCuts(this.#uri, from, end, literals);
    if (cuts === undefined) return -1;
    let at = from;
    for (const [k, one] of [expression, ...others].entries()) {
      const to = cuts[k] ?? end;
      if (this.#readExpression(one, at, to) < 0) return -1;
      if (k < literals.length) at = this.#readLiteral(literals[k]!, to);
    }
    return end;
  }

  /** Reads the expansion of an expression; returns its end, or -1 if the expression cannot expand to it. */
  #readExpression(expression: Expression, from: number, to: number): number {
    const { operator, variables } = expression;
    const { first } = operator;
    const isDefined = first === "" || from < to;
    if (isDefined && first !== "" && this.#uri.charCodeAt(from) !== first.charCodeAt(0)) return -1;
    // Without an expansion `at` is after `to`, so no value is read.
    let at = isDefined ? from + first.length : to + 1;
    for (const variable of variables) {
      at = this.#readVariable(variable, operator, at, to);
      if (at < 0) return -1;
    }
    if (isDefined && at - 1 < to) return -1;
    this.#pieces?.push({ part: expression, from, to });
    return to;
  }

  /** Reads the pairs that the template does not name; returns the start of the next item, or -1 for a pair that is malformed or repeated. */
  #readPairs(operator: Operator, at: number, to: number, count: number, pairs: Record<string, DecodedText>): number {
    for (let k = 0; k < count; k++) {
      const equals = findRunEnd(this.#uri, at, to, UNRESERVED);
      const name = decodeStrictly(this.#uri.slice(at, equals));
      const value = this.#uri[equals] === "=" ? this.#readValue(operator, equals + 1, to, false) : undefined;
      if (name === undefined || value === undefined || name in pairs) return -1;
      pairs[name] = value as DecodedText;
      at = this.#valueEnd + 1;
    }
    return at;
  }

  /** Reads the items of a variable from `at` on; returns the start of the next item, or -1 for a value that is malformed. */
  #readVariable(variable: Varspec, operator: Operator, at: number, to: number): number {
    const { name, explode, prefix } = variable;
    let value: Value | undefined;
    const list = this.#sorted?.list;
    const count = this.#sorted?.count ?? 0;
    const takesOthers = variable === list && count > 0;
    if (takesOthers) {
      value = Object.create(null) as Record<string, DecodedText>;
      at = this.#readPairs(operator, at, to, count, value);
    }
    while (!takesOthers && at <= to && (explode || value === undefined)) {
      const start = operator.named ? this.#skipName(name, operator, at, to) : at;
      if (start < 0) break;
      const found = this.#readValue(operator, start, to, !explode && prefix === undefined);
      if (found === undefined) return -1;
      if (!explode) value = found;
      else if (value === undefined) value = [found as DecodedText];
      else (value as DecodedText[]).push(found as DecodedText);
      at = this.#valueEnd + 1;
    }
    this.#readings?.push([variable, value, operator]);
    if (value !== undefined) this.#values[name] = value;
    return at;
  }

  /** Returns the start of the value of `name=value`, or -1 if the item has another name. */
  #skipName(name: string, { separator, ifEmpty }: Operator, at: number, to: number): number {
    const end = at + name.length;
    if (end > to || !startsWithPart(this.#uri, name, at)) return -1;
    // `;` writes an empty value without `=`, `?` and `&` write it with one.
    const isEmpty = end === to || this.#uri[end] === separator;
    if (isEmpty || this.#uri.charCodeAt(end) !== EQUALS_SIGN) return isEmpty && ifEmpty === "" ? end : -1;
    return ifEmpty === "" && (end + 1 === to || this.#uri[end + 1] === separator) ? -1 : end + 1;
  }

  /** Reads a value up to the separator or `to`; if names are written and the value has commas, a list. */
  #readValue(operator: Operator, from: number, to: number, mayBeList: boolean): Value | undefined {
    const { reserved, separator, named } = operator;
    let end = reserved || separator === "." ? to : findRunEnd(this.#uri, from, to, UNRESERVED);
    const first = this.#decode(operator, from, end);
    if (first === undefined) return undefined;
    let value: Value = first;
    while (end < to && named && mayBeList && this.#uri.charCodeAt(end) === COMMA_SIGN) {
      const start = end + 1;
      end = findRunEnd(this.#uri, start, to, UNRESERVED);
      const member = this.#decode(operator, start, end);
      if (member === undefined) return undefined;
      if (typeof value === "string") value = [value];
      value.push(member);
    }
    this.#valueEnd = end;
    return end === to || this.#uri[end] === separator ? value : undefined;
  }

  #decode(operator: Operator, from: number, to: number): DecodedText | undefined {
    const text = this.#uri.slice(from, to);
    const hasEscapes = text.includes("%");
    const decoded = hasEscapes ? decodeStrictly(text) : text;
    if (decoded === undefined) return undefined;
    const maybeUnsafe = hasEscapes || text === "" || text.charCodeAt(0) === DOT || operator.reserved;
    if (maybeUnsafe && this.#unsafe === undefined) this.#unsafe = this.#findUnsafe(decoded, operator, from, to);
    return operator.reserved && hasEscapes ? decodeReserved(text) : decoded;
  }

  #findUnsafe(decoded: string, { reserved, first }: Operator, from: number, to: number): Unsafe | undefined {
    const { isSafe, allow } = this.#settings;
    if (!isSafe) return undefined;
    if (reserved) return findUnsafeReserved(this.#uri, from, to, allow);
    // An index of -1 becomes the largest number. A search by a regular expression takes three times as long.
    this.#pathEnd ??= Math.min(this.#uri.indexOf("?") >>> 0, this.#uri.indexOf("#") >>> 0);
    if (from > this.#pathEnd || first === "&" || (decoded === "" && !this.#isInnerSegment(from, to))) return undefined;
    return judge(from, to, allow, (names) => findReadFault(decoded, names));
  }

  /** Whether a value is a whole segment of the path, and another one follows. */
  #isInnerSegment(from: number, to: number): boolean {
    const uri = this.#uri;
    if (uri[to] !== "/") return false;
    const [{ length }, authority] = /^(?:[^:/?#]+:)?(\/\/[^/?#]*)?/.exec(uri)!;
    return from === length ? authority === undefined : from > length && uri[from - 1] === "/";
  }

  /** Whether the values of each variable agree, as wholes and as prefixes; then they are the result. */
  #agree(readings: readonly Reading[]): boolean {
    const wholes = new Map<string, Value | undefined>();
    const rank = ([{ prefix }, value]: Reading) =>
      prefix === undefined ? Infinity : typeof value === "string" ? value.length : 0;
    for (const [{ name }, value] of Array.from(readings).sort((a, b) => rank(b) - rank(a)))
      if (!wholes.has(name)) wholes.set(name, value);
    for (const [{ name, prefix }, value, { reserved }] of readings) {
      const whole = wholes.get(name);
      const wanted = prefix !== undefined && typeof whole === "string" ? takePrefix(whole, prefix, reserved) : whole;
      if (JSON.stringify(value) !== JSON.stringify(wanted)) return false;
      if (whole !== undefined) this.#values[name] = whole;
    }
    return true;
  }

  /** Throws if a value is unsafe, or if the values make something unsafe together. */
  #refuseUnsafe(): void {
    const { allow } = this.#settings;
    const unsafe = this.#unsafe ?? (this.#pieces && findUnsafePlace(this.#pieces, this.#uri, allow));
    if (unsafe === undefined) return;
    const { from, to } = unsafe;
    // Sorting may shorten the query, so an index in the fragment is larger in the URI that was given.
    const index = !this.#uri.slice(0, from).includes("#") ? from : from + (this.#sorted?.omitted ?? 0);
    throw unsafeError(MATCH_OPERATION, index, to - from, this.#uri, unsafe, allow);
  }
}

const DOT = 0x2e;
const EQUALS_SIGN = 0x3d;
const COMMA_SIGN = 0x2c;
