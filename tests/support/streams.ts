import { type DecodeIssue, PercentEncodingError } from "../../library/src/index.ts";

/** Writes chunks to a stream and returns all of its output. Throws the stream's error. */
export async function collectOutput<T>(
  stream: TransformStream<Uint8Array | string, T>,
  chunks: readonly (Uint8Array | string)[],
): Promise<T[]> {
  const readable = new ReadableStream<Uint8Array | string>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  }).pipeThrough(stream);
  const parts: T[] = [];
  const reader = readable.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value);
  return parts;
}

/** What a stream of bytes writes, one unit per byte, unless it fails; its issues; and its error. */
export interface StreamOutcome {
  readonly output: string;
  readonly issues: readonly DecodeIssue[];
  readonly error: unknown;
}

/** Writes chunks to a stream that reports its issues. */
export async function streamOutcome(
  make: (onIssue: (issue: DecodeIssue) => void) => TransformStream<Uint8Array | string, Uint8Array>,
  chunks: readonly (Uint8Array | string)[],
): Promise<StreamOutcome> {
  const issues: DecodeIssue[] = [];
  const stream = make((issue) => issues.push(issue));
  try {
    return { output: Buffer.concat(await collectOutput(stream, chunks)).toString("latin1"), issues, error: undefined };
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    return { output: "", issues, error: { ...error, message: error.message } };
  }
}

/** Cuts a string or bytes at ascending indexes. */
export function cutAt<T extends { slice(from: number, to?: number): T; length: number }>(
  whole: T,
  places: readonly number[],
): T[] {
  return [0, ...places].map((from, k) => whole.slice(from, places[k] ?? whole.length));
}
