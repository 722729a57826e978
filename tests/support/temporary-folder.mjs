import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @type {string[]} */
const folders = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/**
 * Creates a folder that is removed when the process ends.
 *
 * @param {string} name a part of its name
 */
export function makeTemporaryFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `percodec-${name}-`));
  folders.push(folder);
  return folder;
}
