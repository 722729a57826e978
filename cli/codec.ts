import type { DecodeIssue, ChunkOptions, Progress } from "../src/index.ts";

/** One run of bytes through a codec, chunk by chunk. */
export type Run = (source: Uint8Array, target: Uint8Array, options: ChunkOptions) => Progress;

/** A codec as the command drives it: for the text of an argument, and for bytes. */
export interface CommandCodec {
  /** What an escape looks like, where results carry the report of a decoding. */
  readonly escape?: RegExp;
  /** What a person should know if standard input ends with a line end. */
  readonly finalLineEnd?: string | undefined;
  text(text: string): string;
  /** The fields of the object that `--json` writes for a text. */
  report(text: string): object;
  /**
   * Starts a run.
   *
   * @param onIssue called with each issue that a policy lets pass
   */
  start(onIssue?: (issue: DecodeIssue) => void): Run;
  /** Starts a run over many records at once, which leaves their end marks as they are; it may stop before a record. */
  startMany(mark: "\n" | "\0"): Run;
  /** Whether the policy for an issue loses something. */
  loses(issue: DecodeIssue): boolean;
}
