/** Returns what the browser stores under a key, or null; it may refuse storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value; without storage a choice lasts until the page is closed. */
export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The browser refuses storage.
  }
}
