import { readOptions } from "../base/options.ts";
import { isFormType } from "../form/request.ts";
import {
  type FormParserOptions,
  readHeader,
  type IncomingRequest,
  type IncomingStream,
  PARSER_OPTIONS,
  resolveParserOptions,
  readIncoming,
} from "./incoming.ts";

export type { FormParserOptions, ParsedBody } from "./incoming.ts";

/** The members of an Express 5 request that are used. */
export interface ExpressRequest extends IncomingRequest, IncomingStream {
  // eslint-disable-next-line typescript/no-explicit-any -- Express declares it so
  body?: any;
}

/**
 * Creates a middleware for Express 5 that parses forms: `request.body` becomes a `FormPairs`, or with the option `object` an object
 * without inherited properties.
 *
 * As with Express's own parsers, requests of another media type, or whose body was already read, pass unchanged. The
 * exception is a body that `express.raw()` has read and decompressed.
 *
 * @param options as for `parseFormRequest`, and `object`
 * @throws TypeError for wrong options
 * @returns the middleware; it passes errors to `next`, with `status` 400, 413 or 415
 * @example
 * import { formParser } from "percodec/express";
 * const headers = { "content-type": "application/x-www-form-urlencoded" };
 * const request = { headers, body: new TextEncoder().encode("a=1") };
 * await new Promise((next) => formParser({ limits: { pairs: 100 } })(request, undefined, next)) // → undefined
 * request.body.get("a") // → "1"
 * request.body = new TextEncoder().encode("a=1&a=2");
 * await new Promise((next) => formParser({ object: "last" })(request, undefined, next)) // → undefined
 * request.body.a // → "2"
 */
export function formParser(
  options?: FormParserOptions,
): (request: ExpressRequest, response: unknown, next: (error?: unknown) => void) => void {
  const resolved = resolveParserOptions(readOptions(options, PARSER_OPTIONS, "formParser()"), "formParser()");
  return (request, _response, next) => {
    const body: unknown = request.body;
    const unread = body === undefined && request.readableEnded !== true;
    const source = unread ? request : body instanceof Uint8Array ? body : undefined;
    if (source === undefined || !isFormType(readHeader(request, "content-type") ?? "")) {
      next();
      return;
    }
    readIncoming(request, source, resolved).then((form) => {
      request.body = form;
      next();
    }, next);
  };
}
