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

/** Cuts a string or bytes at ascending indexes. */
export function cutAt<T extends { slice(from: number, to?: number): T; length: number }>(
  whole: T,
  places: readonly number[],
): T[] {
  return [0, ...places].map((from, k) => whole.slice(from, places[k] ?? whole.length));
}
