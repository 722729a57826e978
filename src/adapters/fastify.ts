import type { FormPairs } from "../form/pairs.ts";
import type { FormRequestOptions } from "../form/request.ts";
import { type IncomingRequest, type IncomingStream, readIncoming } from "./incoming.ts";

/** What is needed of an instance of Fastify 5. */
export interface FastifyParsers {
  addContentTypeParser(
    contentType: string,
    parser: (request: IncomingRequest, payload: IncomingStream) => Promise<FormPairs>,
  ): unknown;
}

/**
 * A plugin for Fastify 5 that parses forms: `request.body` becomes a `FormPairs`.
 *
 * It registers the parser where it is registered itself, not in a scope of its own. Fastify's `bodyLimit` is for the
 * parsers that it reads for; here `limits` rule.
 *
 * @param instance of Fastify, which passes itself
 * @param options as for `parseFormRequest`; errors carry `status` 400, 413 or 415, which Fastify answers
 * @param done called when all is registered
 * @example
 * import { formParser } from "percodec/fastify";
 * const parsers = [];
 * formParser({ addContentTypeParser: (type) => parsers.push(type) }, {}, () => {}) // → undefined
 * parsers // → ["application/x-www-form-urlencoded"]
 */
export function formParser(instance: FastifyParsers, options: FormRequestOptions, done: (error?: Error) => void): void {
  instance.addContentTypeParser("application/x-www-form-urlencoded", (request, payload) =>
    readIncoming(request, payload, options),
  );
  done();
}

// How Fastify is told that a plugin is no scope (https://fastify.dev/docs/latest/Reference/Plugins/#handle-the-scope).
Object.assign(formParser, { [Symbol.for("skip-override")]: true });
