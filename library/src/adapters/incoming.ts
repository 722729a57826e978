import { requireChoice } from "../base/arguments.ts";
import type { OptionNames, ReadOptions } from "../base/options.ts";
import { hasOwn } from "../base/own.ts";
import { type Duplicates, DUPLICATES, type FormPairs } from "../form/pairs.ts";
import {
  withRequestErrors,
  FormBody,
  type FormRequestOptions,
  REQUEST_OPTIONS,
  type ResolvedRequestOptions,
  resolveRequestOptions,
} from "../form/request.ts";

/** How `formParser` reads a request. */
export interface FormParserOptions extends FormRequestOptions {
  /**
   * Makes `request.body` an object from names to values instead of a `FormPairs`, as `toObject` returns it with these `duplicates`:
   * `"throw"`, `"first"`, `"last"`, `"array"` or `"combine"`.
   */
  readonly object?: Duplicates | undefined;
}

export const PARSER_OPTIONS: OptionNames<FormParserOptions> = { ...REQUEST_OPTIONS, object: true };

/** The options of a parser after checking, with defaults. */
export interface ResolvedParserOptions extends ResolvedRequestOptions {
  readonly object: Duplicates | undefined;
}

/** Checks the options and resolves their defaults; `owner` is the name of the caller's function for errors. */
export function resolveParserOptions(options: ReadOptions<FormParserOptions>, owner: string): ResolvedParserOptions {
  const { object } = options;
  if (object !== undefined) requireChoice(object, DUPLICATES, "object");
  return { ...resolveRequestOptions(options, owner), object };
}

/** The type of `request.body` after parsing. */
export type ParsedBody = FormPairs | Record<string, string | string[]>;

/** The members of a request of Node's `http` that are used. */
export interface IncomingRequest {
  readonly headers: { readonly [name: string]: string | string[] | undefined };
}

/** The members of a readable stream of Node that are used. */
export interface IncomingStream {
  // eslint-disable-next-line typescript/no-explicit-any -- each event has listeners of its own
  on(event: string, listener: (value: any) => void): unknown;
  // eslint-disable-next-line typescript/no-explicit-any -- as above
  off(event: string, listener: (value: any) => void): unknown;
  destroy(): unknown;
  readonly destroyed?: boolean;
  readonly readableEnded?: boolean;
}

/** Returns a header of a request by its name in lower case. */
export function readHeader(request: IncomingRequest, name: string): string | undefined {
  // The headers of Node's `http` inherit from Object.prototype.
  const value = hasOwn(request.headers, name) ? request.headers[name] : undefined;
  return Array.isArray(value) ? value.join(", ") : value;
}

/** Reads a form from a request of Node's `http`, or from bytes that were already read. */
export async function readIncoming(
  request: IncomingRequest,
  source: IncomingStream | Uint8Array,
  resolved: ResolvedParserOptions,
): Promise<ParsedBody> {
  // If the bytes were already read, they were also decompressed: the headers for coding and length no longer apply.
  const wasRead = source instanceof Uint8Array;
  const header = (name: string) => (wasRead && name !== "content-type" ? undefined : readHeader(request, name));
  const body = new FormBody(resolved, header);
  if (wasRead) {
    body.push(source);
  } else {
    await readAll(source, body);
  }
  const pairs = body.end();
  const { object } = resolved;
  return object === undefined ? pairs : withRequestErrors(() => pairs.toObject({ duplicates: object }));
}

/**
 * How many bytes of a refused body are still read and discarded. A client that is still sending gets the response only if
 * the server reads on; otherwise it gets a reset connection.
 */
const MAX_DRAINED_BYTES = 1 << 20;

/** Pushes all chunks; at a fault it rejects and reads on up to `MAX_DRAINED_BYTES`. */
function readAll(stream: IncomingStream, body: FormBody): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = () => reject(new Error("the request was closed before its end"));
    if (stream.destroyed) {
      closed();
      return;
    }
    const listeners: Listeners = {
      data: (chunk: Uint8Array) => {
        try {
          body.push(chunk);
        } catch (error) {
          settle(() => reject(error));
          drain(stream);
        }
      },
      end: () => settle(resolve),
      error: (error: unknown) => settle(() => reject(error)),
      close: () => settle(closed),
    };
    const settle = (outcome: () => void): void => {
      unlisten(stream, listeners);
      outcome();
    };
    listen(stream, listeners);
  });
}

function drain(stream: IncomingStream): void {
  let drained = 0;
  const stop = (): void => unlisten(stream, listeners);
  const listeners: Listeners = {
    data: (chunk: Uint8Array) => {
      drained += chunk.length;
      if (drained <= MAX_DRAINED_BYTES) return;
      stop();
      stream.destroy();
    },
    // The promise is already rejected, so an end, error or close of the stream needs no report.
    end: stop,
    error: stop,
    close: stop,
  };
  listen(stream, listeners);
}

// eslint-disable-next-line typescript/no-explicit-any -- as above
type Listeners = Record<string, (value: any) => void>;

function listen(stream: IncomingStream, listeners: Listeners): void {
  for (const [event, listener] of Object.entries(listeners)) stream.on(event, listener);
}

function unlisten(stream: IncomingStream, listeners: Listeners): void {
  for (const [event, listener] of Object.entries(listeners)) stream.off(event, listener);
}
