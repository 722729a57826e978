import type { PercentEncodingError } from "percodec";
import type { Job } from "../app/state.ts";
import type { Outcome } from "./jobs.ts";

/** The message of the page to the worker: one job. The worker sends progress until the job ends. */
export interface JobRequest extends Job {
  readonly file: Blob;
  /** The name of the output in the origin private file system. */
  readonly name: string;
}

/** A message of the worker to the page. */
export type Message =
  | { readonly kind: "progress"; readonly read: number }
  | {
      readonly kind: "done";
      readonly outcome: Outcome;
      readonly size: number;
      /** The first bytes of the output. */
      readonly head: Uint8Array;
      /** The output, if it could not be written to the origin private file system. */
      readonly blob?: Blob;
    }
  | {
      readonly kind: "failed";
      readonly message: string;
      readonly fault?: Pick<PercentEncodingError, "code" | "index" | "excerpt" | "option">;
    };
