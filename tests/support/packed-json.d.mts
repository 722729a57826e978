/** Writes a value as JSON: whole on a line if it fits, otherwise its items one level deeper, as many on a line as fit. */
export function packJson(value: unknown, indent?: string): string;
