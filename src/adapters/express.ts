import { readOptions } from "../base/options.ts";
import { isFormType } from "../form/media-type.ts";
import { type FormRequestOptions, REQUEST_OPTIONS, requestPlan } from "../form/request.ts";
import { headerOf, type IncomingRequest, type IncomingStream, readIncoming } from "./incoming.ts";

/** What is needed of a request of Express 5. */
export interface ExpressRequest extends IncomingRequest, IncomingStream {
  // eslint-disable-next-line typescript/no-explicit-any -- Express declares it so
  body?: any;
}

/**
 * Makes a middleware for Express 5 that parses forms: `request.body` becomes a `FormPairs`.
 *
 * Requests of another media type, and those whose body somebody has read, pass untouched, as with Express's own parsers. A
 * body that `express.raw()` has read, and inflated, is taken as it is.
 *
 * @param options as for `parseFormRequest`
 * @throws TypeError for wrong options
 * @returns the middleware; it hands errors to `next`, with `status` 400, 413 or 415
 * @example
 * import { formParser } from "percodec/express";
 * const parser = formParser({ limits: { pairs: 100 } });
 * const request = { headers: { "content-type": "application/x-www-form-urlencoded" }, body: new Uint8Array([0x61]) };
 * await new Promise((next) => parser(request, undefined, next)) // → undefined
 * [...request.body] // → [["a", ""]]
 */
export function formParser(
  options?: FormRequestOptions,
): (request: ExpressRequest, response: unknown, next: (error?: unknown) => void) => void {
  const plan = requestPlan(readOptions(options, REQUEST_OPTIONS, "formParser()"), "formParser()");
  return (request, _response, next) => {
    const { body } = request;
    const unread = body === undefined && request.readableEnded !== true;
    if (!isFormType(headerOf(request, "content-type") ?? "") || !(unread || body instanceof Uint8Array)) {
      next();
      return;
    }
    readIncoming(request, unread ? request : body, plan).then((pairs) => {
      request.body = pairs;
      next();
    }, next);
  };
}
