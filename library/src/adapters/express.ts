import { describeType, isBytes, requireFlag, showValue } from "../base/arguments.ts";
import { type OptionNames, readOptions } from "../base/options.ts";
import { hasOwn } from "../base/own.ts";
import { platformGlobal } from "../base/platform.ts";
import { FormBody, FormRequestError, headerError } from "../form/request.ts";
import {
  type IncomingRequest,
  PARSER_OPTIONS,
  type ParsedBody,
  parseBody,
  type ParserOptions,
  readHeader,
  resolveParserOptions,
  type ResolvedParserOptions,
} from "./incoming.ts";

export type { ParsedBody, ParserOptions } from "./incoming.ts";

/** How `formParser` reads a request: the options of `express.urlencoded`, and those of percodec. */
export interface FormParserOptions extends ParserOptions {
  /** The limit of the body, after decompression, in bytes or as text such as `"1.5mb"` (default `"100kb"`). */
  readonly limit?: number | string | undefined;
  /** The limit of the number of pairs (default 1,000). */
  readonly parameterLimit?: number | undefined;
  /** The media types that are parsed, such as `"application/*"`, or a function that decides (default `"application/x-www-form-urlencoded"`). */
  // eslint-disable-next-line typescript/no-explicit-any -- the types of Express are not imported
  readonly type?: string | readonly string[] | ((request: any) => unknown) | undefined;
  /** Called with the whole body, a Buffer, and the name of its encoding; what it throws refuses the request. */
  // eslint-disable-next-line typescript/no-explicit-any -- as above
  readonly verify?: ((request: any, response: any, body: any, encoding: string) => unknown) | false | undefined;
  /** Whether compressed bodies are accepted (default true). */
  readonly inflate?: boolean | undefined;
  /** `false`, as is the default of Express 5. */
  readonly extended?: false | undefined;
  /** `"utf-8"`. */
  readonly defaultCharset?: "utf-8" | undefined;
  readonly charsetSentinel?: false | undefined;
  readonly interpretNumericEntities?: false | undefined;
}

const OPTIONS: OptionNames<FormParserOptions> = {
  ...PARSER_OPTIONS,
  limit: true,
  parameterLimit: true,
  type: true,
  verify: true,
  inflate: true,
  extended: true,
  defaultCharset: true,
  charsetSentinel: true,
  interpretNumericEntities: true,
};

/** Options of Express with one accepted value, and what does the same as others. */
const FIXED = [
  ["extended", false, 'pass the result of object: "pairs" to toNestedObject of percodec/form'],
  ["defaultCharset", "utf-8", "use encoding with an encoding of percodec/charset"],
  ["charsetSentinel", false, "use charsetField, which reads the field _charset_"],
  ["interpretNumericEntities", false, "a form in UTF-8 needs none"],
] as const;

/** The members of an Express 5 request, a readable stream of Node, that are used. */
export interface ExpressRequest extends IncomingRequest {
  // eslint-disable-next-line typescript/no-explicit-any -- each event has listeners of its own
  on(event: string, listener: (value: any) => void): unknown;
  destroy(): unknown;
  pipe?(inflater: never): unknown;
  unpipe?(inflater: never): unknown;
  resume?(): unknown;
  readonly destroyed?: boolean;
  readonly readable?: boolean;
  readonly readableEnded?: boolean;
  readonly readableEncoding?: string | null;
  readonly httpVersionMajor?: number;
  // eslint-disable-next-line typescript/no-explicit-any -- Express declares it so
  body?: any;
}

type Resolved = ResolvedParserOptions & Pick<FormParserOptions, "verify" | "inflate">;

/**
 * Creates a middleware for Express 5 that parses forms, in place of `express.urlencoded`: `request.body` becomes an object without inherited
 * properties, or with `object: "pairs"` a `FormPairs`.
 *
 * As with Express's own parsers, requests of another media type, or whose body was already read, pass unchanged. The
 * exception is a body that `express.raw()` has read and decompressed.
 *
 * @param options those of `express.urlencoded`, those of `parseFormRequest`, and `object`
 * @throws TypeError for wrong options
 * @returns the middleware; it passes errors to `next`, with the `status` and `type` of those of Express. Malformed data has the status 400 and the
 *   type `entity.parse.failed`
 * @example
 * import { formParser } from "percodec/express";
 * const headers = { "content-type": "application/x-www-form-urlencoded" };
 * const request = { headers, body: new TextEncoder().encode("a=1&b=2&b=3") };
 * await new Promise((next) => formParser({ limit: "1mb" })(request, undefined, next)) // → undefined
 * request.body // → { a: "1", b: ["2", "3"] }
 * request.body = new TextEncoder().encode("a=1&a=%zz");
 * const error = await new Promise((next) => formParser({ object: "pairs" })(request, undefined, next));
 * [error.status, error.type, error.code, error.index] // → [400, "entity.parse.failed", "malformed-escape", 6]
 */
export function formParser(
  options?: FormParserOptions,
): (request: ExpressRequest, response: unknown, next: (error?: unknown) => void) => void {
  const given = readOptions(options, OPTIONS, "formParser()");
  const { parameterLimit: pairs, verify, inflate = true, type = FORM_TYPE } = given;
  if (pairs !== undefined && !(typeof pairs === "number" && pairs >= 1)) {
    throw new TypeError(`option parameterLimit must be a positive number, not ${showValue(pairs)}`);
  }
  for (const [name, value, instead] of FIXED) {
    if (given[name] === undefined || given[name] === value) continue;
    throw new TypeError(`formParser() has only ${name}: ${JSON.stringify(value)}; ${instead}`);
  }
  if (verify !== undefined && verify !== false && typeof verify !== "function") {
    throw new TypeError(`option verify must be function, not ${describeType(verify)}`);
  }
  const resolved: Resolved = {
    ...resolveParserOptions(given, "formParser()", {
      body: ["limit", parseLimit(given.limit), 100 * 1024],
      pairs: ["parameterLimit", pairs && Math.floor(pairs), 1000],
    }),
    verify,
    inflate: requireFlag(inflate, "inflate"),
  };
  const isAccepted = toTypeTest(type);
  return (request, response, next) => {
    const wasRead = isBytes(request.body);
    if (!(wasRead || isUnread(request)) || !isAccepted(request)) {
      next();
      return;
    }
    read(request, response, resolved).then(
      (form) => {
        request.body = form;
        next();
      },
      (error: unknown) => next(toExpressError(error, request)),
    );
  };
}

const FORM_TYPE = "application/x-www-form-urlencoded";

/** Reads a number of bytes as the npm package `bytes` does. */
function parseLimit(limit: number | string | undefined): number | undefined {
  if (limit === undefined || (typeof limit === "number" && limit >= 0)) return limit;
  const [, number, unit = "b"] = /^(\d+(?:\.\d+)?) *([kmgtp]?b)?$/i.exec(typeof limit === "string" ? limit : "") ?? [];
  if (number === undefined) throw new TypeError(`option limit ${showValue(limit)} is invalid: write it as "100kb"`);
  return Math.floor(Number(number) * 1024 ** "bkmgtp".indexOf(unit.charAt(0).toLowerCase()));
}

/** Whether a request has an unread body (https://www.rfc-editor.org/rfc/rfc9112#section-6). HTTP/2 has no header that says so. */
function isUnread(request: ExpressRequest): boolean {
  const isSent = readHeader(request, "transfer-encoding") !== undefined || (request.httpVersionMajor ?? 1) > 1;
  return request.readableEnded !== true && (isSent || readLength(request) !== undefined);
}

function readLength(request: ExpressRequest): number | undefined {
  const length = Number(readHeader(request, "content-length"));
  return Number.isNaN(length) ? undefined : length;
}

/** A media type (https://www.rfc-editor.org/rfc/rfc6838#section-4.2), or a pattern as in the npm package `type-is`. */
const TYPE_PATTERN = /^(?:\*|[\w!#$&^.+-]+)\/(?:\*|(?:\*(?=\+))?[\w!#$&^.+-]+)$/;

function toTypeTest(type: NonNullable<FormParserOptions["type"]>): (request: ExpressRequest) => unknown {
  if (typeof type === "function") return type;
  const patterns = (Array.isArray(type) && type.length > 0 ? type : [type]).map((each: unknown) => {
    const pattern = each === "urlencoded" ? FORM_TYPE : each;
    if (typeof pattern === "string" && TYPE_PATTERN.test(pattern)) {
      return pattern.replace(/[^\w*/-]/g, "\\$&").replaceAll("*", "[\\w!#$$&^.+-]+");
    }
    throw new TypeError(`type must be a media type such as "application/*", not ${showValue(each)}`);
  });
  const accepted = new RegExp(`^[\\t ]*(?:${patterns.join("|")})[\\t ]*(?:;|$)`, "i");
  return (request) => accepted.test(readHeader(request, "content-type") ?? "");
}

async function read(request: ExpressRequest, response: unknown, resolved: Resolved): Promise<ParsedBody> {
  const wasRead = isBytes(request.body);
  // If the bytes were already read, they were also decompressed: the headers for coding and length no longer apply.
  const coding = (wasRead ? "" : (readHeader(request, "content-encoding") ?? "")).trim().toLowerCase() || "identity";
  const length = wasRead || coding !== "identity" ? undefined : readLength(request);
  const hidden = ["content-encoding", length === undefined ? "content-length" : ""];
  const body = new FormBody(resolved, (name) => (hidden.includes(name) ? undefined : readHeader(request, name)));
  if (wasRead) {
    body.push(request.body as Uint8Array);
  } else {
    const inflater = coding === "identity" ? undefined : createInflater(coding, resolved.inflate !== false);
    const isWhole = await readAll(request, inflater, body);
    const sizes = { expected: length, length, received: body.bytes.length };
    if (!isWhole)
      throw addFields(new Error("request aborted"), 400, "request.aborted", { code: "ECONNABORTED", ...sizes });
    if (length !== undefined && sizes.received !== length) {
      throw addFields(new Error("request size did not match content length"), 400, "request.size.invalid", sizes);
    }
  }
  await verifyBody(request, response, body, resolved);
  return parseBody(body, resolved);
}

type VerifyError = Error & { readonly status?: number; readonly statusCode?: number; readonly type?: string };

async function verifyBody(request: unknown, response: unknown, body: FormBody, { verify }: Resolved): Promise<void> {
  if (!verify) return;
  const { buffer, byteOffset, length } = body.bytes;
  const bytes = platformGlobal("Buffer")?.from(buffer, byteOffset, length) ?? body.bytes;
  try {
    await verify(request, response, bytes, body.encoding.toLowerCase());
  } catch (thrown) {
    const error = (typeof thrown === "object" && thrown !== null ? thrown : new Error(String(thrown))) as VerifyError;
    const { status = error.statusCode ?? 403, type = "entity.verify.failed" } = error;
    throw addFields(error, status >= 400 && status < 600 ? status : 500, type, { body: bytes });
  }
}

function addFields<T extends object>(error: T, status: number, type: string | undefined, fields: object = {}): T {
  return Object.assign(error, { status, statusCode: status, expose: status < 500, type }, fields);
}

/** Adds to an error of percodec the type of the error that Express's parser has for the same fault, and its message. */
function toExpressError(error: unknown, request: ExpressRequest): unknown {
  if (!(error instanceof FormRequestError) || hasOwn(error, "type")) return error;
  const { code, excerpt, option, status } = error;
  const [[name, limit] = []] = Object.entries(option?.limits ?? {});
  if (name === "pairs") return addFields(error, status, "parameters.too.many", { message: "too many parameters" });
  if (limit !== undefined) {
    const length = readLength(request) ?? 0;
    const declared = length > limit ? { expected: length, length } : {};
    return addFields(error, status, "entity.too.large", { message: "request entity too large", limit, ...declared });
  }
  const message = code === "charset-refused" ? `unsupported charset "${excerpt.toUpperCase()}"` : error.message;
  if (status === 400) return addFields(error, status, "entity.parse.failed");
  return addFields(error, status, "charset.unsupported", { message, charset: excerpt.toLowerCase() });
}

type Inflater = Pick<ExpressRequest, "on" | "destroy">;

const INFLATERS = { gzip: "Gunzip", deflate: "Inflate", br: "BrotliDecompress", zstd: "ZstdDecompress" } as const;

function createInflater(coding: string, inflate: boolean): Inflater {
  // An import of node:zlib would exclude the hosts without it, also for bodies that are not compressed.
  const zlib = platformGlobal("process")?.getBuiltinModule?.("node:zlib") as Record<string, () => Inflater> | undefined;
  const isKnown = inflate && hasOwn(INFLATERS, coding);
  const inflater = isKnown ? zlib?.[`create${INFLATERS[coding as keyof typeof INFLATERS]}`]?.() : undefined;
  if (inflater !== undefined) return inflater;
  const error = headerError("decompress the body", "unsupported-media-type", coding);
  const message = inflate ? `unsupported content encoding "${error.excerpt}"` : "content encoding unsupported";
  throw addFields(error, 415, "encoding.unsupported", { message, encoding: coding });
}

/** How many bytes of a refused body are still discarded: a client that sends gets a reset connection if the server does not read on. */
const MAX_DISCARDED_BYTES = 1 << 20;

/** Pushes all chunks, inflated, and discards what is left. Returns false if the request was closed before its end. */
function readAll(request: ExpressRequest, inflater: Inflater | undefined, body: FormBody): Promise<boolean> {
  return new Promise((resolve, reject) => {
    if (request.destroyed) return resolve(false);
    if (request.readableEncoding)
      throw addFields(new Error("stream encoding should not be set"), 500, "stream.encoding.set");
    if (request.readable === false) throw addFields(new Error("stream is not readable"), 500, "stream.not.readable");
    let isDone = false;
    const finish = (outcome: () => void): void => {
      if (isDone) return;
      isDone = true;
      request.unpipe?.(inflater as never);
      inflater?.destroy();
      outcome();
      let discarded = 0;
      request.on("data", (chunk: Uint8Array) => {
        discarded += chunk.length;
        if (discarded > MAX_DISCARDED_BYTES) request.destroy();
      });
      request.resume?.();
    };
    const source = inflater ?? request;
    source.on("data", (chunk: Uint8Array) => {
      if (isDone) return;
      try {
        body.push(chunk);
      } catch (error) {
        finish(() => reject(error));
      }
    });
    source.on("end", () => finish(() => resolve(true)));
    inflater?.on("error", (error: object) => finish(() => reject(addFields(error, 400, undefined))));
    request.on("error", () => finish(() => resolve(false)));
    // Node sends it after the end too, while the last chunks are still inflated.
    request.on("close", () => request.readableEnded || finish(() => resolve(false)));
    if (inflater !== undefined) request.pipe?.(inflater as never);
  });
}
