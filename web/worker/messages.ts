import type { Job, Outcome } from "./jobs.ts";

/** What the page sends to the worker: one job, of which it is told until it ends. */
export interface Order extends Job {
  readonly file: Blob;
  /** What the output is called in the origin private file system. */
  readonly name: string;
}

/** What the worker sends back. */
export type Message =
  | { readonly kind: "progress"; readonly read: number }
  | {
      readonly kind: "done";
      readonly outcome: Outcome;
      readonly size: number;
      /** The first bytes of the output. */
      readonly head: Uint8Array;
      /** The output, where it could not be written into the file system. */
      readonly blob?: Blob;
    }
  | { readonly kind: "failed"; readonly message: string; readonly code?: string; readonly index?: number };

/** Where in the origin private file system outputs are. */
export const FOLDER = "percodec";
