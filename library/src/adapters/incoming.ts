import { requireChoice } from "../base/arguments.ts";
import { type OptionNames, type ReadOptions, readOptions } from "../base/options.ts";
import { hasOwn } from "../base/own.ts";
import { LIMITS } from "../form/options.ts";
import { type Duplicates, DUPLICATES, type FormPairs } from "../form/pairs.ts";
import {
  type FormBody,
  type FormRequestOptions,
  REQUEST_OPTIONS,
  type ResolvedRequestOptions,
  resolveRequestOptions,
  withRequestErrors,
} from "../form/request.ts";

/** The options that both frameworks have. `limits` has no default for `name` and `value`: the limit of the body bounds them. */
export interface ParserOptions extends FormRequestOptions {
  /**
   * What `request.body` is: an object from names to values, as `toObject` returns it with these `duplicates` (default `"combine"`: one value
   * is a string, several are an array), or with `"pairs"` a `FormPairs`.
   */
  readonly object?: Duplicates | "pairs" | undefined;
}

export const PARSER_OPTIONS: OptionNames<ParserOptions> = { ...REQUEST_OPTIONS, object: true };

export interface ResolvedParserOptions extends ResolvedRequestOptions {
  readonly object: Duplicates | "pairs";
}

/** Checks the options and resolves their defaults; `named` has for a limit its name in the framework, its value and its default. */
export function resolveParserOptions(
  options: ReadOptions<ParserOptions>,
  owner: string,
  named: { readonly [limit: string]: readonly [name: string, value: number | undefined, otherwise: number] },
): ResolvedParserOptions {
  const own: Readonly<Record<string, number | undefined>> = readOptions(options.limits, LIMITS, owner, "limit");
  const { name: nameLimit = Infinity, value: valueLimit = Infinity } = own;
  const limits = { ...own, name: nameLimit, value: valueLimit };
  for (const [limit, [name, value, otherwise]] of Object.entries(named)) {
    if (own[limit] !== undefined && value !== undefined) {
      throw new TypeError(`${name} and limits.${limit} of ${owner} are one limit: use ${name}`);
    }
    if (own[limit] === undefined) Object.assign(limits, { [limit]: value ?? otherwise });
  }
  const { object = "combine" } = options;
  requireChoice(object, [...DUPLICATES, "pairs"], "object");
  // Options that are not given are not inherited.
  const others: typeof options & { readonly __proto__?: null } = { __proto__: null, ...options, limits };
  return { ...resolveRequestOptions(others, owner), object };
}

/** The type of `request.body` after parsing. */
export type ParsedBody = FormPairs | Record<string, string | string[]>;

/** The members of a request of Node's `http` that are used. */
export interface IncomingRequest {
  readonly headers: { readonly [name: string]: string | string[] | undefined };
}

export function readHeader(request: IncomingRequest, name: string): string | undefined {
  // The headers of Node's `http` inherit from Object.prototype.
  const value = hasOwn(request.headers, name) ? request.headers[name] : undefined;
  return Array.isArray(value) ? value.join(", ") : value;
}

export function parseBody(body: FormBody, { object }: ResolvedParserOptions): ParsedBody {
  const pairs = body.end();
  return object === "pairs" ? pairs : withRequestErrors(() => pairs.toObject({ duplicates: object }));
}
