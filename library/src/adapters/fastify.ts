import { describeType } from "../base/arguments.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import {
  type FormParserOptions,
  type IncomingRequest,
  type IncomingStream,
  PARSER_OPTIONS,
  type ParsedBody,
  resolveParserOptions,
  type ResolvedParserOptions,
  readIncoming,
} from "./incoming.ts";

export type { FormParserOptions, ParsedBody } from "./incoming.ts";

/** The members of a Fastify 5 instance that are used. */
export interface FastifyParsers {
  addContentTypeParser(
    contentType: string,
    parser: (request: IncomingRequest, payload: IncomingStream) => Promise<ParsedBody>,
  ): unknown;
}

/** Fastify's own options for every plugin, which it also passes to the plugin (https://fastify.dev/docs/latest/Reference/Plugins/#plugin-options). */
interface FastifyOptions {
  readonly prefix?: unknown;
  readonly logLevel?: unknown;
  readonly logSerializers?: unknown;
}

const PLUGIN_OPTIONS: OptionNames<FormParserOptions & FastifyOptions> = {
  ...PARSER_OPTIONS,
  prefix: true,
  logLevel: true,
  logSerializers: true,
};

/**
 * A plugin for Fastify 5 that parses forms: `request.body` becomes a `FormPairs`, or with the option `object` an object without
 * inherited properties.
 *
 * It registers the parser for the whole scope in which the plugin is registered. Fastify's `bodyLimit` does not apply here;
 * use `limits`.
 *
 * @param instance the Fastify instance, which Fastify passes
 * @param options as for `parseFormRequest`, and `object`; Fastify's own are ignored. Errors have `status` 400, 413 or 415, which
 *   Fastify uses for its response
 * @param done called when the parser is registered, or with a TypeError for wrong options
 * @throws TypeError for anything but a Fastify instance
 * @example
 * import { formParser } from "percodec/fastify";
 * const parsers = new Map();
 * const instance = { addContentTypeParser: (type, parser) => parsers.set(type, parser) };
 * formParser(instance, { object: "last" }, () => {}) // → undefined
 * // The handler of a route then reads a field as request.body.a, or without the option as request.body.get("a").
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
  let resolved: ResolvedParserOptions;
  try {
    resolved = resolveParserOptions(
      readOptions<FormParserOptions & FastifyOptions>(options, PLUGIN_OPTIONS, "formParser"),
      "formParser",
    );
  } catch (error) {
    done(error as Error);
    return;
  }
  instance.addContentTypeParser("application/x-www-form-urlencoded", (request, payload) =>
    readIncoming(request, payload, resolved),
  );
  done();
}

// With this property Fastify creates no scope for the plugin (https://fastify.dev/docs/latest/Reference/Plugins/#handle-the-scope).
Object.assign(formParser, { [Symbol.for("skip-override")]: true });
