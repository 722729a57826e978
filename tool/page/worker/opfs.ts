/** The folder of the outputs in the origin private file system. */
const FOLDER = "percodec";
const LOCK = "percodec output ";

/** An output in the origin private file system, with a unique name. */
export interface OutputName {
  readonly name: string;
  /** Opens the output as a file. */
  readonly open: () => Promise<File>;
  readonly remove: () => void;
}

function createName(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join("-");
}

/** Reserves a name for an output; a lock keeps other pages of this origin from removing it while this page is open. */
export function reserveOutputName(name = createName()): OutputName {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  void (navigator as Partial<Navigator>).locks?.request(LOCK + name, () => released);
  return {
    name,
    open: async () => (await (await folder()).getFileHandle(name)).getFile(),
    remove: () => {
      release();
      void removeWithRetries(name);
    },
  };
}

async function folder(options?: FileSystemGetDirectoryOptions): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, options);
}

export async function createFile(name: string): Promise<FileSystemFileHandle> {
  return (await folder({ create: true })).getFileHandle(name, { create: true });
}

/** Removes an output; it tries again, because a stopped worker can keep the file open for a moment. */
async function removeWithRetries(name: string): Promise<void> {
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

/** Writes a text that is kept for a reload; it is rejected if the storage is full or private. */
export async function keepText(text: Blob, name: string): Promise<void> {
  const target = await (await createFile(name)).createWritable();
  await target.write(text);
  await target.close();
}

/**
 * Removes the outputs of pages that are closed.
 *
 * @param own the text that this page has kept before its reload
 */
export async function removeAbandonedOutputs(own: string | undefined): Promise<void> {
  try {
    const directory = await folder();
    const names: string[] = [];
    for await (const name of (directory as unknown as { keys(): AsyncIterable<string> }).keys()) names.push(name);
    // Query the locks after listing the names: an output that another page adds in between is not in the list.
    const { held = [] } = await navigator.locks.query();
    const taken = new Set(held.map((lock) => lock.name));
    for (const name of names) if (name !== own && !taken.has(LOCK + name)) void removeWithRetries(name);
  } catch {
    // The file system is not available, or its folder does not exist.
  }
}
