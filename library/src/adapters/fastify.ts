import { describeType, showValue } from "../base/arguments.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { FormBody } from "../form/request.ts";
import {
  type IncomingRequest,
  PARSER_OPTIONS,
  type ParsedBody,
  parseBody,
  type ParserOptions,
  readHeader,
  resolveParserOptions,
} from "./incoming.ts";

export type { ParsedBody, ParserOptions } from "./incoming.ts";

/** How `formParser` reads a request. */
export interface FormParserOptions extends ParserOptions {
  /** The limit of the body in bytes, as in `@fastify/formbody`: that of a route comes first, and the default is that of the instance. */
  readonly bodyLimit?: number | undefined;
  /** Another parser of `@fastify/formbody` is a TypeError. */
  readonly parser?: unknown;
}

/** The members of a Fastify 5 instance that are used. */
export interface FastifyParsers {
  addContentTypeParser(
    contentType: string,
    options: { parseAs: "buffer"; bodyLimit?: number },
    parser: (request: IncomingRequest, body: Uint8Array) => Promise<ParsedBody>,
  ): unknown;
}

/** Fastify's own options for every plugin, which it also passes to the plugin (https://fastify.dev/docs/latest/Reference/Plugins/#plugin-options). */
type FastifyOptions = { readonly [Name in "prefix" | "logLevel" | "logSerializers"]?: unknown };

const PLUGIN_OPTIONS: OptionNames<FormParserOptions & FastifyOptions> = {
  ...PARSER_OPTIONS,
  bodyLimit: true,
  parser: true,
  prefix: true,
  logLevel: true,
  logSerializers: true,
};

/**
 * A plugin for Fastify 5 that parses forms, in place of `@fastify/formbody`: `request.body` becomes an object without inherited properties, or with
 * `object: "pairs"` a `FormPairs`.
 *
 * It registers the parser for the whole scope in which the plugin is registered. Fastify reads the body and checks `bodyLimit`, with errors
 * of its own.
 *
 * @param instance the Fastify instance, which Fastify passes
 * @param options as for `parseFormRequest`, `object` and `bodyLimit`; Fastify's own are ignored. Errors have `status` 400, 413 or 415, which
 *   Fastify uses for its response
 * @param done called when the parser is registered, or with a TypeError for wrong options
 * @throws TypeError for anything but a Fastify instance
 * @example
 * import { formParser } from "percodec/fastify";
 * const parsers = new Map();
 * const instance = { addContentTypeParser: (type, options, parser) => parsers.set(type, parser) };
 * formParser(instance, { object: "last" }, () => {}) // → undefined
 * // The handler of a route then reads a field as request.body.a, or with object: "pairs" as request.body.get("a").
 * [...parsers.keys()] // → ["application/x-www-form-urlencoded"]
 */
export function formParser(
  instance: FastifyParsers,
  options: FormParserOptions | undefined,
  done: (error?: Error) => void,
): void {
  if (
    typeof (instance as Partial<FastifyParsers> | undefined)?.addContentTypeParser !== "function" ||
    typeof done !== "function"
  ) {
    throw new TypeError(
      `formParser was called with ${describeType(instance)}: call fastify.register(formParser, options) instead`,
    );
  }
  try {
    const given = readOptions<FormParserOptions & FastifyOptions>(options, PLUGIN_OPTIONS, "formParser");
    const { bodyLimit, parser } = given;
    if (parser !== undefined) {
      throw new TypeError("formParser has no other parser; object and the options of parseForm decide what it returns");
    }
    // For 0 Fastify would use the limit of the instance.
    if (bodyLimit !== undefined && !(typeof bodyLimit === "number" && bodyLimit >= 1)) {
      throw new TypeError(`bodyLimit must be a number of at least 1, not ${showValue(bodyLimit)}`);
    }
    // Fastify checks its own limits.
    const resolved = resolveParserOptions(given, "formParser", {
      body: ["bodyLimit", bodyLimit && Infinity, Infinity],
    });
    const parseAs = { parseAs: "buffer", ...(bodyLimit !== undefined && { bodyLimit }) } as const;
    instance.addContentTypeParser("application/x-www-form-urlencoded", parseAs, async (request, bytes) => {
      const body = new FormBody(resolved, (name) => readHeader(request, name));
      body.push(bytes);
      return parseBody(body, resolved);
    });
  } catch (error) {
    done(error as Error);
    return;
  }
  done();
}

// With this property Fastify creates no scope for the plugin (https://fastify.dev/docs/latest/Reference/Plugins/#handle-the-scope).
Object.assign(formParser, { [Symbol.for("skip-override")]: true });
