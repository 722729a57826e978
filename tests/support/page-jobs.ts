import { expect } from "vitest";
import type { Job } from "../../tool/page/app/state.ts";
import { type Outcome, runJob } from "../../tool/page/worker/jobs.ts";

/** Converts a file as the worker of the page does, and returns the outcome and the bytes that are written. */
export async function convertFile(
  job: Job,
  input: string | Uint8Array,
): Promise<Outcome & { readonly bytes: Buffer; readonly text: string }> {
  const written: Uint8Array[] = [];
  const reads: number[] = [];
  const file = new Blob([input as Uint8Array<ArrayBuffer>]);
  const sink = { write: (bytes: Uint8Array) => void written.push(bytes.slice()) };
  const outcome = await runJob(job, file, sink, (read) => reads.push(read));
  if (file.size > 0) expect(reads.at(-1)).toBe(file.size);
  expect(reads.toSorted((a, b) => a - b)).toEqual(reads);
  const bytes = Buffer.concat(written);
  return { ...outcome, bytes, text: bytes.toString() };
}
