/** Puts a text on the clipboard exactly as it is, and says whether that worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByEvent(text);
  }
}

/** Where the clipboard is not lent, as over plain HTTP: a field would change line ends, an event does not. */
function copyByEvent(text: string): boolean {
  let done = false;
  const listen = (event: ClipboardEvent): void => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    done = true;
  };
  document.addEventListener("copy", listen);
  document.execCommand("copy");
  document.removeEventListener("copy", listen);
  return done;
}
