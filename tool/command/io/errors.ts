/** The exit codes of the command; it is 128 + n after signal n. */
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

/** An error of the user, the data or the system: a one-line message on stderr and an exit code. */
export class CliError extends Error {
  readonly exitCode: number;
  /** Returns what is added to the message; it may load modules that only an error needs. */
  readonly advise: (() => Promise<string>) | undefined;

  constructor(exitCode: number, message: string, advise?: () => Promise<string>) {
    super(message);
    this.exitCode = exitCode;
    this.advise = advise;
  }
}

/** Throws a {@link CliError} for wrong usage, if there is a fault. */
export function refuse(fault: string): never;
export function refuse(fault: string | undefined): void;
export function refuse(fault: string | undefined): void {
  if (fault !== undefined) throw new CliError(EXIT.usage, fault);
}

/** Returns the description of a system error, such as `no such file or directory`. */
export function describeError(error: unknown): string {
  if (systemCode(error) === "EISDIR") return "is a directory";
  const message = error instanceof Error ? error.message : String(error);
  return /^E[A-Z0-9]+: ([^,]+)/.exec(message)?.[1] ?? message;
}

/** Returns the code of a system error, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code;
}

/** Runs an action, and ignores the system errors with these codes. */
export function ignoring(codes: readonly string[], action: () => void): void {
  try {
    action();
  } catch (error) {
    if (!codes.includes(systemCode(error) ?? "")) throw error;
  }
}

/** Matches the messages of the engine when memory runs out. */
const OUT_OF_MEMORY =
  /allocat\w+ (?:failed|memory)|out of memory|Invalid (?:typed array|array buffer|string) length|l(?:ong|arg)er than 0x/i;

/** Converts a system error, or an error of too little memory, to a CliError; returns `undefined` for a bug of the program. */
export function toCliError(error: unknown): CliError | undefined {
  if (error instanceof CliError) return error;
  if (!(error instanceof Error)) return undefined;
  if (OUT_OF_MEMORY.test(error.message)) return new CliError(EXIT.io, `not enough memory: ${error.message}`);
  const { path, syscall } = error as NodeJS.ErrnoException;
  return syscall === undefined ? undefined : new CliError(EXIT.io, `${path ?? syscall}: ${describeError(error)}`);
}
