import { requireChoice } from "../codec/arguments.ts";
import { type Duplicates, DUPLICATES, type FormPairs } from "../form/pairs.ts";
import { answering, FormBody, type FormRequestOptions } from "../form/request.ts";

/** How `formParser` reads a request. */
export interface FormParserOptions extends FormRequestOptions {
  /**
   * Makes `request.body` an object of the values by their names, and not a `FormPairs`: as `toObject` with these `duplicates`,
   * `"error"`, `"first"`, `"last"` or `"all"`.
   */
  readonly object?: Duplicates;
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
export function headerOf(request: IncomingRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

/** Throws a TypeError for a wrong `object`, when the parser is made and not at the first request. */
export function requireObjectOption({ object }: FormParserOptions): void {
  if (object !== undefined) requireChoice(object, DUPLICATES, "object");
}

/** Reads a form from a request of Node's `http`, or from bytes that have been read already. */
export async function readIncoming(
  request: IncomingRequest,
  source: IncomingStream | Uint8Array,
  { object, ...options }: FormParserOptions,
): Promise<ParsedBody> {
  // Who has read the bytes has also inflated them, and their length is what it is.
  const read = source instanceof Uint8Array;
  const header = (name: string) => (read && name !== "content-type" ? undefined : headerOf(request, name));
  const body = new FormBody(options, header);
  if (read) {
    body.push(source);
  } else {
    await readAll(source, body);
  }
  const pairs = body.end();
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
