/** Copies a text unchanged to the clipboard, and returns whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByEvent(text);
  }
}

/** Copies without the Clipboard API, as over plain HTTP. A `copy` event keeps line ends; a text field would change them. */
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
