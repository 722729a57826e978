import { describeType, requireBytes } from "../base/arguments.ts";
import { toExcerpt } from "../base/excerpt.ts";
import { type OptionNames, type ReadOptions, readOptions } from "../base/options.ts";
import { UTF8 } from "../charset/encoding.ts";
import type { TextEncoding } from "../codec/encoding.ts";
import type { Encoding } from "../codec/options.ts";
import { PercentEncodingError, type PercentEncodingErrorCode, type PercentEncodingFault } from "../base/errors.ts";
import {
  requireEncodings,
  FORM_OPTIONS,
  type FormOptions,
  type ResolvedFormOptions,
  resolveFormOptions,
} from "./options.ts";
import { FormPairs } from "./pairs.ts";
import { parseWhole } from "./parse.ts";
import { ByteBuffer, PairScanner } from "./scan.ts";

/** How a request is read. */
export interface FormRequestOptions extends FormOptions {
  /** The encodings, besides UTF-8 and `encoding`, that the charset parameter of the media type may name. */
  readonly charsets?: readonly Encoding[] | undefined;
}

/** The members of a request that are used: a `Request` of the Fetch Standard, or any object with these members. */
export interface FormRequest {
  readonly headers: { get(name: string): string | null };
  /** A ReadableStream of bytes. */
  readonly body: {
    getReader(): {
      read(): Promise<{ readonly done: false; readonly value: Uint8Array } | { readonly done: true }>;
      cancel(reason: unknown): Promise<void>;
    };
  } | null;
}

export interface ResolvedRequestOptions extends ResolvedFormOptions {
  readonly mediaCharsets: readonly TextEncoding[];
}

export const REQUEST_OPTIONS: OptionNames<FormRequestOptions> = /* @__PURE__ */ (() => ({
  ...FORM_OPTIONS,
  charsets: true,
}))();

export function resolveRequestOptions(options: ReadOptions<FormRequestOptions>, owner: string): ResolvedRequestOptions {
  return { ...resolveFormOptions(options, owner), mediaCharsets: requireEncodings(options.charsets, "charsets") ?? [] };
}

/**
 * Reads and parses a request whose body is a form, and stops reading at the first byte beyond a limit.
 *
 * The media type must be application/x-www-form-urlencoded, its charset parameter must be allowed, and the body must not
 * be compressed.
 *
 * @param request a `Request`, or anything with its `headers` and `body`
 * @param options as for `parseForm`, and `charsets`
 * @returns the pairs
 * @throws FormRequestError with `status` 415 (`unsupported-media-type`, `charset-refused`), 413 (`limit-exceeded`) or 400
 *   (the codes of `parseForm`); the index counts bytes of the body, and characters of the header for a charset or media type
 * @throws TypeError for wrong arguments; errors of the body's stream pass through unchanged
 * @example
 * import { parseFormRequest } from "percodec/form";
 * const headers = { "content-type": "application/x-www-form-urlencoded" };
 * const request = new Request("http://localhost/", { method: "POST", headers, body: "a=1&b=2" });
 * [...(await parseFormRequest(request))] // → [["a", "1"], ["b", "2"]]
 * const bad = new Request("http://localhost/", { method: "POST", headers, body: "a=%zz" });
 * const error = await parseFormRequest(bad).catch((reason) => reason);
 * [error.status, error.code, error.index] // → [400, "malformed-escape", 2]
 */
export async function parseFormRequest(request: FormRequest, options?: FormRequestOptions): Promise<FormPairs> {
  if (typeof (request as Partial<FormRequest> | undefined)?.headers?.get !== "function") {
    throw new TypeError(
      `parseFormRequest takes a Request, not ${describeType(request)}; parseForm takes text and bytes`,
    );
  }
  const given = readOptions(options, REQUEST_OPTIONS, "parseFormRequest");
  const header = (name: string) => request.headers.get(name) ?? undefined;
  const contentType = header("content-type") ?? "";
  if (!FORM_TYPE.test(contentType)) throw headerError("read the body as a form", "unsupported-media-type", contentType);
  const body = new FormBody(resolveRequestOptions(given, "parseFormRequest"), header);
  const { body: stream } = request;
  if (stream !== null && typeof (stream as Partial<ReadableStream> | undefined)?.getReader !== "function") {
    throw new TypeError(
      `the body of parseFormRequest must be a ReadableStream, or null for none, not ${describeType(stream)}`,
    );
  }
  const reader = stream?.getReader();
  if (reader !== undefined) {
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) body.push(part.value);
    } catch (error) {
      // The caller gets the first error, even if cancelling the rest fails too.
      reader.cancel(error).catch(() => {});
      throw error;
    }
  }
  return body.end();
}

/** The HTTP status for an error of a request. */
export type FormStatus = 400 | 413 | 415;

/**
 * The error of a refused request: the fault, and the HTTP status of the response
 * (https://www.rfc-editor.org/rfc/rfc9110#section-15.5).
 *
 * @example
 * import { FormRequestError, parseFormRequest } from "percodec/form";
 * const headers = { "content-type": "text/plain" };
 * const request = new Request("http://localhost/", { method: "POST", headers, body: "a=1" });
 * const error = await parseFormRequest(request).catch((reason) => reason);
 * [error instanceof FormRequestError, error.status, error.code] // → [true, 415, "unsupported-media-type"]
 */
export class FormRequestError extends PercentEncodingError {
  override readonly name = "FormRequestError";
  /** 413 for a limit, 415 for a media type or charset, 400 for everything else. */
  readonly status: FormStatus;

  constructor(fault: PercentEncodingFault) {
    super(fault);
    const { code } = fault;
    const isUnsupported = code === "unsupported-media-type" || code === "charset-refused";
    this.status = code === "limit-exceeded" ? 413 : isUnsupported ? 415 : 400;
  }
}

/** A body that is read chunk by chunk; each chunk is checked against the limits as it arrives. */
export class FormBody {
  readonly #resolved: ResolvedFormOptions;
  readonly #scanner: PairScanner;
  readonly #buffer = new ByteBuffer();
  #scanned = 0;

  /** @param header returns a header of the request by its name in lower case; the media type is not checked */
  constructor(resolved: ResolvedRequestOptions, header: (name: string) => string | undefined) {
    const contentType = header("content-type") ?? "";
    const contentCoding = header("content-encoding") ?? "";
    const contentLength = header("content-length") ?? "";
    if (!/^(?:identity)?$/i.test(contentCoding.trim())) {
      throw headerError("read a compressed body", "unsupported-media-type", contentCoding);
    }
    const encoding = findCharset(contentType, resolved);
    this.#resolved = { ...resolved, encoding, plain: resolved.plain && encoding.legacy === undefined };
    const { body } = resolved.limits;
    if (Number(contentLength) > body) {
      throw headerError(`accept more than ${body} bytes in all`, "limit-exceeded", contentLength, body, 1, {
        limits: { body },
      });
    }
    this.#scanner = new PairScanner(resolved);
  }

  push(chunk: Uint8Array): void {
    requireBytes(chunk, "each part of a body must be");
    this.#buffer.append(chunk);
    const { bytes, length } = this.#buffer;
    withRequestErrors(() => {
      this.#scanned = this.#scanner.scan(bytes, this.#scanned, length, 0, false, () => {});
    });
  }

  get encoding(): string {
    return this.#resolved.encoding.name;
  }

  get bytes(): Uint8Array {
    return this.#buffer.bytes.subarray(0, this.#buffer.length);
  }

  end(): FormPairs {
    return withRequestErrors(() => new FormPairs(parseWhole(this.bytes, this.#resolved)));
  }
}

/**
 * Returns the encoding that the charset parameter names (https://www.rfc-editor.org/rfc/rfc9110#section-8.3.2), or `encoding`. Throws for an encoding that is not allowed, and for what parsers interpret differently: malformed parameters, a second charset, and
 * `charset*` of RFC 2231.
 */
function findCharset(contentType: string, { encoding, mediaCharsets }: ResolvedRequestOptions): TextEncoding {
  const parameters = readParameters(contentType);
  if (typeof parameters === "number") {
    const malformed = contentType.slice(parameters).replace(/;[^]*/, "");
    throw headerError("read the parameters of the media type", "unsupported-media-type", malformed, parameters);
  }
  const [charset, second] = parameters.filter(({ name }) => /^charset(?:\*|$)/.test(name));
  if (charset === undefined) return encoding;
  const found =
    charset.name === "charset" && second === undefined
      ? [UTF8, encoding, ...mediaCharsets].find((one) => one.hasLabel(charset.value))
      : undefined;
  if (found !== undefined) return found;
  const { value, index, length } = second ?? charset;
  throw headerError("use the encoding", "charset-refused", value, index, length);
}

export function headerError(
  operation: string,
  code: PercentEncodingErrorCode,
  value: string,
  index = 0,
  length: number = value.length,
  option?: PercentEncodingFault["option"],
): FormRequestError {
  const excerpt = toExcerpt(value);
  return new FormRequestError({ operation, code, index, length, unit: "utf-16", excerpt, detail: undefined, option });
}

export function withRequestErrors<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw error instanceof PercentEncodingError ? new FormRequestError(error) : error;
  }
}

/** The media type of forms, with any parameters (https://url.spec.whatwg.org/#application/x-www-form-urlencoded). */
const FORM_TYPE = /^[\t ]*application\/x-www-form-urlencoded[\t ]*(?:;|$)/i;

/**
 * A semicolon and one optional parameter: `name=token` or `name="quoted"`, without space around the equals sign
 * (https://www.rfc-editor.org/rfc/rfc9110#section-5.6.6). A quoted value has at most 1,000,000 characters, more than the headers that servers accept:
 * the stack of a regular expression has an entry for each.
 */
const PARAMETER =
  /;[\t ]*(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([!#$%&'*+.^_`|~0-9A-Za-z-]+|"(?:[\t !#-[\]-~\x80-\xff]|\\[\t -~\x80-\xff]){0,1000000}")[\t ]*)?/y;

export interface Parameter {
  readonly name: string;
  /** The value, without the quotes and backslashes of a quoted string. */
  readonly value: string;
  readonly index: number;
  readonly length: number;
}

/** Returns the parameters of a content type, or the index of the first text that is not a parameter. */
export function readParameters(contentType: string): readonly Parameter[] | number {
  const parameters: Parameter[] = [];
  const first = contentType.indexOf(";");
  for (let at = first < 0 ? contentType.length : first; at < contentType.length;) {
    PARAMETER.lastIndex = at;
    const match = PARAMETER.exec(contentType);
    if (match === null) return at;
    at = PARAMETER.lastIndex;
    const [, name, written] = match;
    if (name === undefined || written === undefined) continue;
    const value = written.startsWith('"') ? written.slice(1, -1).replace(/\\(.)/g, "$1") : written;
    const index = match.index + match[0].lastIndexOf(written);
    parameters.push({ name: name.toLowerCase(), value, index, length: written.length });
  }
  return parameters;
}
