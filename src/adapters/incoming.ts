import type { FormPairs } from "../form/pairs.ts";
import { FormBody, type RequestPlan } from "../form/request.ts";

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
  // The headers of Node's `http` inherit from Object.prototype.
  const value = Object.hasOwn(request.headers, name) ? request.headers[name] : undefined;
  return Array.isArray(value) ? value.join(", ") : value;
}

/** Reads a form from a request of Node's `http`, or from bytes that somebody has read already. */
export async function readIncoming(
  request: IncomingRequest,
  source: IncomingStream | Uint8Array,
  plan: RequestPlan,
): Promise<FormPairs> {
  // Who has read the bytes has also inflated them, and their length is what it is.
  const read = source instanceof Uint8Array;
  const header = (name: string) => (read && name !== "content-type" ? undefined : headerOf(request, name));
  const body = new FormBody(plan, header);
  if (read) {
    body.push(source);
  } else {
    await readAll(source, body);
  }
  return body.end();
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
