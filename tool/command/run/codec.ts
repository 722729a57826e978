import type { Source } from "./input.ts";
import type { DecodeIssue, ChunkOptions, Progress } from "percodec";

/** One run of bytes through a codec, chunk by chunk. */
export type Run = (source: Uint8Array, target: Uint8Array, options: ChunkOptions) => Progress;

/** A codec for the text of an argument and for bytes. */
export interface CommandCodec {
  /** Matches an escape; set if results include a report of decoding. */
  readonly escape?: RegExp;
  /** The hint for a terminal if standard input ends with a line end. */
  readonly finalLineEndHint?: string | undefined;
  /** Returns the result for a text; bytes if it is in another encoding than UTF-8. */
  text(text: string): string | Uint8Array;
  /** The fields of the object that `--json` writes for a text. */
  report(text: string): object;
  /**
   * Starts a run.
   *
   * @param onIssue called with each issue that a policy accepts
   */
  start(onIssue?: (issue: DecodeIssue) => void): Run;
  /** Starts a run over many records at once. It leaves their end marks unchanged, and may stop before a record. Without it each is a run. */
  startMany?(mark: "\n" | "\0"): Run;
  /** Called with each file before it is read; returns the source to read. */
  open?(source: Source): Source;
  /** Whether the policy for an issue loses bytes of the input. */
  isLossy(issue: DecodeIssue): boolean;
}
