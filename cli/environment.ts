/** What the command needs of the process that it runs in. Files are opened by the names that were typed, in the folder of the process. */
export interface Environment {
  readonly args: readonly string[];
  /** The bytes of each argument, one character a byte; undefined if the system does not show them. */
  readonly argumentBytes: () => readonly string[] | undefined;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The descriptors of the standard streams. */
  readonly stdin: number;
  readonly stdout: number;
  readonly stderr: number;
  readonly isTerminal: (descriptor: number) => boolean;
  /** Standard error for the progress bar, if it is a terminal. */
  readonly errorStream: () => NodeJS.WriteStream;
  /** Keeps the process small while gigabytes go through it. */
  readonly saveMemory: () => void;
}
