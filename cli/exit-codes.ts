/** Why the command ends as it does; a signal n gives 128 + n. */
export const EXIT = {
  done: 0,
  /** The data is malformed, compare says different, or inspect finds what --fail-on names. */
  data: 1,
  usage: 2,
  /** Input or output failed. */
  io: 3,
  /** The reader closed the pipe: 128 + SIGPIPE. */
  closedPipe: 141,
} as const;

/** An end that is no fault of the program: it is said in one line on stderr, and gives its exit code. */
export class Stop extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The words of a system error, such as `no such file or directory`. */
export function reasonOf(error: unknown): string {
  if (systemCode(error) === "EISDIR") return "is a directory";
  const message = error instanceof Error ? error.message : String(error);
  return /^E[A-Z0-9]+: ([^,]+)/.exec(message)?.[1] ?? message;
}

/** The code of a system error, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code;
}

/** What the engine says where it has no room. */
const NO_ROOM = /allocation failed|Invalid (?:typed array|array buffer|string) length|longer than 0x/;

/** The end that an error is: its own, or a failure of the system where no file was named. */
export function stopOf(error: unknown): Stop | undefined {
  if (error instanceof Stop) return error;
  if (!(error instanceof Error)) return undefined;
  if (NO_ROOM.test(error.message)) return new Stop(EXIT.io, `not enough memory: ${error.message}`);
  const { path, syscall } = error as NodeJS.ErrnoException;
  return syscall === undefined ? undefined : new Stop(EXIT.io, `${path ?? syscall}: ${reasonOf(error)}`);
}
