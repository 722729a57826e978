import { FOLDER } from "./messages.ts";

const LOCK = "percodec output ";

/** A name that no other page uses, and what gives it back. */
export interface OutputName {
  readonly name: string;
  /** The output as a file, which stays where it is. */
  readonly open: () => Promise<File>;
  readonly remove: () => void;
}

/** Takes a name for an output; other pages of this origin leave it alone as long as this one is open. */
export function takeOutputName(): OutputName {
  const name = Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join("-");
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  void (navigator as Partial<Navigator>).locks?.request(LOCK + name, () => released);
  return {
    name,
    open: async () => (await (await folder()).getFileHandle(name)).getFile(),
    remove: () => {
      release();
      void removeSoon(name);
    },
  };
}

async function folder(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER);
}

/** Removes an output; a worker that was just stopped may hold it for a moment longer. */
async function removeSoon(name: string): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    try {
      await (await folder()).removeEntry(name);
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "NotFoundError") return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Removes what pages left behind that are closed by now. */
export async function sweepOutputs(): Promise<void> {
  try {
    const place = await folder();
    const names: string[] = [];
    for await (const name of (place as unknown as { keys(): AsyncIterable<string> }).keys()) names.push(name);
    // Asked for after the names: what another page makes meanwhile is not among them.
    const { held = [] } = await navigator.locks.query();
    const taken = new Set(held.map((lock) => lock.name));
    for (const name of names) if (!taken.has(LOCK + name)) void removeSoon(name);
  } catch {
    // No file system, or nothing in it.
  }
}
