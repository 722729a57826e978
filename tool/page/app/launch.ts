/** Returns the text that another application shared, from the parameters of the manifest's `share_target`; undefined if there is none. */
export function readShared(search: string): string | undefined {
  const parameters = new URLSearchParams(search);
  const shared = ["url", "text", "title"].map((name) => parameters.get(name)?.trim() ?? "");
  // An address is the most exact of the three; some systems put it into the text.
  return shared.find((text) => text !== "");
}

/** The part of the File Handling API that this page uses (https://wicg.github.io/manifest-incubations/#launchqueue-interface). */
interface LaunchQueue {
  setConsumer(consume: (launch: { readonly files: readonly { getFile(): Promise<File> }[] }) => void): void;
}

/** Calls `open` with the files that the system opens with the installed page. */
export function onOpenedFiles(open: (files: readonly File[]) => void): void {
  const { launchQueue } = globalThis as { readonly launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files }) => {
    if (files.length > 0) void Promise.all(files.map((file) => file.getFile())).then(open);
  });
}
