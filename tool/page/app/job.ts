import type { ModeName } from "./modes.ts";
import type { Options } from "./state.ts";

/** How to convert a file. */
export interface Job {
  readonly mode: ModeName;
  readonly options: Options;
}

/** The error for a file that cannot be converted with these options. */
export class JobRefused extends Error {}
