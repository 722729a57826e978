import { requireChoice } from "../base/arguments.ts";
import type { OptionNames, Read } from "../base/options.ts";
import { hasOwn } from "../base/own.ts";
import { type Duplicates, DUPLICATES, type FormPairs } from "../form/pairs.ts";
import {
  answering,
  FormBody,
  type FormRequestOptions,
  REQUEST_OPTIONS,
  type ResolvedRequestOptions,
  resolveRequestOptions,
} from "../form/request.ts";

/** How `formParser` reads a request. */
export interface FormParserOptions extends FormRequestOptions {
  /**
   * Makes `request.body` an object of the values by their names, and not a `FormPairs`: as `toObject` with these `duplicates`,
   * `"throw"`, `"first"`, `"last"` or `"all"`.
   */
  readonly object?: Duplicates | undefined;
}

export const PARSER_OPTIONS: OptionNames<FormParserOptions> = { ...REQUEST_OPTIONS, object: true };

/** The options of a parser, read once. */
export interface ResolvedParserOptions extends ResolvedRequestOptions {
  readonly object: Duplicates | undefined;
}

/** Checks the options and resolves their defaults; `owner` is the function that takes them. */
export function resolveParserOptions(options: Read<FormParserOptions>, owner: string): ResolvedParserOptions {
  const { object } = options;
  if (object !== undefined) requireChoice(object, DUPLICATES, "object");
  return { ...resolveRequestOptions(options, owner), object };
}

/** What `request.body` becomes. */
export type ParsedBody = FormPairs | Record<string, string | string[]>;

/** What is needed of the request of Node's `http`: its headers, and the events of its stream. */
export interface IncomingRequest {
  readonly headers: { readonly [name: string]: string | string[] | undefined };
}

/** What is needed of a readable stream of Node. */
export interface IncomingStream {
  // eslint-disable-next-line typescript/no-explicit-any -- each event has listeners of its own
  on(event: string, listener: (value: any) => void): unknown;
  // eslint-disable-next-line typescript/no-explicit-any -- as above
  off(event: string, listener: (value: any) => void): unknown;
  destroy(): unknown;
  readonly destroyed?: boolean;
  readonly readableEnded?: boolean;
}

/** Gives a header of a request, by its name in lower case. */
export function readHeader(request: IncomingRequest, name: string): string | undefined {
  // The headers of Node's `http` inherit from Object.prototype.
  const value = hasOwn(request.headers, name) ? request.headers[name] : undefined;
  return Array.isArray(value) ? value.join(", ") : value;
}

/** Reads a form from a request of Node's `http`, or from bytes that have been read already. */
export async function readIncoming(
  request: IncomingRequest,
  source: IncomingStream | Uint8Array,
  resolved: ResolvedParserOptions,
): Promise<ParsedBody> {
  // Who has read the bytes has also inflated them, and their length is what it is.
  const read = source instanceof Uint8Array;
  const header = (name: string) => (read && name !== "content-type" ? undefined : readHeader(request, name));
  const body = new FormBody(resolved, header);
  if (read) {
    body.push(source);
  } else {
    await readAll(source, body);
  }
  const pairs = body.end();
  const { object } = resolved;
  return object === undefined ? pairs : answering(() => pairs.toObject({ duplicates: object }));
}

/**
 * How much of a refused body is still read, in bytes, and thrown away: a client that is not done sending hears the answer
 * only when somebody reads on, and a reset connection when nobody does.
 */
const DRAINED_BYTES = 1 << 20;

/** Pushes all chunks; at a fault the rest is drained, up to a bound, so that there still is a way to answer. */
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
      if (drained <= DRAINED_BYTES) return;
      stop();
      stream.destroy();
    },
    // That the client has gone, or failed, changes nothing any more.
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
