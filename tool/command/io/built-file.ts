import { existsSync } from "node:fs";
import { join } from "node:path";
import { CliError, EXIT } from "./errors.ts";

/** Returns a file of the build: it is beside the command, or beside the folder of its chunks. */
export function findBuilt(path: string, what: string): string {
  const places = [join(import.meta.dirname, path), join(import.meta.dirname, "..", path)];
  const file = places.find((place) => existsSync(place));
  if (file === undefined) throw new CliError(EXIT.io, `${what} is missing: it is in the npm package percodec-cli`);
  return file;
}
