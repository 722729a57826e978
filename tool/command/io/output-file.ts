import { closeSync, constants, fstatSync, openSync, type Stats } from "node:fs";
import type { Environment } from "./environment.ts";
import { AtomicSink } from "./atomic-file.ts";
import { isSameFile, requireInherited } from "./descriptor.ts";
import { BufferedSink, withFileName } from "./sink.ts";
import { locateOutput } from "./output-place.ts";

/** Opens the file of `--output`: a regular file is written whole or not at all, everything else is written directly. */
export function openFile(environment: Environment, file: string): BufferedSink {
  return withFileName(file, () => {
    const place = locateOutput(file);
    if (place.kind === "file") return new AtomicSink(environment, file, place.path, place.existing);
    if (place.kind === "stream") return new BufferedSink(file, openStream(place.path, place.status));
    requireInherited(place.descriptor);
    return new BufferedSink(file, place.descriptor);
  });
}

/** Opens a stream, and refuses another file that has replaced it since: a regular file would be overwritten. */
function openStream(path: string, status: Stats): number {
  // Windows has no O_NOCTTY; the operator converts undefined to 0.
  const descriptor = openSync(path, constants.O_WRONLY | constants.O_NOCTTY);
  if (isSameFile(fstatSync(descriptor), status)) return descriptor;
  closeSync(descriptor);
  throw new Error("was replaced while it was opened");
}
