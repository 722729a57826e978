import { PercentEncodingError } from "percodec";
import { JobRefused } from "../app/state.ts";
import { type JobRequest, type Message, runJob, type Sink } from "./jobs.ts";
import type { LinkReader, LinkRows, RowsRequest } from "./link-rows.ts";
import { createFile } from "./opfs.ts";

/** The part of the global scope that this script uses. */
interface WorkerScope {
  postMessage(message: Message | LinkRows): void;
  addEventListener(type: "message", listener: (event: MessageEvent<JobRequest | RowsRequest>) => void): void;
}
/** https://fs.spec.whatwg.org/#api-filesystemsyncaccesshandle */
interface SyncAccessHandle {
  write(bytes: Uint8Array, options: { readonly at: number }): number;
  flush(): void;
  close(): void;
}

const scope = globalThis as unknown as WorkerScope;

/** The number of bytes of the output that the page shows. */
const HEAD_BYTES = 4096;
/** The minimum time between two progress messages. */
const PROGRESS_INTERVAL_MS = 50;
/** The number of bytes that are written at a time. */
const BUFFER_BYTES = 1 << 20;

/** An output; `finish` completes it and returns its Blob, if it is one. */
interface Output {
  write(bytes: Uint8Array): void;
  finish(): Blob | undefined;
}

scope.addEventListener("message", ({ data }) => void ("order" in data ? answer(data) : run(data)));

let reader: LinkReader | undefined;
/** The last request for rows, and whether it has an answer. */
let asked: RowsRequest | undefined;
let isAnswered = false;

async function answer(request: RowsRequest): Promise<void> {
  asked = request;
  isAnswered = false;
  if (request.file === undefined) return answerRows();
  const { LinkReader } = await import("./link-rows.ts");
  reader = new LinkReader();
  await reader.read(request.file, answerRows);
}

/** Posts the rows of the last request as soon as there are some, and otherwise the counts. */
function answerRows(): void {
  if (asked === undefined || reader === undefined) return;
  const { isDone } = reader;
  // The links that were read since may come before those that were posted.
  if (isDone && (asked.order !== "line" || asked.words !== "") && asked.from === 0) isAnswered = false;
  const rows = isAnswered ? undefined : reader.answer(asked);
  isAnswered ||= isDone || rows!.rows.length > 0;
  scope.postMessage(isAnswered && rows ? rows : { ...reader.count(), from: -1, rows: [] });
}

async function run(request: JobRequest): Promise<void> {
  try {
    const output = new BufferedSink(await openOutput(request.name));
    let lastProgress = 0;
    const outcome = await runJob(request, request.file, output, (read) => {
      const now = performance.now();
      if (now - lastProgress < PROGRESS_INTERVAL_MS) return;
      lastProgress = now;
      scope.postMessage({ kind: "progress", read });
    });
    const blob = output.finish();
    scope.postMessage({ kind: "done", outcome, size: output.size, head: output.head, ...(blob && { blob }) });
  } catch (error) {
    scope.postMessage(await failure(error, request.file));
  }
}

async function failure(error: unknown, file: Blob): Promise<Message> {
  if (error instanceof PercentEncodingError) {
    const { message, code, index, excerpt, option } = error;
    return { kind: "failed", message, fault: { code, index, excerpt, option } };
  }
  if (error instanceof JobRefused) return { kind: "failed", message: error.message };
  const { name, message } = error instanceof Error ? error : { name: "Error", message: String(error) };
  if (name === "QuotaExceededError") return { kind: "failed", message: NO_SPACE };
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    // Each browser has another error for a stream of a file that was removed.
    return { kind: "failed", message: UNREADABLE };
  }
  return { kind: "failed", message: `${name}: ${message}` };
}

const NO_SPACE = "There is not enough space for the result on this device.";
const UNREADABLE = "The file cannot be read: it was moved, changed or removed since it was opened.";

/** Opens a file in the origin private file system, or a list of Blobs: the output is never one string or one buffer. */
async function openOutput(name: string): Promise<Output> {
  let file: SyncAccessHandle;
  try {
    const handle = (await createFile(name)) as unknown as { createSyncAccessHandle(): Promise<SyncAccessHandle> };
    file = await handle.createSyncAccessHandle();
  } catch {
    const blobs: Blob[] = [];
    return {
      write: (bytes) => void blobs.push(new Blob([bytes as Uint8Array<ArrayBuffer>])),
      finish: () => new Blob(blobs),
    };
  }
  let at = 0;
  return {
    write: (bytes) => {
      for (let from = 0; from < bytes.length;) {
        const written = file.write(bytes.subarray(from), { at });
        if (written === 0) throw new DOMException("nothing more can be written", "QuotaExceededError");
        at += written;
        from += written;
      }
    },
    finish: () => {
      file.flush();
      file.close();
      return undefined;
    },
  };
}

/** Writes the output in large chunks, and keeps its first bytes for the page. */
class BufferedSink implements Sink {
  size = 0;
  head = new Uint8Array(0);
  readonly #output: Output;
  readonly #buffer = new Uint8Array(BUFFER_BYTES);
  #filled = 0;

  constructor(output: Output) {
    this.#output = output;
  }

  write(bytes: Uint8Array): void {
    this.size += bytes.length;
    for (let from = 0; from < bytes.length;) {
      const part = bytes.subarray(from, from + BUFFER_BYTES - this.#filled);
      this.#buffer.set(part, this.#filled);
      this.#filled += part.length;
      from += part.length;
      if (this.#filled === BUFFER_BYTES) this.#flush();
    }
  }

  finish(): Blob | undefined {
    this.#flush();
    return this.#output.finish();
  }

  #flush(): void {
    const bytes = this.#buffer.subarray(0, this.#filled);
    if (this.head.length === 0) this.head = bytes.slice(0, HEAD_BYTES);
    if (bytes.length > 0) this.#output.write(bytes);
    this.#filled = 0;
  }
}
